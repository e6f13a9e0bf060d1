// @ts-check
// The cabinet: inner walls, rails, and the lockbar with the table's name.

import { LOCKBAR, RAIL_BROAD, RAIL_HIGH } from './camera.js';
import { css, lit, mix } from './colour.js';

/**
 * @typedef {import('./colour.js').Palette} Palette
 * @typedef {import('./pen.js').Pen} Pen
 * @typedef {import('../types.js').Scene} Scene
 */

/**
 * Everything round the playfield that lies behind what stands on it.
 * @param {Pen} pen
 * @param {Scene} scene
 * @param {Palette} colours
 */
export function cabinet(pen, scene, colours) {
  const { left: l, back: b, width, length, glass } = scene.bounds;
  const [r, f] = [l + width, b + length];
  const high = Math.min(glass, RAIL_HIGH);
  const wood = mix([74, 50, 36], colours.field, 0.4);
  // Inner walls, lighter the higher: in bands, because a gradient cannot follow them into the distance.
  const bands = 10;
  for (let k = 0; k < bands; k++) {
    const [z1, z2] = [(high * k) / bands, (high * (k + 1)) / bands];
    const shade = css(lit(wood, 0.28 + (0.75 * k) / bands));
    for (const [x1, y1, x2, y2] of [[l, b, r, b], [l, b, l, f], [r, b, r, f]]) {
      pen.trace3([[x1, y1, z1], [x2, y2, z1], [x2, y2, z2], [x1, y1, z2]], true);
      pen.fillSeamless(shade);
    }
  }
  // The lit backbox shines down the back wall.
  pen.trace3([[l, b, 0], [r, b, 0], [r, b, high], [l, b, high]], true);
  const middle = (l + r) / 2;
  pen.ctx.fillStyle = pen.gradient([middle, b, 0], [middle, b, high], [[0, css(colours.accent, 0)], [1, css(colours.accent, 0.4)]]);
  pen.ctx.fill();
  const w = RAIL_BROAD;
  /** @type {(points: number[][], from: [number, number, number], to: [number, number, number]) => void} */
  const rail = (points, from, to) => {
    pen.trace3(points, true);
    const steel = mix(colours.metal, colours.deep, 0.55);
    pen.fillSeamless(pen.gradient(from, to, [
      [0, css(lit(steel, 0.45))], [0.3, css(lit(steel, 1.25))], [0.45, css(lit(steel, 0.8))], [1, css(lit(steel, 0.3))],
    ]));
  };
  rail([[l - w, b - w, high], [r + w, b - w, high], [r, b, high], [l, b, high]], [l, b - w, high], [l, b, high]);
  rail([[l - w, b - w, high], [l, b, high], [l, f, high], [l - w, f, high]], [l - w, f, high], [l, f, high]);
  rail([[r + w, b - w, high], [r, b, high], [r, f, high], [r + w, f, high]], [r, f, high], [r + w, f, high]);
}

/**
 * The outline of the whole cabinet on the screen.
 * @param {import('./camera.js').Camera} camera
 * @param {Scene} scene
 */
export function frame(camera, scene) {
  const { left, back, width, length, glass } = scene.bounds;
  const high = Math.min(glass, RAIL_HIGH);
  const [l, b, r, f] = [left - RAIL_BROAD, back - RAIL_BROAD, left + width + RAIL_BROAD, back + length];
  const path = new Path2D();
  [[l, b, high], [r, b, high], [r, f, high], [r, f + LOCKBAR, 0], [l, f + LOCKBAR, 0], [l, f, high]].forEach(([x, y, z], k) => {
    const [px, py] = camera.at(x, y, z);
    if (k === 0) path.moveTo(px, py);
    else path.lineTo(px, py);
  });
  path.closePath();
  return path;
}

/**
 * The lockbar before the player, over the playfield's front edge.
 * @param {Pen} pen
 * @param {Scene} scene
 * @param {Palette} colours
 */
export function lockbar(pen, scene, colours) {
  const { left: l, back: b, width, length, glass } = scene.bounds;
  const [r, f] = [l + width, b + length];
  const high = Math.min(glass, RAIL_HIGH);
  const w = RAIL_BROAD;
  const { ctx } = pen;
  const front = f + LOCKBAR;
  // Its face slopes from the rails' height at the sides down to the playfield's edge, so that the drain stays in sight.
  const face = [
    [l - w, f, high], [l, f, high], [l, f, 0.002], [r, f, 0.002], [r, f, high], [r + w, f, high], [r + w, front, 0], [l - w, front, 0],
  ];
  pen.trace3(face, true);
  const steel = mix(colours.metal, colours.deep, 0.6);
  pen.fillSeamless(pen.gradient([(l + r) / 2, f, 0], [(l + r) / 2, front, 0], [
    [0, css(lit(steel, 0.5))], [0.12, css(lit(steel, 1.5))], [0.3, css(lit(steel, 0.85))],
    [0.8, css(lit(steel, 0.45))], [1, css(lit(steel, 0.2))],
  ]));
  plate(pen, scene, colours, (l + r) / 2, (f + front) / 2 + 0.002);
  ctx.lineJoin = 'round';
  pen.trace3([[l, f, 0.002], [r, f, 0.002]]);
  pen.line('rgba(255,255,255,0.35)', 1);
}

/**
 * The plate with the name, let into the bar.
 * @param {Pen} pen
 * @param {Scene} scene
 * @param {Palette} colours
 * @param {number} x
 * @param {number} y
 */
function plate(pen, scene, colours, x, y) {
  pen.on([x, y], 0, (ctx) => {
    ctx.scale(0.001, 0.001);
    const size = Math.min(19, LOCKBAR * 1000 * 0.42);
    ctx.font = `600 ${size}px "Avenir Next", "Segoe UI", "Helvetica Neue", Arial, sans-serif`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const words = scene.title.toUpperCase().split('').join('\u200a\u200a');
    const wide = Math.min(scene.bounds.width * 1000 * 0.6, ctx.measureText(words).width) + 2.4 * size;
    const tall = size * 1.55;
    ctx.fillStyle = css(colours.deep);
    ctx.strokeStyle = css(mix(colours.accent, colours.ink, 0.3), 0.9);
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.roundRect(-wide / 2, -tall / 2, wide, tall, tall / 2);
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = css(mix(colours.accent, colours.ink, 0.5));
    ctx.fillText(words, 0, size * 0.06, wide - 1.6 * size);
  });
}
