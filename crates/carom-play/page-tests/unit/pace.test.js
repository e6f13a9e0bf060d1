// @ts-check
// The clock over many frames: jitter, slow motion, new games.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Clock } from '../../page/clock.js';
import { Decoder } from '../../page/wire.js';
import { frame } from './frame.js';

/** @typedef {import('../../page/types.js').State} State */

/** A ball that rolls to the right at 1 m/s. @param {number} tick @param {number} [flags] @returns {State} */
const rolling = (tick, flags = 0) =>
  /** @type {State} */ (new Decoder().read(frame({ tick, flags, balls: [{ id: 0, motion: 2, x: tick / 1000, y: 0.5, vx: 1000 }] })));

test('drawn time never runs back and a steady ball is drawn steadily', () => {
  const clock = new Clock(60);
  let next = 0;
  let last = -1;
  for (let now = 1000; now < 3000; now += 16) {
    // Frames are late by 0 to 8 ms in turn.
    while (1000 + next * 16.667 + (next % 5) * 2 <= now) {
      clock.add(rolling(Math.round(next * 16.667)), 1000 + next * 16.667 + (next % 5) * 2);
      next += 1;
    }
    const drawn = clock.at(now)?.balls[0]?.x ?? 0;
    if (now > 1200) {
      assert.ok(drawn >= last, 'the ball went back');
      assert.ok(Math.abs(drawn - (now - 1000 - 16.667) / 1000) < 0.004, `at ${now} the ball was drawn at ${drawn}`);
    }
    last = drawn;
  }
});

test('flippers are drawn as new as they are known', () => {
  const clock = new Clock(60);
  const decoder = new Decoder();
  const add = (/** @type {number} */ tick, /** @type {number} */ angle) =>
    clock.add(/** @type {State} */ (decoder.read(frame({ tick, parts: [{ id: 0, angle }] }))), 1000 + tick);
  add(0, 1);
  add(16, 1.5);
  assert.equal(clock.at(1016)?.parts.get(0)?.angle, 1.5);
});

test('in slow motion the clock is slow, and right again afterwards', () => {
  const clock = new Clock(60);
  for (let i = 0; i <= 10; i += 1) clock.add(rolling(i * 16), 1000 + i * 16);
  clock.speed = 0.25;
  for (let i = 1; i <= 20; i += 1) clock.add(rolling(160 + i * 4), 1160 + i * 16);
  assert.ok(Math.abs((clock.tickAt(1500) ?? 0) - 245) < 1.5, `${clock.tickAt(1500)}`);
  clock.speed = 1;
  clock.add(rolling(260), 1500);
  assert.ok(Math.abs((clock.tickAt(1510) ?? 0) - 270) < 1e-6);
});

test('a clock that waits in vain for a whole frame goes on with what comes', () => {
  const clock = new Clock(60);
  clock.await(1000);
  clock.add(rolling(40), 1500);
  assert.equal(clock.newest, undefined);
  clock.add(rolling(600), 2100);
  assert.equal(clock.tickAt(2100), 600);
});

test('a game whose ticks start again is followed', () => {
  const clock = new Clock(60);
  clock.add(rolling(90_000), 1000);
  clock.add(rolling(10), 1016);
  assert.equal(clock.tickAt(1020), 14);
});
