// @ts-check
// Everything that stands still, painted once for a size: one picture below the balls, one above them.

import { cabinet, lockbar } from './cabinet.js';
import { cut } from './cut.js';
import { layGround, paintGround } from './ground.js';
import { Lens } from './lens.js';
import { Pen, sheet } from './pen.js';
import { Pieces } from './pieces.js';
import { middleOf } from './solid.js';
import { TILE } from './tiles.js';

/**
 * @typedef {import('./plan.js').Plan} Plan
 * @typedef {import('./colour.js').Palette} Palette
 * @typedef {import('./camera.js').Camera} Camera
 */

/**
 * @typedef {object} Still
 * @property {HTMLCanvasElement} low
 * @property {HTMLCanvasElement} high
 * @property {Uint8Array} filled Which tiles of the upper picture have anything in them, row by row.
 */

/**
 * @param {Plan} plan
 * @param {Palette} colours
 * @param {Camera} camera
 * @param {number} width
 * @param {number} height
 * @returns {Still}
 */
export function paintStill(plan, colours, camera, width, height) {
  const { scene } = plan;
  const pieces = new Pieces();
  for (const part of scene.parts) {
    // What moves as a whole is drawn in every frame.
    if (part.group !== undefined || !plan.within(part)) continue;
    if (!part.place) {
      cut(part, plan, colours, pieces);
      continue;
    }
    const own = new Pieces();
    cut(part, plan, colours, own);
    pieces.lay(own, new Lens(camera, part.place, middleOf(part)));
  }
  const low = sheet(width, height);
  const pen = new Pen(low.ctx, camera);
  cabinet(pen, scene, colours);
  const front = scene.bounds.back + scene.bounds.length;
  layGround(low.ctx, camera, scene, paintGround(plan, colours, Math.min(2600, camera.scale(front, 0))));
  pieces.paint(pen, false);
  const high = sheet(width, height);
  const above = new Pen(high.ctx, camera);
  pieces.paint(above, true);
  lockbar(above, scene, colours);
  return { low: low.canvas, high: high.canvas, filled: filled(high.ctx, width, height) };
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} width
 * @param {number} height
 */
function filled(ctx, width, height) {
  const across = Math.ceil(width / TILE);
  const down = Math.ceil(height / TILE);
  const pixels = new Uint32Array(ctx.getImageData(0, 0, width, height).data.buffer);
  const tiles = new Uint8Array(across * down);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / TILE) * across;
    for (let x = 0; x < width; x++) {
      if (pixels[y * width + x] !== 0) tiles[row + Math.floor(x / TILE)] = 1;
    }
  }
  return tiles;
}
