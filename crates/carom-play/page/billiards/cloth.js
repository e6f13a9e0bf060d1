// @ts-check
// The table itself, painted once for a size: wood with its diamonds, cloth under the lamp, cushions, pockets, lines.

import { css, mix, parse } from '../view/colour.js';
import { sheet } from '../view/pen.js';
import { noise } from '../sound/render.js';
import { cushions } from './cushions.js';
import { baulk } from './zones.js';

/** @typedef {import('./look.js').Look} Look */
/** @typedef {import('./style.js').TableColours} TableColours */
/** @typedef {import('./types.js').TablePlan} TablePlan */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {CanvasRenderingContext2D} Ctx */

/** @param {Look} look @param {TableColours} colours @returns {HTMLCanvasElement} */
export function paintTable(look, colours) {
  const { canvas, ctx } = sheet(look.width, look.height);
  look.enter(ctx);
  wood(ctx, look, colours);
  bed(ctx, look, colours);
  pockets(ctx, look, colours);
  rubber(ctx, look, colours);
  collars(ctx, look, colours);
  diamonds(ctx, look, colours);
  return canvas;
}

/** Shadows of canvas are given in pixels, whatever the transform. @param {Ctx} ctx @param {Look} look @param {number} blur m @param {number} drop m @param {string} colour */
function shade(ctx, look, blur, drop, colour) {
  ctx.shadowColor = colour;
  ctx.shadowBlur = blur * look.scale;
  ctx.shadowOffsetX = 0.6 * drop * look.scale;
  ctx.shadowOffsetY = drop * look.scale;
}

/** @param {Ctx} ctx */
function plain(ctx) {
  ctx.shadowColor = 'transparent';
}

/** @param {Ctx} ctx @param {Look} look @param {TableColours} colours */
function wood(ctx, look, { wood: [light, middle, dark] }) {
  const { width, length } = look.table;
  const e = look.edge;
  ctx.save();
  shade(ctx, look, 0.06, 0.02, 'rgba(0,0,0,0.75)');
  ctx.fillStyle = dark;
  ctx.beginPath();
  ctx.roundRect(-e, -e, width + 2 * e, length + 2 * e, 0.045);
  ctx.fill();
  plain(ctx);
  ctx.clip();
  const deep = e;
  /** The four rails meet in mitres. @type {[Spot, Spot, Spot, Spot, boolean][]} */
  const rails = [
    [[-e, -e], [-e, length + e], [-e + deep, length + e - deep], [-e + deep, -e + deep], true],
    [[width + e, -e], [width + e, length + e], [width + e - deep, length + e - deep], [width + e - deep, -e + deep], true],
    [[-e, -e], [width + e, -e], [width + e - deep, -e + deep], [-e + deep, -e + deep], false],
    [[-e, length + e], [width + e, length + e], [width + e - deep, length + e - deep], [-e + deep, length + e - deep], false],
  ];
  rails.forEach(([a, b, c, d, upright], index) => {
    ctx.save();
    ctx.beginPath();
    for (const [x, y] of [a, b, c, d]) ctx.lineTo(x, y);
    ctx.closePath();
    ctx.clip();
    const across = upright ? ctx.createLinearGradient(a[0], 0, d[0], 0) : ctx.createLinearGradient(0, a[1], 0, d[1]);
    across.addColorStop(0, dark);
    across.addColorStop(0.07, light);
    across.addColorStop(0.16, middle);
    across.addColorStop(0.5, light);
    across.addColorStop(0.66, middle);
    across.addColorStop(1, dark);
    ctx.fillStyle = across;
    ctx.fillRect(-e, -e, width + 2 * e, length + 2 * e);
    grain(ctx, look, a, d, upright, 17 + index);
    ctx.restore();
  });
  // The mitres, a hair's breadth.
  ctx.strokeStyle = 'rgba(0,0,0,0.35)';
  ctx.lineWidth = 1 / look.scale;
  for (const [x, y, i, j] of /** @type {const} */ ([[0, 0, -1, -1], [width, 0, 1, -1], [0, length, -1, 1], [width, length, 1, 1]])) {
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + i * e, y + j * e);
    ctx.stroke();
  }
  ctx.restore();
}

/** Fine fibres along a rail, the same every time. @param {Ctx} ctx @param {Look} look @param {Spot} a @param {Spot} d @param {boolean} upright @param {number} seed */
function grain(ctx, look, a, d, upright, seed) {
  const next = noise(seed * 7919);
  const { width, length } = look.table;
  const long = (upright ? length : width) + 2 * look.edge;
  const [from, to] = upright ? [a[0], d[0]] : [a[1], d[1]];
  for (let k = 0; k < 46; k += 1) {
    const place = from + (to - from) * (0.5 + 0.5 * next());
    const begin = -look.edge + long * 0.5 * (next() + 0.6);
    const reach = long * (0.2 + 0.4 * Math.abs(next()));
    const bend = 0.004 * next();
    ctx.strokeStyle = next() > 0 ? 'rgba(255,214,170,0.05)' : 'rgba(0,0,0,0.12)';
    ctx.lineWidth = (0.6 + Math.abs(next())) / look.scale;
    ctx.beginPath();
    if (upright) {
      ctx.moveTo(place, begin);
      ctx.quadraticCurveTo(place + bend, begin + reach / 2, place, begin + reach);
    } else {
      ctx.moveTo(begin, place);
      ctx.quadraticCurveTo(begin + reach / 2, place + bend, begin + reach, place);
    }
    ctx.stroke();
  }
}

/** @param {Ctx} ctx @param {Look} look @param {TableColours} colours */
function bed(ctx, look, colours) {
  const { width, length, cushion_width: deep } = look.table;
  ctx.save();
  ctx.beginPath();
  ctx.rect(-deep, -deep, width + 2 * deep, length + 2 * deep);
  ctx.clip();
  ctx.fillStyle = colours.cloth;
  ctx.fillRect(-deep, -deep, width + 2 * deep, length + 2 * deep);
  // Three lamps hang over the long axis.
  for (const place of [0.2, 0.5, 0.8]) {
    const glow = ctx.createRadialGradient(width / 2, length * place, 0, width / 2, length * place, width * 0.78);
    glow.addColorStop(0, css(parse(colours.light), 0.42));
    glow.addColorStop(0.6, css(parse(colours.light), 0.12));
    glow.addColorStop(1, css(parse(colours.light), 0));
    ctx.fillStyle = glow;
    ctx.fillRect(-deep, -deep, width + 2 * deep, length + 2 * deep);
  }
  const vignette = ctx.createRadialGradient(width / 2, length / 2, width * 0.45, width / 2, length / 2, length * 0.66);
  vignette.addColorStop(0, css(parse(colours.deep), 0));
  vignette.addColorStop(1, css(parse(colours.deep), 0.75));
  ctx.fillStyle = vignette;
  ctx.fillRect(-deep, -deep, width + 2 * deep, length + 2 * deep);
  weave(ctx);
  look.enter(ctx);
  lines(ctx, look);
  ctx.restore();
}

/** The weave of the cloth: hardly seen, and missed without it. @param {Ctx} ctx */
function weave(ctx) {
  const side = 96;
  const tile = sheet(side, side);
  const image = tile.ctx.createImageData(side, side);
  const next = noise(4242);
  for (let k = 0; k < side * side; k += 1) {
    const grey = next() > 0 ? 255 : 0;
    image.data.set([grey, grey, grey, 3 + 6 * Math.abs(next())], 4 * k);
  }
  tile.ctx.putImageData(image, 0, 0);
  const pattern = ctx.createPattern(tile.canvas, 'repeat');
  if (!pattern) return;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = pattern;
  ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
}

/** Head string or baulk with its D, and the spots. @param {Ctx} ctx @param {Look} look */
function lines(ctx, look) {
  const { table } = look;
  const { width, length } = table;
  const { line, radius } = baulk(table);
  ctx.strokeStyle = 'rgba(255,255,255,0.3)';
  ctx.lineWidth = Math.max(0.003, 1 / look.scale);
  ctx.beginPath();
  ctx.moveTo(0, line);
  ctx.lineTo(width, line);
  if (radius > 0) {
    ctx.moveTo(width / 2 + radius, line);
    ctx.arc(width / 2, line, radius, 0, Math.PI, true);
  }
  ctx.stroke();
  /** @type {Spot[]} */
  const spots = table.name === 'snooker'
    ? [[width / 2, length / 2], [width / 2, 0.75 * length], [width / 2, (10 / 11) * length], [width / 2, line], [width / 2 - radius, line], [width / 2 + radius, line]]
    : [[width / 2, line], [width / 2, length / 2], [width / 2, 0.75 * length]];
  ctx.fillStyle = 'rgba(255,255,255,0.4)';
  for (const [x, y] of spots) {
    ctx.beginPath();
    ctx.arc(x, y, 0.006, 0, 2 * Math.PI);
    ctx.fill();
  }
}

/** @param {Ctx} ctx @param {Look} look @param {TableColours} colours */
function pockets(ctx, look, colours) {
  for (const { centre: [x, y], radius } of look.table.pockets) {
    // The edge of the slate, rounded and worn.
    ctx.fillStyle = css(mix(parse(colours.deep), [0, 0, 0], 0.25));
    ctx.beginPath();
    ctx.arc(x, y, radius + 0.006, 0, 2 * Math.PI);
    ctx.fill();
    // Looking down: the far wall of the hole catches a little light.
    const [dx, dy] = look.towards(0.35 * radius, 0.45 * radius);
    const depth = ctx.createRadialGradient(x - dx * 0.2, y - dy * 0.2, radius * 0.1, x + dx * 0.3, y + dy * 0.3, radius * 1.25);
    depth.addColorStop(0, '#000');
    depth.addColorStop(0.62, '#050505');
    depth.addColorStop(0.84, '#14110f');
    depth.addColorStop(1, '#2a231e');
    ctx.fillStyle = depth;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fill();
  }
}

/** Leather round the back of every pocket. @param {Ctx} ctx @param {Look} look @param {TableColours} colours */
function collars(ctx, look, colours) {
  const { width, length, cushion_width: deep, pockets: holes } = look.table;
  ctx.save();
  // Only where the wood is.
  ctx.beginPath();
  ctx.rect(-1, -1, width + 2, length + 2);
  ctx.rect(-0.82 * deep, -0.82 * deep, width + 1.64 * deep, length + 1.64 * deep);
  ctx.clip('evenodd');
  for (const { centre: [x, y], radius } of holes) {
    shade(ctx, look, 0.012, 0.004, 'rgba(0,0,0,0.8)');
    ctx.strokeStyle = css(mix(parse(colours.wood[2]), [0, 0, 0], 0.45));
    ctx.lineWidth = 0.02;
    ctx.beginPath();
    ctx.arc(x, y, radius + 0.01, 0, 2 * Math.PI);
    ctx.stroke();
    plain(ctx);
    ctx.strokeStyle = 'rgba(255,230,200,0.22)';
    ctx.lineWidth = 0.0025;
    ctx.beginPath();
    ctx.arc(x, y, radius + 0.0165, 0, 2 * Math.PI);
    ctx.stroke();
    ctx.strokeStyle = 'rgba(0,0,0,0.6)';
    ctx.lineWidth = 0.003;
    ctx.beginPath();
    ctx.arc(x, y, radius + 0.001, 0, 2 * Math.PI);
    ctx.stroke();
  }
  ctx.restore();
}

/** @param {Ctx} ctx @param {Look} look @param {TableColours} colours */
function rubber(ctx, look, colours) {
  const { cushion_width: deep } = look.table;
  const list = cushions(look.table);
  const top = mix(parse(colours.cloth), parse(colours.deep), 0.35);
  for (const { nose: [from, to], inward: [inX, inY], outline } of list) {
    // Its shadow upon the cloth.
    ctx.save();
    shade(ctx, look, 0.022, 0.009, 'rgba(0,10,20,0.65)');
    const [fx, fy] = [from[0], from[1]];
    const face = ctx.createLinearGradient(fx, fy, fx - inX * deep, fy - inY * deep);
    face.addColorStop(0, css(mix(top, parse(colours.light), 0.55)));
    face.addColorStop(0.14, css(mix(top, parse(colours.light), 0.2)));
    face.addColorStop(0.75, css(top));
    face.addColorStop(1, css(mix(top, [0, 0, 0], 0.45)));
    ctx.fillStyle = face;
    trace(ctx, outline);
    ctx.fill();
    ctx.restore();
    // The nose, where the light breaks.
    ctx.strokeStyle = css(mix(parse(colours.light), [255, 255, 255], 0.25), 0.55);
    ctx.lineWidth = Math.max(0.0022, 1 / look.scale);
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
  }
}

/** @param {Ctx} ctx @param {Spot[]} outline */
function trace(ctx, outline) {
  ctx.beginPath();
  for (const [x, y] of outline) ctx.lineTo(x, y);
  ctx.closePath();
}

/** @param {Ctx} ctx @param {Look} look @param {TableColours} colours */
function diamonds(ctx, look, colours) {
  const { width, length, cushion_width: deep, diamonds: places = [], pockets: holes } = look.table;
  const out = deep + (look.edge - deep) * 0.46;
  for (const [px, py] of places) {
    const aside = Math.max(-px, px - width);
    const beyond = Math.max(-py, py - length);
    const upright = aside >= beyond;
    // In the middle of the wood, wherever on the rail the plan has them.
    const x = upright ? (px < width / 2 ? -out : width + out) : px;
    const y = upright ? py : py < length / 2 ? -out : length + out;
    if (holes.some(({ centre, radius }) => Math.hypot(centre[0] - x, centre[1] - y) < radius + 0.04)) continue;
    const [a, b] = upright ? [0.0075, 0.0135] : [0.0135, 0.0075];
    ctx.save();
    shade(ctx, look, 0.004, 0.0015, 'rgba(0,0,0,0.7)');
    ctx.fillStyle = colours.inlay;
    trace(ctx, [[x - a, y], [x, y - b], [x + a, y], [x, y + b]]);
    ctx.fill();
    ctx.restore();
  }
}
