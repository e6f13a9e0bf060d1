// @ts-check
// What has been told since the overlay was switched on: the newest of everything, and enough of the past to draw and copy.

/** @typedef {import('./types.js').Insight} Insight */
/** @typedef {import('./types.js').SeenEvent} SeenEvent */
/** @typedef {import('../types.js').TableEvent} TableEvent */
/** @typedef {import('../types.js').Scene} Scene */

const MOST_EVENTS = 400;
/** s of energy that are kept. */
const HISTORY = 12;

export class Journal {
  /** @type {Insight|null} */
  insight = null;
  /** Newest last. @type {SeenEvent[]} */
  events = [];
  /** @type {import('./types.js').History} */
  history = [];
  #names;

  /** @param {Scene} scene */
  constructor(scene) {
    this.#names = new Map(scene.parts.map((part) => [part.id, part.name]));
  }

  /** @param {Insight} insight */
  note(insight) {
    if (this.insight && insight.time < this.insight.time - 1e-9) this.clear(); // Another game has begun.
    this.insight = insight;
    this.#add(insight.events);
    this.history.push(...insight.energy.history);
    const since = insight.time - HISTORY;
    const first = this.history.findIndex(([time]) => (time ?? 0) >= since);
    if (first > 0) this.history.splice(0, first);
  }

  /** An event of the table; left out once insights bring them, with more. @param {TableEvent} event */
  event(event) {
    if (this.insight || event.what === 'bounce') return;
    const { what, part, ball, speed, time } = event;
    const name = part === null ? null : this.#names.get(part) ?? null;
    this.#add([{ what: what.replaceAll('_', ' '), part, name, ball, speed, time }]);
  }

  /** @param {SeenEvent[]} events */
  #add(events) {
    this.events.push(...events);
    if (this.events.length > MOST_EVENTS) this.events.splice(0, this.events.length - MOST_EVENTS);
  }

  clear() {
    this.insight = null;
    this.events = [];
    this.history = [];
  }
}

/**
 * A time to the microsecond.
 * @param {number} seconds
 */
export function timeText(seconds) {
  return Number.isFinite(seconds) ? seconds.toFixed(6) : '–';
}

/**
 * An energy with a unit that suits it.
 * @param {number} joules
 */
export function energyText(joules) {
  const milli = joules * 1000;
  return `${milli.toFixed(Math.abs(milli) < 10 ? 2 : 1)} mJ`;
}

/**
 * A part's name as people would write it.
 * @param {string|null} name
 */
export function plainName(name) {
  return (name ?? '').replaceAll('_', ' ');
}

/**
 * One line of the list.
 * @param {SeenEvent} event
 * @returns {{time: string, what: string, more: string}}
 */
export function eventText(event) {
  const who = plainName(event.name) || event.kind || (event.what === 'impact' ? 'cabinet' : '');
  const speed = typeof event.speed === 'number' && event.speed > 0 ? `${event.speed.toFixed(event.speed < 10 ? 3 : 1)}` : '';
  return { time: timeText(event.time), what: who ? `${who} ${event.what}` : event.what, more: speed };
}

/**
 * Where energy came from and went, one line each, largest first, each with the number of its entry. With what was in the balls at
 * the start they sum up to what is in them now.
 * @param {import('./types.js').Energy} energy
 * @returns {{label: string, joules: number, entry: number}[]}
 */
export function ledgerLines(energy) {
  const lines = (energy.ledger?.amounts ?? []).map((joules, entry) => ({ label: energy.entries[entry] ?? '', joules, entry }));
  return lines.filter((line) => Math.abs(line.joules) >= 5e-7).sort((a, b) => Math.abs(b.joules) - Math.abs(a.joules));
}

/**
 * What impacts did, by what was struck, largest first.
 * @param {import('./types.js').Energy} energy
 * @returns {{label: string, joules: number, impacts: number}[]}
 */
export function impactLines(energy) {
  const lines = energy.impacts.map(({ kind, impacts, lost, given }) => ({ label: plain(kind), joules: given - lost, impacts }));
  return lines.sort((a, b) => Math.abs(b.joules) - Math.abs(a.joules));
}

/**
 * How well the ledger closes.
 * @param {import('./types.js').Energy} energy
 */
export function residualText(energy) {
  const book = energy.ledger;
  if (!book) return 'no ledger is kept';
  const part = book.turned_over > 0 ? Math.abs(book.residual) / book.turned_over : 0;
  return `${book.residual.toExponential(1)} J left over, ${part.toExponential(0)} of ${book.turned_over.toFixed(2)} J turned over`;
}

/** @param {string} kind */
function plain(kind) {
  if (kind === 'ball') return 'other balls';
  return kind === 'playfield' || kind === 'glass' || kind === 'cabinet' ? kind : `${kind}s`;
}
