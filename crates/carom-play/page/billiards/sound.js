// @ts-check
// What is heard of a shot: cue, balls, cushions, pockets, each as hard as it was.

import { recall, remember } from '../page.js';
import { Desk } from '../sound/desk.js';
import { Turns } from '../sound/voices.js';
import { voiceOf } from './voice.js';

/** @typedef {import('./types.js').ShotEvent} ShotEvent */

/** As the pinball tables remember it: one switch for the whole page. */
const MUTED_KEY = 'carom.muted';
const VOLUME_KEY = 'carom.volume';

/** Plays what happens on a table. */
export class Clicks {
  /** @type {AudioContext|null} */
  #context = null;
  /** @type {Desk|null} */
  #desk = null;
  #turns = new Turns();
  #muted = recall(MUTED_KEY) === 'yes';
  /** What was played, for tests. */
  played = 0;

  /** Browsers let a page sound only after a key or a touch: call this from there. */
  unlock() {
    if (!this.#context && typeof AudioContext !== 'undefined') {
      try {
        this.#context = new AudioContext({ latencyHint: 'interactive' });
        this.#desk = new Desk(this.#context);
        this.#setVolume();
      } catch {
        return; // No sound card, or forbidden.
      }
    }
    if (this.#context?.state === 'suspended') this.#context.resume().catch(() => {});
  }

  get muted() {
    return this.#muted;
  }

  set muted(muted) {
    this.#muted = muted;
    remember(MUTED_KEY, muted ? 'yes' : 'no');
    this.#setVolume();
  }

  #setVolume() {
    const text = recall(VOLUME_KEY);
    const volume = text === null || text === '' || !Number.isFinite(Number(text)) ? 0.8 : Math.min(1, Math.max(0, Number(text)));
    if (this.#desk) this.#desk.volume = this.#muted ? 0 : volume;
  }

  /**
   * @param {ShotEvent} event
   * @param {number} pan -1 left to 1 right.
   * @param {number} rate How fast time runs: what is slowed down sounds lower.
   */
  event(event, pan, rate) {
    const voice = voiceOf(event);
    if (!voice || this.#muted || !this.#desk || !this.#context) return;
    if (!this.#turns.take(voice, this.#context.currentTime)) return;
    this.played += 1;
    this.#desk.play({ ...voice, pitch: voice.pitch * (rate < 1 ? 0.75 + 0.25 * rate : 1) }, 0.7 * pan);
  }
}
