// @ts-check
// One frame: moving parts, lamps and balls in the order in which the eye sees them.

import { frame } from '../cabinet.js';
import { Lens } from '../lens.js';
import { Pen } from '../pen.js';
import { put } from '../place.js';
import { HIGH, LOW } from '../plan.js';
import { Tiles } from '../tiles.js';
import { box, middle } from '../shapes.js';
import { middleOf } from '../solid.js';
import { Balls, spot } from './ball.js';
import { Driven } from './driven.js';
import { behind, end, flipper, flipperShadow } from './flippers.js';
import { bumperCap, bumperRing, slingshot } from './kicks.js';
import { Lamps } from './lamps.js';
import { Moments } from './moments.js';
import { gate, spinner } from './plates.js';
import { plunger } from './plunger.js';
import { Screens } from './screens.js';
import { targetBox } from './targets.js';
import { Trails } from './trails.js';
import { magnet, turntable } from './turning.js';

/**
 * @typedef {import('../../types.js').Scene} Scene
 * @typedef {import('../../types.js').ScenePart} ScenePart
 * @typedef {import('../../types.js').State} State
 * @typedef {import('../../types.js').Ball} Ball
 * @typedef {import('../../types.js').Pose} Pose
 * @typedef {import('../../types.js').ViewOptions} ViewOptions
 * @typedef {import('../colour.js').Palette} Palette
 * @typedef {import('../camera.js').Camera} Camera
 * @typedef {import('../plan.js').Plan} Plan
 * @typedef {import('../still.js').Still} Still
 * @typedef {[number, number]} Flat
 */

/** s: how long a struck part glows. */
const GLOWS = 0.22;
/** m: a ball whose middle is higher than this is above what hangs over the playfield. */
const ABOVE = HIGH + 0.002;
/** m: how far down the engine's drop targets go. */
const DROP = 0.028;
/** Events that are blows to a part. */
const BLOWS = new Set(['hit', 'slingshot', 'spin', 'dropped', 'ejected']);

/** Everything that moves on one table. */
export class Show {
  /**
   * @param {Plan} plan
   * @param {Palette} colours
   * @param {Camera} camera
   */
  constructor(plan, colours, camera) {
    const { scene } = plan;
    this.scene = scene;
    this.colours = colours;
    this.camera = camera;
    this.driven = new Driven(scene, plan, colours);
    /** Through which parts are seen that lie elsewhere, by their number. @type {Map<number, Lens>} */
    this.lenses = new Map();
    this.balls = new Balls(colours, scene.ball_radius);
    this.trails = new Trails();
    this.moments = new Moments(colours);
    this.burst = spot(colours.second.map(Math.round).join(','), 0.9);
    const of = (/** @type {string} */ kind) => scene.parts.filter((part) => part.kind === kind);
    this.flippers = of('flipper');
    this.flat = [...of('turntable'), ...of('magnet')];
    this.drops = of('target').filter((part) => part.drops);
    this.bumpers = of('bumper');
    this.plates = [...of('gate'), ...of('spinner')];
    this.plungers = of('plunger');
    this.slings = of('wall').filter((part) => part.slings.length > 0);
    /** By part: when it was last struck, and how hard. @type {Map<number, {at: number, strength: number}>} */
    this.struck = new Map();
    /** @type {WeakSet<object>} */
    this.heard = new WeakSet();
    this.now = 0;
    this.lamps = new Lamps(scene, camera);
    this.tiles = new Tiles(1, 1);
    this.screens = new Screens(scene, camera);
    /** Where parts that move are on the screen, however they stand. @type {number[][]} */
    this.places = [];
  }

  /**
   * Takes another camera, and a picture of another size.
   * @param {Camera} camera
   * @param {number} width
   * @param {number} height
   */
  look(camera, width, height) {
    const level = this.lamps.level;
    this.lamps = new Lamps(this.scene, camera);
    this.lamps.level.set(level);
    this.tiles = new Tiles(width, height);
    this.screens = new Screens(this.scene, camera);
    this.moments.frame = frame(camera, this.scene);
    this.camera = camera;
    this.lenses = new Map();
    for (const part of this.scene.parts) {
      if (part.place && part.group === undefined) this.lenses.set(part.id, new Lens(camera, part.place, middleOf(part)));
    }
    const moving = [...this.flippers, ...this.flat, ...this.drops, ...this.bumpers, ...this.plates, ...this.plungers];
    const alone = moving.filter((part) => part.group === undefined);
    this.places = alone.map((part) => place(part, this.lenses.get(part.id) ?? camera));
  }

  /**
   * The pen for a part, wherever that lies.
   * @param {Pen} pen
   * @param {ScenePart} part
   */
  pen(pen, part) {
    const lens = this.lenses.get(part.id);
    return lens ? new Pen(pen.ctx, lens) : pen;
  }

  /**
   * Where a point of a part is in the table.
   * @param {ScenePart} part
   * @param {number[]} at
   * @param {number} z
   */
  spot(part, at, z) {
    const lens = this.lenses.get(part.id);
    return lens ? put(lens.place, at[0], at[1], z) : [at[0], at[1], z];
  }

  /**
   * @param {number} part
   * @param {number} strength
   */
  strike(part, strength) {
    this.struck.set(part, { at: this.now, strength: Math.min(1, Math.max(0, strength)) });
  }

  /**
   * How much a part still shows of a blow: 1 to 0.
   * @param {number} part
   */
  blow(part) {
    const found = this.struck.get(part);
    if (!found) return 0;
    const left = 1 - (this.now - found.at) / GLOWS;
    if (left <= 0) this.struck.delete(part);
    return Math.max(0, Math.min(1, left)) * found.strength;
  }

  /**
   * How much a bumper's cap shines: from a blow, or from its lamp.
   * @param {ScenePart} part
   */
  capLight(part) {
    const lamp = this.lamps.cap(part.id);
    return Math.max(this.blow(part.id), lamp < 0.02 ? 0 : 0.6 * lamp);
  }

  /** @param {State} state */
  hear(state) {
    if (!state.events.length || this.heard.has(state.events)) return;
    this.heard.add(state.events);
    for (const event of state.events) if (event.part !== null && BLOWS.has(event.what)) this.strike(event.part, 1);
  }

  /**
   * @param {Pen} pen
   * @param {Still} still
   * @param {State} state
   * @param {number} now s
   * @param {Required<ViewOptions>} options
   */
  draw(pen, still, state, now, options) {
    this.now = now;
    this.hear(state);
    this.moments.tidy(now);
    const { ctx } = pen;
    const { tiles, lamps, camera } = this;
    const calm = options.reducedMotion;
    const balls = state.balls.filter((ball) => !ball.hidden && Number.isFinite(ball.x + ball.y + ball.z));
    const low = balls.filter((ball) => ball.z <= ABOVE).sort((p, q) => p.y - q.y);
    const high = balls.filter((ball) => ball.z > ABOVE).sort((p, q) => p.z - q.z);
    lamps.update(state.lamps, state.tick / 1000, now, { attract: state.attract, calm, boost: this.moments.lamps(now) });
    if (options.trails) this.trails.note(balls, state.tick);
    this.driven.look(camera, state);
    for (const { part, lens } of this.driven.movers) if (lens) this.lenses.set(part.id, lens);
    this.mark(camera, balls, options);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    tiles.each(null, (x, y, wide, tall) => {
      ctx.clearRect(x, y, wide, tall);
      ctx.drawImage(still.low, x, y, wide, tall, x, y, wide, tall);
    });
    this.onField(pen, state, calm);
    lamps.draw(ctx, camera, options.glow);
    for (const ball of balls) this.balls.shadow(ctx, camera, ball, floorUnder(ball, this.scene.ball_radius));
    if (options.trails) this.trails.draw(ctx, camera, this.scene.ball_radius, state.tick);
    this.standing(pen, state, low, still);
    tiles.each(still.filled, (x, y, wide, tall) => ctx.drawImage(still.high, x, y, wide, tall, x, y, wide, tall));
    this.driven.draw(pen, this.driven.movers, true);
    this.onTop(pen, calm);
    for (const ball of high) this.balls.draw(ctx, camera, ball);
    this.moments.draw(ctx, camera, now, calm);
  }

  /**
   * Marks what will be drawn, before anything is.
   * @param {Camera} camera
   * @param {Ball[]} balls
   * @param {Required<ViewOptions>} options
   */
  mark(camera, balls, options) {
    const { tiles } = this;
    tiles.next();
    for (const [l, t, r, b] of this.places) tiles.touch(l, t, r, b);
    for (const mover of this.driven.movers) {
      const [l, t, r, b] = mover.borders(camera);
      if (r >= l) tiles.touch(l, t, r, b);
    }
    const round = (/** @type {number[]} */ at, /** @type {number} */ z, /** @type {number} */ radius) => {
      const [px, py] = camera.at(at[0], at[1], z);
      const s = radius * camera.scale(at[1], z);
      tiles.touch(px - s, py - s, px + s, py + s);
    };
    for (const ball of balls) {
      round([ball.x, ball.y], ball.z, this.scene.ball_radius * 1.1);
      const up = Math.max(0, ball.z - this.scene.ball_radius);
      round([ball.x + 0.3 * up, ball.y + 0.42 * up], 0, this.scene.ball_radius * (2.2 + 8 * Math.min(0.15, up)));
      if (up > 0.002) round([ball.x, ball.y], up, this.scene.ball_radius * 2.2);
    }
    for (const part of [...this.slings, ...this.drops]) {
      const [x, y, z] = this.spot(part, middle(part.outline), 0.02);
      if (this.blow(part.id) > 0) round([x, y], z, 0.09);
    }
    for (const part of this.bumpers) {
      const [x, y, z] = this.spot(part, part.centre, part.low + part.height);
      if (this.capLight(part) > 0) round([x, y], z, part.radius * 2.7);
    }
    this.lamps.mark(tiles, camera, options.glow);
    if (options.trails) this.trails.mark(tiles, camera, this.scene.ball_radius);
    if (this.moments.on.length > 0) tiles.touchAll();
    tiles.settle();
  }

  /**
   * @param {State} state
   * @param {ScenePart} part
   * @returns {Pose}
   */
  pose(state, part) {
    const rest = part.kind === 'flipper' ? part.start : 0;
    return state.parts.get(part.id) ?? { active: false, angle: rest, place: part.kind === 'plunger' ? part.park : 0 };
  }

  /**
   * What lies in the playfield.
   * @param {Pen} pen
   * @param {State} state
   * @param {boolean} calm
   */
  onField(pen, state, calm) {
    this.turning(pen, state, calm, false);
    for (const part of this.flippers) {
      if (part.group === undefined) flipperShadow(this.pen(pen, part), part, this.pose(state, part).angle);
    }
    this.driven.shadows(pen);
    this.driven.draw(pen, this.driven.which(true), false);
    this.turning(pen, state, calm, true);
  }

  /**
   * Turntables and magnets: those of the table, or those of driven groups, which lie on the groups' own floors.
   * @param {Pen} pen
   * @param {State} state
   * @param {boolean} calm
   * @param {boolean} driven
   */
  turning(pen, state, calm, driven) {
    for (const part of this.flat) {
      if ((part.group !== undefined) !== driven) continue;
      const pose = this.pose(state, part);
      if (part.kind === 'turntable') turntable(this.pen(pen, part), part, pose.angle, this.colours);
      else if (pose.active) magnet(this.pen(pen, part), part, this.now, this.colours, calm);
    }
  }

  /**
   * What stands on it, and the balls between: from the back to the front.
   * @param {Pen} pen
   * @param {State} state
   * @param {Ball[]} balls By y.
   * @param {Still} still
   */
  standing(pen, state, balls, still) {
    const { colours } = this;
    /** @type {{y: number, draw: () => void}[]} */
    const all = [];
    const movers = this.driven.which(false);
    for (const mover of movers) all.push({ y: middle(mover.outline)[1], draw: () => this.driven.draw(pen, [mover], false) });
    for (const part of this.drops) {
      const pose = this.pose(state, part);
      // The engine's targets go down 28 mm, whatever their height; what is seen of one goes down altogether.
      const down = pose.place * Math.max(1, (part.top + 0.001) / DROP);
      const y = this.spot(part, middle(part.outline), part.low)[1];
      all.push({ y, draw: () => targetBox(this.pen(pen, part), part, colours, down, this.blow(part.id)) });
    }
    for (const part of this.bumpers) {
      const [, y, z] = this.spot(part, part.centre, part.low);
      if (z < LOW) all.push({ y, draw: () => bumperRing(this.pen(pen, part), part, this.blow(part.id)) });
    }
    for (const part of this.plates) {
      const angle = this.pose(state, part).angle;
      const own = this.pen(pen, part);
      const draw = part.kind === 'gate' ? () => gate(own, part, angle) : () => spinner(own, part, angle, colours, this.blow(part.id));
      all.push({ y: this.spot(part, part.centre, part.low)[1], draw });
    }
    for (const part of this.plungers) {
      const y = this.spot(part, part.centre, part.low)[1];
      all.push({ y, draw: () => plunger(this.pen(pen, part), part, this.pose(state, part).place, colours) });
    }
    for (const part of this.slings) {
      const struck = this.blow(part.id);
      const inner = middle(part.outline);
      const y = this.spot(part, inner, part.low)[1];
      if (struck > 0) all.push({ y, draw: () => slingshot(this.pen(pen, part), part, colours, struck, inner) });
    }
    for (const ball of balls) all.push({ y: ball.y, draw: () => this.roll(pen, ball, still) });
    all.sort((p, q) => p.y - q.y);
    for (const item of all) item.draw();
    this.among(pen, balls, movers, still);
    // A bat is as long as a few balls, so that no single y tells whether it is before one: it is asked of each ball.
    for (const part of this.flippers) {
      const angle = this.pose(state, part).angle;
      flipper(this.pen(pen, part), part, angle, colours);
      const [base, tip] = [part.centre, end(part, angle)].map((at) => this.spot(part, at, part.low));
      for (const ball of balls) {
        const near = Math.hypot(ball.x - base[0], ball.y - base[1]) < part.length + 0.05;
        if (near && !behind(base, tip, ball.x, ball.y)) this.roll(pen, ball, still);
      }
    }
  }

  /**
   * What moves as a whole may be as long as the table, so that no single y tells which balls it is before: it is asked of each
   * ball that could have come out wrong.
   * @param {Pen} pen
   * @param {Ball[]} balls
   * @param {import('./driven.js').Driven['movers']} movers
   * @param {Still} still
   */
  among(pen, balls, movers, still) {
    const radius = this.scene.ball_radius;
    for (const mover of movers) {
      const near = balls.filter((ball) => mover.isNear(ball, radius));
      const y = middle(mover.outline)[1];
      if (near.some((ball) => ball.y >= y && mover.hides(ball, radius))) this.driven.draw(pen, [mover], false);
      for (const ball of near) if (!mover.hides(ball, radius)) this.roll(pen, ball, still);
    }
  }

  /**
   * A ball on the playfield, behind whatever stands before it.
   * @param {Pen} pen
   * @param {Ball} ball
   * @param {Still} still
   */
  roll(pen, ball, still) {
    this.balls.draw(pen.ctx, this.camera, ball);
    this.screens.cover(pen.ctx, ball, this.scene.ball_radius, still.low);
  }

  /**
   * Caps that shine, over everything but the balls that fly.
   * @param {Pen} pen
   * @param {boolean} calm
   */
  onTop(pen, calm) {
    for (const part of this.bumpers) {
      const on = this.capLight(part) * (calm ? 0.5 : 1);
      if (on <= 0) continue;
      bumperCap(this.pen(pen, part), part, this.colours, on);
      const [x, y, z] = this.spot(part, part.centre, part.low + part.height);
      this.shine(pen, [x, y], z, part.radius * 2.6, on);
    }
    for (const part of [...this.slings, ...this.drops]) {
      const on = this.blow(part.id) * (calm ? 0.4 : 0.8);
      const [x, y, z] = this.spot(part, middle(part.outline), 0.02);
      if (on > 0) this.shine(pen, [x, y], z, 0.07, on);
    }
  }

  /**
   * @param {Pen} pen
   * @param {Flat} at
   * @param {number} z
   * @param {number} radius m
   * @param {number} on
   */
  shine({ ctx, camera }, at, z, radius, on) {
    const [px, py] = camera.at(at[0], at[1], z);
    const r = radius * camera.scale(at[1], z);
    ctx.globalCompositeOperation = 'lighter';
    ctx.globalAlpha = 0.8 * on;
    ctx.drawImage(this.burst, px - r, py - r, 2 * r, 2 * r);
    ctx.globalAlpha = 1;
    ctx.globalCompositeOperation = 'source-over';
  }
}

/**
 * The height of what a ball is over, as far as it shows: one that rolls or lies touches it.
 * @param {Ball} ball
 * @param {number} radius
 */
function floorUnder(ball, radius) {
  return ball.motion === 0 ? 0 : Math.max(0, ball.z - radius);
}

/**
 * The borders on the screen within which a part moves, with its shadow.
 * @param {ScenePart} part
 * @param {import('../lens.js').Sight} camera
 */
function place(part, camera) {
  const [x, y] = part.outline ? middle(part.outline) : part.centre;
  let reach = part.radius ?? part.length ?? 0.03;
  if (part.kind === 'flipper') reach = part.length + Math.max(part.base_radius, part.end_radius) + 0.014;
  else if (part.kind === 'gate' || part.kind === 'spinner') reach = part.length / 2 + 0.03;
  else if (part.outline) {
    const [l, b, r, f] = box(part.outline);
    reach = 0.02 + 0.5 * Math.max(r - l, f - b);
  }
  let [back, front] = [y - reach, y + reach];
  if (part.kind === 'plunger') [reach, back, front] = [0.024, y - part.stroke - 0.004, y + part.height + 0.02];
  const top = part.top ?? (part.low ?? 0) + (part.kind === 'plunger' ? 0.03 : part.height ?? 0.01);
  const corners = [part.place ? part.low ?? 0 : 0, top].flatMap((z) => [x - reach, x + reach].flatMap((at) => [camera.at(at, back, z), camera.at(at, front, z)]));
  return box(corners);
}
