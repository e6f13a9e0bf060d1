// @ts-check
// Where balls have just been: a tail coloured by speed.

import { css, mix } from '../colour.js';

/**
 * @typedef {import('../camera.js').Camera} Camera
 * @typedef {import('../../types.js').Ball} Ball
 * @typedef {CanvasRenderingContext2D} Ctx
 * @typedef {{x: number, y: number, z: number, speed: number, at: number}} Spot
 */

/** ms of table time that a tail lasts. */
const LASTS = 260;
/** m: a ball that is farther away after one frame was put there. */
const JUMP = 0.12;

/** Remembers and draws tails. */
export class Trails {
  constructor() {
    /** @type {Map<number, Spot[]>} */
    this.ways = new Map();
  }

  /**
   * @param {Ball[]} balls
   * @param {number} tick
   */
  note(balls, tick) {
    for (const ball of balls) {
      let way = this.ways.get(ball.id);
      if (!way) this.ways.set(ball.id, (way = []));
      const last = way[way.length - 1];
      if (last && (tick < last.at || Math.hypot(ball.x - last.x, ball.y - last.y) > JUMP)) way.length = 0;
      if (!last || tick > last.at) {
        way.push({ x: ball.x, y: ball.y, z: ball.z, speed: Math.hypot(ball.vx, ball.vy, ball.vz), at: tick });
      }
      while (way.length && way[0].at < tick - LASTS) way.shift();
    }
    for (const id of this.ways.keys()) if (!balls.some((ball) => ball.id === id)) this.ways.delete(id);
  }

  /**
   * @param {import('../tiles.js').Tiles} tiles
   * @param {Camera} camera
   * @param {number} radius m
   */
  mark(tiles, camera, radius) {
    for (const way of this.ways.values()) {
      for (const p of way) {
        const [px, py] = camera.at(p.x, p.y, p.z);
        // A tail may bridge the distance to the next spot.
        const r = camera.scale(p.y, p.z) * (radius + JUMP / 2);
        tiles.touch(px - r, py - r, px + r, py + r);
      }
    }
  }

  /**
   * @param {Ctx} ctx
   * @param {Camera} camera
   * @param {number} radius m
   * @param {number} tick
   */
  draw(ctx, camera, radius, tick) {
    ctx.lineCap = 'round';
    ctx.globalCompositeOperation = 'lighter';
    for (const way of this.ways.values()) {
      for (let k = 1; k < way.length; k++) {
        const [a, b] = [way[k - 1], way[k]];
        const young = Math.max(0, 1 - (tick - b.at) / LASTS);
        const from = camera.at(a.x, a.y, a.z);
        const to = camera.at(b.x, b.y, b.z);
        ctx.strokeStyle = css(ofSpeed(b.speed), 0.5 * young * young);
        ctx.lineWidth = 1.5 * radius * young * camera.scale(b.y, b.z);
        ctx.beginPath();
        ctx.moveTo(from[0], from[1]);
        ctx.lineTo(to[0], to[1]);
        ctx.stroke();
      }
    }
    ctx.globalCompositeOperation = 'source-over';
  }
}

/**
 * Blue when slow, by violet and orange to white at four metres a second.
 * @param {number} speed m/s
 */
function ofSpeed(speed) {
  const part = Math.min(1, speed / 4);
  if (part < 0.35) return mix([40, 110, 255], [190, 70, 255], part / 0.35);
  if (part < 0.7) return mix([190, 70, 255], [255, 130, 40], (part - 0.35) / 0.35);
  return mix([255, 130, 40], [255, 244, 200], (part - 0.7) / 0.3);
}
