// @ts-check
// On a small screen the machine's panel is a sheet behind a button.

import { element } from '../page.js';

/** Opens and closes #machine. */
export class Sheet {
  #menu = element('menu');

  constructor() {
    const machine = element('machine');
    const scores = document.getElementById('scores');
    const small = matchMedia('(max-width: 860px), (max-height: 520px)');
    // The best scores, where there are any, have no place beside a small table; they go into the sheet.
    const move = () => scores && (small.matches ? machine : element('board')).append(scores);
    small.addEventListener('change', move);
    move();
    this.#menu.addEventListener('click', () => this.#set(!this.isOpen));
    element('menu-close').addEventListener('click', () => this.close());
    element('stage').addEventListener('pointerdown', (event) => {
      if (!this.isOpen) return;
      event.stopPropagation();
      this.close();
    }, { capture: true });
    addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.isOpen) this.close();
    });
  }

  get isOpen() {
    return document.body.classList.contains('sheet-open');
  }

  close() {
    if (!this.isOpen) return;
    this.#set(false);
    this.#menu.focus();
  }

  /** @param {boolean} open */
  #set(open) {
    document.body.classList.toggle('sheet-open', open);
    this.#menu.setAttribute('aria-expanded', String(open));
    if (open) element('menu-close').focus();
  }
}
