// @ts-check
// A ball in hand, being placed; and the mark near which the cue ball should stay, which is placed like one.

import { ballWord } from './words.js';
import { allowed } from './zones.js';

/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./room.js').Room} Room */

/** What is placed like a ball and is none. */
export const MARK = 'the mark';

/** What is being placed. */
export class Hand {
  #room;
  /** @type {{name: string, at: Spot}|null} */
  placing = null;
  /** @type {Spot|null} */
  mark = null;

  /** @param {Room} room */
  constructor(room) {
    this.#room = room;
  }

  /** Balls that may be moved now. */
  get movable() {
    const { state } = this.#room;
    if (!state || state.over) return [];
    const { movable, in_hand: inHand, cueable } = state.constraints;
    if (inHand === 'no' && state.game !== 'free') return [];
    return (movable.length > 0 ? movable : cueable).filter((name) => this.#room.ballAt(name));
  }

  /** Takes the first thing that can be placed, or the next. */
  take() {
    const room = this.#room;
    const names = [...this.movable, ...(this.mark ? [MARK] : [])];
    if (names.length === 0 || room.mode !== 'aim') return;
    const next = names[this.placing ? (names.indexOf(this.placing.name) + 1) % names.length : 0] ?? '';
    const at = next === MARK ? this.mark : room.ballAt(next);
    if (!at) return;
    this.placing = { name: next, at };
    room.say(`Placing ${next === MARK ? MARK : ballWord(next)}: arrows move it, Enter puts it down`);
    room.refresh();
    room.focus();
  }

  /** @param {string} name @param {Spot} at */
  drag(name, at) {
    const room = this.#room;
    const { state } = room;
    if (!state) return;
    room.stale = true;
    if (name === MARK) {
      this.mark = allowed(at, 0.03, state.table, 'anywhere');
      if (this.placing) this.placing.at = this.mark;
      return;
    }
    const ball = state.balls.find((one) => one.name === name);
    if (!ball) return;
    const { in_hand: inHand } = state.constraints;
    const kind = inHand === 'no' || name !== room.aim.strike.ball ? 'anywhere' : inHand;
    this.placing = { name, at: allowed(at, ball.radius, state.table, kind) };
    room.preview = null;
  }

  /** Puts down what is being placed. A ball stays where it was dropped until the server has said what it thinks of it. */
  drop() {
    const room = this.#room;
    const { placing } = this;
    if (!placing) return;
    if (placing.name === MARK || !room.send({ kind: 'place', ball: placing.name, at: placing.at })) return this.cancel();
    room.say(`${ballWord(placing.name)} is placed`);
    return room.refresh();
  }

  cancel() {
    this.placing = null;
    this.#room.refresh();
    this.#room.ask();
  }

  /** @param {boolean} on */
  setMark(on) {
    const { state } = this.#room;
    this.mark = on && state ? [state.table.width / 2, state.table.length / 2] : null;
    this.#room.stale = true;
  }
}
