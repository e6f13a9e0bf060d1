// @ts-check
// The cards on the apron: what the table is, and how it is played, as on every real one.

import { css, mix } from './colour.js';
import { area, box, inside } from './shapes.js';

/**
 * @typedef {import('./plan.js').Plan} Plan
 * @typedef {import('./colour.js').Palette} Palette
 * @typedef {import('./pieces.js').Pieces} Pieces
 * @typedef {[number, number]} Flat
 */

/** m: a card is so high for its width. */
const SHAPE = 0.56;

/**
 * Puts a card on a wall that is large enough, and close enough to the player to be read.
 * @param {Flat[]} outline
 * @param {number} z
 * @param {Plan} plan
 * @param {Palette} colours
 * @param {Pieces} pieces
 */
export function card(outline, z, plan, colours, pieces) {
  const { back, length } = plan.scene.bounds;
  if (area(outline) < 0.008) return;
  const place = room(outline, back + 0.8 * length);
  if (!place || place.half < 0.032) return;
  put(place.at, place.half, z, plan, colours, pieces);
}

/**
 * Two cards on an apron of which only the extent is known.
 * @param {number[]} extent Left, back, right, front.
 * @param {number} z
 * @param {Plan} plan
 * @param {Palette} colours
 * @param {Pieces} pieces
 */
export function cards([l, , r, f], z, plan, colours, pieces) {
  const half = Math.min(0.048, (r - l) * 0.105);
  for (const share of [0.21, 0.79]) put([l + (r - l) * share, f - half * SHAPE - 0.024], half, z, plan, colours, pieces);
}

/**
 * @param {Flat} at
 * @param {number} half m: half of its width.
 * @param {number} z
 * @param {Plan} plan
 * @param {Palette} colours
 * @param {Pieces} pieces
 */
function put(at, half, z, plan, colours, pieces) {
  const { left, width } = plan.scene.bounds;
  const isLeft = at[0] < left + width / 2;
  pieces.add(z + 0.0002, (pen) => pen.on(at, z, (ctx) => {
    ctx.scale(0.001, 0.001);
    const w = half * 1000;
    const h = w * SHAPE;
    ctx.fillStyle = css(mix([246, 240, 226], colours.accent, 0.08));
    ctx.strokeStyle = css(colours.second, 0.9);
    ctx.lineWidth = 1.1;
    ctx.beginPath();
    ctx.roundRect(-w, -h, 2 * w, 2 * h, 3);
    ctx.fill();
    ctx.beginPath();
    ctx.roundRect(-w + 2.2, -h + 2.2, 2 * w - 4.4, 2 * h - 4.4, 2);
    ctx.stroke();
    const title = isLeft ? plan.scene.title : 'Carom';
    const text = isLeft && plan.scene.about ? plan.scene.about : 'Keep the ball in play. Shoot what is lit.';
    write(ctx, title, text, w, h, css(mix(colours.deep, [20, 20, 26], 0.4)));
  }));
}

/**
 * The widest card that fits into an outline, in front of a line.
 * @param {Flat[]} outline
 * @param {number} from y
 * @returns {{at: Flat, half: number} | null}
 */
function room(outline, from) {
  const [l, b, r, f] = box(outline);
  /** @type {{at: Flat, half: number} | null} */
  let best = null;
  const fits = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ half) => {
    const [w, h] = [half + 0.008, half * SHAPE + 0.008];
    for (const sx of [-1, -0.5, 0, 0.5, 1]) {
      for (const sy of [-1, 0, 1]) if (!inside([x + sx * w, y + sy * h], outline)) return false;
    }
    return true;
  };
  for (let i = 1; i < 24; i++) {
    for (let j = 1; j < 24; j++) {
      const [x, y] = [l + ((r - l) * i) / 24, b + ((f - b) * j) / 24];
      if (y < from) continue;
      while (best === null || best.half < 0.075) {
        const half = /** @type {number} */ (best === null ? 0.02 : best.half + 0.002);
        if (!fits(x, y, half)) break;
        best = { at: [x, y], half };
      }
    }
  }
  return best;
}

/**
 * A heading and as many lines as there is room for.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} title
 * @param {string} text
 * @param {number} w mm
 * @param {number} h mm
 * @param {string} ink
 */
function write(ctx, title, text, w, h, ink) {
  const fonts = '"Avenir Next", "Segoe UI", "Helvetica Neue", Arial, sans-serif';
  ctx.fillStyle = ink;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const big = h * 0.3;
  ctx.font = `700 ${big}px ${fonts}`;
  ctx.fillText(title.toUpperCase(), 0, -h * 0.58, 2 * w - 12);
  const small = h * 0.165;
  ctx.font = `400 ${small}px ${fonts}`;
  let line = '';
  let y = -h * 0.2;
  for (const word of [...text.split(/\s+/), '']) {
    const longer = line ? `${line} ${word}` : word;
    if (word && ctx.measureText(longer).width < 2 * w - 14) {
      line = longer;
      continue;
    }
    ctx.fillText(line, 0, y, 2 * w - 10);
    line = word;
    y += small * 1.35;
    if (y > h * 0.85) return;
  }
}
