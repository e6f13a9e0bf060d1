// @ts-check
// Where the balls of a shot are at any moment, from the closed-form legs that the engine gives. No page in here.

import { times, turned, unit } from './turn.js';

/** @typedef {import('./types.js').Leg} Leg */
/** @typedef {import('./types.js').Phase} Phase */
/** @typedef {import('./types.js').Vector} Vector */
/** @typedef {import('./turn.js').Quaternion} Quaternion */

/** @typedef {{phase: Phase, position: Vector, velocity: Vector, spin: Vector}} Moment */
/** @typedef {{position: Vector, phase: Phase}} Resting */

/** s: turns are kept at this distance, so that any moment is near one that is known. */
const STEP = 1 / 50;

/** @type {Vector} */
const NOTHING = [0, 0, 0];

/** The motion of all balls in one shot. */
export class Motion {
  #resting;
  /** @type {Leg[][]} */
  #legs;
  /** @type {Quaternion[]} */
  #first;
  /** Turns of each ball at k * STEP, as far as they were asked for. @type {Quaternion[][]} */
  #known;

  /**
   * @param {Resting[]} resting The balls before the shot.
   * @param {Leg[]} legs
   * @param {Quaternion[]} turns How the balls are turned before the shot.
   */
  constructor(resting, legs, turns) {
    this.#resting = resting;
    this.#legs = resting.map((_, ball) => legs.filter((leg) => leg.ball === ball).sort((a, b) => a.start - b.start));
    this.#first = turns;
    this.#known = resting.map((_, ball) => [turns[ball] ?? [0, 0, 0, 1]]);
  }

  /** @param {number} ball @param {number} time @returns {Moment} */
  at(ball, time) {
    const leg = legAt(this.#legs[ball] ?? [], time);
    if (!leg) {
      const { position, phase } = this.#resting[ball] ?? { position: NOTHING, phase: 'off' };
      return { phase, position, velocity: NOTHING, spin: NOTHING };
    }
    return along(leg, time);
  }

  /** How a ball is turned. @param {number} ball @param {number} time @returns {Quaternion} */
  turn(ball, time) {
    const legs = this.#legs[ball] ?? [];
    const known = this.#known[ball] ?? [];
    if (legs.length === 0 || time <= 0) return this.#first[ball] ?? [0, 0, 0, 1];
    const index = Math.floor(Math.min(time, lastEnd(legs)) / STEP);
    while (known.length <= index) {
      const last = known.length - 1;
      known.push(onward(legs, /** @type {Quaternion} */ (known[last]), last * STEP, (last + 1) * STEP));
    }
    return onward(legs, /** @type {Quaternion} */ (known[index]), index * STEP, time);
  }

  /** Has a ball moved at all? @param {number} ball */
  moves(ball) {
    return (this.#legs[ball]?.length ?? 0) > 0;
  }
}

/**
 * The moment `time` within a leg; later than its end it stays there.
 * @param {Leg} leg
 * @param {number} time
 * @returns {Moment}
 */
export function along(leg, time) {
  const t = Math.max(0, Math.min(time, leg.end ?? Infinity) - leg.start);
  const { position: p, velocity: v, acceleration: a } = leg;
  const mix = (/** @type {0|1|2} */ k) => p[k] + v[k] * t + 0.5 * a[k] * t * t;
  return {
    phase: leg.phase,
    position: [mix(0), mix(1), mix(2)],
    velocity: [v[0] + a[0] * t, v[1] + a[1] * t, v[2] + a[2] * t],
    spin: spinAlong(leg, t),
  };
}

/** The spin `t` seconds into a leg: it falls evenly, and its upright part never goes past zero. @param {Leg} leg @param {number} t @returns {Vector} */
export function spinAlong({ spin: w, spin_rate: r }, t) {
  const upright = w[2] + r[2] * t;
  return [w[0] + r[0] * t, w[1] + r[1] * t, upright * w[2] > 0 || r[2] * w[2] >= 0 ? upright : 0];
}

/** The last leg that has begun. @param {Leg[]} legs @param {number} time */
function legAt(legs, time) {
  let [low, high] = [0, legs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {Leg} */ (legs[middle]).start <= time) low = middle + 1;
    else high = middle;
  }
  return legs[low - 1];
}

/** @param {Leg[]} legs */
function lastEnd(legs) {
  return legs.at(-1)?.end ?? legs.at(-1)?.start ?? 0;
}

/** A turn carried on from one time to another, over as many legs as lie between. @param {Leg[]} legs @param {Quaternion} turn @param {number} from @param {number} to @returns {Quaternion} */
function onward(legs, turn, from, to) {
  let now = turn;
  for (const leg of legs) {
    const begin = Math.max(from, leg.start);
    const end = Math.min(to, leg.end ?? leg.start);
    if (end <= begin) continue;
    // Where the upright spin ends within this time, it is turned in two parts.
    const [, , w] = leg.spin;
    const [, , r] = leg.spin_rate;
    const stop = w * r < 0 ? leg.start - w / r : Infinity;
    for (const [a, b] of /** @type {const} */ ([[begin, Math.min(end, Math.max(begin, stop))], [Math.max(begin, Math.min(end, stop)), end]])) {
      if (b <= a) continue;
      const rate = /** @type {Vector} */ ([leg.spin_rate[0], leg.spin_rate[1], a >= stop ? 0 : r]);
      now = times(turned(spinAlong(leg, a - leg.start), rate, b - a), now);
    }
  }
  return unit(now);
}
