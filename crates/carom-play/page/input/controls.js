// @ts-check
// The row of switches right of the table.

import { element } from '../page.js';
import { capOf } from './keys.js';

/** @typedef {import('../types.js').PageAction} PageAction */
/** @typedef {import('./keys.js').Keys} Keys */

/** Buttons with `data-action` in #controls. */
export class Controls {
  /** @type {Map<PageAction, HTMLButtonElement>} */
  #buttons = new Map();

  /** @param {{act: (action: PageAction) => void, slow: () => void}} calls */
  constructor({ act, slow }) {
    for (const button of element('controls').querySelectorAll('button')) {
      const action = /** @type {PageAction} */ (button.dataset.action);
      this.#buttons.set(action, button);
      button.addEventListener('click', (event) => {
        // The key slows down while it is held; the switch stays.
        if (action === 'slow') slow();
        else act(action);
        // After a click with a mouse the table has the keys again; Space is the plunger, not the same click once more.
        if (event.detail > 0 && action !== 'help') element('game').focus({ preventScroll: true });
      });
    }
  }

  /** @param {PageAction} action @param {boolean} on */
  set(action, on) {
    const button = this.#buttons.get(action);
    // Sound is on when it is not muted: the switch says what is unusual.
    button?.setAttribute('aria-pressed', String(on));
  }

  /** Writes each switch's key on it. @param {Keys} keys */
  label(keys) {
    for (const [action, button] of this.#buttons) {
      const code = keys.codesOf(action)[0] ?? '';
      const cap = button.querySelector('kbd');
      if (cap) cap.textContent = capOf(code);
    }
  }
}
