// @ts-check
// Balls as small shaded spheres: every pixel knows which point of the ball it shows, however the ball is turned.

import { sheet } from '../view/pen.js';
import { matrix } from './turn.js';

/** @typedef {import('./style.js').Skin} Skin */
/** @typedef {import('./style.js').Rgb} Rgb */
/** @typedef {import('./turn.js').Quaternion} Quaternion */

/** Radians: half of the white spot that carries the number, and half of the band. */
const SPOT = Math.cos(0.5);
const BAND = Math.sin(0.62);
/** Dots of a measle ball. */
const DOT = Math.cos(0.24);
/** Pixels of a drawn number. */
const DIGITS = 96;
/** Where the light comes from, in the picture: from above, a little from the upper left. */
const LIGHT = unit3([-0.34, -0.42, 1]);

/** Balls of one size, on one cloth, seen one way. */
export class Spheres {
  #radius;
  #size;
  #lying;
  /** For each pixel that shows something: its place, the point of the ball, light that falls on it, light that it mirrors. */
  #pixels;
  /** @type {Map<string, Float32Array>} */
  #numbers = new Map();

  /**
   * @param {number} radius Pixels.
   * @param {boolean} lying See Look.
   * @param {Rgb} cloth What the ball mirrors at its rim.
   */
  constructor(radius, lying, cloth) {
    this.#radius = Math.max(2, radius);
    this.#size = 2 * Math.ceil(this.#radius + 1);
    this.#lying = lying;
    this.#pixels = shine(this.#radius, this.#size, cloth);
  }

  /** Pixels: side of the square that holds a ball. */
  get size() {
    return this.#size;
  }

  /**
   * Paints a ball into a canvas of its own.
   * @param {Skin} skin
   * @param {Quaternion} turn
   * @param {{canvas: HTMLCanvasElement, ctx: CanvasRenderingContext2D}} [into]
   */
  paint(skin, turn, into) {
    const size = this.#size;
    const made = into && into.canvas.width === size ? into : sheet(size, size);
    const image = made.ctx.createImageData(size, size);
    const data = image.data;
    // Plain numbers, no lists: this loop runs for every pixel of every ball that turns.
    const m = Float64Array.from(matrix(turn));
    const soft = 1.3 / this.#radius;
    const number = skin.number ? this.#number(skin.number) : null;
    const { count, place, nx, ny, nz, lit, add, alpha } = this.#pixels;
    const base = Float64Array.from(skin.base);
    const band = skin.band ? Float64Array.from(skin.band) : null;
    const dots = !number && skin.dots ? Float64Array.from(skin.dots) : null;
    const lying = this.#lying;
    for (let k = 0; k < count; k += 1) {
      // The picture's y runs downwards; lying, the table's axes change places.
      const wx = lying ? ny[k] : nx[k];
      const wy = lying ? nx[k] : -ny[k];
      const wz = nz[k];
      const lx = m[0] * wx + m[3] * wy + m[6] * wz;
      const ly = m[1] * wx + m[4] * wy + m[7] * wz;
      const lz = m[2] * wx + m[5] * wy + m[8] * wz;
      let r = base[0];
      let g = base[1];
      let b = base[2];
      if (band) {
        const share = step((BAND - Math.abs(lz)) / soft);
        r += share * (band[0] - r);
        g += share * (band[1] - g);
        b += share * (band[2] - b);
      }
      if (number) {
        const share = step((Math.abs(lx) - SPOT) / (0.5 * soft));
        if (share > 0) {
          const ink = lookUp(number, 0.5 + (lx > 0 ? ly : -ly) / 0.96, 0.5 - lz / 0.96);
          r += share * (250 - 235 * ink - r);
          g += share * (246 - 231 * ink - g);
          b += share * (236 - 218 * ink - b);
        }
      } else if (dots) {
        const share = step((Math.max(Math.abs(lx), Math.abs(ly), Math.abs(lz)) - DOT) / (0.35 * soft));
        r += share * (dots[0] - r);
        g += share * (dots[1] - g);
        b += share * (dots[2] - b);
      }
      const at = 4 * place[k];
      data[at] = r * lit[k] + add[3 * k];
      data[at + 1] = g * lit[k] + add[3 * k + 1];
      data[at + 2] = b * lit[k] + add[3 * k + 2];
      data[at + 3] = 255 * alpha[k];
    }
    made.ctx.putImageData(image, 0, 0);
    return made;
  }

  /** A number as ink from 0 to 1, upright as seen with the ball's z upwards. @param {string} text */
  #number(text) {
    let ink = this.#numbers.get(text);
    if (ink) return ink;
    const { ctx } = sheet(DIGITS, DIGITS);
    ctx.fillStyle = '#000';
    ctx.font = `700 ${text.length > 1 ? 0.62 * DIGITS : 0.74 * DIGITS}px "Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(text, DIGITS / 2, DIGITS * 0.53);
    if (text === '6' || text === '9') ctx.fillRect(DIGITS * 0.32, DIGITS * 0.83, DIGITS * 0.36, DIGITS * 0.06);
    const data = ctx.getImageData(0, 0, DIGITS, DIGITS).data;
    ink = Float32Array.from({ length: DIGITS * DIGITS }, (_, k) => (data[4 * k + 3] ?? 0) / 255);
    this.#numbers.set(text, ink);
    return ink;
  }
}

/** @param {number} x */
function step(x) {
  return x <= -0.5 ? 0 : x >= 0.5 ? 1 : x + 0.5;
}

/** Between the four nearest. @param {Float32Array} ink @param {number} u From 0 to 1. @param {number} v */
function lookUp(ink, u, v) {
  const x = u * DIGITS - 0.5;
  const y = v * DIGITS - 0.5;
  if (!(x >= 0 && y >= 0 && x < DIGITS - 1 && y < DIGITS - 1)) return 0;
  const i = Math.floor(x);
  const j = Math.floor(y);
  const s = x - i;
  const t = y - j;
  const at = j * DIGITS + i;
  return (1 - t) * ((1 - s) * (ink[at] ?? 0) + s * (ink[at + 1] ?? 0)) + t * ((1 - s) * (ink[at + DIGITS] ?? 0) + s * (ink[at + DIGITS + 1] ?? 0));
}

/**
 * What does not depend on how the ball is turned: the lamp, its two long windows in the polish, the cloth at the rim.
 * @param {number} radius
 * @param {number} size
 * @param {Rgb} cloth
 */
function shine(radius, size, cloth) {
  const most = size * size;
  const place = new Uint32Array(most);
  const [nx, ny, nz, lit, alpha] = [0, 1, 2, 3, 4].map(() => new Float32Array(most));
  const add = new Float32Array(3 * most);
  let count = 0;
  for (let j = 0; j < size; j += 1) {
    for (let i = 0; i < size; i += 1) {
      const [x, y] = [(i + 0.5 - size / 2) / radius, (j + 0.5 - size / 2) / radius];
      const far = Math.hypot(x, y);
      const cover = step((1 - far) * radius);
      if (cover === 0) continue;
      const pull = far > 0.999 ? 0.999 / far : 1;
      const [px, py] = [x * pull, y * pull];
      const pz = Math.sqrt(1 - px * px - py * py);
      place[count] = j * size + i;
      nx[count] = px;
      ny[count] = py;
      nz[count] = pz;
      alpha[count] = cover;
      const fall = Math.max(0, px * LIGHT[0] + py * LIGHT[1] + pz * LIGHT[2]);
      lit[count] = 0.2 + 0.86 * fall ** 0.85;
      // The mirrored ray, seen from straight above.
      const [rx, ry, rz] = [2 * pz * px, 2 * pz * py, 2 * pz * pz - 1];
      let gleam = 0;
      if (rz > 0.1) {
        const [u, v] = [rx / rz, ry / rz];
        gleam = 1.0 * pane(u, v, -0.42, -0.5, 0.3, 0.17) + 0.28 * pane(u, v, 0.95, 0.75, 0.34, 0.2);
      }
      const rim = (1 - pz) ** 3.2;
      const halo = 34 * Math.max(0, fall) ** 18;
      add[3 * count] = 235 * gleam + halo + 0.5 * rim * cloth[0];
      add[3 * count + 1] = 235 * gleam + halo + 0.5 * rim * cloth[1];
      add[3 * count + 2] = 240 * gleam + halo + 0.5 * rim * cloth[2];
      count += 1;
    }
  }
  return { count, place, nx: /** @type {Float32Array} */ (nx), ny: /** @type {Float32Array} */ (ny), nz: /** @type {Float32Array} */ (nz), lit: /** @type {Float32Array} */ (lit), add, alpha: /** @type {Float32Array} */ (alpha) };
}

/** A window with soft edges. @param {number} u @param {number} v @param {number} x @param {number} y @param {number} wide @param {number} high */
function pane(u, v, x, y, wide, high) {
  return smooth((wide - Math.abs(u - x)) / 0.16) * smooth((high - Math.abs(v - y)) / 0.16);
}

/** @param {number} x */
function smooth(x) {
  const t = Math.max(0, Math.min(1, x + 0.5));
  return t * t * (3 - 2 * t);
}

/** @param {[number, number, number]} v @returns {[number, number, number]} */
function unit3([x, y, z]) {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
