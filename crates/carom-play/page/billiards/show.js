// @ts-check
// Draws a billiard table with everything that moves on it.

import { css, parse } from '../view/colour.js';
import { sheet } from '../view/pen.js';
import { paintTable } from './cloth.js';
import { Look } from './look.js';
import { Spheres } from './sphere.js';
import { pathColour, skinOf, tableColours } from './style.js';
import { baulk } from './zones.js';

/** @typedef {import('./types.js').TablePlan} TablePlan */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').Vector} Vector */
/** @typedef {import('./types.js').Preview} Preview */
/** @typedef {import('./types.js').Strike} Strike */
/** @typedef {import('./types.js').Constraints} Constraints */
/** @typedef {import('./turn.js').Quaternion} Quaternion */
/** @typedef {CanvasRenderingContext2D} Ctx */

/**
 * A ball as it is to be drawn.
 * @typedef {object} Seen
 * @property {string} name
 * @property {number} radius
 * @property {Vector} position
 * @property {Quaternion} turn
 * @property {number} sunk 0: in full sight; 1: swallowed.
 * @property {number} [faint] 0: in full sight; 1: not there yet.
 */

/**
 * @typedef {object} Picture
 * @property {Seen[]} balls
 * @property {Strike|null} aim
 * @property {number} pull 0 to 1: how far the cue is drawn back.
 * @property {Preview|null} preview
 * @property {Constraints['in_hand']} zone Shown while a ball is being placed.
 * @property {string|null} placing
 * @property {string|null} calledBall
 * @property {string|null} calledPocket
 * @property {Spot|null} mark Where the cue ball should stay.
 * @property {{ball: string, path: Spot[]}[]} trails
 */

/** Pixels: no picture is larger, whatever the screen. */
const MOST = 3200;
/** How the lamp throws shadows, in the picture, for each metre of height. */
const FALL = [0.42, 0.55];

/** A view of one table. */
export class Show {
  /** @type {HTMLCanvasElement} */
  canvas;
  #ctx;
  #still;
  #spheres = /** @type {Map<number, Spheres>} */ (new Map());
  /** @type {Map<string, {key: string, made: {canvas: HTMLCanvasElement, ctx: Ctx}}>} */
  #sprites = new Map();
  #shadow = spot();
  #game;
  #colours;

  /** @param {HTMLElement} host @param {TablePlan} table @param {string} game */
  constructor(host, table, game) {
    this.#game = game;
    this.table = table;
    this.#colours = tableColours(game, table.name);
    const ratio = Math.min(devicePixelRatio || 1, MOST / Math.max(1, host.clientWidth), MOST / Math.max(1, host.clientHeight));
    this.ratio = ratio;
    const { canvas, ctx } = sheet(host.clientWidth * ratio, host.clientHeight * ratio);
    this.canvas = canvas;
    this.#ctx = ctx;
    canvas.setAttribute('aria-hidden', 'true');
    host.replaceChildren(canvas);
    this.look = new Look(table, canvas.width, canvas.height);
    this.#still = paintTable(this.look, this.#colours);
  }

  get accent() {
    return this.#colours.accent;
  }

  /** The place on the cloth under a pointer. @param {MouseEvent} event @returns {Spot} */
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return this.look.from((event.clientX - box.left) * this.ratio, (event.clientY - box.top) * this.ratio);
  }

  /** @param {Picture} picture */
  draw(picture) {
    const ctx = this.#ctx;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height);
    ctx.drawImage(this.#still, 0, 0);
    this.look.enter(ctx);
    if (picture.placing) this.#zone(picture.zone);
    for (const { ball, path } of picture.trails) this.#line(path, pathColour(ball, this.#game), 0.003, [], 0.5);
    if (picture.calledPocket) this.#pocketRing(picture.calledPocket);
    if (picture.mark) this.#mark(picture.mark);
    const cueBall = picture.balls.find((ball) => ball.name === picture.aim?.ball);
    if (picture.aim && picture.preview && cueBall) this.#preview(picture.preview, cueBall.radius);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    for (const ball of picture.balls) this.#shadowOf(ball);
    const low = picture.balls.filter((ball) => ball.sunk > 0 || ball.position[2] < ball.radius * 0.98);
    for (const ball of low) this.#ball(ball, true);
    const high = picture.balls.filter((ball) => !low.includes(ball)).sort((a, b) => a.position[2] - b.position[2]);
    for (const ball of high) this.#ball(ball, false);
    this.look.enter(ctx);
    for (const ball of picture.balls) {
      if (ball.name === picture.calledBall) this.#ring(ball, '#ffffff', 1.35, []);
      if (ball.name === picture.placing) this.#ring(ball, this.#colours.accent, 1.6, [0.012, 0.008]);
    }
    if (picture.aim && cueBall && picture.placing === null) this.#cue(picture.aim, cueBall, picture.pull);
  }

  /** @param {Seen} ball */
  #shadowOf(ball) {
    if (ball.sunk > 0.05) return;
    const ctx = this.#ctx;
    const up = Math.max(0, ball.position[2] - ball.radius);
    const [x, y] = this.look.at(ball.position[0], ball.position[1]);
    const r = ball.radius * this.look.scale;
    const away = (up + 0.55 * ball.radius) * this.look.scale;
    const wide = r * (1.55 + 5 * up);
    ctx.globalAlpha = (0.72 / (1 + 9 * up)) * (1 - (ball.faint ?? 0));
    ctx.drawImage(this.#shadow, x + FALL[0] * away - wide, y + FALL[1] * away - wide, 2 * wide, 2 * wide);
    if (up < 0.01) {
      ctx.globalAlpha *= 0.9;
      ctx.drawImage(this.#shadow, x - r * 1.18, y - r * 1.18, 2.36 * r, 2.36 * r);
    }
    ctx.globalAlpha = 1;
  }

  /** @param {Seen} ball @param {boolean} falling */
  #ball(ball, falling) {
    const ctx = this.#ctx;
    if (ball.sunk >= 1 || ball.faint === 1) return;
    const [x, y] = this.look.at(ball.position[0], ball.position[1]);
    const drop = falling ? Math.max(ball.sunk, Math.min(1, (ball.radius - ball.position[2]) / (3 * ball.radius))) : 0;
    const near = this.look.nearer(ball.position[2] - ball.radius) * (1 - 0.3 * ball.sunk);
    const image = this.#sprite(ball);
    const side = image.width * near;
    ctx.save();
    const hole = falling ? this.#holeAt(ball.position) : null;
    if (hole) {
      // What has sunk is seen through the hole only; what has just tipped still leans over its edge.
      const [hx, hy] = this.look.at(...hole.centre);
      ctx.beginPath();
      ctx.arc(hx, hy, (hole.radius + ball.radius * Math.max(0, 1.2 - 2.4 * drop)) * this.look.scale, 0, 2 * Math.PI);
      ctx.clip();
    }
    ctx.globalAlpha = 1 - (ball.faint ?? 0);
    ctx.drawImage(image, x - side / 2, y - side / 2, side, side);
    if (drop > 0) {
      ctx.globalAlpha = Math.min(0.97, 1.05 * drop);
      ctx.fillStyle = '#040404';
      ctx.beginPath();
      ctx.arc(x, y, side / 2, 0, 2 * Math.PI);
      ctx.fill();
    }
    ctx.restore();
  }

  /** @param {Vector} position */
  #holeAt([x, y]) {
    return this.table.pockets.find(({ centre, radius }) => Math.hypot(x - centre[0], y - centre[1]) < radius + 0.06) ?? null;
  }

  /** A ball's picture, painted again only when it has turned. @param {Seen} ball */
  #sprite(ball) {
    const size = Math.round(ball.radius * this.look.scale * 4) / 4;
    const key = `${size} ${ball.turn.map((part) => part.toFixed(3)).join(' ')}`;
    const known = this.#sprites.get(ball.name);
    if (known?.key === key) return known.made.canvas;
    let spheres = this.#spheres.get(size);
    if (!spheres) {
      spheres = new Spheres(size, this.look.lying, parse(this.#colours.cloth));
      this.#spheres.set(size, spheres);
    }
    const made = spheres.paint(skinOf(ball.name, this.#game), ball.turn, known?.made);
    this.#sprites.set(ball.name, { key, made });
    return made.canvas;
  }

  /** @param {Preview} preview @param {number} radius */
  #preview({ cue, hit, cue_after: after, object, refused }, radius) {
    if (refused) return;
    this.#line(cue, '#ffffff', 0.0035, [], 0.85);
    this.#line(after, '#ffffff', 0.003, [0.016, 0.012], 0.75);
    if (object) this.#line(object.path, pathColour(object.ball, this.#game), 0.0045, [], 0.95);
    if (hit?.ghost && hit.what !== 'none') {
      const ctx = this.#ctx;
      ctx.fillStyle = 'rgba(255,255,255,0.16)';
      ctx.strokeStyle = 'rgba(255,255,255,0.9)';
      ctx.lineWidth = Math.max(0.0025, 1.2 / this.look.scale);
      ctx.beginPath();
      ctx.arc(...hit.ghost, radius, 0, 2 * Math.PI);
      ctx.fill();
      ctx.stroke();
    }
  }

  /** @param {Spot[]} path @param {string} colour @param {number} wide m @param {number[]} dash m @param {number} alpha */
  #line(path, colour, wide, dash, alpha) {
    if (!path || path.length < 2) return;
    const ctx = this.#ctx;
    ctx.save();
    ctx.globalAlpha = alpha;
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(wide, 1.4 / this.look.scale);
    ctx.setLineDash(dash);
    ctx.lineJoin = 'round';
    ctx.lineCap = 'round';
    ctx.beginPath();
    for (const [x, y] of path) ctx.lineTo(x, y);
    ctx.stroke();
    ctx.restore();
  }

  /** @param {Seen} ball @param {string} colour @param {number} share @param {number[]} dash */
  #ring(ball, colour, share, dash) {
    const ctx = this.#ctx;
    ctx.save();
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(0.005, 2 / this.look.scale);
    ctx.setLineDash(dash);
    ctx.beginPath();
    ctx.arc(ball.position[0], ball.position[1], ball.radius * share, 0, 2 * Math.PI);
    ctx.stroke();
    ctx.restore();
  }

  /** @param {string} name */
  #pocketRing(name) {
    const pocket = this.table.pockets.find((hole) => hole.name === name);
    if (!pocket) return;
    const ctx = this.#ctx;
    ctx.strokeStyle = '#ffffff';
    ctx.lineWidth = Math.max(0.007, 2 / this.look.scale);
    ctx.beginPath();
    ctx.arc(...pocket.centre, pocket.radius * 0.92, 0, 2 * Math.PI);
    ctx.stroke();
  }

  /** @param {Spot} mark */
  #mark([x, y]) {
    const ctx = this.#ctx;
    ctx.strokeStyle = this.#colours.accent;
    ctx.fillStyle = css(parse(this.#colours.accent), 0.15);
    ctx.lineWidth = Math.max(0.004, 1.5 / this.look.scale);
    ctx.beginPath();
    ctx.arc(x, y, 0.2, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x - 0.03, y);
    ctx.lineTo(x + 0.03, y);
    ctx.moveTo(x, y - 0.03);
    ctx.lineTo(x, y + 0.03);
    ctx.stroke();
  }

  /** Where the ball in hand may be put. @param {Constraints['in_hand']} kind */
  #zone(kind) {
    const ctx = this.#ctx;
    const { width, length } = this.table;
    const { line, radius } = baulk(this.table);
    ctx.fillStyle = 'rgba(255,255,255,0.1)';
    ctx.beginPath();
    if (kind === 'semicircle') ctx.arc(width / 2, line, radius || width / 6, 0, Math.PI, true);
    else ctx.rect(0, 0, width, kind === 'behind_line' ? line : length);
    ctx.fill();
  }

  /** The cue, drawn back as far as the shot is hard. @param {Strike} aim @param {Seen} ball @param {number} pull */
  #cue(aim, ball, pull) {
    const ctx = this.#ctx;
    const angle = (aim.direction * Math.PI) / 180;
    const flat = Math.cos((aim.elevation * Math.PI) / 180);
    const [x, y] = ball.position;
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(angle);
    // Left of the shooter is +y here.
    ctx.translate(0, aim.side * ball.radius);
    const tip = -(ball.radius * Math.sqrt(Math.max(0, 1 - aim.side ** 2)) * flat + 0.012 + 0.16 * pull * flat);
    const long = 1.42 * flat + 0.02;
    const half = (/** @type {number} */ share) => 0.0062 + 0.0085 * share;
    const [dx, dy] = this.look.towards(0.012, 0.016);
    const [sx, sy] = [dx * Math.cos(-angle) - dy * Math.sin(-angle), dx * Math.sin(-angle) + dy * Math.cos(-angle)];
    const shaft = (/** @type {number} */ from, /** @type {number} */ to, /** @type {string|CanvasGradient} */ fill) => {
      const [a, b] = [tip - long * from, tip - long * to];
      ctx.fillStyle = fill;
      ctx.beginPath();
      ctx.moveTo(a, -half(from));
      ctx.lineTo(b, -half(to));
      ctx.lineTo(b, half(to));
      ctx.lineTo(a, half(from));
      ctx.closePath();
      ctx.fill();
    };
    ctx.save();
    ctx.translate(sx, sy);
    ctx.globalAlpha = 0.35;
    shaft(0, 1, '#000');
    ctx.restore();
    const round = (/** @type {string} */ light, /** @type {string} */ dark) => {
      const gradient = ctx.createLinearGradient(0, -0.014, 0, 0.014);
      gradient.addColorStop(0, dark);
      gradient.addColorStop(0.42, light);
      gradient.addColorStop(1, dark);
      return gradient;
    };
    shaft(0, 0.008, round('#5aa0d8', '#2c5f92'));
    shaft(0.008, 0.024, round('#ffffff', '#bdb7a8'));
    shaft(0.024, 0.5, round('#f0d9a8', '#a8834a'));
    shaft(0.5, 0.515, round('#fff3d0', '#a58c54'));
    shaft(0.515, 0.68, round('#54301d', '#1e0d06'));
    shaft(0.68, 0.9, round('#26282e', '#0a0b0d'));
    shaft(0.9, 0.985, round('#54301d', '#1e0d06'));
    shaft(0.985, 1, round('#3a3a3a', '#111'));
    ctx.restore();
  }
}

/** A soft round shadow. */
function spot() {
  const { canvas, ctx } = sheet(128, 128);
  const soft = ctx.createRadialGradient(64, 64, 0, 64, 64, 64);
  soft.addColorStop(0, 'rgba(0,0,0,0.95)');
  soft.addColorStop(0.45, 'rgba(0,0,0,0.7)');
  soft.addColorStop(0.75, 'rgba(0,0,0,0.22)');
  soft.addColorStop(1, 'rgba(0,0,0,0)');
  ctx.fillStyle = soft;
  ctx.fillRect(0, 0, 128, 128);
  return canvas;
}

