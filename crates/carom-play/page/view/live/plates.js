// @ts-check
// Plates on axles: gates that swing and spinners that turn over, at their true angles in space.

import { css, lit, mix } from '../colour.js';
import { rod } from '../rails.js';
import { heading } from '../shapes.js';

/**
 * @typedef {import('../colour.js').Palette} Palette
 * @typedef {import('../pen.js').Pen} Pen
 * @typedef {import('../../types.js').ScenePart} ScenePart
 */

/**
 * @param {Pen} pen
 * @param {ScenePart} part
 * @param {number} angle 0 hangs down.
 */
export function gate(pen, part, angle) {
  const { ctx } = pen;
  const [cx, cy] = part.centre;
  const along = [Math.cos(part.rotation), Math.sin(part.rotation)];
  const way = heading(part.rotation);
  const z = part.low + part.height;
  const half = part.length / 2;
  const long = Math.min(0.85 * part.height, 0.024);
  const at = (/** @type {number} */ t, /** @type {number} */ d) => [
    cx + along[0] * half * t + way[0] * d * Math.sin(angle),
    cy + along[1] * half * t + way[1] * d * Math.sin(angle),
    z - d * Math.cos(angle),
  ];
  pen.trace3([at(-0.9, 0), at(0.9, 0), at(0.9, long), at(-0.9, long)], true);
  ctx.fillStyle = `rgba(196,206,218,${0.2 + 0.25 * Math.abs(Math.sin(angle))})`;
  ctx.fill();
  ctx.save();
  rod(pen, [at(-0.9, 0), at(-0.9, long), at(0.9, long), at(0.9, 0)], 0.0016);
  ctx.restore();
  ctx.save();
  rod(pen, [at(-1, 0), at(1, 0)], 0.002, [230, 236, 242]);
  ctx.restore();
  if (part.bracket) brackets(pen, at(-1, 0), at(1, 0), part.low);
}

/**
 * @param {Pen} pen
 * @param {ScenePart} part
 * @param {number} angle 0 hangs down.
 * @param {Palette} colours
 * @param {number} flash
 */
export function spinner(pen, part, angle, colours, flash) {
  const { ctx, camera } = pen;
  const [cx, cy] = part.centre;
  const along = [Math.cos(part.rotation), Math.sin(part.rotation)];
  const way = heading(part.rotation);
  const z = part.low + part.height;
  const half = part.length / 2;
  const reach = Math.min(0.6 * part.height, 0.017);
  const at = (/** @type {number} */ t, /** @type {number} */ d) => [
    cx + along[0] * half * t + way[0] * d * Math.sin(angle),
    cy + along[1] * half * t + way[1] * d * Math.sin(angle),
    z - d * Math.cos(angle),
  ];
  // The side that shows itself: the plate's normal against the way to the eye.
  const normal = [way[0] * Math.cos(angle), way[1] * Math.cos(angle), Math.sin(angle)];
  const eye = camera.toward;
  const shows = normal[0] * eye[0] + normal[1] * eye[1] + normal[2] * eye[2];
  const base = shows > 0 ? colours.second : colours.third;
  const light = 0.7 + 0.4 * Math.abs(normal[2]);
  const [sx, sy] = [cx + 0.006, cy + 0.012];
  pen.trace([[sx - along[0] * half, sy - along[1] * half], [sx + along[0] * half, sy + along[1] * half]], 0, false);
  pen.line('rgba(0,0,0,0.3)', Math.max(2, 2 * reach * Math.abs(Math.sin(angle)) * camera.scale(cy, 0)));
  pen.trace3([at(-0.88, -reach), at(0.88, -reach), at(0.88, reach), at(-0.88, reach)], true);
  ctx.fillStyle = css(mix(lit(base, light), [255, 255, 255], 0.5 * flash));
  ctx.fill();
  pen.line('rgba(255,255,255,0.75)', 0.9);
  for (const [from, to] of [[-0.78, -0.68], [0.18, 0.68]]) {
    pen.trace3([at(-0.6, reach * from), at(0.6, reach * from), at(0.6, reach * to), at(-0.6, reach * to)], true);
    ctx.fillStyle = css(lit([255, 255, 255], Math.min(1, light)), 0.85);
    ctx.fill();
  }
  ctx.save();
  rod(pen, [at(-1.06, 0), at(1.06, 0)], 0.0022, [230, 236, 242]);
  ctx.restore();
  if (part.bracket) brackets(pen, at(-1.04, 0), at(1.04, 0), part.low);
}

/**
 * @param {Pen} pen
 * @param {number[]} a
 * @param {number[]} b
 * @param {number} low
 */
function brackets(pen, a, b, low) {
  for (const end of [a, b]) {
    pen.ctx.save();
    rod(pen, [[end[0], end[1], low], [end[0], end[1], end[2] + 0.002]], 0.0032, [170, 178, 190]);
    pen.ctx.restore();
  }
}
