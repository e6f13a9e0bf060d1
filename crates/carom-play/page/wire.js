// @ts-check
// Reads the binary frames in which the table's state arrives. Knows nothing of sockets or of the document.

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Ball} Ball */
/** @typedef {import('./types.js').Pose} Pose */
/** @typedef {import('./types.js').GroupPose} GroupPose */
/** @typedef {import('./types.js').TableEvent} TableEvent */
/** @typedef {import('./types.js').EventName} EventName */

/** The version of the protocol that this page understands. */
export const PROTOCOL = 2;

const HEADER = 24;
const BALL = 36;
const PART = 12;
const LAMP = 4;
const EVENT = 24;
const GROUP = 32;
const NONE = 65535;
/** Microseconds after which an event's time starts again from 0. */
const WRAP = 2 ** 32;

/** @type {EventName[]} The names of events by their number on the wire. */
export const EVENT_NAMES = [
  'hit', 'unhit', 'collide', 'slingshot', 'end_of_stroke', 'start_of_stroke', 'spin', 'balls_meet', 'dropped', 'raised',
  'drained', 'ejected', 'tilt_warning', 'tilt', 'stuck', 'ball_search', 'lost', 'bounce', 'overloaded',
];

/**
 * Turns frames into whole states: what a frame leaves out is as it was before.
 * `parts` and `lamps` of all states of one decoder are the same objects, always up to date. `groups` are those of the frame, so
 * that they can be drawn between two.
 */
export class Decoder {
  /** @type {Map<number, Pose>} */
  #parts = new Map();
  #lamps = new Uint8Array(0);
  /** @type {ReadonlyMap<number, GroupPose>} */
  #groups = new Map();

  /**
   * @param {ArrayBuffer} buffer
   * @returns {State|null} Null if the frame is of another kind, cut short or too long.
   */
  read(buffer) {
    const data = new DataView(buffer);
    if (data.byteLength < HEADER || data.getUint8(0) !== 1) return null;
    const flags = data.getUint8(1);
    const tick = data.getUint32(4, true);
    const balls = data.getUint8(16);
    const parts = data.getUint16(18, true);
    const lamps = data.getUint16(20, true);
    const events = data.getUint16(22, true);
    const groups = data.getUint8(17);
    if (data.byteLength !== HEADER + balls * BALL + parts * PART + lamps * LAMP + events * EVENT + groups * GROUP) return null;
    const whole = (flags & 8) !== 0;
    if (whole) {
      this.#parts.clear();
      this.#lamps.fill(0);
      this.#groups = new Map();
    }
    let at = HEADER;
    const ballList = readBalls(data, at, balls);
    at += balls * BALL;
    this.#readParts(data, at, parts);
    at += parts * PART;
    this.#readLamps(data, at, lamps);
    at += lamps * LAMP;
    if (groups > 0) this.#groups = new Map([...this.#groups, ...readGroups(data, at + events * EVENT, groups)]);
    return {
      sequence: data.getUint16(2, true),
      tick,
      ahead: finite(data.getFloat32(8, true)),
      paused: (flags & 1) !== 0,
      tilted: (flags & 2) !== 0,
      attract: (flags & 4) !== 0,
      whole,
      replay: (flags & 16) !== 0,
      nudge: [data.getInt16(12, true) * 1e-5, data.getInt16(14, true) * 1e-5],
      balls: ballList,
      parts: this.#parts,
      lamps: this.#lamps,
      groups: this.#groups,
      events: readEvents(data, at, events, tick),
    };
  }

  /** @param {DataView} data @param {number} at @param {number} count */
  #readParts(data, at, count) {
    for (let i = 0; i < count; i += 1, at += PART) {
      const id = data.getUint16(at, true);
      const active = data.getUint8(at + 2) !== 0;
      const angle = finite(data.getFloat32(at + 4, true));
      const place = finite(data.getFloat32(at + 8, true));
      const pose = this.#parts.get(id);
      if (pose) {
        pose.active = active;
        pose.angle = angle;
        pose.place = place;
      } else {
        this.#parts.set(id, { active, angle, place });
      }
    }
  }

  /** @param {DataView} data @param {number} at @param {number} count */
  #readLamps(data, at, count) {
    for (let i = 0; i < count; i += 1, at += LAMP) {
      const id = data.getUint16(at, true);
      if (id >= this.#lamps.length) {
        const grown = new Uint8Array(id + 1);
        grown.set(this.#lamps);
        this.#lamps = grown;
      }
      this.#lamps[id] = data.getUint8(at + 2);
    }
  }
}

/** @param {DataView} data @param {number} at @param {number} count @returns {Ball[]} */
function readBalls(data, at, count) {
  /** @type {Ball[]} */
  const list = [];
  for (let i = 0; i < count; i += 1, at += BALL) {
    const flags = data.getUint8(at + 2);
    list.push({
      id: data.getUint16(at, true),
      held: (flags & 1) !== 0,
      hidden: (flags & 2) !== 0,
      motion: data.getUint8(at + 3),
      x: finite(data.getFloat32(at + 4, true)),
      y: finite(data.getFloat32(at + 8, true)),
      z: finite(data.getFloat32(at + 12, true)),
      vx: data.getInt16(at + 16, true) * 1e-3,
      vy: data.getInt16(at + 18, true) * 1e-3,
      vz: data.getInt16(at + 20, true) * 1e-3,
      wx: data.getInt16(at + 22, true) * 0.05,
      wy: data.getInt16(at + 24, true) * 0.05,
      wz: data.getInt16(at + 26, true) * 0.05,
      qx: data.getInt16(at + 28, true) / 32767,
      qy: data.getInt16(at + 30, true) / 32767,
      qz: data.getInt16(at + 32, true) / 32767,
      qw: data.getInt16(at + 34, true) / 32767,
    });
  }
  return list;
}

/** @param {DataView} data @param {number} at @param {number} count @param {number} tick @returns {TableEvent[]} */
function readEvents(data, at, count, tick) {
  /** @type {TableEvent[]} */
  const list = [];
  for (let i = 0; i < count; i += 1, at += EVENT) {
    list.push({
      what: EVENT_NAMES[data.getUint8(at)] ?? 'unknown',
      part: orNull(data.getUint16(at + 2, true)),
      ball: data.getUint16(at + 4, true),
      other: orNull(data.getUint16(at + 6, true)),
      speed: finite(data.getFloat32(at + 8, true)),
      x: data.getFloat32(at + 12, true),
      y: data.getFloat32(at + 16, true),
      time: unwrap(data.getUint32(at + 20, true), tick),
    });
  }
  return list;
}

/** @param {DataView} data @param {number} at @param {number} count @returns {[number, GroupPose][]} */
function readGroups(data, at, count) {
  /** @type {[number, GroupPose][]} */
  const list = [];
  for (let i = 0; i < count; i += 1, at += GROUP) {
    const number = (/** @type {number} */ k) => finite(data.getFloat32(at + 4 + 4 * k, true));
    const [qx, qy, qz, qw] = [number(3), number(4), number(5), number(6)];
    list.push([data.getUint16(at, true), {
      leapt: (data.getUint8(at + 2) & 1) !== 0,
      x: number(0), y: number(1), z: number(2), qx, qy, qz,
      // A turn of no size would flatten everything.
      qw: qx || qy || qz || qw ? qw : 1,
    }]);
  }
  return list;
}

/** Seconds of an event whose microseconds were cut to 32 bits, near a tick. @param {number} micros @param {number} tick */
function unwrap(micros, tick) {
  const rounds = Math.max(0, Math.round((tick * 1000 - micros) / WRAP));
  return (micros + rounds * WRAP) / 1e6;
}

/** @param {number} id */
function orNull(id) {
  return id === NONE ? null : id;
}

/** A number that drawing can use, whatever came. @param {number} value */
function finite(value) {
  return Number.isFinite(value) ? value : 0;
}
