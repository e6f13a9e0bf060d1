// @ts-check
// The coming strike, and how keys, wheel and fingers change it. No page in here.

import { withinLimit } from './tip.js';

/** @typedef {import('./types.js').Strike} Strike */
/** @typedef {import('./types.js').Spot} Spot */

/** m/s of the cue. Breaks are played with eight to twelve. */
export const SLOWEST = 0.1;
export const FASTEST = 12;
/** Degrees. */
export const STEEPEST = 85;

/** Power from 0 to 1; soft shots have most of the way. @param {number} speed */
export function powerOf(speed) {
  return Math.sqrt(Math.max(0, Math.min(1, (speed - SLOWEST) / (FASTEST - SLOWEST))));
}

/** @param {number} power */
export function speedOf(power) {
  return SLOWEST + (FASTEST - SLOWEST) * Math.max(0, Math.min(1, power)) ** 2;
}

/** From 0 up to 360. @param {number} degrees */
export function rounded(degrees) {
  const turn = degrees % 360;
  return turn < 0 ? turn + 360 : turn + 0;
}

/** Degrees from one place to another. @param {Spot} from @param {Spot} to */
export function bearing(from, to) {
  return rounded((Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI);
}

/** The way round from one direction to another, from -180 to 180. @param {number} from @param {number} to */
export function turnBetween(from, to) {
  const turn = rounded(to - from);
  return turn > 180 ? turn - 360 : turn;
}

/** The coming strike. */
export class Aim {
  /** @type {Strike} */
  strike = { ball: 'cue', speed: 2.5, direction: 90, elevation: 0, side: 0, height: 0 };
  /** Radii. @type {number|null} */
  limit = 0.55;
  /** Something has changed. */
  onChange = () => {};

  /** @param {Partial<Strike>} change Numbers out of range are brought back into it. */
  set(change) {
    const next = { ...this.strike, ...Object.fromEntries(Object.entries(change).filter(([, value]) => typeof value === 'string' || Number.isFinite(value))) };
    next.direction = rounded(next.direction);
    next.speed = Math.max(SLOWEST, Math.min(FASTEST, next.speed));
    next.elevation = Math.max(0, Math.min(STEEPEST, next.elevation));
    Object.assign(next, withinLimit(next, this.limit));
    if (Object.entries(next).every(([key, value]) => this.strike[/** @type {keyof Strike} */ (key)] === value)) return;
    this.strike = next;
    this.onChange();
  }

  /** @param {number} degrees */
  turn(degrees) {
    this.set({ direction: this.strike.direction + degrees });
  }

  /** @param {number} share */
  harder(share) {
    this.set({ speed: speedOf(powerOf(this.strike.speed) + share) });
  }

  /** @param {number} side @param {number} height */
  moveTip(side, height) {
    this.set({ side: this.strike.side + side, height: this.strike.height + height });
  }

  /** @param {number} degrees */
  raise(degrees) {
    this.set({ elevation: this.strike.elevation + degrees });
  }
}
