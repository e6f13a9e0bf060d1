// @ts-check
// The playfield: painted flat, as an artist would, and laid into the perspective row by row.

import { css, lit, mix, turned } from './colour.js';
import { contour } from './plan.js';
import { sheet } from './pen.js';
import { flatPut, heightOf } from './place.js';
import { area, heading, middle } from './shapes.js';
import { inlays } from './inlays.js';
import { shadows } from './shadows.js';

/**
 * @typedef {import('./plan.js').Plan} Plan
 * @typedef {import('./colour.js').Palette} Palette
 * @typedef {import('./camera.js').Camera} Camera
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {[number, number]} Flat
 * @typedef {CanvasRenderingContext2D} Ctx
 */

/**
 * Paints the playfield with everything that lies in it.
 * @param {Plan} plan
 * @param {Palette} colours
 * @param {number} scale Pixels per metre.
 */
export function paintGround(plan, colours, scale) {
  const { left, back, width, length } = plan.scene.bounds;
  const { canvas, ctx } = sheet(width * scale, length * scale);
  ctx.setTransform(scale, 0, 0, scale, -left * scale, -back * scale);
  lacquer(ctx, plan.scene, colours);
  emblem(ctx, plan, colours);
  stripes(ctx, plan, colours);
  inlays(ctx, plan, colours);
  bulbs(ctx, plan);
  shadows(ctx, plan, scale);
  vignette(ctx, plan.scene);
  return canvas;
}

/**
 * Lays a flat picture of the playfield into the perspective. The eye is over the middle line, so a row of the table is a row
 * of the screen.
 * @param {Ctx} ctx
 * @param {Camera} camera
 * @param {Scene} scene
 * @param {HTMLCanvasElement} picture
 */
export function layGround(ctx, camera, scene, picture) {
  const { left, back, width, length } = scene.bounds;
  const top = Math.floor(camera.at(left, back, 0)[1]);
  const bottom = Math.ceil(camera.at(left, back + length, 0)[1]);
  ctx.imageSmoothingQuality = 'high';
  for (let row = top; row < bottom; row++) {
    const from = ((camera.back(0, row)[1] - back) / length) * picture.height;
    const to = ((camera.back(0, row + 1)[1] - back) / length) * picture.height;
    const a = Math.max(0, Math.min(picture.height - 1, from));
    const tall = Math.max(0.5, Math.min(picture.height, to) - a);
    const y = camera.back(0, row + 0.5)[1];
    const x0 = camera.at(left, y, 0)[0];
    const x1 = camera.at(left + width, y, 0)[0];
    ctx.drawImage(picture, 0, a, picture.width, tall, x0, row, x1 - x0, 1);
  }
}

/**
 * @param {Ctx} ctx
 * @param {Scene} scene
 * @param {Palette} colours
 */
function lacquer(ctx, scene, colours) {
  const { left, back, width, length } = scene.bounds;
  const glow = ctx.createRadialGradient(
    left + width * 0.5, back + length * 0.4, 0, left + width * 0.5, back + length * 0.46, length * 0.66);
  glow.addColorStop(0, css(lit(colours.field, 1.1)));
  glow.addColorStop(0.45, css(mix(colours.field, colours.deep, 0.35)));
  glow.addColorStop(1, css(colours.deep));
  ctx.fillStyle = glow;
  ctx.fillRect(left, back, width, length);
  // The colour turns a little towards the back and the front.
  const turn = ctx.createLinearGradient(left, back, left, back + length);
  turn.addColorStop(0, css(turned(colours.accent, 38, 0.7, 0.3), 0.5));
  turn.addColorStop(0.4, css(turned(colours.accent, 38, 0.7, 0.3), 0));
  turn.addColorStop(0.62, css(turned(colours.accent, 44, 0.75, 0.26), 0));
  turn.addColorStop(1, css(turned(colours.accent, 44, 0.75, 0.26), 0.55));
  ctx.fillStyle = turn;
  ctx.fillRect(left, back, width, length);
  // Grain of the wood under the lacquer: long lines that wander a little. A fixed sequence, so that a table always looks the same.
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let k = 0; k < 90; k++) {
    const x = left + width * random();
    const sway = 0.012 * (random() - 0.5);
    ctx.strokeStyle = random() > 0.5 ? 'rgba(255,255,255,0.022)' : 'rgba(0,0,0,0.07)';
    ctx.lineWidth = 0.0005 + 0.0012 * random();
    ctx.beginPath();
    ctx.moveTo(x, back);
    ctx.bezierCurveTo(x + sway, back + length * 0.3, x - sway, back + length * 0.7, x + sway / 2, back + length);
    ctx.stroke();
  }
}

/**
 * A sun in the roomiest place, with rays to the ends of the table, and the table's name beneath.
 * @param {Ctx} ctx
 * @param {Plan} plan
 * @param {Palette} colours
 */
function emblem(ctx, plan, colours) {
  const { left, back, width, length } = plan.scene.bounds;
  const { at, radius: room } = centrepiece(plan);
  const radius = Math.min(room * 0.92, width * 0.2);
  if (radius < 0.03) return;
  const [x, y] = at;
  const kind = [...plan.scene.title].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7);
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, back, width, length);
  ctx.clip();
  const rays = 24 + 4 * (kind % 4);
  const light = ctx.createRadialGradient(x, y, radius * 0.3, x, y, length * 0.62);
  light.addColorStop(0, css(colours.accent, 0.17));
  light.addColorStop(0.5, css(colours.accent, 0.05));
  light.addColorStop(1, css(colours.accent, 0));
  ctx.fillStyle = light;
  ctx.beginPath();
  for (let k = 0; k < rays; k++) {
    const a = (2 * Math.PI * (k - 0.25)) / rays;
    const b = (2 * Math.PI * (k + 0.25)) / rays;
    ctx.moveTo(x, y);
    ctx.lineTo(x + length * Math.cos(a), y + length * Math.sin(a));
    ctx.lineTo(x + length * Math.cos(b), y + length * Math.sin(b));
    ctx.closePath();
  }
  ctx.fill();
  disc(ctx, x, y, radius, colours, kind);
  ctx.restore();
  letter(ctx, plan, colours, [x, y], radius);
}

/**
 * Where the emblem lies: round a large lamp, if there is one in the middle of the table; else where there is most room.
 * @param {Plan} plan
 * @returns {{at: Flat, radius: number}}
 */
function centrepiece(plan) {
  const { left, back, width, length } = plan.scene.bounds;
  let best = 0.013;
  /** @type {{at: Flat, radius: number} | null} */
  let found = null;
  for (const lamp of plan.scene.lamps) {
    const [x, y] = [(lamp.at[0] - left) / width, (lamp.at[1] - back) / length];
    const radius = plan.clear(lamp.at[0], lamp.at[1]);
    if (lamp.radius <= best || x < 0.3 || x > 0.7 || y < 0.35 || y > 0.75 || radius < 0.05) continue;
    best = lamp.radius;
    found = { at: lamp.at, radius };
  }
  return found ?? plan.room(0.42, 0.72);
}

/**
 * @param {Ctx} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {Palette} colours
 * @param {number} kind Each table has an emblem of its own.
 */
function disc(ctx, x, y, r, colours, kind) {
  const fill = ctx.createRadialGradient(x, y, 0, x, y, r);
  fill.addColorStop(0, css(mix(colours.deep, colours.accent, 0.34), 0.95));
  fill.addColorStop(0.7, css(mix(colours.deep, colours.accent, 0.15), 0.9));
  fill.addColorStop(1, css(mix(colours.deep, colours.accent, 0.07), 0.92));
  ctx.fillStyle = fill;
  ring(ctx, x, y, r);
  ctx.fill();
  for (const [part, alpha, wide] of [[1, 0.85, 0.0016], [0.955, 0.4, 0.0007], [0.7, 0.5, 0.001], [0.3, 0.55, 0.0009]]) {
    ctx.strokeStyle = css(mix(colours.accent, colours.ink, 0.35), alpha);
    ctx.lineWidth = wide;
    ring(ctx, x, y, r * part);
    ctx.stroke();
  }
  // A star of two crowns: dark and light halves make it look folded.
  const count = [8, 6, 10, 12, 5, 7][kind % 6];
  const slim = [0.26, 0.34, 0.3, 0.4, 0.36, 0.24][(kind >> 2) % 6];
  for (const [points, far, near, turn] of [[count, 0.66, slim * 0.85, Math.PI / count], [count, 0.9, slim, 0]]) {
    for (let k = 0; k < points; k++) {
      const a = turn + (2 * Math.PI * k) / points;
      const tip = heading(a);
      const short = k % 2 && !turn && count % 4 === 0 ? 0.78 : 1;
      for (const side of [-1, 1]) {
        const foot = heading(a + (side * Math.PI) / points);
        ctx.fillStyle = css(side < 0 ? mix(colours.accent, colours.ink, 0.3) : mix(colours.accent, colours.deep, 0.55), turn ? 0.4 : 0.75);
        ctx.beginPath();
        ctx.moveTo(x, y);
        ctx.lineTo(x + foot[0] * r * near, y + foot[1] * r * near);
        ctx.lineTo(x + tip[0] * r * far * short, y + tip[1] * r * far * short);
        ctx.closePath();
        ctx.fill();
      }
    }
  }
  ctx.fillStyle = css(colours.second, 0.9);
  ring(ctx, x, y, r * 0.085);
  ctx.fill();
}

/**
 * @param {Ctx} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function ring(ctx, x, y, r) {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
}

/**
 * The table's name under the emblem, as large as there is room.
 * @param {Ctx} ctx
 * @param {Plan} plan
 * @param {Palette} colours
 * @param {Flat} at
 * @param {number} radius
 */
function letter(ctx, plan, colours, at, radius) {
  const name = plan.scene.title.toUpperCase();
  let y = at[1] + radius;
  let free = 0;
  // Lamps have letters of their own: the name keeps clear of them.
  for (; free < 0.05 && y < at[1] + radius + 0.12; y += 0.006) {
    const line = y + 0.026;
    const clear = plan.scene.lamps.every(
      (lamp) => Math.abs(lamp.at[1] - line) > lamp.radius + 0.018 || Math.abs(lamp.at[0] - at[0]) > 0.16);
    if (clear) free = 2 * Math.min(plan.clear(at[0], line), 0.14);
  }
  if (free < 0.05) return;
  ctx.save();
  ctx.translate(at[0], y + 0.012);
  // Fonts of less than a pixel are not drawn: letters are set a thousand times as large, and made small.
  ctx.scale(0.001, 0.001);
  ctx.font = '600 30px "Avenir Next", "Segoe UI", "Helvetica Neue", Arial, sans-serif';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  const wide = ctx.measureText(name).width;
  const fit = Math.min(1, (free * 1000 * 0.95) / Math.max(1, wide));
  ctx.scale(fit, fit);
  ctx.fillStyle = css(colours.deep, 0.8);
  ctx.fillText(name, 0, 1.6);
  ctx.fillStyle = css(mix(colours.accent, colours.ink, 0.6), 0.85);
  ctx.fillText(name, 0, 0);
  ctx.restore();
}

/**
 * Inlaid lines along everything that stands: they follow the lanes.
 * @param {Ctx} ctx
 * @param {Plan} plan
 * @param {Palette} colours
 */
function stripes(ctx, plan, colours) {
  const second = mix(colours.second, colours.ink, 0.2);
  for (const [level, wide, alpha, colour] of /** @type {[number, number, number, import('./colour.js').Rgb][]} */ ([
    [0.0045, 0.0016, 0.55, colours.accent],
    [0.0075, 0.0006, 0.5, second],
    [0.0165, 0.0005, 0.16, colours.accent],
  ])) {
    ctx.strokeStyle = css(colour, alpha);
    ctx.lineWidth = wide;
    ctx.lineCap = 'round';
    ctx.beginPath();
    for (const [x1, y1, x2, y2] of contour(plan, level)) {
      ctx.moveTo(x1, y1);
      ctx.lineTo(x2, y2);
    }
    ctx.stroke();
  }
}

/**
 * The small bulbs that always burn: under the plastics of slingshots, between the bumpers, behind targets.
 * @param {Ctx} ctx
 * @param {Plan} plan
 */
function bulbs(ctx, plan) {
  /** @type {[number, number, number, number][]} x, y, radius and strength. */
  const all = [];
  for (const part of plan.scene.parts) {
    const { place } = part;
    if (part.group !== undefined) continue;
    if (part.kind === 'rubber' && part.closed && part.axis.length > 2 && heightOf(place, part.axis[0][2]) < 0.04) {
      const band = part.axis.map((/** @type {number[]} */ p) => flatPut(place, p[0], p[1], p[2]));
      // A ring round one post has no bulb under it; a slingshot has.
      const share = Math.min(1, area(band) / 0.003);
      if (share > 0.1) all.push([...middle(band), 0.03 + 0.055 * share, 0.34 * share]);
    } else if (part.kind === 'bumper') all.push([...flatPut(place, part.centre[0], part.centre[1], part.low), part.radius * 3.4, 0.2]);
    else if (part.kind === 'target') all.push([...flatPut(place, ...middle(part.outline), part.low), 0.05, 0.16]);
  }
  ctx.globalCompositeOperation = 'lighter';
  for (const [x, y, r, strong] of all) {
    const light = ctx.createRadialGradient(x, y, 0, x, y, r);
    light.addColorStop(0, `rgba(255,214,150,${strong})`);
    light.addColorStop(0.5, `rgba(255,190,120,${strong * 0.3})`);
    light.addColorStop(1, 'rgba(255,180,110,0)');
    ctx.fillStyle = light;
    ring(ctx, x, y, r);
    ctx.fill();
  }
  ctx.globalCompositeOperation = 'source-over';
}

/**
 * Darker towards the borders, and a soft gleam of the room on the lacquer.
 * @param {Ctx} ctx
 * @param {Scene} scene
 */
function vignette(ctx, scene) {
  const { left, back, width, length } = scene.bounds;
  const dark = ctx.createRadialGradient(
    left + width / 2, back + length * 0.48, length * 0.3, left + width / 2, back + length / 2, length * 0.68);
  dark.addColorStop(0, 'rgba(0,0,0,0)');
  dark.addColorStop(1, 'rgba(0,0,0,0.45)');
  ctx.fillStyle = dark;
  ctx.fillRect(left, back, width, length);
  const gleam = ctx.createLinearGradient(left, back, left + width, back + length * 0.55);
  gleam.addColorStop(0.2, 'rgba(255,255,255,0)');
  gleam.addColorStop(0.42, 'rgba(255,255,255,0.045)');
  gleam.addColorStop(0.5, 'rgba(255,255,255,0.02)');
  gleam.addColorStop(0.58, 'rgba(255,255,255,0.04)');
  gleam.addColorStop(0.75, 'rgba(255,255,255,0)');
  ctx.fillStyle = gleam;
  ctx.fillRect(left, back, width, length);
}
