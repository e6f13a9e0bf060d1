// @ts-check
// Parts of driven groups: they move as a whole, so nothing of them is in the picture of what stands still.

import { cut } from '../cut.js';
import { inlay } from '../inlays.js';
import { Lens } from '../lens.js';
import { Pen } from '../pen.js';
import { Pieces } from '../pieces.js';
import { after, motion, put } from '../place.js';
import { HIGH } from '../plan.js';
import { FALL } from '../shadows.js';
import { box, hull } from '../shapes.js';
import { middleOf, solidOf } from '../solid.js';

/**
 * @typedef {import('../../types.js').Scene} Scene
 * @typedef {import('../../types.js').ScenePart} ScenePart
 * @typedef {import('../../types.js').State} State
 * @typedef {import('../../types.js').Ball} Ball
 * @typedef {import('../camera.js').Camera} Camera
 * @typedef {import('../colour.js').Palette} Palette
 * @typedef {import('../pieces.js').Piece} Piece
 * @typedef {import('../plan.js').Plan} Plan
 * @typedef {import('../place.js').Place} Place
 * @typedef {[number, number]} Flat
 */

/** m: what is no higher than this over the playfield lies under the balls. */
const UNDER = 0.006;
/** What stays where it is. */
const HERE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** One part, and where it is now. */
class Mover {
  /**
   * @param {ScenePart} part
   * @param {Plan} plan
   * @param {Palette} colours
   */
  constructor(part, plan, colours) {
    this.part = part;
    this.solid = solidOf(part);
    this.middle = middleOf(part);
    const pieces = new Pieces();
    cut(part, plan, colours, pieces);
    inlay(part, plan, colours, pieces);
    this.pieces = pieces.list;
    /** @type {Lens | null} */
    this.lens = null;
    /** m: its outline on the playfield, seen from above; between which heights it is; its shadow. @type {Flat[]} */
    this.outline = [];
    this.low = 0;
    this.top = 0;
    /** @type {Flat[]} */
    this.shadow = [];
  }

  /**
   * @param {Camera} camera
   * @param {Place | undefined} moved How its group has moved.
   */
  look(camera, moved) {
    const { part } = this;
    const place = moved && part.place ? after(moved, part.place) : (moved ?? part.place ?? HERE);
    const lens = new Lens(camera, place, this.middle);
    this.lens = lens;
    if (!this.solid) return;
    const { outline, low, top } = this.solid;
    const points = [low, top].flatMap((z) => outline.map((p) => put(place, p[0], p[1], z)));
    const heights = points.map((p) => p[2]);
    this.low = Math.min(...heights);
    this.top = Math.max(...heights);
    this.outline = hull(points.map((p) => [p[0], p[1]]));
    this.shadow = this.top > 0.003
      ? hull(points.map((p) => [p[0] + FALL[0] * Math.max(0, p[2]), p[1] + FALL[1] * Math.max(0, p[2])]))
      : [];
  }

  /** What it covers on the screen, with its shadow: left, top, right, bottom. @param {Camera} camera */
  borders(camera) {
    const { lens, solid } = this;
    if (!lens || !solid) return [0, 0, -1, -1];
    // A cap or a rim may reach a little beyond.
    const spare = 0.004;
    const seen = [solid.low - spare, solid.top + spare].flatMap((z) => solid.outline.map((p) => lens.at(p[0], p[1], z)));
    const [l, t, r, b] = box([...seen, ...this.shadow.map((p) => camera.at(p[0], p[1], 0))]);
    const wide = spare * camera.zoom + 3;
    return [l - wide, t - wide, r + wide, b + wide];
  }

  /**
   * Is a ball behind it, seen from the player? It is if the way from the ball towards the player leads through it.
   * @param {Ball} ball
   * @param {number} radius
   */
  hides(ball, radius) {
    // What lies on it or hangs over it is not hidden; what is below it is.
    if (ball.z - 0.5 * radius >= this.top) return false;
    if (ball.z + radius <= this.low) return true;
    let crossings = 0;
    for (let k = 0; k < this.outline.length; k++) {
      const [a, b] = [this.outline[k], this.outline[(k + 1) % this.outline.length]];
      if (a[0] > ball.x === b[0] > ball.x) continue;
      if (a[1] + ((b[1] - a[1]) * (ball.x - a[0])) / (b[0] - a[0]) > ball.y) crossings += 1;
    }
    return crossings > 0;
  }

  /** Could it and a ball cover each other on the screen? @param {Ball} ball @param {number} radius */
  isNear(ball, radius) {
    const [l, b, r, f] = box(this.outline);
    const far = 3 * radius;
    return ball.x > l - far && ball.x < r + far && ball.y > b - far && ball.y < f + far;
  }
}

/** All parts of driven groups. */
export class Driven {
  /**
   * @param {Scene} scene As `laid` gives it.
   * @param {Plan} plan
   * @param {Palette} colours
   */
  constructor(scene, plan, colours) {
    this.groups = new Map((scene.groups ?? []).map((group) => [group.id, group]));
    const parts = scene.parts.filter((part) => part.group !== undefined);
    this.movers = parts.map((part) => new Mover(part, plan, colours));
    /** By part. */
    this.of = new Map(this.movers.map((mover) => [mover.part.id, mover]));
  }

  /**
   * Everything takes its place.
   * @param {Camera} camera
   * @param {State} state
   */
  look(camera, state) {
    /** @type {Map<number, Place | undefined>} */
    const moved = new Map();
    for (const [id, group] of this.groups) moved.set(id, motion(group, state.groups.get(id)));
    for (const mover of this.movers) mover.look(camera, moved.get(/** @type {number} */ (mover.part.group)));
  }

  /** Those that lie under the balls, or those that stand. @param {boolean} flat */
  which(flat) {
    return this.movers.filter((mover) => mover.top <= UNDER === flat);
  }

  /**
   * @param {Pen} pen
   */
  shadows({ ctx, camera }) {
    const pen = new Pen(ctx, camera);
    for (const { shadow } of this.movers) {
      if (shadow.length < 3) continue;
      pen.trace(shadow, 0);
      ctx.fillStyle = 'rgba(0,2,6,0.32)';
      ctx.fill();
    }
  }

  /**
   * Draws pieces from low to high.
   * @param {Pen} pen
   * @param {Mover[]} movers
   * @param {boolean} high Those above the balls, or those below?
   */
  draw(pen, movers, high) {
    /** @type {{z: number, piece: Piece, lens: Lens}[]} */
    const all = [];
    for (const { pieces, lens } of movers) {
      if (!lens) continue;
      const own = pieces.map((piece) => ({ z: lens.height(piece.z, piece.at), piece, lens }));
      // Pieces of one height are painted in the part's own order, which is the other way round for whoever looks from below.
      own.sort((p, q) => (lens.under ? q.piece.z - p.piece.z : p.piece.z - q.piece.z));
      for (const one of own) if (one.z > HIGH === high) all.push(one);
    }
    all.sort((p, q) => p.z - q.z);
    for (const { piece, lens } of all) {
      pen.ctx.save();
      piece.draw(new Pen(pen.ctx, lens));
      pen.ctx.restore();
    }
  }
}
