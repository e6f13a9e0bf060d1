// @ts-check
// Lamps that are lit: the jewel shining, a glow added to what is round it.

import { css, mix, parse } from '../colour.js';
import { jewel } from '../jewel.js';
import { sheet } from '../pen.js';
import { flatPut } from '../place.js';

/**
 * @typedef {import('../camera.js').Camera} Camera
 * @typedef {import('../../types.js').SceneLamp} SceneLamp
 * @typedef {import('../../types.js').Scene} Scene
 * @typedef {CanvasRenderingContext2D} Ctx
 * @typedef {{canvas: HTMLCanvasElement, x: number, y: number}} Sprite
 */

/** Hz: how fast lamps blink, by what the rules say of them. */
const BLINK = [0, 0, 2.5, 6];
/** s: how long a lamp takes to come on or go out. */
const WARM = 0.045;

/** All lamps of a table, with the pictures of them for one camera. */
export class Lamps {
  /**
   * @param {Scene} scene
   * @param {Camera} camera
   */
  constructor(scene, camera) {
    this.lamps = scene.lamps;
    this.bounds = scene.bounds;
    this.level = new Float32Array(this.lamps.length);
    this.jewels = this.lamps.map((lamp) => jewelSprite(lamp, camera));
    /** @type {Map<string, HTMLCanvasElement>} */
    this.glows = new Map();
    for (const lamp of this.lamps) if (!this.glows.has(lamp.colour)) this.glows.set(lamp.colour, glow(lamp.colour));
    this.last = 0;
    /** Lamps in the caps of bumpers, by the bumper: these light the cap, and nothing on the playfield. @type {Map<number, number>} */
    this.caps = new Map();
    this.lamps.forEach((lamp, k) => {
      const under = scene.parts.find((part) => part.kind === 'bumper' && isIn(lamp, part));
      if (under) this.caps.set(under.id, k);
    });
    this.inCap = new Set(this.caps.values());
  }

  /**
   * How brightly the lamp in a bumper's cap burns.
   * @param {number} part
   */
  cap(part) {
    const k = this.caps.get(part);
    return k === undefined ? 0 : this.level[k];
  }

  /**
   * Lets the lamps become what they should be.
   * @param {Uint8Array} states
   * @param {number} seconds Table time, by which lamps blink.
   * @param {number} now s: wall time, by which they warm up.
   * @param {{attract: boolean, calm: boolean, boost: number}} how
   */
  update(states, seconds, now, { attract, calm, boost }) {
    const fade = 1 - Math.exp(-Math.max(0, Math.min(0.1, now - this.last)) / WARM);
    this.last = now;
    for (let k = 0; k < this.lamps.length; k++) {
      const lit = states[k] ?? 0;
      let aim = lit > 0 ? 1 : 0;
      if (lit > 1) aim = calm ? 0.5 : (seconds * (BLINK[lit] ?? 2.5)) % 1 < 0.5 ? 1 : 0;
      if (attract) aim = Math.max(aim, this.wave(k, now, calm));
      if (boost > 0 && !calm) aim = Math.max(aim, boost * (((k * 7 + Math.floor(now * 18)) % 3) === 0 ? 1 : 0.25));
      this.level[k] += (aim - this.level[k]) * fade;
    }
  }

  /**
   * Attract mode: rings of light that run over the table, and now and then a sweep from side to side.
   * @param {number} k
   * @param {number} now
   * @param {boolean} calm
   */
  wave(k, now, calm) {
    if (calm) return 0.4;
    const { left, back, width, length } = this.bounds;
    const x = (this.lamps[k].at[0] - left) / width - 0.5;
    const y = (this.lamps[k].at[1] - back) / length;
    const act = Math.floor(now / 6) % 3;
    let phase = 1.6 * now - 3 * y;
    if (act === 0) phase = 1.3 * now - 3.2 * Math.hypot(x, y - 0.62);
    else if (act === 1) phase = 0.9 * now + Math.atan2(y - 0.55, x) / Math.PI;
    const part = phase - Math.floor(phase);
    return Math.max(0, 1 - Math.abs(part - 0.5) * 3.4);
  }

  /**
   * m: how far a lamp's glow reaches.
   * @param {SceneLamp} lamp
   */
  reach(lamp) {
    return lamp.radius * 2.2 + 0.017;
  }

  /**
   * Marks where lamps shine.
   * @param {import('../tiles.js').Tiles} tiles
   * @param {Camera} camera
   * @param {boolean} glowing
   */
  mark(tiles, camera, glowing) {
    for (let k = 0; k < this.lamps.length; k++) {
      if (this.level[k] < 0.02 || this.inCap.has(k)) continue;
      const lamp = this.lamps[k];
      const [px, py] = camera.at(lamp.at[0], lamp.at[1], 0);
      const r = camera.scale(lamp.at[1], 0) * (glowing ? this.reach(lamp) : lamp.radius * 1.9) + 5;
      tiles.touch(px - r, py - r, px + r, py + r);
    }
  }

  /**
   * @param {Ctx} ctx
   * @param {Camera} camera
   * @param {boolean} glowing
   */
  draw(ctx, camera, glowing) {
    for (let k = 0; k < this.lamps.length; k++) {
      const level = this.level[k];
      if (level < 0.02 || this.inCap.has(k)) continue;
      const sprite = this.jewels[k];
      ctx.globalAlpha = level;
      ctx.drawImage(sprite.canvas, sprite.x, sprite.y);
    }
    if (glowing) {
      ctx.globalCompositeOperation = 'lighter';
      for (let k = 0; k < this.lamps.length; k++) {
        const level = this.level[k];
        if (level < 0.02 || this.inCap.has(k)) continue;
        const lamp = this.lamps[k];
        const picture = this.glows.get(lamp.colour);
        if (!picture) continue;
        const [px, py] = camera.at(lamp.at[0], lamp.at[1], 0.004);
        const r = camera.scale(lamp.at[1], 0) * this.reach(lamp);
        ctx.globalAlpha = 0.75 * level;
        ctx.drawImage(picture, px - r, py - r * 0.92, 2 * r, 1.84 * r);
      }
      ctx.globalCompositeOperation = 'source-over';
    }
    ctx.globalAlpha = 1;
  }
}

/**
 * @param {SceneLamp} lamp
 * @param {import('../../types.js').ScenePart} bumper
 */
function isIn(lamp, bumper) {
  const [x, y] = flatPut(bumper.place, bumper.centre[0], bumper.centre[1], bumper.low);
  return Math.hypot(x - lamp.at[0], y - lamp.at[1]) < 0.5 * bumper.radius;
}

/**
 * The lit jewel as it lies in the perspective.
 * @param {SceneLamp} lamp
 * @param {Camera} camera
 * @returns {Sprite}
 */
function jewelSprite(lamp, camera) {
  const [px, py] = camera.at(lamp.at[0], lamp.at[1], 0);
  const reach = Math.ceil(camera.scale(lamp.at[1], 0) * lamp.radius * 1.9) + 2;
  const x = Math.floor(px) - reach;
  const y = Math.floor(py) - reach;
  const { canvas, ctx } = sheet(2 * reach, 2 * reach);
  camera.plane(ctx, lamp.at[0], lamp.at[1], 0);
  const m = ctx.getTransform();
  ctx.setTransform(m.a, m.b, m.c, m.d, m.e - x, m.f - y);
  ctx.translate(-lamp.at[0], -lamp.at[1]);
  jewel(ctx, lamp, parse(lamp.colour), 1);
  return { canvas, x, y };
}

/** @param {string} colour */
function glow(colour) {
  const c = parse(colour);
  const { canvas, ctx } = sheet(128, 128);
  const fill = ctx.createRadialGradient(64, 64, 0, 64, 64, 64);
  fill.addColorStop(0, css(mix(c, [255, 255, 255], 0.45), 0.8));
  fill.addColorStop(0.18, css(c, 0.55));
  fill.addColorStop(0.45, css(c, 0.17));
  fill.addColorStop(0.75, css(c, 0.045));
  fill.addColorStop(1, css(c, 0));
  ctx.fillStyle = fill;
  ctx.fillRect(0, 0, 128, 128);
  return canvas;
}
