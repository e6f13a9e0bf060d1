// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Decoder, EVENT_NAMES } from '../../page/wire.js';
import { frame } from './frame.js';

/** @param {number} got @param {number} wanted @param {string} what */
function near(got, wanted, what) {
  assert.ok(Math.abs(got - wanted) < 1e-6, `${what}: ${got}, not ${wanted}`);
}

test('a ball arrives in metres, metres a second and radians a second', () => {
  const ball = { id: 7, flags: 1, motion: 2, x: 0.25, y: 1.5, z: 0.0135, vx: 1234, vy: -1, wz: -200, qw: 32767 };
  const state = new Decoder().read(frame({ tick: 90, balls: [ball] }));
  assert.ok(state, 'it is a frame');
  const [got] = state.balls;
  assert.equal(got.id, 7, 'its number');
  assert.deepEqual([got.held, got.hidden, got.motion], [true, false, 2], 'held, hidden, motion');
  near(got.x, 0.25, 'x');
  near(got.z, 0.0135, 'z');
  near(got.vx, 1.234, 'speed to the right');
  near(got.vy, -0.001, 'speed towards the player');
  near(got.wz, -10, 'spin');
  near(got.qw, 1, 'orientation');
});

test('what a frame leaves out is as it was before', () => {
  const decoder = new Decoder();
  decoder.read(frame({ flags: 8, parts: [{ id: 3, angle: 0.5 }, { id: 4, active: 1 }], lamps: [{ id: 2, lit: 3 }] }));
  const state = decoder.read(frame({ parts: [{ id: 3, angle: 0.75 }] }));
  assert.ok(state, 'it is a frame');
  near(state.parts.get(3)?.angle ?? NaN, 0.75, 'the part that moved');
  assert.equal(state.parts.get(4)?.active, true, 'the part that did not');
  assert.equal(state.lamps[2], 3, 'the lamp that did not change');
});

test('a whole frame forgets what was before', () => {
  const decoder = new Decoder();
  decoder.read(frame({ flags: 8, parts: [{ id: 9 }], lamps: [{ id: 1, lit: 1 }] }));
  const state = decoder.read(frame({ flags: 8, parts: [{ id: 3 }] }));
  assert.deepEqual([...(state?.parts.keys() ?? [])], [3], 'parts');
  assert.ok((state?.lamps[1] ?? 0) === 0, 'the lamp of the table before is dark');
});

test('every flag has its meaning', () => {
  const names = /** @type {const} */ (['paused', 'tilted', 'attract', 'whole', 'replay']);
  names.forEach((name, bit) => {
    const state = new Decoder().read(frame({ flags: 1 << bit }));
    assert.deepEqual(names.filter((other) => state?.[other]), [name], `bit ${bit}`);
  });
});

test('an event says what, where and when, also after the clock of 32 bits has started again', () => {
  const hit = { what: 17, part: 12, ball: 1, speed: 2.5, x: 0.1, y: 0.2, micros: 250 };
  const wrapped = 2 ** 32 / 1000;
  const state = new Decoder().read(frame({ tick: Math.ceil(wrapped), events: [hit, { what: 10 }] }));
  assert.ok(state, 'it is a frame');
  const [bounce, drained] = state.events;
  assert.deepEqual([bounce.what, bounce.part, bounce.other], ['bounce', 12, null], 'what');
  near(bounce.time, (2 ** 32 + 250) / 1e6, 'when');
  assert.equal(drained.part, null, 'no part');
  assert.ok(Number.isNaN(drained.x), 'a place that is not known');
  assert.equal(EVENT_NAMES.length, 19, 'as many kinds as the protocol has');
});

test('what a frame does not say of a driven group is as it was, and frames before it keep what they said', () => {
  const decoder = new Decoder();
  const first = decoder.read(frame({ flags: 8, groups: [{ id: 2, at: [0.25, 0.5, 0.125] }, { id: 300, turn: [0, 0, 1, 0] }] }));
  const second = decoder.read(frame({ groups: [{ id: 2, flags: 1, at: [0.5, 0.5, 0.125] }], events: [{ what: 10 }] }));
  const third = decoder.read(frame({}));
  assert.deepEqual([first?.groups.get(2)?.x, second?.groups.get(2)?.x, third?.groups.get(2)?.x], [0.25, 0.5, 0.5]);
  assert.deepEqual([first?.groups.get(2)?.leapt, second?.groups.get(2)?.leapt], [false, true]);
  assert.deepEqual([third?.groups.get(300)?.qz, third?.groups.get(300)?.qw], [1, 0]);
  assert.equal(second?.events[0]?.what, 'drained', 'groups come after the events');
  assert.equal(decoder.read(frame({ flags: 8 }))?.groups.size, 0, 'a whole frame begins anew');
});

test('a frame that is cut short, too long or of another kind is no frame', () => {
  const whole = frame({ balls: [{}], parts: [{ id: 1 }], lamps: [{ id: 1, lit: 1 }], events: [{ what: 0 }], groups: [{ id: 1 }] });
  for (let length = 0; length < whole.byteLength; length += 1) {
    assert.equal(new Decoder().read(whole.slice(0, length)), null, `${length} bytes of ${whole.byteLength}`);
  }
  const longer = new Uint8Array(whole.byteLength + 1);
  longer.set(new Uint8Array(whole));
  assert.equal(new Decoder().read(longer.buffer), null, 'one byte too many');
  new Uint8Array(whole)[0] = 2;
  assert.equal(new Decoder().read(whole), null, 'another kind');
});

test('a frame of noise never throws, and numbers that are none become 0', () => {
  let seed = 1;
  const byte = () => (seed = (seed * 48271) % 2147483647) & 255;
  for (let round = 0; round < 2000; round += 1) {
    const buffer = new Uint8Array(24 + (byte() % 8) * 4).map(byte);
    buffer[0] = 1;
    new Decoder().read(buffer.buffer);
  }
  const state = new Decoder().read(frame({ ahead: NaN, balls: [{ x: Infinity }], parts: [{ id: 0, angle: NaN }] }));
  assert.deepEqual([state?.ahead, state?.balls[0].x, state?.parts.get(0)?.angle], [0, 0, 0], 'no NaN reaches the view');
});
