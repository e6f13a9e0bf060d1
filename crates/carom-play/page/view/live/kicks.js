// @ts-check
// What strikes back: the ring of a bumper that comes down, and the rubber of a slingshot that bows.

import { css, lit, mix } from '../colour.js';
import { band } from '../rails.js';
import { cap } from '../rounds.js';
import { unit } from '../shapes.js';

/**
 * @typedef {import('../colour.js').Palette} Palette
 * @typedef {import('../pen.js').Pen} Pen
 * @typedef {import('../../types.js').ScenePart} ScenePart
 * @typedef {[number, number]} Flat
 */

/**
 * The ring, below the cap; down when it has just struck.
 * @param {Pen} pen
 * @param {ScenePart} part
 * @param {number} struck 0 to 1.
 */
export function bumperRing(pen, part, struck) {
  const z = part.low + Math.min(0.024, 0.55 * part.height) * (1 - 0.7 * struck);
  const { ctx, camera } = pen;
  const s = camera.scale(part.centre[1], z);
  const ring = (/** @type {number} */ by, /** @type {number} */ wide, /** @type {string} */ style) => pen.on(part.centre, z + by, () => {
    ctx.beginPath();
    ctx.arc(0, 0, part.radius * 0.9, 0, 2 * Math.PI);
    ctx.lineWidth = wide;
    ctx.strokeStyle = style;
    ctx.stroke();
  });
  ring(-0.001, 0.0042, 'rgb(56,62,70)');
  ring(0, 0.0034, 'rgb(176,186,198)');
  ring(0.0006, Math.max(0.0009, 0.8 / s), 'rgb(250,252,255)');
}

/**
 * The cap of a bumper that was just struck, lit from within.
 * @param {Pen} pen
 * @param {ScenePart} part
 * @param {Palette} colours
 * @param {number} on
 */
export function bumperCap(pen, part, colours, on) {
  cap(pen, part, colours, on);
}

/**
 * The slingshots of a wall, bowed outwards.
 * @param {Pen} pen
 * @param {ScenePart} part
 * @param {Palette} colours
 * @param {number} struck 0 to 1.
 * @param {Flat} inside A point within the wall.
 */
export function slingshot(pen, part, colours, struck, inside) {
  for (const run of /** @type {Flat[][]} */ (part.slings)) {
    const a = run[0];
    const b = run[run.length - 1];
    let [nx, ny] = unit(b[1] - a[1], -(b[0] - a[0]));
    if ((inside[0] - a[0]) * nx + (inside[1] - a[1]) * ny > 0) [nx, ny] = [-nx, -ny];
    const z = Math.min(part.top, 0.02);
    const out = 0.013 * struck;
    const points = [];
    for (let k = 0; k <= 12; k++) {
      const t = k / 12;
      const bow = out * Math.sin(Math.PI * t) ** 0.8;
      points.push([a[0] + (b[0] - a[0]) * t + nx * bow, a[1] + (b[1] - a[1]) * t + ny * bow, z]);
    }
    pen.ctx.save();
    band(pen, points, 0.0055, false, mix(colours.rubber, lit(colours.second, 1.3), struck));
    pen.ctx.restore();
    // The arm that pushes the rubber.
    const mid = points[6];
    pen.trace3([[mid[0] - nx * (out + 0.006), mid[1] - ny * (out + 0.006), z - 0.004], [mid[0], mid[1], z - 0.002]]);
    pen.line(css([150, 158, 168], struck), Math.max(1, 0.003 * pen.camera.scale(mid[1], z)));
  }
}
