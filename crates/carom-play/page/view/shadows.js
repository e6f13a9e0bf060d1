// @ts-check
// Shadows on the playfield, painted flat: dark where things stand on it, and long where they are high.

import { put, stood } from './place.js';
import { area, circle, hull } from './shapes.js';

/**
 * @typedef {import('./plan.js').Plan} Plan
 * @typedef {import('../types.js').ScenePart} ScenePart
 * @typedef {[number, number]} Flat
 * @typedef {CanvasRenderingContext2D} Ctx
 */

/** How far a shadow goes for each metre of height: the lamps of the room hang at the back on the left. */
export const FALL = /** @type {[number, number]} */ ([0.3, 0.42]);
/** Shapes are drawn so far outside that only their shadows are seen, in pixels. */
const AWAY = 20000;

/**
 * @param {Ctx} ctx
 * @param {Plan} plan
 * @param {number} scale Pixels per metre.
 */
export function shadows(ctx, plan, scale) {
  for (const part of plan.scene.parts) {
    const { place } = part;
    // What moves throws its shadow where it is.
    if (part.group !== undefined) continue;
    if (part.kind === 'ramp') {
      for (const wire of /** @type {number[][][]} */ (part.wires)) {
        wireShadow(ctx, place ? wire.map((p) => put(place, p[0], p[1], p[2])) : wire, part.wire_width, scale);
      }
    }
    const own = caster(part, plan);
    if (!own) continue;
    const { dark } = own;
    const block = stood(part, own);
    if (!block && place) {
      leaning(ctx, own, place, scale);
      continue;
    }
    const { outline, low, top } = block ?? own;
    const wide = part.kind === 'rubber' ? part.thickness : 0;
    // Close to the foot, a narrow dark line; then the soft shadow of the top.
    if (low < 0.012 && !wide) drop(ctx, outline, 0, 0, 0.0055 * scale, 0.75 * dark, scale, wide);
    const high = Math.min(top, 0.09);
    drop(ctx, outline, FALL[0] * high, FALL[1] * high, (0.003 + 0.12 * high) * scale, dark * (low > 0.02 ? 0.55 : 0.62), scale, wide);
  }
  ctx.shadowColor = 'transparent';
}

/**
 * The shadow of a block that leans: all its corners fall, and the shadow is what lies between.
 * @param {Ctx} ctx
 * @param {{outline: number[][], low: number, top: number, dark: number}} block
 * @param {import('./place.js').Place} place
 * @param {number} scale
 */
function leaning(ctx, { outline, low, top, dark }, place, scale) {
  const corners = [low, top].flatMap((z) => outline.map((p) => put(place, p[0], p[1], z)));
  const fallen = corners.map(([x, y, z]) => [x + FALL[0] * Math.max(0, z), y + FALL[1] * Math.max(0, z)]);
  drop(ctx, hull(fallen), 0, 0, 0.006 * scale, 0.6 * dark, scale, 0);
}

/**
 * The shadow of a wire lies farther from it the higher it is.
 * @param {Ctx} ctx
 * @param {number[][]} wire
 * @param {number} width m
 * @param {number} scale
 */
function wireShadow(ctx, wire, width, scale) {
  const fallen = wire.map((p) => [p[0] + FALL[0] * p[2], p[1] + FALL[1] * p[2]]);
  drop(ctx, fallen, 0, 0, 0.004 * scale, 0.6, scale, width);
}

/**
 * @param {ScenePart} part
 * @param {Plan} plan
 * @returns {{outline: number[][], low: number, top: number, dark: number} | null}
 */
function caster(part, plan) {
  switch (part.kind) {
    case 'wall':
      if (part.top < 0.003 || area(part.outline) > plan.coverArea) return null;
      return { outline: part.outline, low: part.low, top: part.top, dark: 0.8 };
    case 'post':
      return { outline: circle(part.centre, part.radius, 20), low: part.low, top: part.top, dark: 0.75 };
    case 'bumper':
      return { outline: circle(part.centre, part.radius * 1.06, 28), low: part.low, top: part.low + part.height, dark: 0.85 };
    case 'target':
      return part.drops ? null : { outline: part.outline, low: part.low, top: part.top, dark: 0.7 };
    case 'rubber':
      return { outline: part.axis, low: 0.02, top: part.axis[0]?.[2] ?? 0.02, dark: 0.7 };
    case 'ramp': {
      const ribs = /** @type {number[][]} */ (part.ribs);
      if (ribs.length < 2) return null;
      const top = ribs.reduce((sum, r) => sum + r[4], 0) / ribs.length;
      if (part.wires.length) return null;
      const outline = [...ribs.map((r) => [r[0], r[1]]), ...[...ribs].reverse().map((r) => [r[2], r[3]])];
      return { outline, low: 0.03, top, dark: 0.42 };
    }
    default:
      return null;
  }
}

/**
 * @param {Ctx} ctx
 * @param {number[][]} outline
 * @param {number} dx m
 * @param {number} dy m
 * @param {number} blur Pixels.
 * @param {number} dark
 * @param {number} scale
 * @param {number} wide m: of a line; 0 for an area.
 */
function drop(ctx, outline, dx, dy, blur, dark, scale, wide) {
  ctx.shadowColor = `rgba(0,2,6,${dark})`;
  ctx.shadowBlur = 1.6 * blur;
  ctx.shadowOffsetX = AWAY + dx * scale;
  ctx.shadowOffsetY = dy * scale;
  ctx.beginPath();
  outline.forEach((p, k) => (k ? ctx.lineTo(p[0] - AWAY / scale, p[1]) : ctx.moveTo(p[0] - AWAY / scale, p[1])));
  if (wide) {
    ctx.strokeStyle = '#000';
    ctx.lineWidth = wide * 1.3;
    ctx.stroke();
  } else {
    ctx.closePath();
    ctx.fillStyle = '#000';
    ctx.fill();
  }
}

