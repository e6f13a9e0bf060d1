// @ts-check
// The last things that counted, as a quiet list.

import { element, make } from '../page.js';
import { grouped } from './dots.js';

/** @typedef {import('../types.js').Told} Told */
/** @typedef {import('../types.js').Scene} Scene */

const LINES = 14;

/** @type {Record<string, string>} */
const MOMENTS = {
  jackpot: 'Jackpot', multiball: 'Multiball', saved: 'Ball saved', extra_ball: 'Extra ball', drained: 'Drained', tilt: 'Tilt', warning: 'Careful: the machine notices',
};

/** Lists what the rules tell. */
export class Ticker {
  #host = element('ticker');
  /** @type {Map<number, string>} */
  #names = new Map();
  #lastText = '';
  #count = 1;

  /** @param {Scene} scene */
  table(scene) {
    this.#names = new Map(scene.parts.map(({ id, name }) => [id, name]));
    this.clear();
  }

  clear() {
    this.#host.replaceChildren();
    this.#lastText = '';
  }

  /** @param {Told} told */
  told(told) {
    if (told.what === 'score' && told.points !== 0) this.#add(this.#nameOf(told.part), grouped(told.points), 'score');
    else if (told.what === 'say' && told.text) this.#add(told.text, '', 'say');
    else if (told.what === 'moment') this.#moment(MOMENTS[told.name]);
    else if (told.what === 'script_fault') this.#add(`Script: ${told.message}${told.line ? ` (line ${told.line})` : ''}`, '', 'say');
  }

  /** Most moments are also said in the rules' own words; once is enough. @param {string|undefined} text */
  #moment(text) {
    if (text && !this.#lastText.toLowerCase().startsWith(text.toLowerCase())) this.#add(text, '', 'say');
  }

  /** @param {number|null} part */
  #nameOf(part) {
    const name = part === null ? '' : this.#names.get(part) ?? '';
    const words = name.replaceAll('_', ' ');
    return words ? words.charAt(0).toUpperCase() + words.slice(1) : 'Points';
  }

  /** @param {string} text @param {string} points @param {string} kind */
  #add(text, points, kind) {
    const whole = `${text}/${points}`;
    const first = this.#host.firstElementChild;
    if (whole === this.#lastText && first) {
      // The same again is counted, not repeated: a spinner would push everything else away.
      this.#count += 1;
      const label = first.firstElementChild;
      if (label) label.textContent = `${text} × ${this.#count}`;
      return;
    }
    this.#lastText = whole;
    this.#count = 1;
    const item = make('li', '', kind);
    item.append(make('span', text), make('span', points));
    this.#host.prepend(item);
    while (this.#host.children.length > LINES) this.#host.lastElementChild?.remove();
  }
}
