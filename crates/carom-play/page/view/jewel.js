// @ts-check
// A lamp's insert in the playfield: a jewel of coloured plastic, dark or lit, with its letters.

import { css, lit, mix } from './colour.js';
import { heading } from './shapes.js';

/**
 * @typedef {import('../types.js').SceneLamp} SceneLamp
 * @typedef {import('./colour.js').Rgb} Rgb
 * @typedef {[number, number]} Flat
 * @typedef {CanvasRenderingContext2D} Ctx
 */

/**
 * Begins the path of a lamp's outline, in metres, a little larger or smaller.
 * @param {Ctx} ctx
 * @param {SceneLamp} lamp
 * @param {number} by
 */
export function lampPath(ctx, lamp, by) {
  const r = lamp.radius * by;
  const [x, y] = lamp.at;
  ctx.beginPath();
  if (lamp.shape === 'round') {
    ctx.arc(x, y, r, 0, 2 * Math.PI);
    return;
  }
  const [ux, uy] = heading(lamp.heading);
  /** @type {Flat[]} Across and along. */
  let corners;
  if (lamp.shape === 'arrow') corners = [[0, 1.5], [1, -0.1], [0.45, 0.02], [0.45, -1.1], [-0.45, -1.1], [-0.45, 0.02], [-1, -0.1]];
  else if (lamp.shape === 'bar') corners = [[-1, 0.34], [1, 0.34], [1, -0.34], [-1, -0.34]];
  else corners = [[-0.9, 0.9], [0.9, 0.9], [0.9, -0.9], [-0.9, -0.9]];
  corners.forEach(([across, along], k) => {
    const px = x + r * (ux * along - uy * across);
    const py = y + r * (uy * along + ux * across);
    if (k === 0) ctx.moveTo(px, py);
    else ctx.lineTo(px, py);
  });
  ctx.closePath();
}

/**
 * @param {Ctx} ctx In metres.
 * @param {SceneLamp} lamp
 * @param {Rgb} colour
 * @param {number} on 0 dark to 1 lit.
 */
export function jewel(ctx, lamp, colour, on) {
  const [x, y] = lamp.at;
  const r = lamp.radius;
  ctx.lineJoin = 'round';
  lampPath(ctx, lamp, 1.14);
  ctx.fillStyle = 'rgba(4,5,8,0.85)';
  ctx.fill();
  lampPath(ctx, lamp, 1.05);
  ctx.strokeStyle = `rgba(226,232,240,${0.34 + 0.3 * on})`;
  ctx.lineWidth = Math.max(0.0005, 0.07 * r);
  ctx.stroke();
  const glass = ctx.createRadialGradient(x - 0.25 * r, y - 0.35 * r, 0, x, y, r * 1.35);
  const dim = mix([12, 13, 18], colour, 0.48);
  glass.addColorStop(0, css(mix(lit(dim, 1.3), mix(colour, [255, 255, 255], 0.75), on)));
  glass.addColorStop(0.55, css(mix(dim, mix(colour, [255, 255, 255], 0.22), on)));
  glass.addColorStop(1, css(mix(lit(dim, 0.6), colour, on)));
  lampPath(ctx, lamp, 0.98);
  ctx.fillStyle = glass;
  ctx.fill();
  // Facets: the plastic is cut so that it spreads the light.
  ctx.save();
  lampPath(ctx, lamp, 0.98);
  ctx.clip();
  ctx.strokeStyle = `rgba(255,255,255,${0.07 + 0.1 * on})`;
  ctx.lineWidth = 0.05 * r;
  ctx.beginPath();
  for (let k = 0; k < 10; k++) {
    const [ux, uy] = heading((2 * Math.PI * k) / 10);
    ctx.moveTo(x + ux * r * 0.3, y + uy * r * 0.3);
    ctx.lineTo(x + ux * r * 1.5, y + uy * r * 1.5);
  }
  ctx.stroke();
  ctx.restore();
  if (lamp.text) letters(ctx, lamp, on);
}

/**
 * @param {Ctx} ctx
 * @param {SceneLamp} lamp
 * @param {number} on
 */
function letters(ctx, lamp, on) {
  ctx.save();
  ctx.translate(lamp.at[0], lamp.at[1]);
  const lines = lamp.text.split(/\n| (?=\S{3,})/).slice(0, 3);
  const size = 20;
  ctx.font = `800 ${size}px "Avenir Next Condensed", "Arial Narrow", "Segoe UI", Arial, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const wide = Math.max(...lines.map((line) => ctx.measureText(line).width), 1);
  const most = lamp.shape === 'arrow' ? 1.1 : 1.62;
  const fit = Math.min((most * lamp.radius) / wide, (1.3 * lamp.radius) / (size * lines.length));
  ctx.scale(fit, fit);
  lines.forEach((line, k) => {
    const y = (k - (lines.length - 1) / 2) * size;
    ctx.fillStyle = on > 0.5 ? 'rgba(20,12,6,0.9)' : 'rgba(248,250,252,0.8)';
    ctx.fillText(line, 0, y);
  });
  ctx.restore();
}
