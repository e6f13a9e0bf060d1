// @ts-check
// Where a ball in hand may lie. The server has the last word; this keeps a dragged ball where it makes sense.

/** @typedef {import('./types.js').TablePlan} TablePlan */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').Constraints} Constraints */

/** The head string or baulk line: its y, and the radius of the D on it (0: none). @param {TablePlan} table */
export function baulk({ name, width, length }) {
  // On a snooker table the line is 29 inches and the D's radius 11.5 inches on a full-sized one; here they are parts of it.
  return name === 'snooker' ? { line: 0.2045 * length, radius: width / 6 } : { line: length / 4, radius: 0 };
}

/**
 * The nearest place where a ball may be put, as far as lines and cushions tell.
 * @param {Spot} at
 * @param {number} radius Of the ball.
 * @param {TablePlan} table
 * @param {Constraints['in_hand']} kind
 * @returns {Spot}
 */
export function allowed([x, y], radius, table, kind) {
  const { line, radius: round } = baulk(table);
  const { width, length } = table;
  if (kind === 'semicircle') {
    const [cx, r] = [width / 2, round > 0 ? round : width / 6];
    let [dx, dy] = [x - cx, Math.min(0, y - line)];
    const far = Math.hypot(dx, dy);
    // A hair inside, for rounding.
    if (far > r - 1e-6) [dx, dy] = [(dx * (r - 1e-6)) / far, (dy * (r - 1e-6)) / far];
    return [cx + dx, line + dy];
  }
  const inside = (/** @type {number} */ value, /** @type {number} */ most) => Math.max(radius + 1e-4, Math.min(most - radius - 1e-4, value));
  const top = kind === 'behind_line' ? Math.min(y, line) : y;
  return [inside(x, width), inside(top, length)];
}
