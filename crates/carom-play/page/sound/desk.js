// @ts-check
// The mixing desk: plays rendered sounds at a place, and sees to it that the sum never hurts.

import { RECIPES } from './recipes.js';
import { renderBox, renderRecipe, renderRumble, renderTune } from './render.js';
import { TUNES } from './tunes.js';

/** @typedef {import('./voices.js').Voice} Voice */
/** @typedef {import('./rolling.js').Hum} Hum */

/** Voices at one time; faint ones are left out sooner. */
const MOST_VOICES = 28;
const MOST_FAINT_VOICES = 14;
const FAINT = 0.12;
/** Balls that are heard rolling. */
const MOST_ROLLERS = 6;
/** No sample goes beyond this, whatever is played. */
const CEILING = 0.95;

/** @typedef {{filter: BiquadFilterNode, level: GainNode, pan: StereoPannerNode, source: AudioBufferSourceNode}} Roller */

export class Desk {
  #context;
  #bus;
  #master;
  #tunes;
  /** @type {Map<string, AudioBuffer>} */
  #buffers = new Map();
  #sounding = 0;
  #closed = false;
  /** @type {Map<number, Roller>} */
  #rollers = new Map();

  /** @param {BaseAudioContext} context */
  constructor(context) {
    this.#context = context;
    this.#bus = context.createGain();
    this.#bus.gain.value = 1.5;
    this.#tunes = context.createGain();
    this.#tunes.gain.value = 0.6;
    this.#master = context.createGain();
    const squeeze = context.createDynamicsCompressor();
    squeeze.threshold.value = -7;
    squeeze.knee.value = 6;
    squeeze.ratio.value = 4;
    squeeze.attack.value = 0.004;
    squeeze.release.value = 0.14;
    const ceiling = context.createWaveShaper();
    ceiling.curve = softCurve();
    this.#bus.connect(squeeze);
    this.#tunes.connect(squeeze);
    this.#addBox(squeeze);
    squeeze.connect(this.#master).connect(ceiling).connect(context.destination);
  }

  /** The wooden box in which all this happens. @param {AudioNode} to */
  #addBox(to) {
    const rate = this.#context.sampleRate;
    const echo = this.#context.createBuffer(2, Math.ceil(0.16 * rate), rate);
    echo.copyToChannel(renderBox(11, rate), 0);
    echo.copyToChannel(renderBox(23, rate), 1);
    const box = this.#context.createConvolver();
    box.buffer = echo;
    const share = this.#context.createGain();
    share.gain.value = 0.3;
    this.#bus.connect(box).connect(share).connect(to);
  }

  /** How loud everything is, from 0 to 1. @param {number} volume */
  set volume(volume) {
    this.#master.gain.value = volume;
  }

  /** Voices that sound at present. */
  get sounding() {
    return this.#sounding;
  }

  /** Renders what may be needed, a little at a time, so that no frame waits for it later. */
  warm() {
    const jobs = [
      ...Object.entries(RECIPES).map(([name, recipe]) => () => this.#voice(name, recipe)),
      ...Object.entries(TUNES).map(([name, notes]) => () => this.#tune(name, notes)),
    ];
    const next = () => {
      jobs.shift()?.();
      if (jobs.length > 0 && !this.#closed) setTimeout(next, 40);
    };
    setTimeout(next, 40);
  }

  /** Nothing is played any more. */
  close() {
    this.#closed = true;
    this.keepRolling(new Set());
  }

  /**
   * Plays a voice.
   * @param {Voice} voice
   * @param {number} pan -1 left to 1 right
   * @param {number} [delay] s
   * @returns {boolean} Was there room for it?
   */
  play(voice, pan, delay = 0) {
    if (!(voice.gain > 1e-3)) return false;
    if (this.#sounding >= (voice.gain < FAINT ? MOST_FAINT_VOICES : MOST_VOICES)) return false;
    const recipe = RECIPES[voice.recipe];
    if (!recipe) return false;
    const buffer = this.#voice(voice.recipe, recipe);
    const filter = this.#context.createBiquadFilter();
    filter.type = 'lowpass';
    filter.Q.value = 0.3;
    filter.frequency.value = Math.min(voice.bright, 0.45 * this.#context.sampleRate);
    this.#start(buffer, voice.gain, pan, delay, voice.pitch, filter, this.#bus);
    return true;
  }

  /**
   * Plays a tune of the rules.
   * @param {string} name
   * @param {number} [delay] s
   */
  playTune(name, delay = 0) {
    const notes = TUNES[name];
    if (!notes || this.#sounding >= MOST_VOICES) return;
    this.#start(this.#tune(name, notes), 0.7, 0, delay, 1, null, this.#tunes);
  }

  /**
   * @param {AudioBuffer} buffer
   * @param {number} gain
   * @param {number} pan
   * @param {number} delay
   * @param {number} pitch
   * @param {BiquadFilterNode|null} filter
   * @param {AudioNode} to
   */
  #start(buffer, gain, pan, delay, pitch, filter, to) {
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.playbackRate.value = pitch;
    const level = this.#context.createGain();
    level.gain.value = gain;
    const place = this.#context.createStereoPanner();
    place.pan.value = Math.max(-1, Math.min(1, pan));
    (filter ? source.connect(filter) : source).connect(level).connect(place).connect(to);
    this.#sounding += 1;
    source.onended = () => {
      this.#sounding -= 1;
      place.disconnect();
    };
    source.start(this.#context.currentTime + delay);
  }

  /**
   * Lets a ball be heard rolling, or no longer.
   * @param {number} ball
   * @param {Hum} hum
   * @param {number} pan
   */
  roll(ball, hum, pan) {
    let roller = this.#rollers.get(ball);
    if (!roller) {
      if (hum.gain === 0 || this.#rollers.size >= MOST_ROLLERS) return;
      roller = this.#newRoller();
      this.#rollers.set(ball, roller);
    }
    const now = this.#context.currentTime;
    roller.level.gain.setTargetAtTime(hum.gain, now, 0.03);
    roller.filter.frequency.setTargetAtTime(hum.hz, now, 0.03);
    roller.filter.Q.setTargetAtTime(hum.q, now, 0.03);
    roller.pan.pan.setTargetAtTime(Math.max(-1, Math.min(1, pan)), now, 0.03);
  }

  /** Balls that are no longer there fall silent. @param {Set<number>} present */
  keepRolling(present) {
    for (const [ball, roller] of this.#rollers) {
      if (present.has(ball)) continue;
      roller.level.gain.setTargetAtTime(0, this.#context.currentTime, 0.03);
      roller.source.stop(this.#context.currentTime + 0.2);
      roller.source.onended = () => roller.pan.disconnect();
      this.#rollers.delete(ball);
    }
  }

  /** @returns {Roller} */
  #newRoller() {
    const source = this.#context.createBufferSource();
    source.buffer = this.#buffer('rumble', (rate) => renderRumble(1.3, rate));
    source.loop = true;
    const filter = this.#context.createBiquadFilter();
    filter.type = 'bandpass';
    const level = this.#context.createGain();
    level.gain.value = 0;
    const pan = this.#context.createStereoPanner();
    source.connect(filter).connect(level).connect(pan).connect(this.#bus);
    source.start();
    return { source, filter, level, pan };
  }

  /** @param {string} name @param {import('./recipes.js').Recipe} recipe */
  #voice(name, recipe) {
    return this.#buffer(`voice ${name}`, (rate) => renderRecipe(recipe, rate));
  }

  /** @param {string} name @param {import('./tunes.js').Note[]} notes */
  #tune(name, notes) {
    return this.#buffer(`tune ${name}`, (rate) => renderTune(notes, rate));
  }

  /**
   * @param {string} name
   * @param {(rate: number) => Float32Array<ArrayBuffer>} render
   */
  #buffer(name, render) {
    const known = this.#buffers.get(name);
    if (known) return known;
    const samples = render(this.#context.sampleRate);
    const buffer = this.#context.createBuffer(1, samples.length, this.#context.sampleRate);
    buffer.copyToChannel(samples, 0);
    this.#buffers.set(name, buffer);
    return buffer;
  }
}

/** Straight up to a half, then bending so that it never reaches 1. */
function softCurve() {
  const size = 1025;
  return new Float32Array(size).map((_, k) => {
    const x = (2 * k) / (size - 1) - 1;
    const bent = Math.abs(x) < 0.5 ? Math.abs(x) : 0.5 + (CEILING - 0.5) * Math.tanh((Math.abs(x) - 0.5) / (CEILING - 0.5));
    return Math.sign(x) * bent;
  });
}
