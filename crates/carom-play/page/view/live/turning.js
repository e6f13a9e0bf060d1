// @ts-check
// Turntables, which turn, and magnets, which hum when they are on.

import { css, lit, mix } from '../colour.js';

/**
 * @typedef {import('../colour.js').Palette} Palette
 * @typedef {import('../pen.js').Pen} Pen
 * @typedef {import('../../types.js').ScenePart} ScenePart
 */

/**
 * @param {Pen} pen
 * @param {ScenePart} part
 * @param {number} angle
 * @param {Palette} colours
 */
export function turntable(pen, part, angle, colours) {
  const r = part.radius;
  pen.on(part.centre, part.low, (ctx) => {
    const disc = ctx.createRadialGradient(0, 0, 0, 0, 0, r);
    disc.addColorStop(0, css(mix(colours.field, colours.ink, 0.25)));
    disc.addColorStop(1, css(lit(colours.field, 0.8)));
    ctx.fillStyle = disc;
    ctx.beginPath();
    ctx.arc(0, 0, r, 0, 2 * Math.PI);
    ctx.fill();
    ctx.strokeStyle = 'rgba(220,228,236,0.8)';
    ctx.lineWidth = 0.0016;
    ctx.stroke();
    ctx.rotate(angle);
    for (let k = 0; k < 8; k++) {
      ctx.rotate(Math.PI / 4);
      ctx.fillStyle = css(k % 2 ? colours.accent : colours.second, 0.4);
      ctx.beginPath();
      ctx.moveTo(0, 0);
      ctx.arc(0, 0, r * 0.92, -0.18, 0.18);
      ctx.closePath();
      ctx.fill();
    }
    ctx.fillStyle = 'rgb(150,160,172)';
    ctx.beginPath();
    ctx.arc(0, 0, r * 0.12, 0, 2 * Math.PI);
    ctx.fill();
  });
}

/**
 * @param {Pen} pen
 * @param {ScenePart} part
 * @param {number} now s
 * @param {Palette} colours
 * @param {boolean} calm
 */
export function magnet(pen, part, now, colours, calm) {
  pen.on(part.centre, part.low, (ctx) => {
    ctx.globalCompositeOperation = 'lighter';
    for (let k = 0; k < 3; k++) {
      const part3 = calm ? (k + 1) / 4 : (k / 3 + 2 - ((now * 1.5) % 1)) % 1;
      ctx.strokeStyle = css(colours.second, 0.7 * (1 - part3));
      ctx.lineWidth = 0.002;
      ctx.beginPath();
      ctx.arc(0, 0, Math.max(0.001, part.radius * part3), 0, 2 * Math.PI);
      ctx.stroke();
    }
  });
}
