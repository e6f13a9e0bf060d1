// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Clock, turned } from '../../page/clock.js';
import { Decoder } from '../../page/wire.js';
import { frame } from './frame.js';

/** @typedef {import('../../page/types.js').State} State */

/** A state as it would arrive. @param {import('./frame.js').Frame} given @returns {State} */
function state(given) {
  return /** @type {State} */ (new Decoder().read(frame(given)));
}

test('of frames that come late, the least late one is right about the time', () => {
  const clock = new Clock(60);
  const late = [9, 2, 14, 5, 11, 3, 8];
  late.forEach((delay, index) => clock.add(state({ tick: 16 * index }), 1000 + 16 * index + delay));
  assert.equal(clock.tickAt(1200), 198, 'ticks at 1200 ms: the table began at 1000, and the best frame was 2 ms late');
});

test('a ball between two frames is drawn between them', () => {
  const clock = new Clock(100);
  clock.add(state({ tick: 100, balls: [{ id: 1, x: 0.25, vx: 1000 }] }), 1100);
  clock.add(state({ tick: 110, balls: [{ id: 1, x: 0.26, vx: 1000 }] }), 1110);
  const drawn = clock.at(1115);
  assert.ok(Math.abs((drawn?.balls[0].x ?? 0) - 0.255) < 1e-6, `half way, not ${drawn?.balls[0].x}`);
});

test('a driven group between two frames is drawn between them, unless it was put elsewhere', () => {
  const clock = new Clock(100);
  const decoder = new Decoder();
  const half = Math.SQRT1_2;
  const add = (/** @type {import('./frame.js').Frame} */ given, /** @type {number} */ now) =>
    clock.add(/** @type {State} */ (decoder.read(frame(given))), now);
  add({ flags: 8, tick: 100, groups: [{ id: 0, at: [0.25, 0, 0] }, { id: 1, at: [0.1, 0, 0] }, { id: 2, at: [0.7, 0, 0] }] }, 1100);
  add({ tick: 110, groups: [{ id: 0, at: [0.26, 0, 0], turn: [0, 0, half, half] }, { id: 1, flags: 1, at: [0.5, 0, 0] }] }, 1110);
  const drawn = clock.at(1115)?.groups;
  const moved = drawn?.get(0);
  assert.ok(moved && Math.abs(moved.x - 0.255) < 1e-6, `half way, not ${moved?.x}`);
  assert.ok(Math.abs(moved.qz - 0.3827) < 1e-3 && Math.abs(moved.qw - 0.9239) < 1e-3, 'half of a quarter turn');
  assert.equal(drawn?.get(1)?.x, 0.5, 'at its new place');
  assert.ok(Math.abs((drawn?.get(2)?.x ?? 0) - 0.7) < 1e-6, 'one that stays');
});

test('a ball that was put elsewhere is not drawn on a way it never took', () => {
  const clock = new Clock(100);
  clock.add(state({ tick: 100, balls: [{ id: 1, x: 0.25, y: 1.0 }] }), 1100);
  clock.add(state({ tick: 110, balls: [{ id: 1, x: 0.5, y: 0.2 }] }), 1110);
  assert.equal(clock.at(1115)?.balls[0].x, 0.5, 'at its new place');
});

test('without news a ball goes on for a moment and then waits', () => {
  const clock = new Clock(100);
  clock.add(state({ tick: 100, balls: [{ id: 1, x: 0, vx: 1000 }] }), 1100);
  const x = (/** @type {number} */ now) => clock.at(now)?.balls[0].x ?? NaN;
  assert.ok(Math.abs(x(1115) - 0.005) < 1e-6, `5 ms on: ${x(1115)}`);
  assert.ok(Math.abs(x(3000) - 0.01) < 1e-6, `never more than 10 ms on: ${x(3000)}`);
});

test('after a new game was asked for, frames of the old one are not believed', () => {
  const clock = new Clock(60);
  clock.add(state({ tick: 90_000 }), 1000);
  clock.await(1001);
  clock.add(state({ tick: 90_016 }), 1016);
  assert.equal(clock.tickAt(1016), undefined, 'the old game');
  clock.add(state({ flags: 8, tick: 3 }), 1020);
  assert.equal(clock.tickAt(1020), 3, 'the new one');
});

test('a table that is paused stands still', () => {
  const clock = new Clock(60);
  clock.add(state({ tick: 50 }), 1000);
  clock.add(state({ flags: 1, tick: 60, balls: [{ id: 1, x: 0.1, vx: 1000 }] }), 1010);
  const drawn = clock.at(5000);
  assert.equal(drawn?.tick, 60, 'its tick');
  assert.ok(Math.abs((drawn?.balls[0].x ?? 0) - 0.1) < 1e-6, 'its ball');
  assert.equal(clock.tickAt(5000), 60, 'a press counts at the next tick');
});

test('a ball turns the short way round', () => {
  const [a, b] = state({ balls: [{ qw: 32767 }, { qz: -23170, qw: -23170 }] }).balls;
  const half = turned(a, b, 0.5);
  // A quarter turn about z, half of it: sin and cos of a sixteenth of a full turn.
  assert.ok(Math.abs(half.qz - 0.3827) < 1e-3 && Math.abs(half.qw - 0.9239) < 1e-3, JSON.stringify(half));
});
