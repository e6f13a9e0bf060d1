// @ts-check
// Writes state frames as the server does, by the layout in docs/protocol.md: the other side of page/wire.js.

/**
 * @typedef {object} Frame
 * @property {number} [flags]
 * @property {number} [sequence]
 * @property {number} [tick]
 * @property {number} [ahead]
 * @property {[number, number]} [nudge] 0.01 mm
 * @property {Record<string, number>[]} [balls]
 * @property {{id: number, active?: number, angle?: number, place?: number}[]} [parts]
 * @property {{id: number, lit: number}[]} [lamps]
 * @property {Record<string, number>[]} [events]
 * @property {{id: number, flags?: number, at?: number[], turn?: number[]}[]} [groups]
 */

/**
 * @param {Frame} frame
 * @returns {ArrayBuffer}
 */
export function frame({ flags = 0, sequence = 0, tick = 0, ahead = 0, nudge = [0, 0], balls = [], parts = [], lamps = [], events = [], groups = [] }) {
  const writer = new Writer(24 + 36 * balls.length + 12 * parts.length + 4 * lamps.length + 24 * events.length + 32 * groups.length);
  writer.u8(1, flags).u16(sequence).u32(tick).f32(ahead).i16(...nudge);
  writer.u8(balls.length, groups.length).u16(parts.length, lamps.length, events.length);
  for (const { id = 0, flags = 0, motion = 0, ...of } of balls) {
    const of0 = (/** @type {string[]} */ ...names) => names.map((name) => of[name] ?? 0);
    writer.u16(id).u8(flags, motion).f32(...of0('x', 'y', 'z'));
    writer.i16(...of0('vx', 'vy', 'vz', 'wx', 'wy', 'wz', 'qx', 'qy', 'qz', 'qw'));
  }
  for (const { id, active = 0, angle = 0, place = 0 } of parts) writer.u16(id).u8(active, 0).f32(angle, place);
  for (const { id, lit } of lamps) writer.u16(id).u8(lit, 0);
  for (const { what, part = 65535, ball = 0, other = 65535, speed = 0, x = NaN, y = NaN, micros = 0 } of events) {
    writer.u8(what, 0).u16(part, ball, other).f32(speed, x, y).u32(micros);
  }
  for (const { id, flags = 0, at = [0, 0, 0], turn = [0, 0, 0, 1] } of groups) writer.u16(id).u8(flags, 0).f32(...at, ...turn);
  return writer.buffer;
}

class Writer {
  #data;
  #at = 0;

  /** @param {number} length */
  constructor(length) {
    this.#data = new DataView(new ArrayBuffer(length));
  }

  get buffer() {
    return /** @type {ArrayBuffer} */ (this.#data.buffer);
  }

  /** @param {number[]} values */
  u8(...values) {
    return this.#each(values, 1, (at, value) => this.#data.setUint8(at, value));
  }

  /** @param {number[]} values */
  u16(...values) {
    return this.#each(values, 2, (at, value) => this.#data.setUint16(at, value, true));
  }

  /** @param {number[]} values */
  i16(...values) {
    return this.#each(values, 2, (at, value) => this.#data.setInt16(at, value, true));
  }

  /** @param {number[]} values */
  u32(...values) {
    return this.#each(values, 4, (at, value) => this.#data.setUint32(at, value, true));
  }

  /** @param {number[]} values */
  f32(...values) {
    return this.#each(values, 4, (at, value) => this.#data.setFloat32(at, value, true));
  }

  /** @param {number[]} values @param {number} size @param {(at: number, value: number) => void} set */
  #each(values, size, set) {
    for (const value of values) {
      set(this.#at, value);
      this.#at += size;
    }
    return this;
  }
}
