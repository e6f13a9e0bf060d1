// @ts-check
// Walls: side faces that the eye sees, in bands of height, and a top face by what they are made of.

import { card } from './card.js';
import { css, lit, mix } from './colour.js';
import { MOST_HIGH } from './camera.js';
import { area, box, inset, middle, unit, winding } from './shapes.js';

/**
 * @typedef {import('./plan.js').Plan} Plan
 * @typedef {import('./colour.js').Palette} Palette
 * @typedef {import('./colour.js').Rgb} Rgb
 * @typedef {import('./pieces.js').Pieces} Pieces
 * @typedef {import('./pen.js').Pen} Pen
 * @typedef {import('../types.js').ScenePart} ScenePart
 * @typedef {[number, number]} Flat
 */

/** m: height of a band. Finer ones would not be seen. */
const BAND = 0.0055;
/** m²: a top as large as this is lacquered. */
const LARGE = 0.004;
/** Where the light comes from, seen from above. */
const LIGHT = unit(-0.55, 0.7);

/**
 * How a wall looks.
 * @typedef {object} Look
 * @property {Rgb} side
 * @property {Rgb} top
 * @property {Rgb} edge
 * @property {number} alpha Of the top: plastics let light through.
 * @property {'plain'|'plastic'|'wood'|'metal'|'rubber'} finish
 */

/**
 * @param {ScenePart} part
 * @param {Palette} colours
 * @returns {Look}
 */
function look(part, colours) {
  switch (part.stuff) {
    case 'rubber':
      return { side: lit(colours.rubber, 0.75), top: colours.rubber, edge: [255, 252, 244], alpha: 1, finish: 'rubber' };
    case 'metal':
    case 'wire':
      return {
        side: lit(colours.metal, 0.62), top: mix(colours.metal, [60, 68, 80], 0.5),
        edge: [240, 245, 250], alpha: 1, finish: 'metal',
      };
    case 'wood':
      return { side: lit(colours.wood, 0.62), top: colours.wood, edge: [240, 200, 150], alpha: 1, finish: 'wood' };
    case 'plastic':
      return {
        side: mix(colours.accent, [22, 26, 34], 0.62), top: mix(colours.accent, [14, 18, 26], 0.6),
        edge: mix(colours.accent, [255, 255, 255], 0.6), alpha: 1, finish: 'plastic',
      };
    default:
      return {
        side: lit(colours.plain, 0.62), top: lit(colours.plain, 0.8),
        edge: mix(colours.plain, [255, 255, 255], 0.5), alpha: 1, finish: 'plain',
      };
  }
}

/**
 * @param {ScenePart} part
 * @param {Plan} plan
 * @param {Palette} colours
 * @param {Pieces} pieces
 */
export function wall(part, plan, colours, pieces) {
  const outline = /** @type {Flat[]} */ (part.outline);
  // What is below the playfield is not seen; in a space of its own a part may begin anywhere.
  const floor = part.place || part.group !== undefined ? -Infinity : 0;
  if (outline.length < 2 || part.top < floor + 0.001) return;
  const covers = area(outline) > plan.coverArea;
  const high = Math.min(part.top, Math.max(MOST_HIGH, part.low + 0.002));
  const above = part.low >= 0.02;
  const style = look(part, colours);
  if (covers) {
    // A floor or a cover would hide the whole table: only its border is shown.
    pieces.add(high, (pen) => {
      pen.trace(outline, high);
      pen.line(css(style.edge, 0.18), 1);
    });
    return;
  }
  if (above) style.alpha = 0.5;
  if (style.finish === 'metal' && area(outline) > LARGE) {
    // A large sheet of bright metal would outshine everything: it is lacquered.
    style.top = mix(colours.deep, colours.field, 0.55);
    style.finish = 'plain';
  }
  sides(outline, Math.max(floor, part.low), high, style, above ? 0.55 : 1, pieces);
  pieces.add(high, (pen) => top(pen, outline, high, style, colours, plan));
  if (!above && floor === 0) card(outline, high, plan, colours, pieces);
}

/**
 * The upright faces of a block.
 * @param {Flat[]} outline
 * @param {number} low
 * @param {number} high
 * @param {{side: Rgb, edge: Rgb}} style
 * @param {number} alpha
 * @param {Pieces} pieces
 */
export function sides(outline, low, high, style, alpha, pieces) {
  const way = winding(outline) > 0 ? 1 : -1;
  const bands = Math.max(1, Math.ceil((high - low) / BAND));
  for (let band = 0; band < bands; band++) {
    const from = low + ((high - low) * band) / bands;
    const to = low + ((high - low) * (band + 1)) / bands;
    // Where a wall meets the floor little light comes.
    const shade = 0.42 + 0.58 * Math.min(1, (to - Math.min(low, 0.02)) / 0.03);
    pieces.add(to - 1e-6, (pen) => {
      for (let k = 0; k < outline.length; k++) {
        const a = outline[k];
        const b = outline[(k + 1) % outline.length];
        const [nx, ny] = unit((b[1] - a[1]) * way, -(b[0] - a[0]) * way);
        if (!pen.camera.sees((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, nx, ny)) continue;
        const light = 0.5 + 0.5 * Math.max(0, nx * LIGHT[0] + ny * LIGHT[1]);
        pen.trace3([[a[0], a[1], from], [b[0], b[1], from], [b[0], b[1], to], [a[0], a[1], to]], true);
        pen.fillSeamless(css(lit(style.side, light * shade * 1.15), alpha));
      }
    });
  }
}

/**
 * @param {Pen} pen
 * @param {Flat[]} outline
 * @param {number} z
 * @param {Look} style
 * @param {Palette} colours
 * @param {Plan} plan
 */
function top(pen, outline, z, style, colours, plan) {
  const { ctx } = pen;
  const [l, b, r, f] = box(outline);
  const { back, length } = plan.scene.bounds;
  const scale = pen.camera.scale((b + f) / 2, z);
  pen.trace(outline, z);
  const bright = pen.gradient([l, b, z], [l + (f - b) * 0.45 + (r - l) * 0.4, f, z], [
    [0, css(lit(style.top, 1.16), style.alpha)],
    [0.5, css(style.top, style.alpha)],
    [1, css(lit(style.top, 0.66), style.alpha)],
  ]);
  pen.fillSeamless(style.finish === 'metal' ? brushed(pen, style, l, back, z, r, back + length) : bright);
  ctx.save();
  ctx.clip();
  if (style.finish === 'wood') grain(pen, [l, b, r, f], z, scale);
  if (style.finish === 'plastic' || style.finish === 'plain') print(pen, outline, z, style, colours, scale);
  // A dark line inside the border makes the top look bevelled.
  pen.trace(outline, z);
  pen.line('rgba(0,0,0,0.35)', 0.0042 * scale);
  ctx.restore();
  pen.trace(outline, z);
  pen.line(css(style.edge, style.finish === 'rubber' ? 0.9 : 0.55), Math.max(0.7, 0.0011 * scale));
  rim(pen, outline, z, style, scale);
}

/**
 * Edges that look towards the light gleam.
 * @param {Pen} pen
 * @param {Flat[]} outline
 * @param {number} z
 * @param {Look} style
 * @param {number} scale
 */
function rim(pen, outline, z, style, scale) {
  const way = winding(outline) > 0 ? 1 : -1;
  const { ctx } = pen;
  ctx.lineCap = 'round';
  for (let k = 0; k < outline.length; k++) {
    const a = outline[k];
    const b = outline[(k + 1) % outline.length];
    const [nx, ny] = unit((b[1] - a[1]) * way, -(b[0] - a[0]) * way);
    const light = nx * LIGHT[0] + ny * LIGHT[1];
    if (light < 0.25) continue;
    pen.trace([a, b], z, false);
    pen.line(css(style.edge, 0.85 * light), Math.max(0.8, 0.0012 * scale));
  }
}

/**
 * Sheet metal: light and dark bands that hang together over all parts of it, as one lamp makes them.
 * @param {Pen} pen
 * @param {Look} style
 * @param {number} l
 * @param {number} b
 * @param {number} z
 * @param {number} r
 * @param {number} f
 */
function brushed(pen, style, l, b, z, r, f) {
  /** @type {[number, string][]} */
  const stops = [];
  for (let k = 0; k <= 12; k++) {
    const wave = 0.5 + 0.5 * Math.sin(k * 2.4) * Math.cos(k * 0.7);
    stops.push([k / 12, css(lit(style.top, 0.5 + 0.62 * wave))]);
  }
  return pen.gradient([l, b, z], [l + 0.3, f, z], stops);
}

/**
 * @param {Pen} pen
 * @param {number[]} bounds
 * @param {number} z
 * @param {number} scale
 */
function grain(pen, [l, b, r, f], z, scale) {
  const along = f - b >= r - l;
  const count = Math.ceil((along ? r - l : f - b) / 0.0022);
  for (let k = 0; k < count; k++) {
    const part = (k + 0.5 + 0.3 * Math.sin(k * 12.9)) / count;
    const x = l + (r - l) * part;
    const y = b + (f - b) * part;
    pen.trace(along ? [[x, b], [x + 0.001 * Math.sin(k), f]] : [[l, y], [r, y + 0.001 * Math.sin(k)]], z, false);
    pen.line(`rgba(${k % 3 ? '50,26,10' : '255,214,160'},${0.1 + 0.12 * Math.abs(Math.sin(k * 7.1))})`, 0.0007 * scale);
  }
}

/**
 * A printed plastic: stripes that follow its border, and a glow in its middle.
 * @param {Pen} pen
 * @param {Flat[]} outline
 * @param {number} z
 * @param {Look} style
 * @param {Palette} colours
 * @param {number} scale
 */
function print(pen, outline, z, style, colours, scale) {
  const { ctx } = pen;
  const [mx, my] = middle(outline);
  const [l, b, r, f] = box(outline);
  const size = Math.max(r - l, f - b);
  if (size < 0.03 || area(outline) < 0.0006) return;
  const [px, py] = pen.camera.at(mx, my, z);
  const glow = ctx.createRadialGradient(px, py, 0, px, py, size * 0.62 * scale);
  glow.addColorStop(0, css(style.finish === 'plastic' ? colours.accent : colours.plain, 0.3));
  glow.addColorStop(1, css(colours.accent, 0));
  ctx.fillStyle = glow;
  pen.trace(outline, z);
  ctx.fill();
  ctx.lineJoin = 'round';
  // Strokes are clipped by the border, so a wide one under a narrower dark one leaves a stripe inside.
  const strong = style.finish === 'plastic' ? 1 : 0.5;
  for (const [at, wide, colour, alpha] of /** @type {[number, number, Rgb, number][]} */ ([
    [0.0052, 0.0013, colours.second, 0.9],
    [0.0088, 0.0006, colours.ink, 0.5],
  ])) {
    const inner = inset(outline, at);
    pen.trace(inner, z);
    pen.line(css(colour, alpha * strong), wide * scale);
  }
}
