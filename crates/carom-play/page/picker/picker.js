// @ts-check
// The tables to choose from, each with its drawn picture.

import { element, make } from '../page.js';

/** @typedef {import('../types.js').TableEntry} TableEntry */

/** The list of tables. */
export class Picker {
  #host = element('picker');
  #onPick;

  /** @param {(name: string) => void} onPick */
  constructor(onPick) {
    this.#onPick = onPick;
  }

  /** @param {TableEntry[]} tables */
  show(tables) {
    this.#host.replaceChildren(...tables.map((table) => this.#item(table)));
  }

  /** @param {string} name */
  set current(name) {
    for (const link of this.#host.querySelectorAll('a')) {
      if (link.dataset.table === name) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }

  /** @param {TableEntry} table */
  #item(table) {
    const link = make('a');
    link.href = addressOf(table.name);
    link.dataset.table = table.name;
    link.title = table.about;
    const picture = make('img');
    picture.alt = '';
    picture.loading = 'lazy';
    picture.addEventListener('error', () => picture.remove());
    picture.src = `/api/tables/${encodeURIComponent(table.name)}/picture.svg`;
    link.append(picture, table.title || table.name);
    link.addEventListener('click', (event) => {
      // A click with a modifier opens another window, as for any link.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      this.#onPick(table.name);
    });
    const item = make('li');
    item.append(link);
    return item;
  }
}

/** @param {string} name */
export function addressOf(name) {
  return `/?${new URLSearchParams({ table: name })}`;
}
