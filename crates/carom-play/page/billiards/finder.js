// @ts-check
// Straight pots that are there to be made, and shots found by search.

import { element, make, write } from '../page.js';
import { ballName, pocketWord } from './words.js';

/** @typedef {import('./types.js').TableState} TableState */
/** @typedef {import('./types.js').Pot} Pot */
/** @typedef {import('./types.js').Solution} Solution */
/** @typedef {import('./types.js').Spot} Spot */

/** Entries that are listed. */
const MOST = 24;

/**
 * What the finder asks of the room.
 * @typedef {object} Calls
 * @property {() => void} pots
 * @property {(goal: Record<string, unknown>) => void} search
 * @property {(pot: Pot) => void} tryPot
 * @property {(solution: Solution) => void} trySolution
 * @property {(on: boolean) => void} mark
 */

/** The panel that finds shots. */
export class Finder {
  #ball = /** @type {HTMLSelectElement} */ (element('find-ball'));
  #pocket = /** @type {HTMLSelectElement} */ (element('find-pocket'));
  #leave = /** @type {HTMLInputElement} */ (element('find-leave'));
  #search = /** @type {HTMLButtonElement} */ (element('search'));
  #pots = /** @type {HTMLButtonElement} */ (element('list-pots'));
  #note = element('finder-note');
  #list = element('found');
  #calls;
  #choices = '';
  #lying = false;
  #pocketed = true;
  /** Where the cue ball should stay. @type {() => Spot|null} */
  markAt = () => null;

  /** @param {Calls} calls */
  constructor(calls) {
    this.#calls = calls;
    this.#pots.addEventListener('click', () => calls.pots());
    this.#search.addEventListener('click', () => this.search());
    this.#leave.addEventListener('change', () => calls.mark(this.#leave.checked));
  }

  /** @param {TableState} state @param {boolean} lying */
  show(state, lying) {
    this.#lying = lying;
    this.#pocketed = state.table.pockets.length > 0;
    const balls = state.balls.filter(({ name, phase }) => phase !== 'potted' && phase !== 'off' && !state.constraints.cueable.includes(name)).map(({ name }) => name);
    const pockets = state.table.pockets.map(({ name }) => name);
    const choices = JSON.stringify([balls, pockets, lying]);
    if (choices === this.#choices) return;
    this.#choices = choices;
    fill(this.#ball, [['', 'any'], ...balls.map((name) => /** @type {[string, string]} */ ([name, ballName(name)]))]);
    fill(this.#pocket, [['', 'any'], ...pockets.map((name) => /** @type {[string, string]} */ ([name, pocketWord(name, lying)]))]);
    for (const field of [this.#ball, this.#pocket]) /** @type {HTMLElement} */ (field.parentElement).hidden = !this.#pocketed;
    this.#pots.hidden = !this.#pocketed;
  }

  /** Nothing found is of use any longer. */
  forget() {
    this.#list.replaceChildren();
    write(this.#note, '');
    this.#search.disabled = false;
  }

  search() {
    if (this.#search.disabled) return;
    const at = this.#leave.checked ? this.markAt() : null;
    const leave = at ? { leave: { at, within: 0.2 } } : {};
    const pot = { ...(this.#ball.value && { ball: this.#ball.value }), ...(this.#pocket.value && { pocket: this.#pocket.value }) };
    this.#search.disabled = true;
    this.#list.replaceChildren();
    write(this.#note, 'Searching');
    this.#calls.search(this.#pocketed ? { pot, ...leave } : { score: true, ...leave });
  }

  /** @param {Pot[]} list */
  pots(list) {
    write(this.#note, list.length === 0 ? 'No straight pot is open.' : `${list.length} straight ${list.length === 1 ? 'pot' : 'pots'}. Throw and squirt are not counted: adjust.`);
    this.#fill(list.slice(0, MOST).map((pot) => ({
      text: `${ballName(pot.ball)} ${pocketWord(pot.pocket, this.#lying)}`,
      more: `cut ${Math.abs(pot.cut).toFixed(0)}°`,
      run: () => this.#calls.tryPot(pot),
    })));
  }

  /** @param {Solution[]} list */
  solutions(list) {
    this.#search.disabled = false;
    write(this.#note, list.length === 0 ? 'Nothing found. Try another ball or pocket.' : `${list.length} ${list.length === 1 ? 'shot' : 'shots'} found. Choose one, then shoot.`);
    this.#fill(list.slice(0, MOST).map((solution) => ({
      text: solution.words || `${solution.strike.speed.toFixed(1)} m/s at ${solution.strike.direction.toFixed(1)}°`,
      more: `${Math.round(100 * solution.robust)} %`,
      run: () => this.#calls.trySolution(solution),
    })));
  }

  /** @param {string} why */
  refused(why) {
    if (!this.#search.disabled) return;
    this.#search.disabled = false;
    write(this.#note, why);
  }

  /** @param {{text: string, more: string, run: () => void}[]} entries */
  #fill(entries) {
    this.#list.replaceChildren(...entries.map(({ text, more, run }) => {
      const item = make('li');
      const button = make('button');
      button.type = 'button';
      button.append(make('span', text), make('span', more));
      button.addEventListener('click', () => {
        for (const other of this.#list.querySelectorAll('[aria-pressed]')) other.removeAttribute('aria-pressed');
        button.setAttribute('aria-pressed', 'true');
        run();
      });
      item.append(button);
      return item;
    }));
    this.#list.scrollIntoView({ block: 'nearest' });
  }
}

/** Fills a list of choices and keeps what was chosen if it is still there. @param {HTMLSelectElement} field @param {[string, string][]} choices */
export function fill(field, choices) {
  const before = field.value;
  field.replaceChildren(...choices.map(([value, text]) => {
    const option = make('option', text);
    option.value = value;
    return option;
  }));
  if (choices.some(([value]) => value === before)) field.value = before;
}
