// @ts-check
// What a table's geometry tells of it: which parts stand on the playfield, how far every place is from them, where there is
// room, and which way lanes run. Art that follows the lanes is made from this, so that every table looks drawn on purpose.

import { area, box, circle } from './shapes.js';
import { sheet } from './pen.js';
import { flatPut, heightOf, stood } from './place.js';

/**
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {import('../types.js').ScenePart} ScenePart
 * @typedef {[number, number]} Flat
 */

/** m: what begins lower than this stands in a rolling ball's way. */
export const LOW = 0.02;
/** m: what lies above this lies above a rolling ball. */
export const HIGH = 0.0272;
/** m: what lies farther than this beside the playfield is not on the table. */
const BESIDE = 0.01;
/** m: width of a cell of the map of distances. */
const CELL = 0.002;

/** The map of a table. */
export class Plan {
  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
    const { left, back, width, length } = scene.bounds;
    /** m: larger than this share of the playfield and a wall is a floor or a cover, which would hide everything. */
    this.coverArea = 0.4 * width * length;
    this.cell = Math.max(CELL, length / 800);
    this.columns = Math.max(2, Math.ceil(width / this.cell));
    this.rows = Math.max(2, Math.ceil(length / this.cell));
    /** m: from each cell to the nearest thing that stands on the playfield. */
    this.distance = this.measure(left, back);
  }

  /**
   * Does a part lie within the cabinet? Authors park things beside the table that are not to be seen.
   * @param {ScenePart} part
   */
  within(part) {
    const [l, b, r, f] = extent(part);
    // Endless, for parts of which no place is known.
    if (part.place && Number.isFinite(l)) {
      const corners = [[l, b], [r, b], [r, f], [l, f]].map((p) => flatPut(part.place, p[0], p[1]));
      return this.meets(box(corners));
    }
    return this.meets([l, b, r, f]);
  }

  /** @param {number[]} box */
  meets([l, b, r, f]) {
    const { left, back, width, length } = this.scene.bounds;
    return r > left - BESIDE && l < left + width + BESIDE && f > back - BESIDE && b < back + length + BESIDE;
  }

  /**
   * The outline of a part where it stands on the playfield, if it does.
   * @param {ScenePart} part
   * @returns {Flat[] | null}
   */
  foot(part) {
    if (part.group !== undefined) return null;
    const { low, top = Infinity } = part;
    const own = (/** @type {Flat[]} */ outline) => stood(part, { outline, low, top });
    switch (part.kind) {
      case 'wall': {
        const block = own(part.outline);
        return block && block.low < LOW && block.top > 0.004 && area(block.outline) < this.coverArea ? block.outline : null;
      }
      case 'target':
        return standing(own(part.outline));
      case 'post':
        return standing(own(circle(part.centre, part.radius, 20)));
      case 'kicker':
        return part.radius > 0.004 ? standing(own(circle(part.centre, part.radius, 24))) : null;
      case 'bumper':
        return standing(own(circle(part.centre, part.radius, 28)));
      default:
        return null;
    }
  }

  /**
   * @param {number} left
   * @param {number} back
   */
  measure(left, back) {
    const { columns, rows, cell } = this;
    const { ctx } = sheet(columns, rows);
    ctx.setTransform(1 / cell, 0, 0, 1 / cell, -left / cell, -back / cell);
    ctx.fillStyle = ctx.strokeStyle = '#fff';
    for (const part of this.scene.parts) {
      const foot = this.foot(part);
      if (foot && foot.length > 1) {
        ctx.beginPath();
        foot.forEach((p, k) => (k ? ctx.lineTo(p[0], p[1]) : ctx.moveTo(p[0], p[1])));
        ctx.closePath();
        ctx.fill();
        ctx.lineWidth = cell;
        ctx.stroke();
      }
      if (part.kind === 'rubber' && part.group === undefined && part.axis.length > 1 && heightOf(part.place, part.axis[0][2]) < 0.03) {
        ctx.beginPath();
        part.axis.forEach((/** @type {number[]} */ p, /** @type {number} */ k) => {
          const at = flatPut(part.place, p[0], p[1], p[2]);
          if (k) ctx.lineTo(...at);
          else ctx.moveTo(...at);
        });
        ctx.lineWidth = Math.max(cell, part.thickness);
        if (part.closed) {
          ctx.closePath();
          ctx.fill();
        }
        ctx.stroke();
      }
    }
    const pixels = ctx.getImageData(0, 0, columns, rows).data;
    const field = new Float32Array(columns * rows);
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        const k = y * columns + x;
        const border = Math.min(x, y, columns - 1 - x, rows - 1 - y);
        // A cell that is covered in part says how near the edge is: without that, slanted lines would have steps.
        const free = 1 - pixels[4 * k + 3] / 255;
        field[k] = free < 1 ? free * free : Math.min(1e9, (border + 1) * (border + 1));
      }
    }
    squaredDistances(field, columns, rows);
    for (let k = 0; k < field.length; k++) field[k] = Math.sqrt(field[k]) * cell;
    return smooth(smooth(field, columns, rows), columns, rows);
  }

  /**
   * m: from a place to what stands nearest.
   * @param {number} x
   * @param {number} y
   */
  clear(x, y) {
    const { left, back } = this.scene.bounds;
    const i = Math.round((x - left) / this.cell);
    const j = Math.round((y - back) / this.cell);
    if (i < 0 || j < 0 || i >= this.columns || j >= this.rows) return 0;
    return this.distance[j * this.columns + i];
  }

  /**
   * The roomiest place between two shares of the table's length: where an emblem can lie.
   * @param {number} from
   * @param {number} to
   * @returns {{at: Flat, radius: number}}
   */
  room(from, to) {
    const { left, back, width } = this.scene.bounds;
    let best = -1;
    let at = 0;
    for (let j = Math.floor(from * this.rows); j < to * this.rows; j++) {
      for (let i = 0; i < this.columns; i++) {
        const k = j * this.columns + i;
        // A place in the middle is worth a little more than one at the side.
        const value = this.distance[k] - 0.3 * Math.abs(i * this.cell - width / 2);
        if (value > best) {
          best = value;
          at = k;
        }
      }
    }
    const i = at % this.columns;
    const j = (at - i) / this.columns;
    return { at: [left + i * this.cell, back + j * this.cell], radius: this.distance[at] };
  }

  /**
   * Which way a lane runs through a place: the heading, from -90 to 90 degrees, along which there is most room.
   * @param {number} x
   * @param {number} y
   */
  lane(x, y) {
    let best = 0;
    let most = -1;
    for (let k = 0; k < 24; k++) {
      const angle = -Math.PI / 2 + (Math.PI * k) / 24;
      // Where there is no lane, rollovers lie straight.
      let value = -0.004 * Math.abs(angle);
      for (let d = -0.03; d <= 0.03; d += 0.004) {
        value += Math.min(0.03, this.clear(x + d * Math.sin(angle), y - d * Math.cos(angle)));
      }
      if (value > most) {
        most = value;
        best = angle;
      }
    }
    return best;
  }
}

/**
 * The outline of what stands on the playfield, and does not hang over it.
 * @param {{outline: Flat[], low: number} | null} block
 */
function standing(block) {
  return block && block.low < LOW ? block.outline : null;
}

/**
 * Left, back, right, front of a part, whatever it is.
 * @param {ScenePart} part
 */
function extent(part) {
  /** @type {Flat[]} */
  const found = [];
  if (part.centre) found.push([part.centre[0], part.centre[1]]);
  for (const p of [...(part.outline ?? []), ...(part.axis ?? [])]) found.push([p[0], p[1]]);
  for (const rib of part.ribs ?? []) found.push([rib[0], rib[1]], [rib[2], rib[3]]);
  for (let k = 0; k + 2 < (part.points?.length ?? 0); k += 3) found.push([part.points[k], part.points[k + 1]]);
  for (const shape of part.shapes ?? []) for (const p of shape.points ?? [shape.centre ?? shape.base]) found.push([p[0], p[1]]);
  return found.length ? box(found) : [-Infinity, -Infinity, Infinity, Infinity];
}

/**
 * The exact squared distance to the nearest cell of value 0, in cells; values that are given are distances known already.
 * P. Felzenszwalb and D. Huttenlocher, Distance Transforms of Sampled Functions (2012): lower envelopes of parabolas, first
 * along columns, then along rows.
 * @param {Float32Array} field
 * @param {number} columns
 * @param {number} rows
 */
function squaredDistances(field, columns, rows) {
  const n = Math.max(columns, rows);
  const f = new Float64Array(n);
  const hull = new Int32Array(n);
  const edge = new Float64Array(n + 1);
  const pass = (/** @type {number} */ first, /** @type {number} */ step, /** @type {number} */ count) => {
    for (let q = 0; q < count; q++) f[q] = field[first + q * step];
    let k = 0;
    hull[0] = 0;
    edge[0] = -Infinity;
    edge[1] = Infinity;
    for (let q = 1; q < count; q++) {
      let s = 0;
      do {
        const r = hull[k];
        s = (f[q] + q * q - f[r] - r * r) / (2 * q - 2 * r);
      } while (s <= edge[k] && --k >= 0);
      k++;
      hull[k] = q;
      edge[k] = s;
      edge[k + 1] = Infinity;
    }
    k = 0;
    for (let q = 0; q < count; q++) {
      while (edge[k + 1] < q) k++;
      field[first + q * step] = (q - hull[k]) * (q - hull[k]) + f[hull[k]];
    }
  };
  for (let x = 0; x < columns; x++) pass(x, columns, rows);
  for (let y = 0; y < rows; y++) pass(y * columns, 1, columns);
}

/**
 * Each cell becomes the mean of itself and its neighbours.
 * @param {Float32Array} field
 * @param {number} columns
 * @param {number} rows
 */
function smooth(field, columns, rows) {
  const mean = new Float32Array(field);
  for (let y = 1; y + 1 < rows; y++) {
    for (let x = 1; x + 1 < columns; x++) {
      const k = y * columns + x;
      const straight = field[k - 1] + field[k + 1] + field[k - columns] + field[k + columns];
      const slanted = field[k - columns - 1] + field[k - columns + 1] + field[k + columns - 1] + field[k + columns + 1];
      mean[k] = (4 * field[k] + 2 * straight + slanted) / 16;
    }
  }
  return mean;
}

/**
 * Lines of equal distance, as short stretches [x1, y1, x2, y2] in metres: by marching squares.
 * @param {Plan} plan
 * @param {number} level m
 */
export function contour(plan, level) {
  const { columns, rows, distance, cell } = plan;
  const { left, back } = plan.scene.bounds;
  /** @type {number[][]} */
  const stretches = [];
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < columns; i++) {
      const k = j * columns + i;
      const a = distance[k] - level;
      const b = distance[k + 1] - level;
      const c = distance[k + columns + 1] - level;
      const d = distance[k + columns] - level;
      if (a > 0 === b > 0 && b > 0 === c > 0 && c > 0 === d > 0) continue;
      /** @type {number[]} */
      const ends = [];
      if (a > 0 !== b > 0) ends.push(i + a / (a - b), j);
      if (b > 0 !== c > 0) ends.push(i + 1, j + b / (b - c));
      if (c > 0 !== d > 0) ends.push(i + d / (d - c), j + 1);
      if (d > 0 !== a > 0) ends.push(i, j + a / (a - d));
      for (let e = 0; e + 3 < ends.length; e += 4) {
        stretches.push([left + ends[e] * cell, back + ends[e + 1] * cell, left + ends[e + 2] * cell, back + ends[e + 3] * cell]);
      }
    }
  }
  return stretches;
}
