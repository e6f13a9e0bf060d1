// @ts-check
// The eye: one projection from the table to the screen, used by everything that is drawn.

/**
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {[number, number]} Flat
 */

/** m: the cabinet's walls are drawn this high at most; true ones would hide the front of the playfield. */
export const RAIL_HIGH = 0.042;
/** m: how broad the cabinet's rails are, and the lockbar in front. */
export const RAIL_BROAD = 0.02;
export const LOCKBAR = 0.046;
/** m: no wall is drawn higher than this: those of imported tables often reach to the glass, and would hide what is behind. */
export const MOST_HIGH = 0.05;

/** Between the table (m; x right, y towards the player, z up) and pixels of the canvas, both ways. */
export class Camera {
  /**
   * @param {Scene} scene
   * @param {number} width Pixels.
   * @param {number} height Pixels.
   * @param {'player'|'overhead'} perspective
   */
  constructor(scene, width, height, perspective) {
    const { left, back, width: broad, length } = scene.bounds;
    this.cx = left + broad / 2;
    this.cy = back + length / 2;
    this.flat = perspective === 'overhead';
    // A wide window has room to spare at the sides: there the table may lean back more, and shows more of its height.
    const room = (width / Math.max(1, height)) / (broad / length);
    const lean = Math.min(0.58, Math.max(0.2, 0.36 + 0.24 * (room - 1)));
    this.tilt = this.flat ? 0 : lean;
    this.sin = Math.sin(this.tilt);
    this.cos = Math.cos(this.tilt);
    // A player's eyes are about twice the table's length away.
    this.far = 2.15 * Math.max(length, broad);
    /** m: where the eye is. @type {[number, number, number]} */
    this.eye = [this.cx, this.cy + this.far * this.sin, this.far * this.cos];
    /** Unit vector from the table to the eye. @type {[number, number, number]} */
    this.toward = [0, this.sin, this.cos];
    this.zoom = 1;
    this.x0 = 0;
    this.y0 = 0;
    /** What the table covers on the canvas: left, top, right, bottom. */
    this.box = [0, 0, width, height];
    this.fit(scene, width, height);
  }

  /**
   * @param {Scene} scene
   * @param {number} width
   * @param {number} height
   */
  fit(scene, width, height) {
    const { left, back, width: broad, length, glass } = scene.bounds;
    const rail = Math.min(glass, RAIL_HIGH);
    const corners = [];
    // On a phone every pixel counts: there the rails may be cut off by the screen's edge.
    const beside = width / height < broad / length ? 0.25 * RAIL_BROAD : RAIL_BROAD;
    for (const x of [left - beside, left + broad + beside]) {
      for (const y of [back - RAIL_BROAD, back + length + LOCKBAR]) {
        for (const z of [0, y < this.cy ? MOST_HIGH : rail]) corners.push(this.at(x, y, z));
      }
    }
    const xs = corners.map((c) => c[0]);
    const ys = corners.map((c) => c[1]);
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    this.zoom = 0.985 * Math.min(width / (box[2] - box[0]), height / (box[3] - box[1]));
    this.x0 = width / 2 - (this.zoom * (box[0] + box[2])) / 2;
    this.y0 = height / 2 - (this.zoom * (box[1] + box[3])) / 2;
    this.box = [
      Math.max(0, Math.floor(this.x0 + this.zoom * box[0]) - 2),
      Math.max(0, Math.floor(this.y0 + this.zoom * box[1]) - 2),
      Math.min(width, Math.ceil(this.x0 + this.zoom * box[2]) + 2),
      Math.min(height, Math.ceil(this.y0 + this.zoom * box[3]) + 2),
    ];
  }

  /**
   * The screen's place of a point.
   * @param {number} x
   * @param {number} y
   * @param {number} z
   * @returns {Flat}
   */
  at(x, y, z) {
    const dy = y - this.cy;
    const s = this.scale(y, z);
    return [this.x0 + s * (x - this.cx), this.y0 + s * (dy * this.cos - z * this.sin)];
  }

  /**
   * Pixels per metre, for what faces the eye.
   * @param {number} y
   * @param {number} z
   */
  scale(y, z) {
    if (this.flat) return this.zoom;
    return (this.zoom * this.far) / (this.far - (y - this.cy) * this.sin - z * this.cos);
  }

  /**
   * The point of the playfield, or of the plane at height z, that lies under a pixel.
   * @param {number} px
   * @param {number} py
   * @param {number} [z]
   * @returns {Flat}
   */
  back(px, py, z = 0) {
    const b = (py - this.y0) / this.zoom;
    if (this.flat) return [this.cx + (px - this.x0) / this.zoom, this.cy + b];
    // Solved for dy: b (far - dy sin - z cos) = far (dy cos - z sin).
    const dy = (b * (this.far - z * this.cos) + this.far * z * this.sin) / (this.far * this.cos + b * this.sin);
    return [this.cx + (px - this.x0) / this.scale(this.cy + dy, z), this.cy + dy];
  }

  /**
   * Lets a context draw in metres on the level plane at height z, round this point. Exact at the point itself, and as good as
   * exact for anything as small as a part.
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} x
   * @param {number} y
   * @param {number} z
   */
  plane(ctx, x, y, z) {
    const [px, py] = this.at(x, y, z);
    const s = this.scale(y, z);
    // The derivative of the scale along y is s² sin / (zoom far).
    const grow = this.flat ? 0 : (s * s * this.sin) / (this.zoom * this.far);
    const dy = y - this.cy;
    const down = s * this.cos + grow * (dy * this.cos - z * this.sin);
    ctx.setTransform(s, 0, grow * (x - this.cx), down, px, py);
  }

  /**
   * Does an upright face at this place, looking along (nx, ny), show itself to the eye?
   * @param {number} x
   * @param {number} y
   * @param {number} nx
   * @param {number} ny
   */
  sees(x, y, nx, ny) {
    return !this.flat && nx * (this.eye[0] - x) + ny * (this.eye[1] - y) > 0;
  }
}
