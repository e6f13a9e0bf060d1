// @ts-check
// Mouse, pen, finger and wheel on the table: aim, draw the cue back, move a ball that is in hand, call.

import { bearing, powerOf, speedOf, turnBetween } from './aim.js';

/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').BallNow} BallNow */
/** @typedef {import('./aim.js').Aim} Aim */
/** @typedef {import('./show.js').Show} Show */

/** Pixels: less is a tap, not a drag. */
const TAP = 5;
/** Pixels: how near a finger must come. */
const FINGER = 20;
/** m: the way that the cue is drawn back for full power. */
const DRAW = 0.5;

/**
 * What the room knows and does for a gesture.
 * @typedef {object} Room
 * @property {() => Show|null} show
 * @property {Aim} aim
 * @property {() => boolean} aiming May anything be done at all?
 * @property {() => BallNow[]} balls
 * @property {(name: string) => boolean} movable
 * @property {() => Spot|null} mark
 * @property {(at: Spot) => void} moveMark
 * @property {(name: string, at: Spot) => void} drag
 * @property {() => void} drop
 * @property {(name: string) => void} tapBall
 * @property {(name: string) => boolean} tapPocket Was it taken for a call?
 * @property {() => void} touched
 */

/** @typedef {{what: 'turn', from: number, direction: number} | {what: 'pull', from: number, power: number} | {what: 'ball', name: string, by: Spot} | {what: 'mark'}} Drag */

/** @param {HTMLElement} host @param {Room} room */
export function listenToGestures(host, room) {
  /** @type {Drag|null} */
  let drag = null;
  let moved = false;
  /** @type {Spot} */
  let began = [0, 0];

  host.addEventListener('pointerdown', (event) => {
    const show = room.show();
    if (event.button !== 0 || !show) return;
    room.touched();
    host.focus({ preventScroll: true });
    if (!room.aiming()) return;
    host.setPointerCapture(event.pointerId);
    moved = false;
    began = [event.clientX, event.clientY];
    drag = grasp(show.place(event), show, room);
  });

  host.addEventListener('pointermove', (event) => {
    const show = room.show();
    if (!drag || !show || !host.hasPointerCapture(event.pointerId)) return hover(event, host, room);
    if (!moved && Math.hypot(event.clientX - began[0], event.clientY - began[1]) < TAP) return undefined;
    moved = true;
    const at = show.place(event);
    const cue = cueBall(room);
    if (drag.what === 'ball') room.drag(drag.name, [at[0] + drag.by[0], at[1] + drag.by[1]]);
    else if (drag.what === 'mark') room.moveMark(at);
    else if (drag.what === 'pull' && cue) room.aim.set({ speed: speedOf(drag.power + (drag.from - along(at, cue, room.aim)) / DRAW) });
    else if (drag.what === 'turn' && cue) room.aim.set({ direction: drag.direction + turnBetween(drag.from, bearing(cue, at)) });
    return undefined;
  });

  host.addEventListener('pointerup', (event) => {
    const show = room.show();
    const done = drag;
    drag = null;
    if (!done || !show) return;
    if (moved) {
      if (done.what === 'ball') room.drop();
      return;
    }
    tap(show.place(event), show, room);
  });
  host.addEventListener('pointercancel', () => { drag = null; });

  host.addEventListener('wheel', (event) => {
    if (!room.aiming() || event.ctrlKey) return;
    event.preventDefault();
    const steps = -Math.sign(event.deltaY || event.deltaX);
    if (event.shiftKey) room.aim.turn(0.1 * steps);
    else if (event.altKey) room.aim.raise(steps);
    else room.aim.harder(0.015 * steps);
  }, { passive: false });
}

/** What a pointer takes hold of. @param {Spot} at @param {Show} show @param {Room} room @returns {Drag} */
function grasp(at, show, room) {
  const ball = ballAt(at, show, room);
  if (ball && room.movable(ball.name)) return { what: 'ball', name: ball.name, by: [ball.position[0] - at[0], ball.position[1] - at[1]] };
  const mark = room.mark();
  if (mark && Math.hypot(mark[0] - at[0], mark[1] - at[1]) < Math.max(0.06, reach(show))) return { what: 'mark' };
  const cue = cueBall(room);
  if (!cue) return { what: 'turn', from: 0, direction: room.aim.strike.direction };
  const behind = along(at, cue, room.aim);
  const [dx, dy] = [at[0] - cue[0], at[1] - cue[1]];
  const aside = Math.sqrt(Math.max(0, dx * dx + dy * dy - behind * behind));
  if (behind < -0.08 && behind > -1.7 && aside < Math.max(0.025, 0.7 * reach(show))) return { what: 'pull', from: behind, power: powerOf(room.aim.strike.speed) };
  return { what: 'turn', from: bearing(cue, at), direction: room.aim.strike.direction };
}

/** @param {Spot} at @param {Show} show @param {Room} room */
function tap(at, show, room) {
  const ball = ballAt(at, show, room);
  if (ball && ball.name !== room.aim.strike.ball) return room.tapBall(ball.name);
  const hole = show.table.pockets.find(({ centre, radius }) => Math.hypot(centre[0] - at[0], centre[1] - at[1]) < radius + 0.02);
  if (hole && room.tapPocket(hole.name)) return undefined;
  const cue = cueBall(room);
  if (cue && !ball && !hole) room.aim.set({ direction: bearing(cue, at) });
  return undefined;
}

/** @param {PointerEvent} event @param {HTMLElement} host @param {Room} room */
function hover(event, host, room) {
  const show = room.show();
  if (!show || event.pointerType !== 'mouse') return;
  const what = room.aiming() ? grasp(show.place(event), show, room).what : 'none';
  host.dataset.over = what;
}

/** m: a finger's width. @param {Show} show */
function reach(show) {
  return (FINGER * show.ratio) / show.look.scale;
}

/** @param {Spot} at @param {Show} show @param {Room} room */
function ballAt(at, show, room) {
  const near = (/** @type {BallNow} */ ball) => Math.hypot(ball.position[0] - at[0], ball.position[1] - at[1]);
  const [best] = room.balls().filter((ball) => near(ball) < Math.max(ball.radius * 1.15, Math.min(0.8 * reach(show), 2 * ball.radius))).sort((a, b) => near(a) - near(b));
  return best;
}

/** @param {Room} room @returns {Spot|null} */
function cueBall(room) {
  const ball = room.balls().find(({ name }) => name === room.aim.strike.ball);
  return ball ? [ball.position[0], ball.position[1]] : null;
}

/** How far a place is before the cue ball, along the aim. @param {Spot} at @param {Spot} cue @param {Aim} aim */
function along(at, cue, aim) {
  const angle = (aim.strike.direction * Math.PI) / 180;
  return (at[0] - cue[0]) * Math.cos(angle) + (at[1] - cue[1]) * Math.sin(angle);
}
