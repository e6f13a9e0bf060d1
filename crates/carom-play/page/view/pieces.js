// @ts-check
// What stands still, cut into pieces that are painted from low to high. The eye is above everything, so whatever hides
// something is higher than it: the order of heights is exact, and no piece needs to know its neighbours.

import { HIGH } from './plan.js';

/**
 * @typedef {import('./pen.js').Pen} Pen
 * @typedef {{z: number, draw: (pen: Pen) => void}} Piece
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
   */
  add(z, draw) {
    if (Number.isFinite(z)) this.list.push({ z, draw });
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
