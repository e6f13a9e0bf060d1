// @ts-check
// The table's clock: which tick the table is at now, and how the balls stand between two frames.

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Ball} Ball */
/** @typedef {import('./types.js').GroupPose} GroupPose */
/** @typedef {{qx: number, qy: number, qz: number, qw: number}} Turn */

/** Frames that are kept. */
const KEPT = 16;
/** ms of wall time over which frames vote about the time. */
const WINDOW = 600;
/** ms: a frame that is this far from what was expected begins the reckoning anew. */
const LEAP = 250;
/** ticks: how far a ball is carried on by its velocity when no newer frame is there. */
const BEYOND = 10;
/** ms after which frames count again although no whole one came. */
const PATIENCE = 1000;

/**
 * A frame arrives late by an unknown, changing time, never early. So of the last frames the one that was least late is right about
 * the table's clock: the greatest of `tick - speed * now`.
 */
export class Clock {
  /** @type {State[]} Oldest first. */
  #frames = [];
  /** @type {{now: number, offset: number}[]} */
  #votes = [];
  #offset = NaN;
  #speed = 1;
  #interval;
  #deaf = -Infinity;

  /** @param {number} [rate] Frames a second. */
  constructor(rate = 60) {
    this.#interval = 1000 / rate;
  }

  /** The newest frame. */
  get newest() {
    return this.#frames[this.#frames.length - 1];
  }

  /** Table time per wall time, as last asked for. */
  get speed() {
    return this.#speed;
  }

  /** @param {number} speed */
  set speed(speed) {
    if (speed === this.#speed || !(speed > 0)) return;
    this.#speed = speed;
    this.#votes = [];
    this.#offset = NaN;
  }

  /** @param {number} rate Frames a second. */
  set rate(rate) {
    if (rate > 0) this.#interval = 1000 / rate;
  }

  /**
   * Another game begins: its ticks have nothing to do with those so far. Frames of the old game may still be on their way;
   * a press that is stamped by them would wait for minutes. So none counts before the first whole frame.
   * @param {number} now
   */
  await(now) {
    this.#forget();
    this.#deaf = now + PATIENCE;
  }

  #forget() {
    this.#frames = [];
    this.#votes = [];
    this.#offset = NaN;
  }

  /**
   * A frame has arrived.
   * @param {State} state
   * @param {number} now performance.now() at its arrival.
   */
  add(state, now) {
    if (now < this.#deaf && !state.whole) return;
    this.#deaf = -Infinity;
    const last = this.newest;
    if (last && state.tick < last.tick) this.#forget();
    this.#frames.push(state);
    if (this.#frames.length > KEPT) this.#frames.shift();
    if (state.paused) {
      this.#votes = [];
      this.#offset = NaN;
      return;
    }
    const offset = state.tick + clamp(state.ahead, 0, 50) * this.#speed - this.#speed * now;
    if (Math.abs(offset - this.#offset) > LEAP) this.#votes = [];
    this.#votes.push({ now, offset });
    while (this.#votes.length > 1 && /** @type {{now: number}} */ (this.#votes[0]).now < now - WINDOW) this.#votes.shift();
    let most = -Infinity;
    for (const vote of this.#votes) if (vote.offset > most) most = vote.offset;
    this.#offset = most;
  }

  /**
   * The table's tick, with its fraction, at a moment of wall time. Undefined before the first frame of a game.
   * @param {number} now As performance.now() and event.timeStamp count.
   * @returns {number|undefined}
   */
  tickAt(now) {
    const newest = this.newest;
    if (!newest) return undefined;
    if (Number.isNaN(this.#offset)) return newest.tick;
    return Math.max(0, this.#offset + this.#speed * now);
  }

  /**
   * The table as it is to be drawn: balls and driven groups one frame late, so that most often there are two frames to draw
   * between; all else as new as it is.
   * @param {number} now
   * @returns {State|undefined}
   */
  at(now) {
    const newest = this.newest;
    if (!newest) return undefined;
    if (newest.paused) return { ...newest, events: [] };
    const tick = (this.tickAt(now) ?? newest.tick) - this.#interval * this.#speed;
    let after = this.#frames.length - 1;
    while (after > 0 && /** @type {State} */ (this.#frames[after - 1]).tick >= tick) after -= 1;
    const later = /** @type {State} */ (this.#frames[after]);
    const earlier = this.#frames[after - 1];
    if (later.tick <= tick) return carried(newest, tick);
    if (!earlier) return { ...newest, tick: later.tick, balls: later.balls, groups: later.groups, events: [] };
    const part = (tick - earlier.tick) / (later.tick - earlier.tick);
    const balls = later.balls.map((ball) => between(earlier, ball, part, later.tick - earlier.tick));
    return { ...newest, tick, balls, groups: groupsBetween(earlier.groups, later.groups, part), events: [] };
  }
}

/** No newer frame is there: balls go on as they went, for a moment. @param {State} newest @param {number} tick @returns {State} */
function carried(newest, tick) {
  const ticks = Math.min(tick - newest.tick, BEYOND);
  const seconds = ticks / 1000;
  const balls = newest.balls.map((ball) =>
    ball.held || ball.hidden || ball.motion === 3
      ? ball
      : { ...ball, x: ball.x + ball.vx * seconds, y: ball.y + ball.vy * seconds, z: ball.z + ball.vz * seconds },
  );
  return { ...newest, tick: newest.tick + ticks, balls, events: [] };
}

/** @param {State} earlier @param {Ball} to @param {number} part @param {number} ticks @returns {Ball} */
function between(earlier, to, part, ticks) {
  const from = earlier.balls.find((ball) => ball.id === to.id);
  if (!from || from.hidden !== to.hidden) return to;
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const dz = to.z - from.z;
  const speed = Math.max(Math.hypot(from.vx, from.vy, from.vz), Math.hypot(to.vx, to.vy, to.vz));
  // A ball that was put elsewhere is not drawn on a way it never took.
  if (Math.hypot(dx, dy, dz) > 0.02 + (2 * speed * ticks) / 1000) return to;
  return { ...to, x: from.x + dx * part, y: from.y + dy * part, z: from.z + dz * part, ...turned(from, to, part) };
}

/**
 * Driven groups between two frames. One that was put somewhere is there, and on no way.
 * @param {State['groups']} earlier
 * @param {State['groups']} later
 * @param {number} part
 * @returns {State['groups']}
 */
function groupsBetween(earlier, later, part) {
  if (earlier === later || later.size === 0) return later;
  /** @type {Map<number, GroupPose>} */
  const groups = new Map();
  for (const [id, to] of later) {
    const from = earlier.get(id);
    if (!from || from === to || to.leapt) groups.set(id, to);
    else {
      const place = (/** @type {'x'|'y'|'z'} */ axis) => from[axis] + (to[axis] - from[axis]) * part;
      groups.set(id, { ...to, x: place('x'), y: place('y'), z: place('z'), ...turned(from, to, part) });
    }
  }
  return groups;
}

/** Orientation between two, the short way round. @param {Turn} a @param {Turn} b @param {number} part */
export function turned(a, b, part) {
  let dot = a.qx * b.qx + a.qy * b.qy + a.qz * b.qz + a.qw * b.qw;
  const sign = dot < 0 ? -1 : 1;
  dot = Math.min(1, dot * sign);
  let wa = 1 - part;
  let wb = part * sign;
  if (dot < 0.9995) {
    const angle = Math.acos(dot);
    const sine = Math.sin(angle);
    wa = Math.sin(wa * angle) / sine;
    wb = (Math.sin(part * angle) / sine) * sign;
  }
  const qx = wa * a.qx + wb * b.qx;
  const qy = wa * a.qy + wb * b.qy;
  const qz = wa * a.qz + wb * b.qz;
  const qw = wa * a.qw + wb * b.qw;
  const size = Math.hypot(qx, qy, qz, qw) || 1;
  return { qx: qx / size, qy: qy / size, qz: qz / size, qw: qw / size };
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.min(high, Math.max(low, value));
}
