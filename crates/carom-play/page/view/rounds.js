// @ts-check
// Bumpers: skirt, body and cap. The ring that strikes is drawn with what moves.

import { css, lit, mix } from './colour.js';
import { HIGH } from './plan.js';
import { heading } from './shapes.js';

/**
 * @typedef {import('./colour.js').Palette} Palette
 * @typedef {import('./pieces.js').Pieces} Pieces
 * @typedef {import('./pen.js').Pen} Pen
 * @typedef {import('../types.js').ScenePart} ScenePart
 */

/**
 * @param {ScenePart} part
 * @param {Palette} colours
 * @param {Pieces} pieces
 */
export function bumper(part, colours, pieces) {
  const { centre, radius: r, low } = part;
  const top = low + part.height;
  pieces.add(low + 0.001, (pen) => skirt(pen, part, colours));
  const body = mix([238, 232, 220], colours.accent, 0.12);
  const cut = Math.min(HIGH, top);
  for (const [from, to] of [[low + 0.003, cut], [cut, low + (top - low) * 0.86]]) {
    if (to <= from) continue;
    pieces.add(to, (pen) => {
      pen.tube(centre, r * 0.66, from, to);
      pen.fillSeamless(pen.round(centre, r * 0.66, from, body));
    });
  }
  pieces.add(Math.max(top, HIGH + 0.001), (pen) => cap(pen, part, colours, 0));
}

/**
 * @param {Pen} pen
 * @param {ScenePart} part
 * @param {Palette} colours
 */
function skirt(pen, part, colours) {
  const { centre, radius: r, low } = part;
  pen.on(centre, low + 0.003, (ctx) => {
    const fill = ctx.createRadialGradient(-r * 0.3, -r * 0.4, 0, 0, 0, r * 1.05);
    fill.addColorStop(0, 'rgb(255,252,244)');
    fill.addColorStop(0.7, 'rgb(208,200,184)');
    fill.addColorStop(1, 'rgb(120,112,100)');
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.arc(0, 0, r, 0, 2 * Math.PI);
    ctx.fill();
    ctx.strokeStyle = css(part.fires ? colours.second : colours.plain, 0.9);
    ctx.lineWidth = 0.09 * r;
    ctx.beginPath();
    ctx.arc(0, 0, r * 0.88, 0, 2 * Math.PI);
    ctx.stroke();
  });
}

/**
 * The cap, dark or lit from within.
 * @param {Pen} pen
 * @param {ScenePart} part
 * @param {Palette} colours
 * @param {number} on 0 to 1.
 */
export function cap(pen, part, colours, on) {
  const { centre, radius, low, height } = part;
  const top = low + height;
  const r = radius * 1.03;
  const base = part.fires ? colours.second : colours.plain;
  const warm = mix(base, [255, 250, 220], 0.75);
  // A shallow dome: a few rings, each smaller and higher.
  for (let k = 0; k < 5; k++) {
    pen.on(centre, top - 0.008 + 0.002 * k, (ctx) => {
      ctx.fillStyle = css(mix(lit(base, 0.4 + 0.1 * k), warm, on * 0.7));
      ctx.beginPath();
      ctx.arc(0, 0, r * (1 - 0.012 * k * k), 0, 2 * Math.PI);
      ctx.fill();
    });
  }
  pen.on(centre, top, (ctx) => {
    const fill = ctx.createRadialGradient(-0.3 * r, -0.34 * r, 0.02 * r, 0, 0, r * 0.95);
    fill.addColorStop(0, css(mix(lit(base, 1.45), [255, 255, 245], on)));
    fill.addColorStop(0.45, css(mix(base, warm, on)));
    fill.addColorStop(1, css(mix(lit(base, 0.5), mix(base, warm, 0.3), on)));
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.arc(0, 0, r * 0.84, 0, 2 * Math.PI);
    ctx.fill();
    star(ctx, r * 0.6, css(mix([255, 246, 226], [255, 255, 255], on), 0.92), css(lit(base, 0.45), 0.55));
    ctx.strokeStyle = css([255, 255, 255], 0.35 + 0.4 * on);
    ctx.lineWidth = 0.022 * r;
    ctx.beginPath();
    ctx.arc(0, 0, r * 0.76, 0, 2 * Math.PI);
    ctx.stroke();
    // The room's lamp in the plastic.
    const gleam = ctx.createRadialGradient(-0.36 * r, -0.42 * r, 0, -0.36 * r, -0.42 * r, 0.4 * r);
    gleam.addColorStop(0, 'rgba(255,255,255,0.6)');
    gleam.addColorStop(1, 'rgba(255,255,255,0)');
    ctx.fillStyle = gleam;
    ctx.beginPath();
    ctx.arc(0, 0, r * 0.84, 0, 2 * Math.PI);
    ctx.fill();
  });
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} r
 * @param {string} light
 * @param {string} dark
 */
function star(ctx, r, light, dark) {
  for (let k = 0; k < 8; k++) {
    const a = (2 * Math.PI * k) / 8;
    const far = k % 2 ? 0.62 : 1;
    const tip = heading(a);
    for (const side of [-1, 1]) {
      const foot = heading(a + (side * Math.PI) / 8);
      ctx.fillStyle = side < 0 ? light : dark;
      ctx.beginPath();
      ctx.moveTo(0, 0);
      ctx.lineTo(foot[0] * r * 0.34, foot[1] * r * 0.34);
      ctx.lineTo(tip[0] * r * far, tip[1] * r * far);
      ctx.fill();
    }
  }
}
