// @ts-check
// Where the tip meets the ball: geometry of the cue-ball face. No page in here.
// The face is the unit disc as the shooter sees it; `side` is positive to the left, `height` positive upwards.

/** @typedef {{side: number, height: number}} Tip */

/** Radii: nobody sets the tip farther out, whatever the table allows. */
export const OUTERMOST = 0.95;

/** A tip that stays within the limit, moved straight towards the centre if it must. @param {Tip} tip @param {number|null|undefined} limit @returns {Tip} */
export function withinLimit({ side, height }, limit) {
  const most = Math.min(limit ?? OUTERMOST, OUTERMOST);
  const far = Math.hypot(side, height);
  // A hair inside, so that rounding on the way to the server does not carry it over the limit.
  const share = far > most - 1e-6 ? (most - 1e-6) / far : 1;
  return { side: tidy(side * share), height: tidy(height * share) };
}

/**
 * The tip at a point of the face.
 * @param {number} x Pixels from the left of the face.
 * @param {number} y Pixels from its top.
 * @param {number} size Pixels: the ball's diameter on the face.
 * @param {number|null|undefined} limit
 */
export function tipAt(x, y, size, limit) {
  return withinLimit({ side: 1 - (2 * x) / size, height: 1 - (2 * y) / size }, limit);
}

/** The point of the face for a tip. @param {Tip} tip @param {number} size @returns {[number, number]} */
export function pointOf({ side, height }, size) {
  return [((1 - side) * size) / 2, ((1 - height) * size) / 2];
}

/** In words, for those who listen. @param {Tip} tip */
export function tipWords({ side, height }) {
  const part = (/** @type {number} */ value, /** @type {string} */ plus, /** @type {string} */ minus) =>
    (Math.abs(value) < 0.005 ? '' : `${Math.abs(value).toFixed(2)} ${value > 0 ? plus : minus}`);
  return [part(side, 'left', 'right'), part(height, 'above', 'below')].filter(Boolean).join(', ') || 'centre';
}

/** What such a tip does, in the player's words. @param {Tip} tip */
export function effectWords({ side, height }) {
  const words = [];
  if (height > 0.05) words.push('follow');
  if (height < -0.05) words.push('draw');
  if (side > 0.03) words.push('left side');
  if (side < -0.03) words.push('right side');
  return words.join(', ') || 'plain ball';
}

/** No minus zero, no dust of rounding. @param {number} value */
function tidy(value) {
  return Math.abs(value) < 1e-9 ? 0 : value;
}
