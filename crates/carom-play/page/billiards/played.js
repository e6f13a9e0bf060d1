// @ts-check
// A shot that was played: every ball at every moment, as it is to be drawn. No page in here.

import { Motion } from './motion.js';

/** @typedef {import('./types.js').ShotPlayed} ShotPlayed */
/** @typedef {import('./types.js').TableState} TableState */
/** @typedef {import('./types.js').ShotEvent} ShotEvent */
/** @typedef {import('./types.js').BallNow} BallNow */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').Vector} Vector */
/** @typedef {import('./turn.js').Quaternion} Quaternion */
/** @typedef {import('./show.js').Seen} Seen */

/** s: how long a pocket takes to swallow a ball, and how long one that has left the table is still seen. */
const SWALLOW = 0.28;
/** s between two points of a drawn path. */
const PATH_STEP = 0.02;

/** One shot. */
export class Played {
  #motion;
  /** @type {BallNow[]} */
  #balls;
  #table;
  /** Pots and departures by ball. @type {Map<string, ShotEvent>} */
  #gone = new Map();

  /**
   * @param {ShotPlayed} shot
   * @param {TableState} before
   * @param {Map<string, Quaternion>} turns How the balls lay.
   */
  constructor(shot, before, turns) {
    this.events = shot.events;
    this.duration = shot.duration;
    this.input = shot.input;
    this.state = shot.state;
    this.decision = shot.decision;
    this.#table = before.table;
    // Legs name balls by their number in the shot, which leaves out those that lay in pockets before.
    const listed = Array.isArray(shot.input?.balls) ? /** @type {{name?: string}[]} */ (shot.input.balls).map(({ name }) => name ?? '') : [];
    const names = listed.length > 0 ? listed : before.balls.map(({ name }) => name);
    this.#balls = names.map((name) => before.balls.find((ball) => ball.name === name)).filter((ball) => ball !== undefined);
    const sound = this.#balls.length === names.length ? this.#balls : before.balls;
    this.#balls = sound;
    this.#motion = new Motion(sound, shot.legs, sound.map(({ name }) => turns.get(name) ?? [0, 0, 0, 1]));
    for (const event of shot.events) {
      if (event.what === 'pot' || event.what === 'off') this.#gone.set(event.balls[0] ?? '', event);
    }
  }

  /** s: until the last ball has been swallowed. */
  get whole() {
    const last = Math.max(0, ...[...this.#gone.values()].map(({ time }) => time));
    return Math.max(this.duration, last > 0 ? last + SWALLOW : 0);
  }

  /** The balls at a moment. @param {number} time @returns {Seen[]} */
  at(time) {
    return this.#balls.map((ball, index) => {
      const { position, phase } = this.#motion.at(index, time);
      const turn = this.#motion.turn(index, time);
      const seen = { name: ball.name, radius: ball.radius, position, turn, sunk: 0, faint: 0 };
      const gone = this.#gone.get(ball.name);
      if (gone && time >= gone.time) return this.#going(seen, gone, index, time);
      return phase === 'potted' || phase === 'off' ? { ...seen, sunk: 1 } : seen;
    }).filter(({ sunk }) => sunk < 1);
  }

  /** @param {Seen} seen @param {ShotEvent} gone @param {number} index @param {number} time @returns {Seen} */
  #going(seen, gone, index, time) {
    const share = Math.min(1, (time - gone.time) / SWALLOW);
    const { position: [x, y, z], velocity: [vx, vy] } = this.#motion.at(index, gone.time - 1e-9);
    if (gone.what === 'off') {
      const after = time - gone.time;
      return { ...seen, position: [x + vx * after, y + vy * after, z], faint: share, sunk: share >= 1 ? 1 : 0 };
    }
    const hole = this.#table.pockets.find(({ name }) => name === gone.pocket);
    const [cx, cy] = hole?.centre ?? [x, y];
    const pull = 1 - (1 - share) ** 2;
    // With a rim it has fallen already; without one it falls now.
    const fallen = Math.max(0, Math.min(0.9, (seen.radius - z) / (3 * seen.radius)));
    return { ...seen, position: [x + (cx - x) * 0.6 * pull, y + (cy - y) * 0.6 * pull, z], sunk: fallen + (1 - fallen) * share };
  }

  /** How the balls are turned when everything rests. @returns {Map<string, Quaternion>} */
  turns() {
    return new Map(this.#balls.map(({ name }, index) => [name, this.#motion.turn(index, this.duration)]));
  }

  /** The ways that balls took, up to a moment. @param {number} [until] @returns {{ball: string, path: Spot[]}[]} */
  paths(until = this.duration) {
    return this.#balls.map((ball, index) => {
      /** @type {Spot[]} */
      const path = [];
      if (!this.#motion.moves(index)) return { ball: ball.name, path };
      const end = Math.min(until, this.#gone.get(ball.name)?.time ?? Infinity);
      const times = this.events.filter(({ balls, time }) => balls.includes(ball.name) && time <= end).map(({ time }) => time);
      for (let time = 0; time < end; time += PATH_STEP) times.push(time);
      for (const time of [...times, end].sort((a, b) => a - b)) {
        const { position: [x, y] } = this.#motion.at(index, time);
        const last = path.at(-1);
        if (!last || Math.hypot(last[0] - x, last[1] - y) > 1e-4) path.push([x, y]);
      }
      return { ball: ball.name, path };
    }).filter(({ path }) => path.length > 1);
  }

  /** Events after one time up to another. @param {number} from @param {number} to */
  between(from, to) {
    return this.events.filter(({ time }) => time > from && time <= to);
  }
}
