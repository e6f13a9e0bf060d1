// @ts-check
// Plain geometry of outlines.

/** @typedef {[number, number]} Flat */

/**
 * Twice the area; positive when walked clockwise as the player sees it.
 * @param {Flat[]} points
 */
export function winding(points) {
  let sum = 0;
  for (let k = 0; k < points.length; k++) {
    const a = points[k];
    const b = points[(k + 1) % points.length];
    sum += a[0] * b[1] - b[0] * a[1];
  }
  return sum;
}

/** @param {Flat[]} points */
export function area(points) {
  return Math.abs(winding(points)) / 2;
}

/**
 * @param {Flat[]} points
 * @returns {Flat}
 */
export function middle(points) {
  let x = 0;
  let y = 0;
  for (const p of points) {
    x += p[0];
    y += p[1];
  }
  const n = Math.max(1, points.length);
  return [x / n, y / n];
}

/**
 * Left, back, right, front of some points.
 * @param {Flat[]} points
 */
export function box(points) {
  let [l, b, r, f] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    l = Math.min(l, x);
    b = Math.min(b, y);
    r = Math.max(r, x);
    f = Math.max(f, y);
  }
  return [l, b, r, f];
}

/**
 * @param {Flat} centre
 * @param {number} radius
 * @param {number} [pieces]
 * @returns {Flat[]}
 */
export function circle(centre, radius, pieces = 40) {
  /** @type {Flat[]} */
  const points = [];
  for (let k = 0; k < pieces; k++) {
    const a = (2 * Math.PI * k) / pieces;
    points.push([centre[0] + radius * Math.cos(a), centre[1] + radius * Math.sin(a)]);
  }
  return points;
}

/**
 * The outline of a bat: the hull of two circles.
 * @param {Flat} base
 * @param {number} baseRadius
 * @param {Flat} tip
 * @param {number} tipRadius
 * @returns {Flat[]}
 */
export function bat(base, baseRadius, tip, tipRadius) {
  const dx = tip[0] - base[0];
  const dy = tip[1] - base[1];
  const length = Math.hypot(dx, dy);
  if (length <= Math.abs(baseRadius - tipRadius)) {
    return baseRadius > tipRadius ? circle(base, baseRadius) : circle(tip, tipRadius);
  }
  const along = Math.atan2(dy, dx);
  // The tangents touch both circles this far from the axis.
  const side = Math.acos((baseRadius - tipRadius) / length);
  /** @type {Flat[]} */
  const points = [];
  const arc = (/** @type {Flat} */ c, /** @type {number} */ r, /** @type {number} */ from, /** @type {number} */ sweep) => {
    const pieces = 12;
    for (let k = 0; k <= pieces; k++) {
      const a = from + (sweep * k) / pieces;
      points.push([c[0] + r * Math.cos(a), c[1] + r * Math.sin(a)]);
    }
  };
  arc(tip, tipRadius, along - side, 2 * side);
  arc(base, baseRadius, along + side, 2 * (Math.PI - side));
  return points;
}

/**
 * The least convex outline round some points. A. M. Andrew, Another efficient algorithm for convex hulls (1979).
 * @param {number[][]} points
 * @returns {Flat[]}
 */
export function hull(points) {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (/** @type {number[][]} */ list) => {
    /** @type {Flat[]} */
    const chain = [];
    for (const p of list) {
      for (let n = chain.length; n > 1; n = chain.length) {
        const [a, b] = [chain[n - 2], chain[n - 1]];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push([p[0], p[1]]);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/**
 * A unit vector along a heading: 0 is away from the player, clockwise.
 * @param {number} angle
 * @returns {Flat}
 */
export function heading(angle) {
  return [Math.sin(angle), -Math.cos(angle)];
}

/**
 * Is a point within an outline?
 * @param {Flat} p
 * @param {Flat[]} outline
 */
export function inside(p, outline) {
  let is = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [xi, yi] = outline[i];
    const [xj, yj] = outline[j];
    if (yi > p[1] !== yj > p[1] && p[0] < ((xj - xi) * (p[1] - yi)) / (yj - yi) + xi) is = !is;
  }
  return is;
}

/**
 * An outline a little smaller (or larger, if the distance is negative). Good for outlines without sharp notches.
 * @param {Flat[]} points
 * @param {number} by m
 * @returns {Flat[]}
 */
export function inset(points, by) {
  const n = points.length;
  const way = winding(points) > 0 ? 1 : -1;
  return points.map((p, k) => {
    const a = points[(k + n - 1) % n];
    const b = points[(k + 1) % n];
    const u = unit(p[0] - a[0], p[1] - a[1]);
    const v = unit(b[0] - p[0], b[1] - p[1]);
    // The inside lies to the left of a way with positive winding, in coordinates whose y points down.
    const nx = -(u[1] + v[1]) * way;
    const ny = (u[0] + v[0]) * way;
    const long = Math.hypot(nx, ny) || 1;
    const stretch = Math.min(2, 2 / Math.max(0.5, long));
    return [p[0] + (nx / long) * by * stretch, p[1] + (ny / long) * by * stretch];
  });
}

/**
 * @param {number} x
 * @param {number} y
 * @returns {Flat}
 */
export function unit(x, y) {
  const long = Math.hypot(x, y) || 1;
  return [x / long, y / long];
}
