// @ts-check
// Flippers: a bat in a rubber, on a shaft.

import { css, lit, mix } from '../colour.js';
import { FALL } from '../shadows.js';
import { bat, heading } from '../shapes.js';

/**
 * @typedef {import('../colour.js').Palette} Palette
 * @typedef {import('../pen.js').Pen} Pen
 * @typedef {import('../../types.js').ScenePart} ScenePart
 * @typedef {[number, number]} Flat
 */

/** Slices from which the sides of a bat are built. */
const SLICES = 6;

/**
 * @param {Pen} pen
 * @param {ScenePart} part
 * @param {number} angle
 */
export function flipperShadow(pen, part, angle) {
  const top = part.low + part.height;
  const outline = shape(part, angle, 0);
  for (const [by, alpha] of [[1, 0.28], [0.55, 0.3]]) {
    pen.trace(outline.map((p) => [p[0] + FALL[0] * top * by, p[1] + FALL[1] * top * by]), part.low);
    pen.ctx.fillStyle = `rgba(0,2,6,${alpha})`;
    pen.ctx.fill();
  }
}

/**
 * @param {Pen} pen
 * @param {ScenePart} part
 * @param {number} angle Heading of the bat.
 * @param {Palette} colours
 */
export function flipper(pen, part, angle, colours) {
  const { ctx, camera } = pen;
  const low = part.low + 0.002;
  const top = part.low + part.height;
  const whole = shape(part, angle, 0);
  const rubber = colours.second;
  for (let k = 0; k < SLICES; k++) {
    const z = low + ((top - low) * k) / SLICES;
    pen.trace(whole, z);
    ctx.fillStyle = css(lit(rubber, 0.2 + 0.07 * k));
    ctx.fill();
  }
  const tip = end(part, angle);
  const [c] = [part.centre];
  pen.trace(whole, top);
  ctx.fillStyle = css(rubber);
  ctx.fill();
  pen.line(css(lit(rubber, 1.5), 0.85), Math.max(0.8, 0.0009 * camera.scale(c[1], top)));
  const band = 0.27 * Math.min(part.base_radius, part.end_radius);
  pen.trace(shape(part, angle, band), top + 0.0006);
  ctx.fillStyle = pen.gradient([c[0], c[1] - 0.014, top], [c[0], c[1] + 0.016, top], [
    [0, 'rgb(255,255,255)'], [0.5, 'rgb(236,233,226)'], [1, 'rgb(176,172,166)'],
  ]);
  ctx.fill();
  // A stripe along the bat, and the bolt of the shaft.
  ctx.lineCap = 'round';
  const s = camera.scale(c[1], top);
  const from = [c[0] + (tip[0] - c[0]) * 0.3, c[1] + (tip[1] - c[1]) * 0.3];
  const to = [c[0] + (tip[0] - c[0]) * 0.86, c[1] + (tip[1] - c[1]) * 0.86];
  pen.trace3([[from[0], from[1], top + 0.001], [to[0], to[1], top + 0.001]]);
  pen.line(css(mix(colours.accent, [255, 255, 255], 0.1), 0.95), Math.max(1, 0.0032 * s));
  const [px, py] = camera.at(c[0], c[1], top + 0.001);
  const r = 0.45 * part.base_radius * s;
  const bolt = ctx.createRadialGradient(px - 0.3 * r, py - 0.4 * r, 0, px, py, r);
  bolt.addColorStop(0, 'rgb(255,255,255)');
  bolt.addColorStop(0.5, 'rgb(150,160,172)');
  bolt.addColorStop(1, 'rgb(62,70,80)');
  ctx.fillStyle = bolt;
  ctx.beginPath();
  ctx.ellipse(px, py, r, r * Math.max(0.6, camera.toward[2]), 0, 0, 2 * Math.PI);
  ctx.fill();
}

/**
 * @param {ScenePart} part
 * @param {number} angle
 * @returns {Flat}
 */
export function end(part, angle) {
  const [ux, uy] = heading(angle);
  return [part.centre[0] + ux * part.length, part.centre[1] + uy * part.length];
}

/**
 * @param {ScenePart} part
 * @param {number} angle
 * @param {number} less m: by how much it is smaller all round.
 */
function shape(part, angle, less) {
  return bat(part.centre, Math.max(0.001, part.base_radius - less), end(part, angle), Math.max(0.001, part.end_radius - less));
}

/**
 * Is a ball behind a bat, seen from the player?
 * @param {number[]} c Where the bat's base is.
 * @param {number[]} tip
 * @param {number} x
 * @param {number} y
 */
export function behind(c, tip, x, y) {
  const wide = tip[0] - c[0];
  const t = Math.abs(wide) > 1e-4 ? Math.min(1, Math.max(0, (x - c[0]) / wide)) : 0.5;
  return y < c[1] + (tip[1] - c[1]) * t;
}
