// @ts-check
// Low things that stand before a ball and hide its foot: walls, posts, rubbers, targets. Everything high lies over the
// balls anyway; of what is as low as a ball, only this part of the picture must be put back.

import { stood } from '../place.js';
import { HIGH, LOW } from '../plan.js';
import { area, box, circle, inside } from '../shapes.js';

/**
 * @typedef {import('../../types.js').Scene} Scene
 * @typedef {import('../../types.js').Ball} Ball
 * @typedef {import('../camera.js').Camera} Camera
 * @typedef {[number, number]} Flat
 * @typedef {{outline: Flat[], box: number[], top: number, path: Path2D}} Screen
 */

/** m: what is lower than this hides nothing worth the trouble. */
const LEAST = 0.008;

/** The low walls of a table, as they are seen. */
export class Screens {
  /**
   * @param {Scene} scene
   * @param {Camera} camera
   */
  constructor(scene, camera) {
    this.camera = camera;
    /** @type {Screen[]} */
    this.list = [];
    if (camera.flat) return;
    const most = 0.4 * scene.bounds.width * scene.bounds.length;
    for (const part of scene.parts) {
      const own = part.group === undefined ? blockOf(part) : null;
      const block = own && stood(part, { low: part.low ?? 0, ...own });
      if (!block || block.low >= LOW || block.top < LEAST || block.outline.length < 3 || area(block.outline) > most) continue;
      const top = Math.min(block.top, HIGH);
      this.list.push({ outline: block.outline, box: box(block.outline), top, path: silhouette(block.outline, top, camera) });
    }
  }

  /**
   * Puts back what hides a ball.
   * @param {CanvasRenderingContext2D} ctx
   * @param {Ball} ball
   * @param {number} radius m
   * @param {HTMLCanvasElement} picture What stands still.
   */
  cover(ctx, ball, radius, picture) {
    const { camera } = this;
    const steep = camera.sin / Math.max(0.1, camera.cos);
    for (const screen of this.list) {
      const [l, b, r, f] = screen.box;
      if (ball.x < l - radius || ball.x > r + radius || ball.y > f || ball.y < b - 2.5 * radius || screen.top < ball.z - radius) continue;
      // A wall is before the ball if the way from the ball's side to the eye goes through it.
      const before = [0, -0.6, 0.6].some((across) => {
        const x = ball.x + across * radius;
        const y = ball.y + radius * Math.sqrt(1 - across * across);
        for (let k = 1; k <= 4; k++) {
          if (inside([x, y + (k * steep * screen.top) / 4 + 0.0005], screen.outline)) return true;
        }
        return false;
      });
      if (!before || inside([ball.x, ball.y], screen.outline)) continue;
      const [px, py] = camera.at(ball.x, ball.y, ball.z);
      const s = Math.ceil(camera.scale(ball.y, ball.z) * radius) + 2;
      const [x, y] = [Math.floor(px - s), Math.floor(py - s)];
      ctx.save();
      ctx.clip(screen.path);
      ctx.drawImage(picture, x, y, 2 * s, 2 * s, x, y, 2 * s, 2 * s);
      ctx.restore();
    }
  }
}

/**
 * What a part is to a ball behind it.
 * @param {import('../../types.js').ScenePart} part
 * @returns {{outline: Flat[], top: number} | null}
 */
function blockOf(part) {
  if (part.kind === 'wall') return { outline: part.outline, top: part.top };
  if (part.kind === 'target' && !part.drops) return { outline: part.outline, top: part.top };
  if (part.kind === 'post') return { outline: circle(part.centre, part.radius, 16), top: part.top };
  if (part.kind === 'bumper') return { outline: circle(part.centre, part.radius * 0.66, 20), top: part.low + part.height };
  if (part.kind === 'rubber' && part.closed && part.axis.length > 2) {
    const top = part.axis[0][2] + part.thickness / 2;
    return top < 0.04 ? { outline: part.axis.map((/** @type {number[]} */ p) => [p[0], p[1]]), top } : null;
  }
  return null;
}

/**
 * All that is seen of a block: its top and its sides.
 * @param {Flat[]} outline
 * @param {number} top
 * @param {Camera} camera
 */
function silhouette(outline, top, camera) {
  const path = new Path2D();
  const add = (/** @type {number[][]} */ points) => {
    const seen = points.map((p) => camera.at(p[0], p[1], p[2]));
    // All pieces are walked the same way round, so that none cuts a hole into another.
    let sum = 0;
    seen.forEach((p, k) => {
      const q = seen[(k + 1) % seen.length];
      sum += p[0] * q[1] - q[0] * p[1];
    });
    if (sum < 0) seen.reverse();
    seen.forEach((p, k) => (k ? path.lineTo(p[0], p[1]) : path.moveTo(p[0], p[1])));
    path.closePath();
  };
  add(outline.map((p) => [p[0], p[1], top]));
  outline.forEach((a, k) => {
    const b = outline[(k + 1) % outline.length];
    add([[a[0], a[1], 0], [b[0], b[1], 0], [b[0], b[1], top], [a[0], a[1], top]]);
  });
  return path;
}
