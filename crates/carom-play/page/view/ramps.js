// @ts-check
// Ramps: clear plastic with bright borders, or wires with the hoops that hold them.

import { css, mix } from './colour.js';
import { rod, wire } from './rails.js';
import { unit } from './shapes.js';

/**
 * @typedef {import('./colour.js').Palette} Palette
 * @typedef {import('./pieces.js').Pieces} Pieces
 * @typedef {import('./pen.js').Pen} Pen
 * @typedef {import('../types.js').ScenePart} ScenePart
 */

/** m: between the hoops of a ramp of wires. */
const HOOPS = 0.05;

/**
 * @param {ScenePart} part
 * @param {Palette} colours
 * @param {Pieces} pieces
 */
export function ramp(part, colours, pieces) {
  const ribs = /** @type {number[][]} */ (part.ribs);
  if (ribs.length < 2) return;
  if (part.wires.length) wires(part, ribs, pieces);
  else floor(part, ribs, colours, pieces);
}

/**
 * @param {ScenePart} part
 * @param {number[][]} ribs
 * @param {Palette} colours
 * @param {Pieces} pieces
 */
function floor(part, ribs, colours, pieces) {
  const tint = mix(colours.accent, [214, 236, 255], 0.45);
  let gone = 0;
  for (let k = 0; k + 1 < ribs.length; k++) {
    const [a, b] = [ribs[k], ribs[k + 1]];
    const way = unit((b[0] + b[2] - a[0] - a[2]) / 2, (b[1] + b[3] - a[1] - a[3]) / 2);
    const z = Math.max(a[4], b[4]);
    // Clear plastic gleams where it is bent or slopes towards the lamps.
    const gleam = Math.max(0, 0.4 * way[0] - 0.9 * way[1]) * 0.5 + 0.2;
    const corners = [[a[0], a[1], a[4]], [a[2], a[3], a[4]], [b[2], b[3], b[4]], [b[0], b[1], b[4]]];
    pieces.add(z, (pen) => {
      pen.trace3(corners, true);
      pen.ctx.fillStyle = css(mix(tint, [255, 255, 255], gleam * 0.4), 0.17 + 0.2 * gleam);
      pen.ctx.fill();
    }, [(a[0] + a[2]) / 2, (a[1] + a[3]) / 2]);
    arrows(a, b, gone, colours, pieces);
    gone += Math.hypot((b[0] + b[2] - a[0] - a[2]) / 2, (b[1] + b[3] - a[1] - a[3]) / 2);
    for (const [side, high] of /** @type {[number, number][]} */ ([[0, part.left_wall], [2, part.right_wall]])) {
      if (high <= 0) continue;
      const up = Math.min(high, 0.03);
      border(a, b, side, up, tint, pieces);
    }
  }
  for (const end of [ribs[0], ribs[ribs.length - 1]]) {
    pieces.add(end[4] + 0.0005, (pen) => {
      const s = pen.camera.scale(end[1], end[4]);
      pen.trace3([[end[0], end[1], end[4]], [end[2], end[3], end[4]]]);
      pen.line(css(colours.second, 0.95), 0.0022 * s);
    }, [end[0], end[1]]);
  }
}

/**
 * One wall of a ramp between two ribs.
 * @param {number[]} a
 * @param {number[]} b
 * @param {number} side 0 left, 2 right.
 * @param {number} up m
 * @param {import('./colour.js').Rgb} tint
 * @param {Pieces} pieces
 */
function border(a, b, side, up, tint, pieces) {
  const [ax, ay, bx, by] = [a[side], a[side + 1], b[side], b[side + 1]];
  const top = Math.max(a[4], b[4]) + up;
  pieces.add(top, (pen) => {
    const s = pen.camera.scale(ay, top);
    pen.ctx.lineCap = 'round';
    pen.trace3([[ax, ay, a[4]], [bx, by, b[4]], [bx, by, b[4] + up], [ax, ay, a[4] + up]], true);
    pen.ctx.fillStyle = css(tint, 0.2);
    pen.ctx.fill();
    pen.trace3([[ax, ay, a[4]], [bx, by, b[4]]]);
    pen.line(css(tint, 0.5), Math.max(0.7, 0.0009 * s));
    pen.trace3([[ax, ay, a[4] + up], [bx, by, b[4] + up]]);
    pen.line(css(mix(tint, [255, 255, 255], 0.6), 0.9), Math.max(1, 0.0016 * s));
  }, [ax, ay]);
}

/**
 * Arrows printed on the floor, every few centimetres.
 * @param {number[]} a
 * @param {number[]} b
 * @param {number} gone m: the way before this stretch.
 * @param {Palette} colours
 * @param {Pieces} pieces
 */
function arrows(a, b, gone, colours, pieces) {
  const [ax, ay, bx, by] = [(a[0] + a[2]) / 2, (a[1] + a[3]) / 2, (b[0] + b[2]) / 2, (b[1] + b[3]) / 2];
  const long = Math.hypot(bx - ax, by - ay);
  for (let at = Math.ceil(gone / 0.055) * 0.055; at < gone + long; at += 0.055) {
    const t = long > 0 ? (at - gone) / long : 0;
    const [x, y, z] = [ax + (bx - ax) * t, ay + (by - ay) * t, a[4] + (b[4] - a[4]) * t];
    const up = b[4] >= a[4] ? 1 : -1;
    const [ux, uy] = unit((bx - ax) * up, (by - ay) * up);
    const w = 0.2 * Math.hypot(a[2] - a[0], a[3] - a[1]);
    pieces.add(z + 0.0003, (pen) => {
      const s = pen.camera.scale(y, z);
      pen.ctx.lineJoin = 'miter';
      pen.trace3([
        [x - uy * w - ux * w * 0.7, y + ux * w - uy * w * 0.7, z],
        [x, y, z],
        [x + uy * w - ux * w * 0.7, y - ux * w - uy * w * 0.7, z],
      ]);
      pen.line(css(mix(colours.accent, [255, 255, 255], 0.45), 0.5), 0.0034 * s);
    }, [x, y]);
  }
}

/**
 * @param {ScenePart} part
 * @param {number[][]} ribs
 * @param {Pieces} pieces
 */
function wires(part, ribs, pieces) {
  const lines = /** @type {number[][][]} */ (part.wires);
  let gone = 0;
  let next = HOOPS / 2;
  for (let k = 0; k + 1 < ribs.length; k++) {
    const [a, b] = [ribs[k], ribs[k + 1]];
    const long = Math.hypot(b[0] - a[0] + b[2] - a[2], b[1] - a[1] + b[3] - a[3]) / 2;
    while (next <= gone + long && lines.length > 1) {
      const t = long > 0 ? (next - gone) / long : 0;
      const at = lines.map((line) => line[k].map((c, i) => c + (line[k + 1][i] - c) * t));
      hoop(at, part.wire_width * 0.8, pieces);
      next += HOOPS;
    }
    gone += long;
  }
  for (const line of lines) wire(line, part.wire_width, pieces);
}

/**
 * A hoop bent round the wires from below, from the highest on one side to the highest on the other.
 * @param {number[][]} at Where the wires are.
 * @param {number} width
 * @param {Pieces} pieces
 */
function hoop(at, width, pieces) {
  const [left, right] = [at[0], at[1]];
  const leftTop = at.length > 2 ? at[2] : left;
  const rightTop = at.length > 3 ? at[3] : right;
  const under = (/** @type {number[]} */ p, /** @type {number} */ by) => [p[0], p[1], p[2] - by];
  const points = [leftTop, left, under([(left[0] * 3 + right[0]) / 4, (left[1] * 3 + right[1]) / 4, left[2]], 0.004),
    under([(left[0] + 3 * right[0]) / 4, (left[1] + 3 * right[1]) / 4, right[2]], 0.004), right, rightTop];
  pieces.add(left[2] - 0.001, (pen) => rod(pen, points, width, [150, 158, 168]), [left[0], left[1]]);
}
