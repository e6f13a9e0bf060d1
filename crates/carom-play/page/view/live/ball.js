// @ts-check
// The ball: chrome. What it mirrors is painted once; its light, its shadow and its engraving move.

import { css, lit, mix } from '../colour.js';
import { sheet } from '../pen.js';
import { FALL } from '../shadows.js';

/**
 * @typedef {import('../colour.js').Palette} Palette
 * @typedef {import('../camera.js').Camera} Camera
 * @typedef {import('../../types.js').Ball} Ball
 * @typedef {CanvasRenderingContext2D} Ctx
 */

/** Pixels: radius of the painted ball, which is drawn at any size. */
const PAINTED = 64;

/** Paints balls of one table. */
export class Balls {
  /**
   * @param {Palette} colours
   * @param {number} radius m
   */
  constructor(colours, radius) {
    this.radius = radius;
    this.chrome = chrome(colours);
    this.gleam = spot('255,255,255', 0.95);
    this.shade = spot('0,2,6', 0.85);
    /** Three great circles, as points on a ball of radius one. */
    this.seams = seams();
  }

  /**
   * @param {Ctx} ctx
   * @param {Camera} camera
   * @param {Ball} ball
   * @param {number} floor m: height of what it is over.
   */
  shadow(ctx, camera, ball, floor) {
    const up = Math.max(0, ball.z - this.radius - floor);
    const [px, py] = camera.at(ball.x + FALL[0] * (up + 0.011), ball.y + FALL[1] * (up + 0.011), floor);
    const s = camera.scale(ball.y, floor) * this.radius * (1.35 + 6 * Math.min(0.15, up));
    ctx.globalAlpha = 0.85 / (1 + 14 * up);
    ctx.drawImage(this.shade, px - s, py - s * camera.cos, 2 * s, 2 * s * Math.max(0.7, camera.cos));
    const close = camera.at(ball.x, ball.y, floor);
    const t = camera.scale(ball.y, floor) * this.radius * 0.9;
    ctx.globalAlpha = Math.max(0, 0.9 - 60 * up);
    if (ctx.globalAlpha > 0) ctx.drawImage(this.shade, close[0] - t, close[1] - t * 0.7, 2 * t, 1.4 * t);
    ctx.globalAlpha = 1;
  }

  /**
   * @param {Ctx} ctx
   * @param {Camera} camera
   * @param {Ball} ball
   */
  draw(ctx, camera, ball) {
    const [px, py] = camera.at(ball.x, ball.y, ball.z);
    const r = camera.scale(ball.y, ball.z) * this.radius;
    ctx.drawImage(this.chrome, px - r, py - r, 2 * r, 2 * r);
    this.engrave(ctx, camera, ball, px, py, r);
    // The lamps over the table: their image wanders over the ball as the ball goes along the table.
    const dx = (camera.cx - ball.x) * 0.9;
    const dy = (camera.cy - 0.25 - ball.y) * 0.5;
    const hx = px + r * (-0.22 + 0.5 * dx);
    const hy = py + r * (-0.42 + 0.32 * dy);
    ctx.globalCompositeOperation = 'lighter';
    ctx.drawImage(this.gleam, hx - r * 0.42, hy - r * 0.34, r * 0.84, r * 0.68);
    ctx.drawImage(this.gleam, hx + r * 0.3, hy + r * 0.02, r * 0.3, r * 0.26);
    ctx.globalCompositeOperation = 'source-over';
  }

  /**
   * The engraving, turned as the ball is.
   * @param {Ctx} ctx
   * @param {Camera} camera
   * @param {Ball} ball
   * @param {number} px
   * @param {number} py
   * @param {number} r
   */
  engrave(ctx, camera, ball, px, py, r) {
    // Orientations between two frames are not quite of length one.
    const long = Math.hypot(ball.qx, ball.qy, ball.qz, ball.qw) || 1;
    const [qx, qy, qz, qw] = [ball.qx / long, ball.qy / long, ball.qz / long, ball.qw / long];
    const { sin, cos } = camera;
    const dark = [];
    for (const seam of this.seams) {
      let open = false;
      for (const [x, y, z] of seam) {
        // v + 2 q × (q × v + w v), then seen from the eye: right, down, towards.
        const tx = 2 * (qy * z - qz * y);
        const ty = 2 * (qz * x - qx * z);
        const tz = 2 * (qx * y - qy * x);
        const vx = x + qw * tx + qy * tz - qz * ty;
        const vy = y + qw * ty + qz * tx - qx * tz;
        const vz = z + qw * tz + qx * ty - qy * tx;
        const near = vy * sin + vz * cos;
        if (near > 0.12) {
          dark.push(open, px + r * 0.985 * vx, py + r * 0.985 * (vy * cos - vz * sin));
          open = true;
        } else open = false;
      }
    }
    ctx.lineCap = 'round';
    for (const [style, wide, by] of /** @type {[string, number, number][]} */ ([
      ['rgba(255,255,255,0.4)', 0.05, 0.03],
      ['rgba(6,10,18,0.55)', 0.065, 0],
    ])) {
      ctx.beginPath();
      for (let k = 0; k < dark.length; k += 3) {
        const x = /** @type {number} */ (dark[k + 1]) + by * r;
        const y = /** @type {number} */ (dark[k + 2]) + by * r;
        if (dark[k]) ctx.lineTo(x, y);
        else ctx.moveTo(x, y);
      }
      ctx.strokeStyle = style;
      ctx.lineWidth = Math.max(0.7, wide * r);
      ctx.stroke();
    }
  }
}

/** Two rings and a small star at each pole. */
function seams() {
  /** @type {number[][][]} */
  const all = [];
  const ring = (/** @type {(a: number) => number[]} */ at, /** @type {number} */ pieces = 40) => {
    const points = [];
    for (let k = 0; k <= pieces; k++) points.push(at((2 * Math.PI * k) / pieces));
    all.push(points);
  };
  ring((a) => [Math.cos(a), Math.sin(a), 0]);
  for (const pole of [1, -1]) {
    ring((a) => {
      const far = 0.42 * (0.62 + 0.38 * Math.cos(5 * a));
      return [far * Math.cos(a), far * Math.sin(a), pole * Math.sqrt(1 - far * far)];
    }, 40);
  }
  return all;
}

/**
 * What a ball mirrors: the dark room above, the lit backbox as a bright band, the table's colour below.
 * @param {Palette} colours
 */
function chrome(colours) {
  const r = PAINTED;
  const { canvas, ctx } = sheet(2 * r, 2 * r);
  ctx.beginPath();
  ctx.arc(r, r, r - 0.5, 0, 2 * Math.PI);
  ctx.clip();
  const floor = mix(colours.field, colours.accent, 0.35);
  const mirror = ctx.createLinearGradient(0, 0, 0, 2 * r);
  mirror.addColorStop(0, 'rgb(224,230,238)');
  mirror.addColorStop(0.18, 'rgb(255,255,255)');
  mirror.addColorStop(0.38, 'rgb(190,200,212)');
  mirror.addColorStop(0.5, 'rgb(44,50,60)');
  mirror.addColorStop(0.56, css(lit(floor, 0.55)));
  mirror.addColorStop(0.78, css(mix(floor, [255, 255, 255], 0.42)));
  mirror.addColorStop(1, css(lit(floor, 0.5)));
  // The horizon in a ball is bent: wide ellipses instead of straight bands.
  ctx.fillStyle = mirror;
  ctx.fillRect(0, 0, 2 * r, 2 * r);
  const bent = ctx.createRadialGradient(r, r * 2.5, r * 1.1, r, r * 2.5, r * 2.3);
  bent.addColorStop(0, css(mix(floor, [255, 255, 255], 0.35), 0.9));
  bent.addColorStop(0.24, css(lit(floor, 0.6), 0.9));
  bent.addColorStop(0.32, 'rgba(26,30,38,0.95)');
  bent.addColorStop(0.46, 'rgba(150,160,174,0.75)');
  bent.addColorStop(0.72, 'rgba(240,245,250,0.35)');
  bent.addColorStop(1, 'rgba(255,255,255,0)');
  ctx.fillStyle = bent;
  ctx.fillRect(0, 0, 2 * r, 2 * r);
  const edge = ctx.createRadialGradient(r * 0.9, r * 0.85, r * 0.45, r, r, r);
  edge.addColorStop(0, 'rgba(0,0,0,0)');
  edge.addColorStop(0.7, 'rgba(8,10,16,0.12)');
  edge.addColorStop(0.92, 'rgba(4,6,10,0.55)');
  edge.addColorStop(1, 'rgba(220,232,246,0.75)');
  ctx.fillStyle = edge;
  ctx.fillRect(0, 0, 2 * r, 2 * r);
  return canvas;
}

/**
 * A soft round spot.
 * @param {string} rgb
 * @param {number} alpha
 */
export function spot(rgb, alpha) {
  const { canvas, ctx } = sheet(64, 64);
  const fill = ctx.createRadialGradient(32, 32, 0, 32, 32, 32);
  fill.addColorStop(0, `rgba(${rgb},${alpha})`);
  fill.addColorStop(0.35, `rgba(${rgb},${alpha * 0.62})`);
  fill.addColorStop(0.7, `rgba(${rgb},${alpha * 0.16})`);
  fill.addColorStop(1, `rgba(${rgb},0)`);
  ctx.fillStyle = fill;
  ctx.fillRect(0, 0, 64, 64);
  return canvas;
}
