// @ts-check
// The games to choose from, and the sheet for a new one.

import { element, make, write } from '../page.js';
import { addressOf } from './address.js';
import { fill } from './finder.js';

/** @typedef {import('./types.js').GameEntry} GameEntry */
/** @typedef {import('./types.js').Setup} Setup */

/** What people call the tables. @type {Record<string, string>} */
const TABLES = { 'pool-7': 'Pool, 7 feet', 'pool-8': 'Pool, 8 feet', 'pool-9': 'Pool, 9 feet', snooker: 'Snooker, 12 feet', carom: 'Carom, 10 feet' };

/** @returns {Promise<GameEntry[]>} */
export async function fetchGames() {
  const answer = await fetch('/api/games');
  if (!answer.ok) throw new Error(`/api/games answered ${answer.status}`);
  return answer.json();
}

/** Lists the games as links. @param {HTMLElement} host @param {GameEntry[]} games @param {string} [current] */
export function showGames(host, games, current = '') {
  host.replaceChildren(...games.map((game) => {
    const link = make('a');
    link.href = `/${addressOf({ game: game.name })}`;
    link.dataset.game = game.name;
    if (game.words) link.title = game.words;
    if (game.name === current) link.setAttribute('aria-current', 'true');
    link.append(make('i', '', `ball ${game.name}`), game.title || game.name);
    const item = make('li');
    item.append(link);
    return item;
  }));
}

/** The sheet for a new game. */
export class NewGame {
  #sheet = /** @type {HTMLDialogElement} */ (element('new-sheet'));
  #kind = /** @type {HTMLSelectElement} */ (element('new-kind'));
  #table = /** @type {HTMLSelectElement} */ (element('new-table'));
  #players = /** @type {HTMLSelectElement} */ (element('new-players'));
  #seed = /** @type {HTMLInputElement} */ (element('new-seed'));
  #spacing = /** @type {HTMLSelectElement} */ (element('new-spacing'));
  /** @type {GameEntry[]} */
  #games = [];

  /** @param {(setup: Setup) => void} onStart */
  constructor(onStart) {
    this.#kind.addEventListener('change', () => this.#tables(''));
    this.#sheet.addEventListener('close', () => {
      if (this.#sheet.returnValue !== 'start') return;
      onStart({
        game: this.#kind.value,
        table: this.#table.value,
        seed: this.#seed.value === '' ? null : Math.abs(Math.trunc(Number(this.#seed.value))) || 0,
        players: Number(this.#players.value),
        spacing: this.#spacing.value === '' ? null : Number(this.#spacing.value),
      });
    });
  }

  /** @param {GameEntry[]} games */
  set games(games) {
    this.#games = games;
    fill(this.#kind, games.map(({ name, title }) => [name, title || name]));
  }

  /** @param {Setup} setup As it is now. */
  open(setup) {
    if (this.#sheet.open) return;
    this.#kind.value = setup.game;
    this.#tables(setup.table);
    this.#players.value = String(setup.players);
    this.#sheet.returnValue = '';
    this.#sheet.showModal();
  }

  /** @param {string} chosen */
  #tables(chosen) {
    const game = this.#games.find(({ name }) => name === this.#kind.value);
    fill(this.#table, (game?.tables ?? []).map((name) => [name, TABLES[name] ?? name]));
    const table = chosen || game?.table;
    if (table) this.#table.value = table;
    write(element('new-words'), game?.words ?? '');
  }
}
