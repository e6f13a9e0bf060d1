// @ts-check
// Long and round things: rubbers, wires, posts, rods.

import { css, lit, mix } from './colour.js';
import { HIGH } from './plan.js';
import { area, circle } from './shapes.js';

/**
 * @typedef {import('./colour.js').Palette} Palette
 * @typedef {import('./colour.js').Rgb} Rgb
 * @typedef {import('./pieces.js').Pieces} Pieces
 * @typedef {import('./pen.js').Pen} Pen
 * @typedef {import('../types.js').ScenePart} ScenePart
 * @typedef {[number, number]} Flat
 */

/**
 * A band of rubber: matt, with a rim of light. One that encloses an area carries a plastic.
 * @param {ScenePart} part
 * @param {Palette} colours
 * @param {Pieces} pieces
 */
export function rubber(part, colours, pieces) {
  const axis = /** @type {number[][]} */ (part.axis);
  if (axis.length < 2) return;
  const top = Math.max(...axis.map((p) => p[2])) + part.thickness / 2;
  pieces.add(Math.min(top, Math.max(HIGH, top - part.thickness)), (pen) => band(pen, axis, part.thickness, part.closed, colours.rubber));
  const flat = /** @type {Flat[]} */ (axis.map((p) => [p[0], p[1]]));
  const inside = part.closed ? area(flat) : 0;
  if (inside > 0.0008 && inside < 0.02) plastic(flat, Math.max(top, HIGH) + 0.004, colours, pieces);
}

/**
 * @param {Pen} pen
 * @param {number[][]} axis
 * @param {number} thickness m
 * @param {boolean} closed
 * @param {Rgb} colour
 */
export function band(pen, axis, thickness, closed, colour) {
  const { ctx, camera } = pen;
  const mid = axis[axis.length >> 1];
  const wide = Math.max(1.6, thickness * camera.scale(mid[1], mid[2]));
  ctx.lineJoin = ctx.lineCap = 'round';
  const lifted = (/** @type {number} */ by) => axis.map((p) => [p[0], p[1], p[2] + by]);
  pen.trace3(lifted(-thickness * 0.32), closed);
  pen.line(css(lit(colour, 0.36)), wide);
  pen.trace3(axis, closed);
  pen.line(css(lit(colour, 0.74)), wide * 0.92);
  pen.trace3(lifted(thickness * 0.22), closed);
  pen.line(css(colour), wide * 0.56);
  pen.trace3(lifted(thickness * 0.42), closed);
  pen.line(css(lit(colour, 1.6), 0.75), wide * 0.18);
}

/**
 * A translucent plastic over a rubber, with its screws' shine left to the posts below.
 * @param {Flat[]} outline
 * @param {number} z
 * @param {Palette} colours
 * @param {Pieces} pieces
 */
function plastic(outline, z, colours, pieces) {
  pieces.add(z, (pen) => {
    const { ctx, camera } = pen;
    const ys = outline.map((p) => p[1]);
    const xs = outline.map((p) => p[0]);
    const [l, r, b, f] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const scale = camera.scale((b + f) / 2, z);
    ctx.lineJoin = 'round';
    pen.trace(outline, z - 0.0018);
    pen.line(css(mix(colours.accent, [255, 255, 255], 0.5), 0.5), 0.0022 * scale);
    pen.trace(outline, z);
    ctx.fillStyle = pen.gradient([l, b, z], [r, f, z], [
      [0, css(mix(colours.accent, [255, 255, 255], 0.25), 0.62)],
      [0.45, css(mix(colours.accent, [10, 14, 24], 0.35), 0.62)],
      [1, css(mix(colours.accent, [10, 14, 24], 0.65), 0.7)],
    ]);
    ctx.fill();
    ctx.save();
    ctx.clip();
    // A bolt of lightning's worth of stripes: it says that this corner kicks.
    for (let k = -6; k < 12; k++) {
      const x = l + (k / 9) * (r - l);
      pen.trace([[x, f + 0.01], [x + (f - b) * 0.6, b - 0.01]], z, false);
      pen.line(css(colours.second, k % 2 ? 0.28 : 0.1), 0.005 * scale);
    }
    pen.trace(outline, z);
    pen.line(css(mix(colours.second, [255, 255, 255], 0.2), 0.85), 0.0065 * scale);
    pen.trace(outline, z);
    pen.line(css([12, 14, 20], 0.8), 0.0036 * scale);
    ctx.restore();
    pen.trace(outline, z);
    pen.line(css(mix(colours.accent, [255, 255, 255], 0.75), 0.9), Math.max(0.8, 0.0009 * scale));
  });
}

/**
 * @param {ScenePart} part
 * @param {Palette} colours
 * @param {Pieces} pieces
 */
export function post(part, colours, pieces) {
  const soft = part.stuff === 'rubber' || part.stuff === 'post';
  const body = soft ? colours.rubber : part.stuff === 'wood' ? colours.wood : colours.metal;
  cylinder(part.centre, part.radius, part.low, part.top, body, soft, pieces);
}

/**
 * An upright cylinder: its side as a metal or a matt one, its head a screw.
 * @param {Flat} centre
 * @param {number} radius
 * @param {number} low
 * @param {number} top
 * @param {Rgb} body
 * @param {boolean} soft
 * @param {Pieces} pieces
 */
export function cylinder(centre, radius, low, top, body, soft, pieces) {
  const r = Math.max(radius, 0.0012);
  /** @type {(pen: Pen, from: number, to: number, wide: number, colour: Rgb) => void} */
  const side = (pen, from, to, wide, colour) => {
    pen.tube(centre, wide, from, to);
    pen.fillSeamless(pen.round(centre, wide, (from + to) / 2, colour));
  };
  pieces.add(Math.min(top, HIGH) - 0.0006, (pen) => {
    side(pen, low, top, r * 0.86, soft ? lit(body, 0.5) : body);
    // A sleeve of rubber lies round the middle of the post.
    if (soft) side(pen, low + 0.25 * (top - low), low + 0.8 * (top - low), r, body);
  });
  pieces.add(Math.min(top, Math.max(HIGH - 0.001, low)), (pen) => {
    const { ctx } = pen;
    const [px, py] = pen.camera.at(centre[0], centre[1], top);
    const s = pen.camera.scale(centre[1], top) * r;
    const head = ctx.createRadialGradient(px - 0.3 * s, py - 0.35 * s, 0, px, py, s);
    head.addColorStop(0, 'rgb(252,253,255)');
    head.addColorStop(0.45, 'rgb(176,186,198)');
    head.addColorStop(1, 'rgb(70,78,90)');
    pen.trace(circle(centre, r * 0.8, 18), top);
    pen.fillSeamless(head);
  });
}

/**
 * Wires in space: a round bright thing with a dark underside.
 * @param {number[][]} points
 * @param {number} width m
 * @param {Pieces} pieces
 */
export function wire(points, width, pieces) {
  // Cut where it passes the height of the balls, so that each stretch lies on the right side of them.
  /** @type {number[][]} */
  let run = [];
  const done = () => {
    const stretch = run;
    if (stretch.length < 2) return;
    const high = stretch.reduce((most, p) => (p[2] > most[2] ? p : most));
    pieces.add(high[2] + width / 2, (pen) => rod(pen, stretch, width), [high[0], high[1]]);
  };
  for (const p of points) {
    const before = run[run.length - 1];
    run.push(p);
    if (before && p[2] > HIGH !== before[2] > HIGH) {
      done();
      run = [p];
    }
  }
  done();
}

/**
 * @param {Pen} pen
 * @param {number[][]} points
 * @param {number} width m
 * @param {Rgb} [colour]
 */
export function rod(pen, points, width, colour = [206, 215, 225]) {
  const { ctx, camera } = pen;
  const mid = points[points.length >> 1];
  const wide = Math.max(1.2, width * camera.scale(mid[1], mid[2]));
  ctx.lineJoin = ctx.lineCap = 'round';
  pen.trace3(points);
  pen.line('rgba(8,10,14,0.75)', wide + 1.1);
  pen.trace3(points);
  pen.line(css(lit(colour, 0.62)), wide);
  ctx.translate(-wide * 0.12, -wide * 0.16);
  pen.trace3(points);
  pen.line(css(colour), wide * 0.5);
  pen.trace3(points);
  pen.line('rgba(255,255,255,0.95)', wide * 0.2);
}
