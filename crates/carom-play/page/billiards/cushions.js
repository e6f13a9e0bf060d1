// @ts-check
// The outlines of cushions, made of the lines and arcs that balls really meet. No page in here.

/** @typedef {import('./types.js').TablePlan} TablePlan */
/** @typedef {import('./types.js').Rail} Rail */
/** @typedef {import('./types.js').Jaw} Jaw */
/** @typedef {import('./types.js').Spot} Spot */

/** m: ends nearer than this belong together. */
const CLOSE = 2e-3;

/**
 * Every cushion as a closed outline: along its nose, round its tips, down its jaws, and back along the wood.
 * @param {TablePlan} table
 * @returns {{nose: [Spot, Spot], inward: Spot, outline: Spot[]}[]}
 */
export function cushions(table) {
  return table.rails.filter((rail) => isNose(rail, table)).map((rail) => {
    const front = endOf(rail, rail.to, rail.from, table);
    const back = endOf(rail, rail.from, rail.to, table);
    return { nose: [rail.from, rail.to], inward: rail.inward, outline: [rail.from, rail.to, ...front, ...back.reverse()] };
  });
}

/** Straight cushions lie on the edge of the playing area; the sides of jaws lead away from it. @param {Rail} rail @param {TablePlan} table */
function isNose({ from, to }, { width, length }) {
  return [from, to].every(([x, y]) => x > -CLOSE && x < width + CLOSE && y > -CLOSE && y < length + CLOSE);
}

/**
 * From an end of the nose to the wood.
 * @param {Rail} rail
 * @param {Spot} end
 * @param {Spot} other The other end of the nose.
 * @param {TablePlan} table
 * @returns {Spot[]}
 */
function endOf(rail, end, other, table) {
  const deep = table.cushion_width;
  const [ox, oy] = [-rail.inward[0], -rail.inward[1]];
  const jaw = table.jaws.find(({ centre, radius }) => apart([end[0] + ox * radius, end[1] + oy * radius], centre) < CLOSE);
  if (jaw) {
    const side = table.rails.find((line) => line !== rail && !isNose(line, table) && [line.from, line.to].some((at) => Math.abs(apart(at, jaw.centre) - jaw.radius) < CLOSE));
    if (side) {
      const first = Math.abs(apart(side.from, jaw.centre) - jaw.radius) < Math.abs(apart(side.to, jaw.centre) - jaw.radius);
      const [near, far] = first ? [side.from, side.to] : [side.to, side.from];
      return [...arc(jaw, end, near), far];
    }
    // Tips so round that they need no straight side.
    return [...arc(jaw, end, [jaw.centre[0] + (end[0] - other[0]) / apart(end, other) * jaw.radius, jaw.centre[1] + (end[1] - other[1]) / apart(end, other) * jaw.radius])];
  }
  // Without a pocket cushions meet in a mitre.
  const meets = table.rails.some((line) => line !== rail && Math.abs(line.inward[0] * rail.inward[0] + line.inward[1] * rail.inward[1]) < 0.5 && (apart(line.from, end) < CLOSE || apart(line.to, end) < CLOSE));
  const along = meets ? deep / apart(end, other) : 0;
  return [[end[0] + ox * deep + along * (end[0] - other[0]), end[1] + oy * deep + along * (end[1] - other[1])]];
}

/** The shorter way round a jaw from one point of it to another. @param {Jaw} jaw @param {Spot} from @param {Spot} to @returns {Spot[]} */
function arc({ centre: [x, y], radius }, from, to) {
  const first = Math.atan2(from[1] - y, from[0] - x);
  let turn = Math.atan2(to[1] - y, to[0] - x) - first;
  turn -= 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  const parts = Math.max(2, Math.ceil(Math.abs(turn) / 0.12));
  return Array.from({ length: parts }, (_, k) => {
    const angle = first + (turn * (k + 1)) / parts;
    return /** @type {Spot} */ ([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
  });
}

/** @param {Spot} a @param {Spot} b */
function apart(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
