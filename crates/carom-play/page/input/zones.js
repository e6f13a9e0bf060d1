// @ts-check
// Which button a finger is on.

/** @typedef {import('../types.js').Button} Button */

/** Shares of the stage: the height of the strip that nudges, and of the plunger's corner. */
const NUDGE = 0.22;
const PLUNGER = 0.27;

/**
 * Which button a place on the stage is.
 * @param {number} x Share of the width, 0 to 1.
 * @param {number} y Share of the height, 0 to 1.
 * @param {boolean} ballWaits Is a ball before the plunger?
 * @returns {Button}
 */
export function zoneAt(x, y, ballWaits) {
  if (y < NUDGE) return x < 1 / 3 ? 'nudge_left' : x > 2 / 3 ? 'nudge_right' : 'nudge_up';
  if (x < 0.5) return 'left';
  return ballWaits && y > 1 - PLUNGER ? 'plunge' : 'right';
}
