// @ts-check
// The table as the player sees it: what stands still is painted once for a size, what moves is drawn over it in every frame.

import { Camera } from './camera.js';
import { palette } from './colour.js';
import { Pen } from './pen.js';
import { laid } from './place.js';
import { Plan } from './plan.js';
import { paintStill } from './still.js';
import { Show } from './live/show.js';
import { Pace } from './pace.js';

export { drawThumbnail } from './thumbnail.js';

/**
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').ViewOptions} ViewOptions
 */

/** Most pixels of the picture: more would be slow without a graphics card. */
const MOST_PIXELS = 4e6;
/** ms: while a window is being pulled, the old picture is stretched; it is painted anew when it has come to rest for so long. */
const SETTLED = 140;

/** Draws one table into an element. */
export class TableView {
  /**
   * @param {HTMLElement} host A positioned element.
   * @param {Scene} scene
   */
  constructor(host, scene) {
    this.host = host;
    // Everything is drawn where it lies; whoever wants to know how it was said has the scene himself.
    this.scene = laid(scene);
    this.colours = palette(scene.accent);
    this.plan = new Plan(this.scene);
    /** @type {Required<ViewOptions>} */
    this.options = { trails: false, perspective: 'player', reducedMotion: false, glow: true };
    this.frame = document.createElement('div');
    this.frame.style.cssText = 'position:absolute;inset:0;will-change:transform;pointer-events:none';
    this.canvas = layer(this.frame);
    this.above = layer(this.frame);
    this.ctx = context(this.canvas);
    this.overlay = context(this.above);
    host.appendChild(this.frame);
    this.ratio = 1;
    /** The ratio with which the picture was painted that is now seen. */
    this.painted = 1;
    this.pace = new Pace();
    this.wide = 0;
    this.tall = 0;
    this.changed = 0;
    this.stale = true;
    this.moved = '';
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** What was drawn last. @type {{state: State, now: number} | null} */
    this.seen = null;
    this.camera = new Camera(this.scene, 1, 1, 'player');
    this.show = new Show(this.plan, this.colours, this.camera);
    /** @type {import('./still.js').Still | null} */
    this.still = null;
    this.watcher = typeof ResizeObserver === 'function' ? new ResizeObserver(() => this.resize()) : null;
    this.watcher?.observe(host);
    this.resize();
    this.paint();
  }

  /** Takes over the element's size. The picture follows as soon as the size has come to rest. */
  resize() {
    const wide = this.host.clientWidth;
    const tall = this.host.clientHeight;
    const sharp = Math.min(window.devicePixelRatio || 1, 3, Math.sqrt(MOST_PIXELS / Math.max(1, wide * tall)));
    const ratio = Math.min(sharp, Math.max(1, sharp * this.pace.share));
    if (wide === this.wide && tall === this.tall && ratio === this.ratio) return;
    [this.wide, this.tall, this.ratio] = [wide, tall, ratio];
    this.stale = true;
    this.changed = performance.now();
    // While the game is paused nobody asks for a frame.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.stale && this.seen) this.draw(this.seen.state, this.seen.now);
    }, SETTLED + 20);
  }

  /** Paints what stands still. */
  paint() {
    this.stale = false;
    this.painted = this.ratio;
    const width = Math.max(1, Math.round(this.wide * this.ratio));
    const height = Math.max(1, Math.round(this.tall * this.ratio));
    for (const canvas of [this.canvas, this.above]) {
      canvas.width = width;
      canvas.height = height;
    }
    this.camera = new Camera(this.scene, width, height, this.options.perspective);
    this.still = width > 8 && height > 8 ? paintStill(this.plan, this.colours, this.camera, width, height) : null;
    this.show.look(this.camera, width, height);
  }

  /**
   * Draws a moment of the table.
   * @param {State} state
   * @param {number} nowMs
   * @param {ViewOptions} [options]
   */
  draw(state, nowMs, options) {
    if (options) this.setOptions(options);
    this.seen = { state, now: nowMs };
    if (this.stale && (!this.still || performance.now() - this.changed > SETTLED)) this.paint();
    if (!this.still) return;
    if (this.pace.note(performance.now()) && this.ratio > 1) this.resize();
    const calm = this.options.reducedMotion;
    const pen = new Pen(this.ctx, this.camera);
    this.show.draw(pen, this.still, state, nowMs / 1000, this.options);
    const dark = state.tilted ? 'brightness(0.55) saturate(0.6)' : '';
    if (this.canvas.style.filter !== dark) this.canvas.style.filter = dark;
    this.shift(state.nudge, calm ? [0, 0] : this.show.moments.shake(nowMs / 1000));
  }

  /**
   * A nudge moves the whole picture, and so does a tilt.
   * @param {[number, number]} nudge m
   * @param {[number, number]} shake Pixels.
   */
  shift(nudge, shake) {
    // A nudge is a matter of millimetres: it is shown larger, so that it is felt.
    const s = (this.camera.zoom / this.painted) * (this.options.reducedMotion ? 0 : 2.5);
    const x = Math.max(-14, Math.min(14, nudge[0] * s)) + shake[0];
    const y = Math.max(-14, Math.min(14, nudge[1] * s)) + shake[1];
    const moved = Math.abs(x) + Math.abs(y) < 0.05 ? '' : `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
    if (moved !== this.moved) this.frame.style.transform = this.moved = moved;
  }

  /** @param {ViewOptions} options */
  setOptions(options) {
    const before = this.options.perspective;
    this.options = { ...this.options, ...options };
    if (this.options.perspective !== before) {
      this.stale = true;
      this.changed = 0;
    }
  }

  /** The layer above the table, in pixels of the page; for whoever wants to draw there. It is theirs to clear. */
  overlayContext() {
    const ratio = this.canvas.width / Math.max(1, this.wide);
    this.overlay.setTransform(ratio, 0, 0, ratio, 0, 0);
    return this.overlay;
  }

  /**
   * Where a point of the table is seen, in pixels of the page from the element's corner.
   * @param {number} x
   * @param {number} y
   * @param {number} [z]
   * @returns {[number, number]}
   */
  toScreen(x, y, z = 0) {
    const [px, py] = this.camera.at(x, y, z);
    return [px / this.painted, py / this.painted];
  }

  /**
   * Which point of the playfield is seen there.
   * @param {number} px
   * @param {number} py
   * @returns {[number, number]}
   */
  toTable(px, py) {
    return this.camera.back(px * this.painted, py * this.painted);
  }

  /**
   * Lets a part light up for a moment.
   * @param {number} part
   * @param {number} [strength]
   */
  flash(part, strength = 1) {
    this.show.strike(part, strength);
  }

  /**
   * Begins a moment of light: jackpot, multiball, mode, saved, drained, tilt, game_over and others.
   * @param {string} name
   */
  moment(name) {
    this.show.moments.begin(name, performance.now() / 1000);
  }

  /** Takes everything out of the page again. */
  destroy() {
    this.watcher?.disconnect();
    clearTimeout(this.timer);
    this.frame.remove();
    this.still = null;
  }
}

/** @param {HTMLElement} parent */
function layer(parent) {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;display:block';
  canvas.setAttribute('aria-hidden', 'true');
  parent.appendChild(canvas);
  return canvas;
}

/** @param {HTMLCanvasElement} canvas */
function context(canvas) {
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('this browser cannot draw on a canvas');
  return ctx;
}
