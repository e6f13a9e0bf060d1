// @ts-check
// A small picture of a table, for choosing one.

import { Camera } from './camera.js';
import { palette } from './colour.js';
import { Pen } from './pen.js';
import { laid } from './place.js';
import { Plan } from './plan.js';
import { paintStill } from './still.js';
import { Show } from './live/show.js';

/**
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {import('../types.js').State} State
 */

/**
 * Draws a table as it stands into a canvas, as large as that is.
 * @param {HTMLCanvasElement} canvas
 * @param {Scene} given
 */
export function drawThumbnail(canvas, given) {
  const scene = laid(given);
  const ctx = canvas.getContext('2d');
  if (!ctx || canvas.width < 8 || canvas.height < 8) return;
  const colours = palette(scene.accent);
  const camera = new Camera(scene, canvas.width, canvas.height, 'player');
  const plan = new Plan(scene);
  const still = paintStill(plan, colours, camera, canvas.width, canvas.height);
  const show = new Show(plan, colours, camera);
  show.look(camera, canvas.width, canvas.height);
  /** @type {State} Nothing has happened yet. */
  const state = {
    sequence: 0, tick: 0, ahead: 0, paused: true, tilted: false, attract: false, whole: true, replay: false,
    nudge: [0, 0], balls: [], parts: new Map(), lamps: new Uint8Array(scene.lamps.length), groups: new Map(),
    events: [],
  };
  show.draw(new Pen(ctx, camera), still, state, 0, { trails: false, perspective: 'player', reducedMotion: true, glow: false });
}
