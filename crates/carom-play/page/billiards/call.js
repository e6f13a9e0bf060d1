// @ts-check
// Calling a ball and a pocket, where the game wants it.

import { element } from '../page.js';
import { fill } from './finder.js';
import { ballName, pocketWord } from './words.js';

/** @typedef {import('./types.js').TableState} TableState */

/** What is called for the coming shot. */
export class Caller {
  #host = element('call');
  #ball = /** @type {HTMLSelectElement} */ (element('call-ball'));
  #pocket = /** @type {HTMLSelectElement} */ (element('call-pocket'));
  #wanted = false;
  onChange = () => {};

  constructor() {
    this.#ball.addEventListener('change', () => this.onChange());
    this.#pocket.addEventListener('change', () => this.onChange());
  }

  /** Must something be called? */
  get wanted() {
    return this.#wanted;
  }

  get ball() {
    return this.#wanted ? this.#ball.value || null : null;
  }

  get pocket() {
    return this.#wanted ? this.#pocket.value || null : null;
  }

  /** As a shot carries it. */
  get call() {
    return this.ball || this.pocket ? { ball: this.ball, pocket: this.pocket } : null;
  }

  /** @param {TableState} state @param {boolean} lying */
  show({ constraints, balls, table }, lying) {
    this.#wanted = constraints.call_shot;
    this.#host.hidden = !this.#wanted;
    const there = balls.filter(({ phase }) => phase !== 'potted' && phase !== 'off').map(({ name }) => name);
    const able = constraints.hittable.filter((name) => there.includes(name));
    fill(this.#ball, [['', 'a ball'], ...able.map((name) => /** @type {[string, string]} */ ([name, ballName(name)]))]);
    fill(this.#pocket, [['', 'a pocket'], ...table.pockets.map(({ name }) => /** @type {[string, string]} */ ([name, pocketWord(name, lying)]))]);
    this.set(constraints.ball_call ?? null, constraints.pocket_call ?? null);
  }

  /** @param {string|null} ball @param {string|null} pocket */
  set(ball, pocket) {
    choose(this.#ball, ball ?? '');
    choose(this.#pocket, pocket ?? '');
    this.onChange();
  }

  /** The next of the choices, for keys. @param {'ball'|'pocket'} which */
  next(which) {
    if (!this.#wanted) return '';
    const field = which === 'ball' ? this.#ball : this.#pocket;
    field.selectedIndex = (field.selectedIndex + 1) % Math.max(1, field.options.length);
    this.onChange();
    return field.selectedOptions[0]?.textContent ?? '';
  }
}

/** @param {HTMLSelectElement} field @param {string} value */
function choose(field, value) {
  field.value = [...field.options].some((option) => option.value === value) ? value : '';
}
