// @ts-check
// What is heard. Everything is synthesised; nothing is loaded. Works, silently, where there is no audio.

import { Desk } from './desk.js';
import { Ground, humOf } from './rolling.js';
import { momentTune, tuneFor } from './tunes.js';
import { Turns, voicesOf, voicesOfPose } from './voices.js';

/** @typedef {import('../types.js').Scene} Scene */
/** @typedef {import('../types.js').ScenePart} ScenePart */
/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').TableEvent} TableEvent */
/** @typedef {import('../types.js').Told} Told */
/** @typedef {import('../types.js').Pose} Pose */
/** @typedef {import('./voices.js').Voice} Voice */

const MUTED_KEY = 'carom.muted';
const VOLUME_KEY = 'carom.volume';
/** How far to the side the table's edge is heard. */
const WIDEST_PAN = 0.7;
/** How much of its loudness a table has that plays by itself. */
const ATTRACT = 0.4;
/** s: tunes of one name keep this distance. */
const TUNE_GAP = 0.09;

export class Sound {
  #left;
  #width;
  /** @type {Map<number, ScenePart>} */
  #parts = new Map();
  #ground;
  #makeContext;
  /** @type {BaseAudioContext|null} */
  #context = null;
  /** @type {Desk|null} */
  #desk = null;
  #muted = remembered(MUTED_KEY) === 'yes';
  #volume = volumeOf(remembered(VOLUME_KEY));
  #attract = false;
  #turns = new Turns();
  /** @type {Map<number, Pose>} */
  #poses = new Map();
  /** @type {Map<string, number>} */
  #tunes = new Map();
  /** The events of one frame come together; they are heard one after the other, as they happened. */
  #batch = { at: -1, first: 0 };

  /**
   * @param {Scene} scene
   * @param {() => BaseAudioContext|null} [makeContext] For tests.
   */
  constructor(scene, makeContext = ownContext) {
    this.#left = scene.bounds.left;
    this.#width = scene.bounds.width || 1;
    for (const part of scene.parts) this.#parts.set(part.id, part);
    this.#ground = new Ground(scene);
    this.#makeContext = makeContext;
  }

  /** Browsers let a page sound only after a key or a touch: call this from there. */
  unlock() {
    if (!this.#context) {
      this.#context = this.#makeContext();
      if (this.#context) this.#desk = new Desk(this.#context);
      this.#desk?.warm();
      this.#setVolume();
    }
    const context = this.#context;
    if (isLive(context) && context.state === 'suspended') context.resume().catch(() => {});
  }

  get muted() {
    return this.#muted;
  }

  set muted(muted) {
    this.#muted = muted;
    remember(MUTED_KEY, muted ? 'yes' : 'no');
    this.#setVolume();
  }

  /** From 0 to 1. */
  get volume() {
    return this.#volume;
  }

  set volume(volume) {
    this.#volume = volumeOf(String(volume));
    remember(VOLUME_KEY, String(this.#volume));
    this.#setVolume();
  }

  #setVolume() {
    if (this.#desk) this.#desk.volume = this.#muted ? 0 : this.#volume * (this.#attract ? ATTRACT : 1);
  }

  /**
   * Rolling balls, coils that switch on, springs that are drawn.
   * @param {State} state
   */
  state(state) {
    if (state.attract !== this.#attract) {
      this.#attract = state.attract;
      this.#setVolume();
    }
    const desk = this.#audible();
    if (!desk) {
      this.#desk?.keepRolling(new Set());
      this.#poses.clear();
      return;
    }
    const present = new Set();
    for (const ball of state.balls) {
      const hum = humOf(ball, this.#ground.under(ball));
      if (state.paused) hum.gain = 0;
      present.add(ball.id);
      desk.roll(ball.id, hum, this.#pan(ball.x));
    }
    desk.keepRolling(present);
    for (const [id, pose] of state.parts) {
      const part = this.#parts.get(id);
      if (!part || (part.kind !== 'flipper' && part.kind !== 'plunger')) continue;
      for (const voice of voicesOfPose(part, this.#poses.get(id), pose)) this.#play(voice, this.#pan(placeOf(part)), 0);
      this.#poses.set(id, { ...pose });
    }
  }

  /** @param {TableEvent} event */
  event(event) {
    if (!this.#audible()) return;
    const now = this.#context?.currentTime ?? 0;
    if (this.#batch.at !== now) this.#batch = { at: now, first: event.time };
    const after = Math.min(0.025, Math.max(0, event.time - this.#batch.first));
    const part = event.part === null ? undefined : this.#parts.get(event.part);
    const x = Number.isFinite(event.x) ? event.x : part ? placeOf(part) : NaN;
    for (const voice of voicesOf(event, part)) this.#play(voice, this.#pan(x), Number.isFinite(after) ? after : 0);
  }

  /** @param {Told} told */
  told(told) {
    if (told.what === 'sound') this.#tune(tuneFor(told.name));
    if (told.what === 'moment') {
      const tune = momentTune(told.name);
      // Rules that let something sound at that moment know better.
      if (tune && !this.#tuneJustBegan()) this.#tune(tune);
    }
  }

  destroy() {
    this.#desk?.close();
    if (isLive(this.#context)) this.#context.close().catch(() => {});
    this.#context = null;
    this.#desk = null;
  }

  #tuneJustBegan() {
    const now = this.#context?.currentTime ?? 0;
    return [...this.#tunes.values()].some((begun) => now >= begun && now - begun < 2 * TUNE_GAP);
  }

  /** @param {string} name */
  #tune(name) {
    const desk = this.#audible();
    const now = this.#context?.currentTime ?? 0;
    const last = this.#tunes.get(name);
    if (!desk || (last !== undefined && now >= last && now - last < TUNE_GAP)) return;
    this.#tunes.set(name, now);
    desk.playTune(name);
  }

  /**
   * @param {Voice} voice
   * @param {number} pan
   * @param {number} delay
   */
  #play(voice, pan, delay) {
    const desk = this.#audible();
    if (desk && this.#turns.take(voice, (this.#context?.currentTime ?? 0) + delay)) desk.play(voice, pan, delay);
  }

  /** The desk, if anybody could hear it. */
  #audible() {
    return this.#muted || this.#volume === 0 ? null : this.#desk;
  }

  /** @param {number} x m */
  #pan(x) {
    if (!Number.isFinite(x)) return 0;
    return WIDEST_PAN * Math.max(-1, Math.min(1, (2 * (x - this.#left)) / this.#width - 1));
  }
}

/**
 * m: where a part is, from left to right, if its fields tell.
 * @param {ScenePart} part
 * @returns {number}
 */
function placeOf(part) {
  for (const field of ['centre', 'at', 'pivot', 'position']) {
    const place = part[field];
    if (Array.isArray(place) && typeof place[0] === 'number') return place[0];
  }
  return NaN;
}

/** @returns {AudioContext|null} */
function ownContext() {
  try {
    return typeof AudioContext === 'undefined' ? null : new AudioContext({ latencyHint: 'interactive' });
  } catch {
    return null; // No sound card, or forbidden.
  }
}

/**
 * @param {BaseAudioContext|null} context
 * @returns {context is AudioContext}
 */
function isLive(context) {
  return typeof AudioContext !== 'undefined' && context instanceof AudioContext;
}

/** @param {string|null} text */
function volumeOf(text) {
  const volume = text === null || text === '' ? NaN : Number(text);
  return Number.isFinite(volume) ? Math.min(1, Math.max(0, volume)) : 0.8;
}

/** @param {string} key */
function remembered(key) {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null; // A browser that keeps nothing.
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function remember(key, value) {
  try {
    globalThis.localStorage?.setItem(key, value);
  } catch {
    // It will be forgotten, then.
  }
}
