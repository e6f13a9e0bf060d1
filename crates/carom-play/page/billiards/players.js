// @ts-check
// Who plays, with how many points, and which balls are still there.

import { element, make, write } from '../page.js';
import { Spheres } from './sphere.js';
import { skinOf } from './style.js';
import { turnBy } from './turn.js';
import { ballName, playerName, task, verdict } from './words.js';

/** @typedef {import('./types.js').TableState} TableState */
/** @typedef {import('./types.js').Decision} Decision */

/** Pixels: radius of a ball in the row. */
const SMALL = 9;

/** The board beside the table. */
export class Board {
  #players = element('players');
  #status = element('status');
  #verdict = element('verdict');
  #rack = element('rack');
  #racked = '';

  /** @param {TableState} state @param {boolean} waiting Is the shot still being shown? */
  show(state, waiting) {
    write(this.#status, waiting ? 'The balls are rolling' : task(state));
    while (this.#players.children.length > state.players) this.#players.lastElementChild?.remove();
    while (this.#players.children.length < state.players) {
      const item = make('li');
      item.append(make('span'), make('b'));
      this.#players.append(item);
    }
    [...this.#players.children].forEach((item, player) => {
      const [name, points] = /** @type {[Element, Element]} */ (/** @type {unknown} */ (item.children));
      write(name, playerName(player, state.players));
      write(points, String(state.score[player] ?? 0));
      if (player === state.player && !state.over) item.setAttribute('aria-current', 'true');
      else item.removeAttribute('aria-current');
    });
    this.#showRack(state);
  }

  /** @param {Decision|null} decision @param {TableState} state */
  decide(decision, state) {
    // Without rules there is nothing to decide.
    this.#verdict.hidden = !decision || state.game === 'free';
    if (!decision) return;
    write(this.#verdict, verdict(decision, state));
    this.#verdict.dataset.tone = decision.game_over ? 'end' : decision.legal ? (decision.turn_over ? '' : 'good') : 'foul';
  }

  /** The balls of the game; those that are down are only hollows. @param {TableState} state */
  #showRack({ balls, game }) {
    /** Reds are counted, not shown one by one. @type {Map<string, {name: string, left: number}>} */
    const kinds = new Map();
    for (const { name, phase } of balls) {
      if (name === 'cue' || name === 'white') continue;
      const kind = name.replace(/_\d+$/, '');
      const known = kinds.get(kind) ?? { name, left: 0 };
      known.left += phase === 'potted' || phase === 'off' ? 0 : 1;
      kinds.set(kind, known);
    }
    const shown = [...kinds.values()].sort((a, b) => worth(a.name) - worth(b.name));
    const key = JSON.stringify([shown, game]);
    if (key === this.#racked) return;
    this.#racked = key;
    this.#rack.hidden = shown.length < 3;
    const ratio = Math.min(3, devicePixelRatio || 1);
    const spheres = new Spheres(SMALL * ratio, true, [30, 34, 42]);
    // Numbers upright: the spot looks up, its top points up the page.
    const turn = turnBy([0, -Math.PI / 2, 0]);
    this.#rack.replaceChildren(...shown.map(({ name, left }) => {
      const item = make('li');
      const { canvas } = spheres.paint(skinOf(name, game), turn);
      canvas.setAttribute('aria-hidden', 'true');
      item.append(canvas, make('span', `${ballName(name).replace(/ \d+$/, '')}${left > 1 ? ` times ${left}` : left === 0 ? ' is down' : ''}`, 'sr'));
      if (left === 0) item.className = 'down';
      if (left > 1) item.append(make('i', String(left)));
      return item;
    }));
  }
}

/** In snooker's order of value. */
const COLOURS = ['red', 'yellow', 'green', 'brown', 'blue', 'pink', 'black'];

/** Balls are listed by number or by value. @param {string} name */
function worth(name) {
  return /^\d+$/.test(name) ? Number(name) : COLOURS.indexOf(name.replace(/_\d+$/, ''));
}
