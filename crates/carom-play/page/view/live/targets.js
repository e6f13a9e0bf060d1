// @ts-check
// Targets: plates that stand, or that sink into the playfield.

import { css, lit, mix } from '../colour.js';
import { unit } from '../shapes.js';

/**
 * @typedef {import('../colour.js').Palette} Palette
 * @typedef {import('../pen.js').Pen} Pen
 * @typedef {import('../../types.js').ScenePart} ScenePart
 * @typedef {[number, number]} Flat
 */

/**
 * @param {Pen} pen
 * @param {ScenePart} part
 * @param {Palette} colours
 * @param {number} down m: how far it has sunk.
 * @param {number} flash 0 to 1: just struck.
 */
export function targetBox(pen, part, colours, down, flash) {
  const top = part.top - down;
  const low = Math.max(0, part.low - down);
  if (top <= Math.max(0.0008, part.low)) return;
  const corners = /** @type {Flat[]} */ (part.outline);
  const base = mix(part.drops ? colours.second : colours.third, [255, 255, 255], flash * 0.7);
  const { ctx, camera } = pen;
  for (let k = 3; k >= 0; k--) {
    const a = corners[k];
    const b = corners[(k + 1) % 4];
    // Walked with the outside on the side of (-dy, dx), as the engine has it.
    const [nx, ny] = unit(-(b[1] - a[1]), b[0] - a[0]);
    if (!camera.sees((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, nx, ny)) continue;
    pen.trace3([[a[0], a[1], low], [b[0], b[1], low], [b[0], b[1], top], [a[0], a[1], top]], true);
    const front = k === 0;
    pen.fillSeamless(pen.gradient([a[0], a[1], low], [a[0], a[1], top], [
      [0, css(lit(base, front ? 0.42 : 0.25))], [1, css(lit(base, front ? 1.02 : 0.55))],
    ]));
    if (front) face(pen, a, b, low, top);
  }
  pen.trace(corners, top);
  pen.fillSeamless(css(lit(base, 1.25)));
  pen.line('rgba(0,0,0,0.4)', 0.7);
  ctx.lineCap = 'round';
  pen.trace([corners[0], corners[1]], top, false);
  pen.line('rgba(255,255,255,0.9)', 1);
}

/**
 * The white bar on a target's front.
 * @param {Pen} pen
 * @param {Flat} a
 * @param {Flat} b
 * @param {number} low
 * @param {number} top
 */
function face(pen, a, b, low, top) {
  const at = (/** @type {number} */ t, /** @type {number} */ z) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, z];
  if (top - low < 0.012) return;
  pen.trace3([at(0.2, top - 0.011), at(0.8, top - 0.011), at(0.8, top - 0.0065), at(0.2, top - 0.0065)], true);
  pen.ctx.fillStyle = 'rgba(255,255,255,0.85)';
  pen.ctx.fill();
}
