// @ts-check
// The keys as they are: they light when pressed, and can be changed.

import { element, make } from '../page.js';
import { ACTIONS, PRESETS, capOf } from './keys.js';

/** @typedef {import('./keys.js').Keys} Keys */
/** @typedef {import('../types.js').Action} Action */

/** The list of keys. */
export class KeyPanel {
  #keys;
  #say;
  #list = element('key-list');
  #preset = /** @type {HTMLSelectElement} */ (element('preset'));
  /** @type {Map<Action, HTMLElement>} */
  #rows = new Map();
  /** The action that waits for a new key. @type {Action|null} */
  #waiting = null;

  /** @param {Keys} keys @param {(text: string) => void} say */
  constructor(keys, say) {
    this.#keys = keys;
    this.#say = say;
    for (const [name, { title }] of Object.entries(PRESETS)) this.#preset.append(new Option(title, name));
    this.#preset.append(new Option('My own', ''));
    this.#preset.addEventListener('change', () => keys.usePreset(this.#preset.value));
    for (const { action, label } of ACTIONS) {
      const row = make('button', '', 'key');
      row.type = 'button';
      row.dataset.action = action;
      row.append(make('span', label, 'label'), make('span', '', 'caps'));
      row.addEventListener('click', () => this.#wait(action));
      row.addEventListener('blur', () => {
        if (this.#waiting === action) this.#wait(null);
      });
      this.#rows.set(action, row);
      this.#list.append(row);
    }
    // Before all other listeners: the key that is being chosen does nothing else.
    addEventListener('keydown', (event) => this.#choose(event), { capture: true });
    this.show();
  }

  /** @param {Action} action @param {boolean} down */
  light(action, down) {
    this.#rows.get(action)?.classList.toggle('down', down);
  }

  /** Writes the keys anew. */
  show() {
    this.#preset.value = this.#keys.preset;
    for (const { action, label } of ACTIONS) {
      const row = this.#rows.get(action);
      const caps = row?.querySelector('.caps');
      if (!row || !caps) continue;
      const waiting = action === this.#waiting;
      const names = waiting ? ['press a key'] : this.#keys.codesOf(action).map(capOf);
      caps.replaceChildren(...names.map((name) => make('kbd', name)));
      row.classList.toggle('waiting', waiting);
      row.setAttribute('aria-label', `${label}: ${names.join(' or ')}. Change the key`);
    }
  }

  /** @param {Action|null} action */
  #wait(action) {
    this.#waiting = action;
    this.show();
    if (action) this.#say('Press the new key, or Escape');
  }

  /** @param {KeyboardEvent} event */
  #choose(event) {
    const action = this.#waiting;
    if (!action || event.repeat) return;
    event.stopImmediatePropagation();
    if (event.code === 'Tab') return;
    event.preventDefault();
    this.#waiting = null;
    if (event.code !== 'Escape' && !this.#keys.assign(action, event.code)) this.#say('That key is taken by the browser');
    this.show();
  }
}
