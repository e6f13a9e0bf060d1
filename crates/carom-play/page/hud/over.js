// @ts-check
// The end of a game: score, place, initials, and again.

import { element, make, write } from '../page.js';
import { Dots, grouped } from './dots.js';

/** @typedef {import('../types.js').GameMessage} GameMessage */
/** @typedef {Extract<import('../types.js').Message, {kind: 'scores'}>} Scores */

/** ms in which keys that were meant for the flippers do nothing yet. */
const GUARD = 700;
/** What a dialog returns that nobody closed. */
const GONE = 'gone';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The dialog at a game's end. */
export class Over {
  #dialog = /** @type {HTMLDialogElement} */ (element('over'));
  #score = element('over-score');
  #ranks = element('over-ranks');
  #dots = new Dots(/** @type {HTMLCanvasElement} */ (element('over-dots')), 96, 22);
  #leave = element('leave');
  #place = element('over-place');
  #initials = element('initials');
  #field = /** @type {HTMLInputElement} */ (element('initials-field'));
  #again = element('again');
  #opened = 0;
  /** What was heard last of the best scores. @type {Scores|null} */
  #pending = null;
  #last = '';

  /**
   * @param {object} calls
   * @param {(text: string) => void} calls.onInitials
   * @param {() => void} calls.onAgain
   * @param {() => void} calls.onLeave
   */
  constructor({ onInitials, onAgain, onLeave }) {
    this.#makeLetters();
    this.#field.addEventListener('input', () => {
      this.#field.value = this.#field.value.toUpperCase().replace(/[^\p{L}\p{N}!?.&*+-]/gu, '').slice(0, 3);
      this.#label();
    });
    this.#dialog.addEventListener('keydown', (event) => {
      if (performance.now() - this.#opened < GUARD && event.key !== 'Tab') event.preventDefault();
    });
    const form = /** @type {HTMLFormElement} */ (this.#dialog.querySelector('form'));
    form.addEventListener('submit', (event) => {
      if (this.#initials.hidden) return;
      const leaving = event.submitter?.id === 'leave';
      if (!leaving && this.#field.value === '') {
        event.preventDefault();
        this.#field.focus();
        return;
      }
      if (this.#field.value === '') return;
      // The list stays open so that the name can be seen in its place.
      event.preventDefault();
      this.#last = this.#field.value;
      onInitials(this.#field.value.padEnd(3, '.'));
      this.#ask(false);
    });
    this.#dialog.addEventListener('close', () => {
      if (this.#dialog.returnValue === 'again') onAgain();
      else if (this.#dialog.returnValue !== GONE) onLeave();
    });
  }

  /** @param {string} colour */
  set accent(colour) {
    this.#dots.colour = colour;
  }

  get open() {
    return this.#dialog.open;
  }

  /** @param {GameMessage} status */
  show(status) {
    if (this.#dialog.open) return;
    const scores = status.players.map(({ score }) => score);
    const best = Math.max(0, ...scores);
    write(this.#score, `${grouped(best)} points`);
    const lines = scores.length > 1 ? scores.map((score, index) => `Player ${index + 1}: ${grouped(score)}${score === best ? ', wins' : ''}`) : [];
    this.#ranks.replaceChildren(...lines.map((line) => make('li', line)));
    write(this.#place, '');
    this.#ask(false);
    this.#dialog.returnValue = '';
    this.#opened = performance.now();
    this.#dialog.showModal();
    this.#dots.fit(this.#score.parentElement?.clientWidth ?? 300, devicePixelRatio || 1);
    this.#dots.clear();
    this.#dots.number(best, 1, 20);
    this.#dots.paint();
    this.#again.focus();
    if (this.#pending?.asks) this.scores(this.#pending);
  }

  /** Something else has begun: the dialog goes, and nobody has chosen. */
  close() {
    if (this.#dialog.open) this.#dialog.close(GONE);
  }

  /**
   * A pad's button: flippers turn the last letter, the plunger takes it.
   * @param {import('../types.js').Action} action
   */
  button(action) {
    if (performance.now() - this.#opened < GUARD) return;
    if (action === 'start' || (action === 'plunge' && (this.#initials.hidden || this.#field.value.length >= 3))) return this.#again.click();
    if (this.#initials.hidden) return;
    const text = this.#field.value;
    if (action === 'plunge') this.#field.value = `${text}A`;
    const turn = { left: -1, right: 1 }[/** @type {'left'|'right'} */ (action)];
    if (!turn) return;
    const letter = LETTERS.indexOf(text.slice(-1) || 'Z');
    this.#field.value = text.slice(0, -1) + LETTERS.charAt((letter + turn + LETTERS.length) % LETTERS.length);
  }

  /** @param {Scores} message */
  scores(message) {
    // The question may come before the word that the game is over.
    this.#pending = message;
    if (!this.#dialog.open) return;
    const { place, asks } = message;
    if (place !== null) write(this.#place, place === 1 ? 'The best score on this table' : `Place ${place} on this table`);
    if (asks) {
      write(/** @type {HTMLElement} */ (this.#initials.querySelector('label')), asks.player > 0 || this.#several() ? `Initials of player ${asks.player + 1} (${grouped(asks.score)})` : 'Your initials');
      this.#ask(true);
    }
  }

  #several() {
    return this.#ranks.children.length > 1;
  }

  /** @param {boolean} on */
  #ask(on) {
    this.#initials.hidden = !on;
    if (on) {
      this.#field.value = this.#last;
      this.#field.focus();
      this.#field.select();
    } else if (this.#dialog.open) {
      this.#again.focus();
    }
    this.#label();
  }

  #label() {
    write(this.#again, this.#initials.hidden ? 'Play again' : 'Enter');
    write(this.#leave, this.#initials.hidden ? 'Watch' : 'Skip');
  }

  #makeLetters() {
    const host = element('letters');
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) => {
      const made = make('button', text);
      made.type = 'button';
      made.setAttribute('aria-label', label);
      made.addEventListener('click', act);
      host.append(made);
    };
    for (const letter of LETTERS) {
      button(letter, letter, () => {
        this.#field.value = (this.#field.value.length >= 3 ? '' : this.#field.value) + letter;
      });
    }
    button('⌫', 'Delete a letter', () => {
      this.#field.value = this.#field.value.slice(0, -1);
    });
  }
}
