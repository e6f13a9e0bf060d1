// @ts-check
// The plunger: tip, rod, and a spring that is pressed together when it is pulled.

import { css, lit } from '../colour.js';

/**
 * @typedef {import('../colour.js').Palette} Palette
 * @typedef {import('../pen.js').Pen} Pen
 * @typedef {import('../../types.js').ScenePart} ScenePart
 */

/** Turns of the spring. */
const TURNS = 9;

/**
 * @param {Pen} pen
 * @param {ScenePart} part
 * @param {number} place y of the tip.
 * @param {Palette} colours
 */
export function plunger(pen, part, place, colours) {
  const { ctx, camera } = pen;
  const [x, y] = part.centre;
  const base = y + part.height;
  const tip = Number.isFinite(place) ? Math.min(base, Math.max(y - part.stroke, place)) : part.park;
  const z = part.low + 0.0135;
  const s = camera.scale(base, z);
  const wide = Math.min(part.width, 0.014);
  const head = 0.006;
  ctx.lineCap = 'butt';
  const line = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ half, /** @type {string} */ style) => {
    pen.trace3([[x, from, z], [x, to, z]]);
    pen.line(style, 2 * half * s);
  };
  // Its shadow, then the rod with a light along it.
  pen.trace3([[x + 0.004, tip, 0], [x + 0.004, base, 0]]);
  pen.line('rgba(0,0,0,0.4)', 1.6 * wide * s);
  line(tip, base + 0.012, wide * 0.2, 'rgb(96,104,114)');
  line(tip, base + 0.012, wide * 0.07, 'rgb(240,244,248)');
  ctx.lineCap = 'round';
  const from = tip + head;
  for (let k = 0; k <= TURNS; k++) {
    const at = from + ((base - from) * k) / TURNS;
    pen.trace3([[x - wide * 0.56, at, z - 0.002], [x, at + 0.0006, z + wide * 0.5], [x + wide * 0.56, at - 0.0006, z - 0.002]]);
    pen.line('rgb(70,76,84)', Math.max(1.2, 0.0024 * s));
    pen.trace3([[x - wide * 0.5, at, z], [x, at + 0.0004, z + wide * 0.52], [x + wide * 0.2, at, z + 0.004]]);
    pen.line('rgb(222,228,236)', Math.max(0.7, 0.0011 * s));
  }
  ctx.lineCap = 'butt';
  line(tip, tip + head, wide * 0.62, css(lit(colours.second, 0.5)));
  line(tip, tip + head * 0.7, wide * 0.58, css(colours.second));
  line(base, base + 0.005, wide * 0.8, 'rgb(120,128,138)');
}
