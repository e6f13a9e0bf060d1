// @ts-check
// A pen: a context with the camera through which it sees the table.

import { css, lit } from './colour.js';

/**
 * @typedef {[number, number]} Flat
 * @typedef {CanvasRenderingContext2D} Ctx
 */

/**
 * A canvas that is not in the page.
 * @param {number} width
 * @param {number} height
 * @returns {{canvas: HTMLCanvasElement, ctx: Ctx}}
 */
export function sheet(width, height) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('this browser cannot draw on a canvas');
  return { canvas, ctx };
}

/** Draws level outlines, upright faces and round things in the table's own lengths. */
export class Pen {
  /**
   * @param {Ctx} ctx
   * @param {import('./lens.js').Sight} camera
   */
  constructor(ctx, camera) {
    this.ctx = ctx;
    this.camera = camera;
  }

  /**
   * Begins a path along level points at height z.
   * @param {Flat[]} points
   * @param {number} z
   * @param {boolean} [closed]
   */
  trace(points, z, closed = true) {
    this.ctx.beginPath();
    this.add(points, z, closed);
  }

  /**
   * @param {Flat[]} points
   * @param {number} z
   * @param {boolean} [closed]
   */
  add(points, z, closed = true) {
    const { ctx, camera } = this;
    for (let k = 0; k < points.length; k++) {
      const [px, py] = camera.at(points[k][0], points[k][1], z);
      if (k === 0) ctx.moveTo(px, py);
      else ctx.lineTo(px, py);
    }
    if (closed) ctx.closePath();
  }

  /**
   * Begins a path along points in space.
   * @param {number[][]} points
   * @param {boolean} [closed]
   */
  trace3(points, closed = false) {
    const { ctx, camera } = this;
    ctx.beginPath();
    for (let k = 0; k < points.length; k++) {
      const [px, py] = camera.at(points[k][0], points[k][1], points[k][2]);
      if (k === 0) ctx.moveTo(px, py);
      else ctx.lineTo(px, py);
    }
    if (closed) ctx.closePath();
  }

  /**
   * Fills, and closes the seam to the neighbour with a hair of the same colour.
   * @param {string | CanvasGradient} style
   */
  fillSeamless(style) {
    const { ctx } = this;
    ctx.fillStyle = style;
    ctx.fill();
    ctx.strokeStyle = style;
    ctx.lineWidth = 0.8;
    ctx.stroke();
  }

  /**
   * @param {string | CanvasGradient | CanvasPattern} style
   * @param {number} width Pixels.
   */
  line(style, width) {
    const { ctx } = this;
    ctx.strokeStyle = style;
    ctx.lineWidth = width;
    ctx.stroke();
  }

  /**
   * Draws in metres on the level plane round a point, and puts everything back.
   * @param {Flat} at
   * @param {number} z
   * @param {(ctx: Ctx) => void} draw
   */
  on(at, z, draw) {
    this.ctx.save();
    this.camera.plane(this.ctx, at[0], at[1], z);
    draw(this.ctx);
    this.ctx.restore();
  }

  /**
   * Begins the outline of an upright cylinder as it is seen: the near half of its foot, the far half of its head.
   * @param {Flat} centre
   * @param {number} radius
   * @param {number} low
   * @param {number} high
   */
  tube(centre, radius, low, high) {
    const { ctx, camera } = this;
    ctx.beginPath();
    for (let k = 0; k <= 32; k++) {
      const a = (2 * Math.PI * k) / 32;
      const [px, py] = camera.at(centre[0] + radius * Math.cos(a), centre[1] + radius * Math.sin(a), k <= 16 ? low : high);
      if (k === 0) ctx.moveTo(px, py);
      else {
        // Both ends of a half are drawn at both heights: the sides go straight up.
        if (k === 17) ctx.lineTo(...camera.at(centre[0] - radius, centre[1], high));
        ctx.lineTo(px, py);
      }
    }
    ctx.closePath();
  }

  /**
   * Light on something round and upright.
   * @param {Flat} centre
   * @param {number} radius
   * @param {number} z
   * @param {import('./colour.js').Rgb} colour
   */
  round(centre, radius, z, colour) {
    const [px] = this.camera.at(centre[0], centre[1], z);
    const s = this.camera.scale(centre[1], z) * radius;
    const shine = this.ctx.createLinearGradient(px - s, 0, px + s, 0);
    shine.addColorStop(0, css(lit(colour, 0.3)));
    shine.addColorStop(0.3, css(lit(colour, 1.2)));
    shine.addColorStop(0.62, css(lit(colour, 0.62)));
    shine.addColorStop(1, css(lit(colour, 0.22)));
    return shine;
  }

  /**
   * A gradient between two places of the table.
   * @param {[number, number, number]} from
   * @param {[number, number, number]} to
   * @param {[number, string][]} stops
   */
  gradient(from, to, stops) {
    const a = this.camera.at(...from);
    const b = this.camera.at(...to);
    const gradient = this.ctx.createLinearGradient(a[0], a[1], b[0], b[1]);
    for (const [part, colour] of stops) gradient.addColorStop(part, colour);
    return gradient;
  }
}
