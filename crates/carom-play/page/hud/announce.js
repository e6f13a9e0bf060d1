// @ts-check
// Words for screen readers: never in a hurry, never twice.

import { element } from '../page.js';

/** ms between two scores that are read out. */
const PAUSE = 5000;

/** Speaks through #announce. */
export class Announcer {
  #host = element('announce');
  #lastScore = -Infinity;
  #waiting = '';
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /** Says something now. @param {string} text */
  say(text) {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#host.textContent = text;
    this.#lastScore = performance.now();
  }

  /** Says a score soon, unless something else is said first. @param {string} text */
  score(text) {
    this.#waiting = text;
    if (this.#timer !== undefined) return;
    const wait = Math.max(0, this.#lastScore + PAUSE - performance.now());
    this.#timer = setTimeout(() => this.say(this.#waiting), wait);
  }
}
