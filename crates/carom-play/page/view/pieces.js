// @ts-check
// What stands still, cut into pieces that are painted from low to high. The eye is above everything, so whatever hides
// something is higher than it: the order of heights is exact, and no piece needs to know its neighbours.

import { Pen } from './pen.js';
import { HIGH } from './plan.js';

/**
 * @typedef {{z: number, draw: (pen: Pen) => void, at?: [number, number]}} Piece
 */

/** Pieces below and above the balls that roll on the playfield. */
export class Pieces {
  constructor() {
    /** @type {Piece[]} */
    this.list = [];
  }

  /**
   * @param {number} z m: its highest point, or that of what it must hide.
   * @param {(pen: Pen) => void} draw
   * @param {[number, number]} [at] About where it is; in the middle of its part unless told. It counts only where the part leans.
   */
  add(z, draw, at) {
    if (Number.isFinite(z)) this.list.push({ z, draw, at });
  }

  /**
   * Takes in the pieces of a part that lies elsewhere.
   * @param {Pieces} others In the part's own space.
   * @param {import('./lens.js').Lens} lens
   */
  lay(others, lens) {
    // Pieces that come to one height keep the order in which they are taken in: seen from below it is the other way round.
    const order = [...others.list].sort((p, q) => (lens.under ? q.z - p.z : p.z - q.z));
    for (const { z, draw, at } of order) this.add(lens.height(z, at), (pen) => draw(new Pen(pen.ctx, lens)));
  }

  /**
   * @param {Pen} pen
   * @param {boolean} high Those above the balls, or those below?
   */
  paint(pen, high) {
    const chosen = this.list.filter((piece) => piece.z > HIGH === high).sort((a, b) => a.z - b.z);
    for (const piece of chosen) {
      pen.ctx.save();
      piece.draw(pen);
      pen.ctx.restore();
    }
  }
}
