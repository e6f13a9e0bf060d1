// @ts-check
// What is let into the playfield: rollovers, holes, magnets, turntables' beds, the drain, rings round bumpers, arrows before
// ramps, and the dark jewels of lamps that are not lit.

import { css, mix, parse } from './colour.js';
import { box, heading } from './shapes.js';
import { jewel } from './jewel.js';
import { heightOf, lie } from './place.js';
import { middleOf } from './solid.js';

/**
 * @typedef {import('./plan.js').Plan} Plan
 * @typedef {import('./colour.js').Palette} Palette
 * @typedef {import('../types.js').ScenePart} ScenePart
 * @typedef {[number, number]} Flat
 * @typedef {CanvasRenderingContext2D} Ctx
 */

/**
 * @param {Ctx} ctx
 * @param {Plan} plan
 * @param {Palette} colours
 */
export function inlays(ctx, plan, colours) {
  const { parts, lamps } = plan.scene;
  const still = parts.filter((part) => part.group === undefined);
  const each = (/** @type {(part: ScenePart) => void} */ draw) => {
    for (const part of still) {
      ctx.save();
      if (part.place) lie(ctx, part.place, part.low ?? 0);
      draw(part);
      ctx.restore();
    }
  };
  each((part) => part.kind === 'bumper' && heightOf(part.place, part.low) < 0.02 && halo(ctx, part, colours));
  each((part) => part.kind === 'ramp' && approach(ctx, part, colours, part.place ? [] : lamps));
  each((part) => !(heightOf(part.place, part.low ?? 0) > 0.012) && letIn(ctx, part, plan, colours));
  for (const lamp of lamps) jewel(ctx, lamp, parse(lamp.colour), 0);
}

/**
 * What is let into a driven group's own floor, as a piece of it.
 * @param {ScenePart} part
 * @param {Plan} plan
 * @param {Palette} colours
 * @param {import('./pieces.js').Pieces} pieces
 */
export function inlay(part, plan, colours, pieces) {
  const holes = part.kind === 'collider' && part.shapes.some((/** @type {any} */ shape) => shape.is === 'hole');
  if (!holes && !['trigger', 'kicker', 'magnet', 'trough'].includes(part.kind)) return;
  const low = part.low ?? 0;
  const [x, y] = middleOf(part);
  pieces.add(low + 0.0005, (pen) => pen.on([x, y], low, (ctx) => {
    ctx.translate(-x, -y);
    letIn(ctx, part, plan, colours);
  }));
}

/**
 * What is seen of a part in the floor, in its own space.
 * @param {Ctx} ctx
 * @param {ScenePart} part
 * @param {Plan} plan
 * @param {Palette} colours
 */
function letIn(ctx, part, plan, colours) {
  if (part.kind === 'trigger') rollover(ctx, part, plan, colours);
  else if (part.kind === 'kicker') hole(ctx, part);
  else if (part.kind === 'magnet') magnet(ctx, part, colours);
  else if (part.kind === 'trough') drain(ctx, part);
  else if (part.kind === 'target' && part.drops) slot(ctx, part.outline);
  else if (part.kind === 'plunger') groove(ctx, part);
  else if (part.kind === 'collider') for (const shape of part.shapes) if (shape.is === 'hole') hole(ctx, shape);
}

/**
 * Begins the path of an outline.
 * @param {Ctx} ctx
 * @param {Flat[]} outline
 */
function follow(ctx, outline) {
  ctx.beginPath();
  outline.forEach((p, k) => (k ? ctx.lineTo(p[0], p[1]) : ctx.moveTo(p[0], p[1])));
  ctx.closePath();
}

/**
 * @param {Ctx} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function ring(ctx, x, y, r) {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(0, r), 0, 2 * Math.PI);
}

/**
 * Soft rings round a bumper, like waves.
 * @param {Ctx} ctx
 * @param {ScenePart} part
 * @param {Palette} colours
 */
function halo(ctx, part, colours) {
  const [x, y] = part.centre;
  const r = part.radius;
  const glow = ctx.createRadialGradient(x, y, r, x, y, r * 1.9);
  glow.addColorStop(0, css(colours.second, 0.34));
  glow.addColorStop(1, css(colours.second, 0));
  ctx.fillStyle = glow;
  ring(ctx, x, y, r * 1.9);
  ctx.fill();
  for (const [by, alpha] of [[1.22, 0.6], [1.42, 0.32], [1.62, 0.16]]) {
    ctx.strokeStyle = css(mix(colours.second, colours.ink, 0.3), alpha);
    ctx.lineWidth = 0.0011;
    ring(ctx, x, y, r * by);
    ctx.stroke();
  }
}

/**
 * Chevrons before the mouth of a ramp, brighter the nearer they are; none where lamps do the same.
 * @param {Ctx} ctx
 * @param {ScenePart} part
 * @param {Palette} colours
 * @param {import('../types.js').SceneLamp[]} lamps
 */
function approach(ctx, part, colours, lamps) {
  const ribs = /** @type {number[][]} */ (part.ribs);
  if (ribs.length < 2) return;
  const last = ribs.length - 1;
  const [first, next] = ribs[0][4] <= ribs[last][4] ? [ribs[0], ribs[1]] : [ribs[last], ribs[last - 1]];
  if (first[4] > 0.012) return;
  const mid = (/** @type {number[]} */ r) => /** @type {Flat} */ ([(r[0] + r[2]) / 2, (r[1] + r[3]) / 2]);
  const [a, b] = [mid(first), mid(next)];
  const way = Math.atan2(b[0] - a[0], -(b[1] - a[1]));
  const half = Math.min(0.022, Math.hypot(first[2] - first[0], first[3] - first[1]) * 0.32);
  const [ux, uy] = heading(way);
  for (let k = 0; k < 3; k++) {
    const d = 0.016 + 0.02 * k;
    const tip = [a[0] - ux * d, a[1] - uy * d];
    if (lamps.some((lamp) => Math.hypot(lamp.at[0] - tip[0], lamp.at[1] - tip[1]) < lamp.radius + 0.014)) continue;
    ctx.strokeStyle = css(mix(colours.accent, colours.ink, 0.4), 0.75 - 0.2 * k);
    ctx.lineWidth = 0.0042;
    ctx.lineJoin = 'miter';
    ctx.beginPath();
    ctx.moveTo(tip[0] - uy * half - ux * half * 0.55, tip[1] + ux * half - uy * half * 0.55);
    ctx.lineTo(tip[0], tip[1]);
    ctx.lineTo(tip[0] + uy * half - ux * half * 0.55, tip[1] - ux * half - uy * half * 0.55);
    ctx.stroke();
  }
}

/**
 * A rollover: a slot along the lane with a bent wire in it. A large area is only marked.
 * @param {Ctx} ctx
 * @param {ScenePart} part
 * @param {Plan} plan
 * @param {Palette} colours
 */
function rollover(ctx, part, plan, colours) {
  if (part.outline) {
    follow(ctx, part.outline);
    ctx.fillStyle = css(colours.accent, 0.07);
    ctx.fill();
    ctx.strokeStyle = css(colours.accent, 0.3);
    ctx.lineWidth = 0.0007;
    ctx.stroke();
    return;
  }
  const [x, y] = part.centre;
  const r = Math.min(part.radius, 0.02);
  ctx.save();
  ctx.translate(x, y);
  // The lanes are known where the table is still; a part that was turned says itself how it lies.
  if (!part.place && part.group === undefined) ctx.rotate(plan.lane(x, y));
  const long = r * 1.5;
  ctx.lineCap = 'round';
  ctx.strokeStyle = css(mix(colours.accent, colours.ink, 0.3), 0.5);
  ctx.lineWidth = 0.0078;
  stroke(ctx, 0, -long, 0, long);
  ctx.strokeStyle = 'rgba(3,4,7,0.95)';
  ctx.lineWidth = 0.0064;
  stroke(ctx, 0, -long, 0, long);
  ctx.strokeStyle = 'rgba(90,98,110,1)';
  ctx.lineWidth = 0.0024;
  stroke(ctx, 0.0003, -long * 0.92, 0.0003, long * 0.92);
  ctx.strokeStyle = 'rgba(240,246,252,0.95)';
  ctx.lineWidth = 0.0009;
  stroke(ctx, -0.0002, -long * 0.7, -0.0002, long * 0.7);
  ctx.restore();
}

/**
 * @param {Ctx} ctx
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 */
function stroke(ctx, x1, y1, x2, y2) {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

/**
 * A dark hole: its far wall is in the light, its near one is not seen.
 * @param {Ctx} ctx
 * @param {any} part A kicker, or a shape with a centre and a radius.
 */
function hole(ctx, part) {
  const [x, y] = part.centre;
  const r = part.radius;
  if (r <= 0) return;
  const rim = ctx.createLinearGradient(x - r, y - r, x + r, y + r);
  rim.addColorStop(0, 'rgb(120,130,142)');
  rim.addColorStop(0.45, 'rgb(235,240,246)');
  rim.addColorStop(1, 'rgb(70,78,88)');
  ctx.fillStyle = rim;
  ring(ctx, x, y, r * 1.1);
  ctx.fill();
  const deep = ctx.createRadialGradient(x, y + r * 0.32, r * 0.15, x, y, r);
  deep.addColorStop(0, 'rgb(0,0,0)');
  deep.addColorStop(0.72, 'rgb(8,9,12)');
  deep.addColorStop(1, 'rgb(58,50,42)');
  ctx.fillStyle = deep;
  ring(ctx, x, y, r * 0.97);
  ctx.fill();
}

/**
 * @param {Ctx} ctx
 * @param {ScenePart} part
 * @param {Palette} colours
 */
function magnet(ctx, part, colours) {
  const [x, y] = part.centre;
  for (let k = 4; k >= 1; k--) {
    ctx.strokeStyle = css(mix(colours.second, colours.ink, 0.3), 0.12 + 0.08 * (4 - k));
    ctx.lineWidth = 0.0008;
    ring(ctx, x, y, (part.radius * k) / 4);
    ctx.stroke();
  }
  const core = ctx.createRadialGradient(x - 0.003, y - 0.003, 0, x, y, 0.012);
  core.addColorStop(0, 'rgb(214,220,228)');
  core.addColorStop(1, 'rgb(80,86,96)');
  ctx.fillStyle = core;
  ring(ctx, x, y, Math.min(0.012, part.radius * 0.3));
  ctx.fill();
}

/**
 * @param {Ctx} ctx
 * @param {ScenePart} part
 */
function drain(ctx, part) {
  if (!part.outline) return hole(ctx, part);
  follow(ctx, part.outline);
  const [l, b, r, f] = box(part.outline);
  const deep = ctx.createLinearGradient(l, b, l, f);
  deep.addColorStop(0, 'rgb(0,0,0)');
  deep.addColorStop(0.55, 'rgb(9,11,15)');
  deep.addColorStop(1, 'rgb(26,30,38)');
  ctx.fillStyle = deep;
  ctx.fill();
  // The chute on which balls roll to the trough.
  ctx.strokeStyle = 'rgba(190,200,212,0.16)';
  ctx.lineWidth = 0.0012;
  for (const share of [0.45, 0.72]) stroke(ctx, l + 0.004, b + (f - b) * share, r - 0.004, b + (f - b) * share);
  ctx.strokeStyle = 'rgba(140,150,162,0.5)';
  ctx.lineWidth = 0.0014;
  follow(ctx, part.outline);
  ctx.stroke();
}

/**
 * The slit through which a drop target sinks.
 * @param {Ctx} ctx
 * @param {Flat[]} outline
 */
function slot(ctx, outline) {
  follow(ctx, outline);
  ctx.strokeStyle = 'rgba(150,158,170,0.55)';
  ctx.lineWidth = 0.0024;
  ctx.stroke();
  ctx.fillStyle = 'rgb(4,5,8)';
  ctx.fill();
}

/**
 * The groove in which a plunger runs.
 * @param {Ctx} ctx
 * @param {ScenePart} part
 */
function groove(ctx, part) {
  const [x, y] = part.centre;
  const front = y - part.stroke;
  ctx.fillStyle = 'rgba(0,0,0,0.5)';
  ctx.fillRect(x - part.width * 0.55, front, part.width * 1.1, y + part.height - front + 0.05);
}

