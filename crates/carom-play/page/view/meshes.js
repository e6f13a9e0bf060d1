// @ts-check
// Meshes and raw shapes: triangles by their light, from low to high.

import { RAIL_HIGH } from './camera.js';
import { cards } from './card.js';
import { css, lit, mix } from './colour.js';
import { cylinder, rod } from './rails.js';
import { Pen, sheet } from './pen.js';
import { bat, box, middle } from './shapes.js';
import { sides } from './walls.js';

/**
 * @typedef {import('./plan.js').Plan} Plan
 * @typedef {import('./colour.js').Palette} Palette
 * @typedef {import('./pieces.js').Pieces} Pieces
 * @typedef {import('../types.js').ScenePart} ScenePart
 * @typedef {[number, number]} Flat
 */

/** The direction of the light. */
const LIGHT = [-0.42, 0.2, 0.88];
/** m: flatter than this and a mesh is a part of the floor. */
const FLAT = 0.004;
/** m: no toy is drawn higher than this. */
const MOST_TOY = 0.11;
/** How much a mesh over the playfield hides. */
const CLEAR = 0.72;

/**
 * @param {ScenePart} part
 * @param {Plan} plan
 * @param {Palette} colours
 * @param {Pieces} pieces
 */
export function mesh(part, plan, colours, pieces) {
  const { back, width, length } = plan.scene.bounds;
  const spread = extent(part.points);
  // A cabinet that is a mesh reaches to the glass, and would hide the back of the table.
  const isFrame = spread[2] - spread[0] > 0.8 * width && spread[3] - spread[1] > 0.8 * length;
  const most = isFrame ? RAIL_HIGH : MOST_TOY;
  const at = /** @type {number[]} */ (part.points).map((c, k) => (k % 3 === 2 ? Math.min(c, most) : c));
  const corners = /** @type {number[]} */ (part.triangles);
  /** @type {{z: number, colour: string, points: number[][]}[]} */
  const faces = [];
  let covers = 0;
  let high = -Infinity;
  let low = Infinity;
  const isApron = spread[1] > back + 0.75 * length && spread[2] - spread[0] > 0.4 * width;
  const base = isApron || isFrame ? mix(colours.deep, colours.plain, 0.5) : colourOf(part, colours);
  for (let k = 0; k + 2 < corners.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => at.slice(3 * corners[k + i], 3 * corners[k + i] + 3));
    const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const long = Math.hypot(n[0], n[1], n[2]);
    if (!(long > 0)) continue;
    covers += Math.abs(n[2]) / 2;
    const up = n[2] < 0 ? -1 : 1;
    const light = Math.max(0, ((n[0] * LIGHT[0] + n[1] * LIGHT[1] + n[2] * LIGHT[2]) * up) / long);
    const z = (a[2] + b[2] + c[2]) / 3;
    high = Math.max(high, a[2], b[2], c[2]);
    low = Math.min(low, a[2], b[2], c[2]);
    faces.push({ z, colour: css(lit(base, 0.26 + 0.95 * light * light)), points: [a, b, c] });
  }
  // The playfield itself, or a cover over everything: the painted playfield stands for it.
  if (high < FLAT || covers > plan.coverArea) return;
  const shown = faces.filter((face) => face.z > -0.001);
  if (low > 0.02 && !isApron) return veil(shown, pieces);
  if (isApron) cards(spread, high, plan, colours, pieces);
  for (const face of shown) {
    pieces.add(face.z, (pen) => {
      pen.trace3(face.points, true);
      pen.fillSeamless(face.colour);
    }, middle(/** @type {Flat[]} */ (/** @type {unknown} */ (face.points))));
  }
}

/**
 * Left, back, right, front of points that lie one after the other.
 * @param {number[]} points
 */
function extent(points) {
  /** @type {Flat[]} */
  const flat = [];
  for (let k = 0; k + 2 < points.length; k += 3) flat.push([points[k], points[k + 1]]);
  return box(flat);
}

/**
 * A mesh that hangs over the playfield, which is seen through it. It is painted apart first, because triangles that lie on
 * each other would be seen through one another.
 * @param {{z: number, colour: string, points: number[][]}[]} faces
 * @param {Pieces} pieces
 */
function veil(faces, pieces) {
  const top = faces.reduce((most, face) => Math.max(most, face.z), 0);
  pieces.add(top, (pen) => {
    const seen = faces.flatMap((face) => face.points.map((p) => pen.camera.at(p[0], p[1], p[2])));
    const [l, t, r, b] = box(seen);
    const { canvas, ctx } = sheet(Math.min(4096, r - l + 4), Math.min(4096, b - t + 4));
    ctx.translate(2 - Math.floor(l), 2 - Math.floor(t));
    const apart = new Pen(ctx, pen.camera);
    for (const face of [...faces].sort((p, q) => p.z - q.z)) {
      apart.trace3(face.points, true);
      apart.fillSeamless(face.colour);
    }
    pen.ctx.globalAlpha = CLEAR;
    pen.ctx.drawImage(canvas, Math.floor(l) - 2, Math.floor(t) - 2);
  });
}

/**
 * @param {ScenePart} part
 * @param {Palette} colours
 */
function colourOf(part, colours) {
  if (part.stuff === 'rubber' || part.stuff === 'post') return colours.rubber;
  if (part.stuff === 'metal' || part.stuff === 'wire') return colours.metal;
  if (part.stuff === 'wood') return colours.wood;
  if (part.stuff === 'plastic') return mix(colours.accent, [255, 255, 255], 0.2);
  return mix([168, 176, 190], colours.accent, 0.18);
}

/**
 * Raw shapes.
 * @param {ScenePart} part
 * @param {Palette} colours
 * @param {Pieces} pieces
 */
export function collider(part, colours, pieces) {
  const body = colourOf(part, colours);
  const style = { side: lit(body, 0.7), edge: lit(body, 1.5) };
  // What is below the playfield is not seen; in a space of its own a part may begin anywhere.
  const floor = part.place || part.group !== undefined ? -Infinity : 0;
  for (const shape of part.shapes) {
    if (shape.is === 'line') {
      const points = /** @type {Flat[]} */ (shape.points);
      sides([...points, ...[...points].reverse()], Math.max(floor, shape.low), shape.top, style, 1, pieces);
      pieces.add(shape.top, (pen) => rod(pen, points.map((p) => [p[0], p[1], shape.top]), 0.002));
    } else if (shape.is === 'round') {
      cylinder(shape.centre, shape.radius, shape.low, shape.top, body, part.stuff === 'rubber', pieces);
    } else if (shape.is === 'rod') {
      const z = Math.max(shape.points[0][2], shape.points[1][2]) + shape.radius;
      pieces.add(z, (pen) => rod(pen, shape.points, Math.max(0.001, 2 * shape.radius), body), middle(shape.points));
    } else if (shape.is === 'ball') {
      const [x, y, z] = shape.centre;
      cylinder([x, y], Math.max(0.001, shape.radius), z - shape.radius, z + shape.radius, body, false, pieces);
    } else if (shape.is === 'bat') {
      const outline = bat(shape.base, shape.base_radius, shape.tip, shape.end_radius);
      sides(outline, Math.max(floor, shape.low), shape.top, style, 1, pieces);
      pieces.add(shape.top, (pen) => {
        pen.trace(outline, shape.top);
        pen.fillSeamless(css(body));
      });
    } else if (shape.is === 'face') {
      const z = Math.max(...shape.points.map((/** @type {number[]} */ p) => p[2]));
      if (z < floor + FLAT) continue;
      pieces.add(z, (pen) => {
        pen.trace3(shape.points, true);
        pen.ctx.fillStyle = css(body, 0.5);
        pen.ctx.fill();
        pen.line(css(style.edge, 0.6), 1);
      }, middle(shape.points));
    }
  }
}
