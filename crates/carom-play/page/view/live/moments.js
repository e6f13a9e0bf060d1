// @ts-check
// Moments of light: a jackpot, a saved ball, a drain, a tilt. Each is short, and none flashes when motion is to be reduced.

import { parse } from '../colour.js';
import { spot } from './ball.js';

/**
 * @typedef {import('../colour.js').Rgb} Rgb
 * @typedef {import('../colour.js').Palette} Palette
 * @typedef {import('../camera.js').Camera} Camera
 * @typedef {CanvasRenderingContext2D} Ctx
 *
 * What a moment is: how many seconds it lasts, from where on the table its light comes and how strong, in how many beats, how
 * much all lamps join in, by how many pixels the picture shakes, and how dark it gets.
 * @typedef {{lasts: number, colour: Rgb, x: number, y: number, strong: number, beats: number} & {lamps: number, shake: number, dims: number}} Kind
 */

/** The moments that are on. */
export class Moments {
  /** @param {Palette} colours */
  constructor(colours) {
    const gold = parse('#ffd36e');
    const base = { lasts: 1, colour: colours.accent, x: 0.5, y: 0.45, strong: 0.5, beats: 1, lamps: 0, shake: 0, dims: 0 };
    /** @type {Record<string, Kind>} */
    this.kinds = {
      jackpot: { ...base, lasts: 1.6, colour: gold, strong: 0.95, beats: 4, lamps: 1 },
      multiball: { ...base, lasts: 2, colour: colours.second, strong: 0.75, beats: 5, lamps: 1 },
      mode: { ...base, lasts: 1.2, strong: 0.6, beats: 2, lamps: 0.7 },
      extra_ball: { ...base, lasts: 1.4, colour: parse('#7dff9a'), strong: 0.7, beats: 3, lamps: 0.8 },
      saved: { ...base, lasts: 1, colour: parse('#7dffb0'), y: 0.95, strong: 0.8, beats: 2, lamps: 0.3 },
      drained: { ...base, lasts: 1.3, colour: parse('#ff5a4a'), y: 1, strong: 0.6, dims: 0.45 },
      bonus: { ...base, lasts: 1, colour: gold, strong: 0.4 },
      tilt: { ...base, lasts: 1.4, colour: parse('#ff2a2a'), strong: 0.7, shake: 9, dims: 0.6 },
      super_jackpot: { ...base, lasts: 2.2, colour: gold, strong: 1, beats: 6, lamps: 1 },
      skill_shot: { ...base, lasts: 1.2, colour: gold, y: 0.2, strong: 0.7, beats: 2, lamps: 0.6 },
      lock: { ...base, lasts: 1.1, colour: colours.second, strong: 0.5, beats: 2, lamps: 0.5 },
      warning: { ...base, lasts: 0.5, colour: parse('#ff5a3a'), strong: 0.35, shake: 4 },
      start: { ...base, lasts: 1.2, y: 0.8, strong: 0.6, beats: 2, lamps: 0.8 },
      game_over: { ...base, lasts: 2.4, strong: 0.35, dims: 0.55 },
    };
    this.other = { ...base, lasts: 0.7, strong: 0.4, lamps: 0.4 };
    /** @type {{kind: Kind, began: number}[]} */
    this.on = [];
    /** What the table covers on the screen: light stays within. */
    this.frame = new Path2D();
    /** @type {Map<string, HTMLCanvasElement>} */
    this.lights = new Map();
  }

  /**
   * @param {string} name
   * @param {number} now s
   */
  begin(name, now) {
    const kind = this.kinds[name] ?? this.other;
    this.on = this.on.filter((one) => one.kind !== kind).slice(-3);
    this.on.push({ kind, began: now });
  }

  /** @param {number} now s */
  tidy(now) {
    this.on = this.on.filter((one) => now - one.began < one.kind.lasts);
  }

  /**
   * How much all lamps join in.
   * @param {number} now
   */
  lamps(now) {
    return this.on.reduce((most, { kind, began }) => Math.max(most, kind.lamps * (1 - (now - began) / kind.lasts)), 0);
  }

  /**
   * Pixels by which the picture shakes.
   * @param {number} now
   * @returns {[number, number]}
   */
  shake(now) {
    let [x, y] = [0, 0];
    for (const { kind, began } of this.on) {
      const left = 1 - (now - began) / kind.lasts;
      x += kind.shake * left * left * Math.sin(70 * now);
      y += kind.shake * left * left * 0.5 * Math.sin(83 * now + 1);
    }
    return [x, y];
  }

  /**
   * @param {Ctx} ctx
   * @param {Camera} camera
   * @param {number} now s
   * @param {boolean} calm
   */
  draw(ctx, camera, now, calm) {
    const [l, t, r, b] = camera.box;
    for (const { kind, began } of this.on) {
      const part = (now - began) / kind.lasts;
      const fade = 1 - part;
      if (kind.dims) {
        ctx.fillStyle = `rgba(0,0,0,${kind.dims * Math.sin(Math.PI * Math.min(1, part * 1.2))})`;
        ctx.fill(this.frame);
      }
      const beat = calm ? 0.4 : 0.5 + 0.5 * Math.cos(2 * Math.PI * kind.beats * part);
      const alpha = kind.strong * fade * (kind.beats > 1 || calm ? beat : 1);
      if (alpha < 0.01) continue;
      const key = kind.colour.map(Math.round).join(',');
      let light = this.lights.get(key);
      if (!light) this.lights.set(key, (light = spot(key, 0.85)));
      const size = (b - t) * (0.55 + (calm ? 0 : 0.5 * part));
      ctx.globalCompositeOperation = 'lighter';
      ctx.globalAlpha = alpha * 0.6;
      const [x, y] = [l + (r - l) * kind.x, t + (b - t) * kind.y];
      ctx.save();
      ctx.clip(this.frame);
      ctx.drawImage(light, x - size, y - size, 2 * size, 2 * size);
      ctx.restore();
      ctx.globalAlpha = 1;
      ctx.globalCompositeOperation = 'source-over';
    }
  }
}
