// @ts-check
// Draws on the view's overlay: thin lines over the table, in the table's own perspective.

import { plainName } from './journal.js';
import { INK, colourOf } from './palette.js';
import { after, atRest, posed, put } from '../view/place.js';

/** @typedef {import('./types.js').Triple} Triple */
/** @typedef {import('./types.js').Group} Group */
/** @typedef {import('./types.js').Sketch} Sketch */
/** @typedef {import('./types.js').SeenBall} SeenBall */
/** @typedef {import('../types.js').Ball} Ball */
/** @typedef {import('../types.js').Pose} Pose */
/** @typedef {import('../types.js').Scene} Scene */
/** @typedef {import('../types.js').State} State */
/** @typedef {import('./types.js').ZoneSketch} ZoneSketch */
/** @typedef {(x: number, y: number, z: number) => [number, number]} Project */

/** s: an arrow of velocity shows how far the ball goes in this time. */
const VELOCITY_TIME = 0.06;
/** m s: length of the arrow of spin, per rad/s. */
const SPIN_LENGTH = 0.0006;
/** m */
const NORMAL_LENGTH = 0.028;

/** The colliders that stand still, as one path for each kind, made anew only when the perspective changes. */
export class Still {
  #sketch;
  #seenAs = '';
  /** @type {Map<string, Path2D>} */
  #paths = new Map();
  #zones = new Path2D();

  /** @param {Sketch} sketch */
  constructor(sketch) {
    this.#sketch = sketch;
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {Project} project
   */
  colliders(ctx, project) {
    this.#look(project);
    ctx.lineWidth = 1;
    for (const [kind, path] of this.#paths) {
      ctx.strokeStyle = colourOf(kind);
      ctx.globalAlpha = kind === 'cabinet' || kind === 'mesh' ? 0.55 : 0.85;
      ctx.stroke(path);
    }
    ctx.globalAlpha = 1;
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {Project} project
   */
  zones(ctx, project) {
    this.#look(project);
    ctx.lineWidth = 1;
    ctx.setLineDash([3, 3]);
    ctx.strokeStyle = INK.zone;
    ctx.stroke(this.#zones);
    ctx.setLineDash([]);
  }

  /** @param {Project} project */
  #look(project) {
    const seenAs = [project(0, 0, 0), project(0.3, 0.7, 0), project(0.1, 0.9, 0.05)].flat().map((x) => x.toFixed(2)).join();
    if (seenAs === this.#seenAs) return;
    this.#seenAs = seenAs;
    this.#paths = new Map();
    this.#zones = new Path2D();
    for (const group of this.#sketch.groups) {
      if (group.moves || group.driven !== undefined) continue;
      let path = this.#paths.get(group.kind);
      if (!path) this.#paths.set(group.kind, (path = new Path2D()));
      trace(path, group, project);
    }
    // What notices balls below the playfield is shown on it.
    const shown = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ z) => project(x, y, Math.max(0, z));
    for (const zone of this.#sketch.zones) if (zone.driven === undefined) border(this.#zones, zone, shown);
  }
}

/**
 * @param {Path2D} path
 * @param {ZoneSketch} zone
 * @param {Project} project
 */
function border(path, zone, project) {
  for (let k = 0; k + 2 < zone.border.length; k += 3) {
    const [px, py] = project(zone.border[k] ?? 0, zone.border[k + 1] ?? 0, zone.border[k + 2] ?? 0);
    if (k === 0) path.moveTo(px, py);
    else path.lineTo(px, py);
  }
  if (zone.border.length > 6) path.closePath();
}

/**
 * The projection of what is said in a space that lies elsewhere, and may move.
 * @param {Project} project
 * @param {{place?: number[], driven?: number}} where
 * @param {Scene} scene
 * @param {State} state
 * @returns {Project}
 */
export function placed(project, { place, driven }, scene, state) {
  const group = driven === undefined ? undefined : scene.groups?.find(({ id }) => id === driven);
  const pose = group && state.groups.get(group.id);
  const lies = group && (pose ? posed(pose, group.scale) : atRest(group));
  const all = lies && place ? after(lies, place) : (lies ?? place);
  return all ? (x, y, z) => project(...put(all, x, y, z)) : project;
}

/**
 * The zone of a driven part, as it lies now.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Project} project
 * @param {ZoneSketch} zone
 */
export function drivenZone(ctx, project, zone) {
  const path = new Path2D();
  border(path, zone, project);
  ctx.lineWidth = 1;
  ctx.setLineDash([3, 3]);
  ctx.strokeStyle = INK.zone;
  ctx.stroke(path);
  ctx.setLineDash([]);
}

/**
 * What moves, as it stands now: a flipper's bat, a plunger's tip, anything of a driven group.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Project} project
 * @param {Group} group
 * @param {Pose|undefined} pose
 */
export function mover(ctx, project, group, pose) {
  const path = new Path2D();
  let place = project;
  if (group.moves === 'turn' && group.pivot && pose) {
    const turn = pose.angle - (group.angle ?? 0);
    const [cos, sin, [px, py]] = [Math.cos(turn), Math.sin(turn), group.pivot];
    place = (x, y, z) => project(px + (x - px) * cos - (y - py) * sin, py + (x - px) * sin + (y - py) * cos, z);
  } else if (group.moves === 'slide' && pose) {
    const along = pose.place - (group.at ?? 0);
    place = (x, y, z) => project(x, y + along, z);
  }
  trace(path, group, place);
  ctx.lineWidth = 1.25;
  ctx.strokeStyle = colourOf(group.kind);
  ctx.stroke(path);
}

/**
 * @param {Path2D} path
 * @param {Group} group
 * @param {Project} project
 */
function trace(path, group, project) {
  for (const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0] of group.lines) {
    path.moveTo(...project(ax, ay, az));
    path.lineTo(...project(bx, by, bz));
  }
  for (const [x = 0, y = 0, z = 0, r = 0] of group.circles) ring(path, project, x, y, z, r);
}

/**
 * A level circle.
 * @param {Path2D} path
 * @param {Project} project
 * @param {number} x
 * @param {number} y
 * @param {number} z
 * @param {number} r
 */
function ring(path, project, x, y, z, r) {
  const pieces = r > 0.02 ? 36 : 18;
  for (let k = 0; k <= pieces; k += 1) {
    const angle = (2 * Math.PI * k) / pieces;
    const [px, py] = project(x + r * Math.cos(angle), y + r * Math.sin(angle), z);
    if (k === 0) path.moveTo(px, py);
    else path.lineTo(px, py);
  }
}

/**
 * The box in which a ball looks, and the cells of the tree that it asks: their outlines on the playfield.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Project} project
 * @param {SeenBall} ball
 */
export function cells(ctx, project, ball) {
  if (!ball.looked) return;
  ctx.lineWidth = 1;
  ctx.fillStyle = INK.cell;
  ctx.strokeStyle = INK.cell;
  for (const cell of ball.looked.cells) {
    const path = level(project, cell);
    ctx.globalAlpha = 0.09;
    ctx.fill(path);
    ctx.globalAlpha = 0.8;
    ctx.stroke(path);
  }
  ctx.globalAlpha = 0.9;
  ctx.setLineDash([2, 3]);
  ctx.strokeStyle = INK.reach;
  ctx.stroke(level(project, ball.looked.box));
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

/**
 * @param {Project} project
 * @param {[Triple, Triple]} box
 */
function level(project, [min, max]) {
  const path = new Path2D();
  const z = Math.max(0, Math.min(0.1, min[2]));
  path.moveTo(...project(min[0], min[1], z));
  path.lineTo(...project(max[0], min[1], z));
  path.lineTo(...project(max[0], max[1], z));
  path.lineTo(...project(min[0], max[1], z));
  path.closePath();
  return path;
}

/**
 * What touches a ball, at the place where the ball is drawn now.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Project} project
 * @param {SeenBall} seen
 * @param {Ball|undefined} ball
 */
export function contacts(ctx, project, seen, ball) {
  for (const { point, normal, presses } of seen.touching) {
    const x = point[0] + (ball ? ball.x - seen.position[0] : 0);
    const y = point[1] + (ball ? ball.y - seen.position[1] : 0);
    const z = point[2] + (ball ? ball.z - seen.position[2] : 0);
    const from = project(x, y, z);
    const to = project(x + normal[0] * NORMAL_LENGTH, y + normal[1] * NORMAL_LENGTH, z + normal[2] * NORMAL_LENGTH);
    ctx.setLineDash(presses ? [] : [2, 2]);
    arrow(ctx, from, to, INK.normal, 1.5);
    ctx.setLineDash([]);
    ctx.fillStyle = INK.normal;
    ctx.beginPath();
    ctx.arc(from[0], from[1], 2.2, 0, 2 * Math.PI);
    ctx.fill();
  }
}

/**
 * Velocity and the axis of spin (the right hand's rule), with numbers.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Project} project
 * @param {Ball} ball
 * @param {number} radius m
 */
export function vectors(ctx, project, ball, radius) {
  const from = project(ball.x, ball.y, ball.z);
  const speed = Math.hypot(ball.vx, ball.vy, ball.vz);
  const spin = Math.hypot(ball.wx, ball.wy, ball.wz);
  const to = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ z, /** @type {number} */ s) =>
    project(ball.x + x * s, ball.y + y * s, ball.z + z * s);
  if (spin > 0.5) arrow(ctx, from, to(ball.wx, ball.wy, ball.wz, SPIN_LENGTH), INK.spin, 1.5);
  if (speed > 0.005) arrow(ctx, from, to(ball.vx, ball.vy, ball.vz, VELOCITY_TIME), INK.velocity, 2);
  const motion = ['flying', 'sliding', 'rolling', 'resting'][ball.motion] ?? '';
  const edge = project(ball.x + 1.5 * radius, ball.y, ball.z);
  label(ctx, edge[0], edge[1] - 8, [`${speed.toFixed(2)} m/s`, `${spin.toFixed(0)} rad/s`, motion]);
}

/**
 * The next impact: the ball as it will be then, and its way there.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Project} project
 * @param {SeenBall} seen
 * @param {number} now s of the table, for the time that is left
 */
export function ghost(ctx, project, seen, now) {
  const next = seen.next;
  if (!next) return;
  ctx.strokeStyle = INK.ghost;
  ctx.lineWidth = 1.25;
  ctx.setLineDash([3, 4]);
  ctx.beginPath();
  next.path.forEach(([x, y, z], k) => {
    const [px, py] = project(x, y, z);
    if (k === 0) ctx.moveTo(px, py);
    else ctx.lineTo(px, py);
  });
  ctx.stroke();
  ctx.setLineDash([]);
  const [cx, cy, cz] = next.centre;
  const [px, py] = project(cx, cy, cz);
  const [ex, ey] = project(cx + seen.radius, cy, cz);
  const r = Math.hypot(ex - px, ey - py);
  ctx.globalAlpha = 0.14;
  ctx.fillStyle = INK.ghost;
  ctx.beginPath();
  ctx.arc(px, py, r, 0, 2 * Math.PI);
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.stroke();
  const [hx, hy, hz] = next.point;
  const [nx, ny, nz] = next.normal;
  arrow(ctx, project(hx, hy, hz), project(hx + nx * NORMAL_LENGTH, hy + ny * NORMAL_LENGTH, hz + nz * NORMAL_LENGTH), INK.normal, 1.25);
  const left = Math.max(0, next.after - Math.max(0, now));
  label(ctx, px + r + 6, py, [plainName(next.name) || next.kind, `in ${(1000 * left).toFixed(0)} ms`, `${next.speed.toFixed(2)} m/s`]);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {string} colour
 * @param {number} width
 */
function arrow(ctx, from, to, colour, width) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < 1.5) return;
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(8, 0.4 * length);
  ctx.lineCap = 'round';
  // A dark edge keeps the colour legible on light plastics.
  for (const [stroke, broad] of /** @type {[string, number][]} */ ([['#000000a0', width + 2], [colour, width]])) {
    ctx.strokeStyle = stroke;
    ctx.lineWidth = broad;
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.moveTo(to[0] - head * (ux - 0.5 * uy), to[1] - head * (uy + 0.5 * ux));
    ctx.lineTo(...to);
    ctx.lineTo(to[0] - head * (ux + 0.5 * uy), to[1] - head * (uy - 0.5 * ux));
    ctx.stroke();
  }
  ctx.lineCap = 'butt';
}

/**
 * A few short lines of text on a dark plate.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {string[]} lines
 */
function label(ctx, x, y, lines) {
  ctx.font = '11px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';
  ctx.textBaseline = 'top';
  const shown = lines.filter((line) => line !== '').map((line) => (line.length > 22 ? `${line.slice(0, 21)}…` : line));
  const width = Math.max(...shown.map((line) => ctx.measureText(line).width)) + 10;
  const height = 14 * shown.length + 6;
  ctx.fillStyle = '#0b0c10c8';
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, 4);
  ctx.fill();
  ctx.fillStyle = '#eceef2';
  shown.forEach((line, k) => ctx.fillText(line, x + 5, y + 4 + 14 * k));
}
