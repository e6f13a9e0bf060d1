// @ts-check
// From the table to the picture and back: overhead, lying or standing as the window is.

/** @typedef {import('./types.js').TablePlan} TablePlan */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').Vector} Vector */

/** m: wood beyond the cushions. */
export const WOOD = 0.105;
/** m: room round the wood, for its shadow. */
const ROOM = 0.035;
/** m: how high above the cloth the eye is taken to be, where balls fly. Lower than life, so that a hop is seen. */
const EYE = 1.1;

/** One way to look at a table. */
export class Look {
  /**
   * @param {TablePlan} table
   * @param {number} width Pixels of the canvas.
   * @param {number} height
   */
  constructor(table, width, height) {
    this.table = table;
    this.width = width;
    this.height = height;
    /** m: from the nose to the edge of the table. */
    this.edge = Math.max(table.cushion_width + WOOD, ...table.pockets.map((pocket) => beyond(pocket, table) + 0.03));
    /** Lies the long side across the picture? */
    this.lying = width > height;
    const around = 2 * (this.edge + ROOM);
    const [across, down] = this.lying ? [table.length, table.width] : [table.width, table.length];
    /** Pixels for a metre. */
    this.scale = Math.max(1e-3, Math.min(width / (across + around), height / (down + around)));
    this.left = (width - across * this.scale) / 2;
    this.top = (height - down * this.scale) / 2;
  }

  /** Where a place on the cloth is seen. Standing, the head rail is below; lying, it is left. @param {number} x @param {number} y @returns {Spot} */
  at(x, y) {
    if (this.lying) return [this.left + y * this.scale, this.top + x * this.scale];
    return [this.left + x * this.scale, this.top + (this.table.length - y) * this.scale];
  }

  /** The place that is seen at a point. @param {number} px @param {number} py @returns {Spot} */
  from(px, py) {
    if (this.lying) return [(py - this.top) / this.scale, (px - this.left) / this.scale];
    return [(px - this.left) / this.scale, this.table.length - (py - this.top) / this.scale];
  }

  /** A direction in the picture, as one on the table. @param {number} px @param {number} py @returns {Spot} */
  towards(px, py) {
    return this.lying ? [py, px] : [px, -py];
  }

  /** Draws in metres: what is drawn next is given in places on the cloth. @param {CanvasRenderingContext2D} ctx */
  enter(ctx) {
    const s = this.scale;
    if (this.lying) ctx.setTransform(0, s, s, 0, this.left, this.top);
    else ctx.setTransform(s, 0, 0, -s, this.left, this.top + this.table.length * s);
  }

  /** How much larger something looks at a height over its place on the cloth. @param {number} up m */
  nearer(up) {
    return EYE / Math.max(0.2, EYE - Math.max(-0.3, up));
  }
}

/** m: how far a pocket reaches beyond the noses. @param {import('./types.js').Pocket} pocket @param {TablePlan} table */
function beyond({ centre: [x, y], radius }, { width, length }) {
  return radius + Math.max(-x, x - width, -y, y - length);
}
