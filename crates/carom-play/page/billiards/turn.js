// @ts-check
// How a ball is turned: quaternions, and the turn that a spin makes of them. No page in here.

/** @typedef {import('./types.js').Vector} Vector */
/** @typedef {[number, number, number, number]} Quaternion x, y, z, w; of length one. */

/** @type {Quaternion} */
export const UNTURNED = [0, 0, 0, 1];

/** First `b`, then `a`. @param {Quaternion} a @param {Quaternion} b @returns {Quaternion} */
export function times([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** Of length one again, after rounding. @param {Quaternion} q @returns {Quaternion} */
export function unit([x, y, z, w]) {
  const length = Math.hypot(x, y, z, w);
  return length > 0 ? [x / length, y / length, z / length, w / length] : [...UNTURNED];
}

/** The turn about a vector by its length in radians. @param {Vector} turn @returns {Quaternion} */
export function turnBy([x, y, z]) {
  const angle = Math.hypot(x, y, z);
  // Near no turn at all sin(a/2)/a is a half.
  const share = angle < 1e-9 ? 0.5 : Math.sin(angle / 2) / angle;
  return [x * share, y * share, z * share, Math.cos(angle / 2)];
}

/**
 * Where a ball turned by `q` has what it had at `v`. @param {Quaternion} q @param {Vector} v @returns {Vector} */
export function rotate([x, y, z, w], [a, b, c]) {
  const [u, v, t] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
}

/**
 * The turn made in a time by a spin that changes evenly: `w + r t`, seen from the table. Magnus' series to its fourth
 * order: the turn by the spin in the middle of the time, and `h³/12 (r x w)` because turns do not commute.
 * @param {Vector} spin At the beginning.
 * @param {Vector} rate
 * @param {number} time
 * @returns {Quaternion}
 */
export function turned(spin, rate, time) {
  const [a, b, c] = [0, 1, 2].map((k) => (spin[k] ?? 0) + 0.5 * time * (rate[k] ?? 0));
  const [p, q, r] = rate;
  const bend = time ** 3 / 12;
  return turnBy([a * time + bend * (q * c - r * b), b * time + bend * (r * a - p * c), c * time + bend * (p * b - q * a)]);
}

/** A turn as the rows of its matrix, nine numbers. @param {Quaternion} q */
export function matrix([x, y, z, w]) {
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
  ];
}

/** How a ball of that name lies before anybody has touched it: its number up, a little askew, each in its own way. @param {string} name @param {boolean} [lying] Seen from which side: see Look. @returns {Quaternion} */
export function restingTurn(name, lying = true) {
  let hash = 2166136261;
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  const share = (/** @type {number} */ salt) => (Math.imul(hash ^ salt, 2654435761) >>> 8) / 2 ** 24;
  // The number stands at +x of the ball: a quarter turn brings it to the top, its upper edge towards -x.
  const up = turnBy([0, -Math.PI / 2, 0]);
  const askew = turnBy([0.9 * (share(11) - 0.5), 0.9 * (share(23) - 0.5), 0]);
  return unit(times(times(turnBy([0, 0, 2 * (share(5) - 0.5) - (lying ? 0 : Math.PI / 2)]), askew), up));
}
