// @ts-check
// The camera for a part that lies elsewhere: what is drawn in the part's own space is seen where that lies. Everything that
// draws asks the camera where a point is, so all of it draws placed, leaning and moving parts as well, in true perspective.

import { back, put, sizeOf } from './place.js';

/**
 * What those who draw need of a camera.
 * @typedef {object} Sight
 * @property {boolean} flat
 * @property {[number, number, number]} toward Unit vector from the table to the eye.
 * @property {(x: number, y: number, z: number) => [number, number]} at
 * @property {(y: number, z: number) => number} scale
 * @property {(ctx: CanvasRenderingContext2D, x: number, y: number, z: number) => void} plane
 * @property {(x: number, y: number, nx: number, ny: number) => boolean} sees
 */

/** m: over which a plane is measured. Parts are a few centimetres large. */
const STEP = 0.001;

/** A camera that looks into a part's own space. @implements {Sight} */
export class Lens {
  #camera;
  #eye;

  /**
   * @param {import('./camera.js').Camera} camera
   * @param {import('./place.js').Place} place
   * @param {[number, number]} middle About where the part is, in its own space.
   */
  constructor(camera, place, middle) {
    this.#camera = camera;
    this.place = place;
    this.middle = middle;
    this.size = sizeOf(place);
    this.flat = camera.flat;
    const home = back(place);
    this.#eye = put(home, ...camera.eye);
    const here = put(place, middle[0], middle[1], 0);
    // Seen from straight above, the eye is nowhere, and its direction is all there is.
    const from = camera.flat ? here : camera.eye;
    const toward = camera.flat ? [0, 0, 1] : [from[0] - here[0], from[1] - here[1], from[2] - here[2]];
    const own = [0, 4, 8].map((k) => home[k] * toward[0] + home[k + 1] * toward[1] + home[k + 2] * toward[2]);
    const long = Math.hypot(...own) || 1;
    /** @type {[number, number, number]} */
    this.toward = [own[0] / long, own[1] / long, own[2] / long];
  }

  /** Is the part seen from below? */
  get under() {
    return this.toward[2] < 0;
  }

  /**
   * m: the height over the playfield of what is so high in the part's own space, at its middle or at a place.
   * @param {number} z
   * @param {[number, number]} [at]
   */
  height(z, at = this.middle) {
    return put(this.place, at[0], at[1], z)[2];
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} z
   * @returns {[number, number]}
   */
  at(x, y, z) {
    return this.#camera.at(...put(this.place, x, y, z));
  }

  /**
   * Pixels per metre of the part, about its middle.
   * @param {number} y
   * @param {number} z
   */
  scale(y, z) {
    const [, ty, tz] = put(this.place, this.middle[0], y, z);
    return this.size * this.#camera.scale(ty, tz);
  }

  /**
   * Lets a context draw in metres on the part's level plane at height z, round a point: an ellipse comes of a circle by itself.
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} x
   * @param {number} y
   * @param {number} z
   */
  plane(ctx, x, y, z) {
    const [px, py] = this.at(x, y, z);
    const along = (/** @type {number} */ dx, /** @type {number} */ dy) => {
      const [a, b] = [this.at(x + dx, y + dy, z), this.at(x - dx, y - dy, z)];
      return [(a[0] - b[0]) / (2 * STEP), (a[1] - b[1]) / (2 * STEP)];
    };
    const [right, down] = [along(STEP, 0), along(0, STEP)];
    ctx.setTransform(right[0], right[1], down[0], down[1], px, py);
  }

  /**
   * Does a face that is upright in the part's own space, looking along (nx, ny), show itself to the eye? On which side of a
   * plane the eye is, is the same in every space.
   * @param {number} x
   * @param {number} y
   * @param {number} nx
   * @param {number} ny
   */
  sees(x, y, nx, ny) {
    if (this.flat) return nx * this.toward[0] + ny * this.toward[1] > 1e-9;
    return nx * (this.#eye[0] - x) + ny * (this.#eye[1] - y) > 0;
  }
}
