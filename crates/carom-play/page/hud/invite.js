// @ts-check
// The invitation upon the table: press this to play, and how many play.

import { element, write } from '../page.js';

/** Start button and number of players. */
export class Invite {
  #host = element('invite');
  #text = element('start-text');
  #choices = /** @type {HTMLElement[]} */ ([...element('crowd').querySelectorAll('button')]);
  #word = element('crowd-word');
  players = 1;

  /** @param {() => void} onStart @param {(players: number) => void} onPlayers */
  constructor(onStart, onPlayers) {
    element('start').addEventListener('click', onStart);
    const choose = (/** @type {number} */ players) => {
      this.players = players;
      this.#choices.forEach((choice, index) => {
        choice.setAttribute('aria-checked', String(index + 1 === players));
        choice.tabIndex = index + 1 === players ? 0 : -1;
      });
      write(this.#word, players === 1 ? 'player' : 'players');
      onPlayers(players);
    };
    this.#choices.forEach((choice, index) => {
      choice.addEventListener('click', () => choose(index + 1));
      choice.addEventListener('keydown', (event) => {
        const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        choose(((this.players - 1 + step + 4) % 4) + 1);
        this.#choices[this.players - 1]?.focus();
      });
    });
  }

  /** @param {string} text */
  set text(text) {
    write(this.#text, text);
  }

  /** @param {boolean} on */
  set visible(on) {
    this.#host.hidden = !on;
  }
}
