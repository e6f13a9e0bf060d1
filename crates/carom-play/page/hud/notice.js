// @ts-check
// A few words over the table: paused, tilt, connection lost.

import { element, write } from '../page.js';

/** The words in order of importance; the first that is set is shown. */
const ORDER = /** @type {const} */ (['version', 'connection', 'fault', 'pause', 'slow', 'replay']);

/** Shows one notice at a time. */
export class Notice {
  #host = element('notice');
  /** @type {Map<string, string>} */
  #texts = new Map();
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /** @param {typeof ORDER[number]} kind @param {string} text '' takes it away. @param {number} [time] ms after which it goes by itself. */
  set(kind, text, time) {
    if (text) this.#texts.set(kind, text);
    else this.#texts.delete(kind);
    if (time !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.set(kind, ''), time);
    }
    const shown = ORDER.map((name) => this.#texts.get(name)).find(Boolean) ?? '';
    write(this.#host, shown);
    this.#host.hidden = shown === '';
  }
}
