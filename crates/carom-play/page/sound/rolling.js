// @ts-check
// A ball that rolls hums: on the playfield low and wooden, on a ramp hollow, on wires thin and singing.

/** @typedef {import('../types.js').Ball} Ball */
/** @typedef {import('../types.js').Scene} Scene */

/** @typedef {'playfield'|'ramp'|'wire'} Surface */

/**
 * @typedef {object} Hum
 * @property {number} gain
 * @property {number} hz Middle of the band that is heard.
 * @property {number} q
 */

/** @type {Record<Surface, {gain: number, low: number, high: number, q: number}>} */
const HUMS = {
  playfield: { gain: 0.16, low: 110, high: 520, q: 0.6 },
  ramp: { gain: 0.2, low: 380, high: 1250, q: 1.4 },
  wire: { gain: 0.14, low: 1500, high: 3800, q: 4 },
};

/** m/s: as loud and high as it becomes. */
const FULL_SPEED = 3;

/**
 * What a ball's rolling sounds like; silence when it flies, rests or is held.
 * @param {Ball} ball
 * @param {Surface} surface
 * @returns {Hum}
 */
export function humOf(ball, surface) {
  const { gain, low, high, q } = HUMS[surface];
  const speed = Math.hypot(ball.vx, ball.vy, ball.vz);
  const carried = ball.motion === 1 || ball.motion === 2;
  if (!carried || ball.held || ball.hidden || !(speed > 0.02)) return { gain: 0, hz: low, q };
  const share = Math.min(1, speed / FULL_SPEED);
  return { gain: gain * share, hz: low + (high - low) * Math.sqrt(share), q };
}

/** Knows over which parts of a table ramps and wires run. */
export class Ground {
  /** @type {{points: [number, number][], wire: boolean}[]} */
  #ramps = [];
  #radius;

  /** @param {Scene} scene */
  constructor(scene) {
    this.#radius = scene.ball_radius || 0.0135;
    for (const part of scene.parts) {
      if (part.kind !== 'ramp') continue;
      this.#ramps.push({ points: placesIn(part), wire: part.stuff === 'wire' });
    }
  }

  /**
   * What a ball rolls on.
   * @param {Ball} ball
   * @returns {Surface}
   */
  under(ball) {
    if (ball.z < 1.6 * this.#radius || this.#ramps.length === 0) return 'playfield';
    let nearest = Infinity;
    let wire = false;
    for (const ramp of this.#ramps) {
      for (const [x, y] of ramp.points) {
        const far = Math.hypot(x - ball.x, y - ball.y);
        if (far < nearest) [nearest, wire] = [far, ramp.wire];
      }
    }
    return wire ? 'wire' : 'ramp';
  }
}

/**
 * All places that a part's geometry names, whatever its fields are called.
 * @param {unknown} value
 * @param {[number, number][]} [found]
 * @returns {[number, number][]}
 */
function placesIn(value, found = []) {
  if (found.length > 400 || typeof value !== 'object' || value === null) return found;
  if (Array.isArray(value)) {
    const [x, y] = value;
    if (value.length >= 2 && value.length <= 3 && typeof x === 'number' && typeof y === 'number') {
      found.push([x, y]);
      return found;
    }
  }
  for (const inner of Object.values(value)) placesIn(inner, found);
  return found;
}
