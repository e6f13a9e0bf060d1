// @ts-check
// The space that a part takes up, roughly: an outline from low to top, in the part's own space. By it is known where a part
// that moves is to be drawn, what shadow it throws, and which balls it hides.

import { bat, box, circle, heading } from './shapes.js';

/**
 * @typedef {import('../types.js').ScenePart} ScenePart
 * @typedef {[number, number]} Flat
 * @typedef {{outline: Flat[], low: number, top: number}} Solid
 */

/**
 * @param {ScenePart} part
 * @returns {Solid | null} Null if there is nothing to see of it.
 */
export function solidOf(part) {
  const low = part.low ?? 0;
  const height = part.height ?? 0;
  switch (part.kind) {
    case 'wall':
    case 'target':
      return part.outline.length > 1 ? { outline: part.outline, low, top: part.top } : null;
    case 'post':
      return { outline: circle(part.centre, part.radius, 16), low, top: part.top };
    case 'bumper':
      return { outline: circle(part.centre, part.radius * 1.05, 20), low, top: low + height };
    case 'kicker':
    case 'magnet':
    case 'turntable':
      return { outline: circle(part.centre, part.radius * 1.1, 20), low, top: low };
    case 'trigger':
    case 'trough':
      return { outline: part.outline ?? circle(part.centre, part.radius, 16), low, top: low };
    case 'flipper': {
      // Wherever the bat is on its way.
      const reach = part.length + part.end_radius + part.base_radius;
      return { outline: circle(part.centre, reach, 20), low, top: low + height };
    }
    case 'plunger': {
      const [x, y] = part.centre;
      const wide = Math.max(part.width / 2, 0.02);
      return { outline: rectangle(x - wide, y - part.stroke, x + wide, y + height + 0.02), low, top: low + 0.03 };
    }
    case 'gate':
    case 'spinner':
      return { outline: plate(part), low: Math.min(low, low + height - 0.02), top: low + height + 0.02 };
    case 'rubber':
      return spread(part.axis, part.thickness);
    case 'ramp': {
      const points = part.ribs.flatMap((/** @type {number[]} */ r) => [[r[0], r[1], r[4]], [r[2], r[3], r[4]]]);
      return spread([...points, ...part.wires.flat()], Math.max(part.left_wall, part.right_wall, part.wire_width, 0));
    }
    case 'mesh': {
      const points = [];
      for (let k = 0; k + 2 < part.points.length; k += 3) points.push(part.points.slice(k, k + 3));
      return spread(points, 0);
    }
    case 'collider':
      return spread(part.shapes.flatMap(pointsOf), 0);
    default:
      return null;
  }
}

/**
 * About where a part is, in its own space.
 * @param {ScenePart} part
 * @returns {Flat}
 */
export function middleOf(part) {
  if (part.centre) return part.centre;
  const solid = solidOf(part);
  if (!solid) return [0, 0];
  const [l, b, r, f] = box(solid.outline);
  return [(l + r) / 2, (b + f) / 2];
}

/**
 * @param {number} l
 * @param {number} b
 * @param {number} r
 * @param {number} f
 * @returns {Flat[]}
 */
function rectangle(l, b, r, f) {
  return [[l, b], [r, b], [r, f], [l, f]];
}

/**
 * @param {ScenePart} part
 * @returns {Flat[]}
 */
function plate(part) {
  const [x, y] = part.centre;
  const half = part.length / 2 + 0.004;
  const [cos, sin, way] = [Math.cos(part.rotation), Math.sin(part.rotation), heading(part.rotation)];
  const at = (/** @type {number} */ along, /** @type {number} */ across) =>
    /** @type {Flat} */ ([x + cos * half * along + way[0] * across, y + sin * half * along + way[1] * across]);
  return [at(-1, -0.025), at(1, -0.025), at(1, 0.025), at(-1, 0.025)];
}

/**
 * The box round points in space, so much larger.
 * @param {number[][]} points
 * @param {number} by m
 * @returns {Solid | null}
 */
function spread(points, by) {
  if (points.length === 0) return null;
  const [l, b, r, f] = box(/** @type {Flat[]} */ (points));
  let [low, top] = [Infinity, -Infinity];
  for (const p of points) [low, top] = [Math.min(low, p[2]), Math.max(top, p[2])];
  return { outline: rectangle(l - by, b - by, r + by, f + by), low, top: top + by };
}

/**
 * Points round a raw shape.
 * @param {any} shape
 * @returns {number[][]}
 */
function pointsOf(shape) {
  const round = (/** @type {number[]} */ c, /** @type {number} */ r, /** @type {number[]} */ heights) =>
    heights.flatMap((z) => circle([c[0], c[1]], r, 8).map((p) => [p[0], p[1], z]));
  switch (shape.is) {
    case 'line':
      return shape.points.flatMap((/** @type {number[]} */ p) => [[p[0], p[1], shape.low], [p[0], p[1], shape.top]]);
    case 'round':
      return round(shape.centre, shape.radius, [shape.low, shape.top]);
    case 'bat':
      return bat(shape.base, shape.base_radius, shape.tip, shape.end_radius).flatMap((p) => [[...p, shape.low], [...p, shape.top]]);
    case 'ball':
      return round(shape.centre, shape.radius, [shape.centre[2] - shape.radius, shape.centre[2] + shape.radius]);
    case 'hole':
      return round(shape.centre, shape.radius, [shape.centre[2]]);
    default:
      return shape.points ?? [];
  }
}
