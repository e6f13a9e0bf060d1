// @ts-check
// Billiards without a page: motion along legs, turning balls, the tip, addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addressOf, isBilliards, seatOf, setupIn, shotHash, shotIn } from '../../page/billiards/address.js';
import { Motion, along, spinAlong } from '../../page/billiards/motion.js';
import { pointOf, tipAt, tipWords, withinLimit } from '../../page/billiards/tip.js';
import { UNTURNED, matrix, restingTurn, rotate, times, turnBy, turned, unit } from '../../page/billiards/turn.js';

/** @typedef {import('../../page/billiards/types.js').Leg} Leg */
/** @typedef {import('../../page/billiards/types.js').Vector} Vector */
/** @typedef {import('../../page/billiards/turn.js').Quaternion} Quaternion */

const R = 0.028575;

/** @param {Partial<Leg>} some @returns {Leg} */
const leg = (some) => ({
  ball: 0, start: 0, end: 1, phase: 'rolling', position: [0, 0, R], velocity: [0, 0, 0], spin: [0, 0, 0],
  acceleration: [0, 0, 0], spin_rate: [0, 0, 0], ...some,
});

/** @param {readonly number[]} a @param {readonly number[]} b @param {number} [by] */
function near(a, b, by = 1e-9) {
  assert.ok(a.length === b.length && a.every((x, k) => Math.abs(x - (b[k] ?? NaN)) <= by), `[${a}] is not [${b}]`);
}

/** The same turn: `q` and `-q` are one. @param {Quaternion} a @param {Quaternion} b @param {number} [by] */
function sameTurn(a, b, by = 1e-9) {
  const dot = a.reduce((sum, x, k) => sum + x * (b[k] ?? 0), 0);
  assert.ok(1 - Math.abs(dot) <= by, `[${a}] and [${b}] are apart by ${1 - Math.abs(dot)}`);
}

test('a ball follows its leg in closed form and stays where it ends', () => {
  const slide = leg({ start: 0.5, end: 1.5, phase: 'sliding', position: [0.2, 0.4, R], velocity: [1, 2, 0], acceleration: [-0.5, 0.25, 0], spin: [3, -4, 10], spin_rate: [1, 2, -5] });
  const now = along(slide, 1);
  near(now.position, [0.2 + 0.5 - 0.0625, 0.4 + 1 + 0.03125, R]);
  near(now.velocity, [0.75, 2.125, 0]);
  near(now.spin, [3.5, -3, 7.5]);
  near(along(slide, 9).position, along(slide, 1.5).position);
});

test('the upright spin never goes past zero, whichever way it turns', () => {
  for (const sign of [1, -1]) {
    const top = leg({ spin: [0, 0, 10 * sign], spin_rate: [0, 0, -20 * sign] });
    assert.equal(spinAlong(top, 0.25)[2], 5 * sign);
    assert.equal(Math.abs(spinAlong(top, 0.75)[2]), 0);
  }
  assert.equal(spinAlong(leg({ spin: [0, 0, 4] }), 3)[2], 4, 'a spin that nothing slows goes on');
});

test('between two legs the later one counts, before the first the ball rests', () => {
  const motion = new Motion(
    [{ position: [0.5, 0.5, R], phase: 'stationary' }, { position: [0.9, 0.9, R], phase: 'stationary' }],
    [leg({ start: 2, end: 3, position: [0.7, 0.5, R], velocity: [-1, 0, 0] }), leg({ start: 1, end: 2, position: [0.5, 0.5, R], velocity: [0.2, 0, 0] })],
    [UNTURNED, UNTURNED],
  );
  near(motion.at(0, 0.3).position, [0.5, 0.5, R]);
  near(motion.at(0, 1.5).position, [0.6, 0.5, R]);
  near(motion.at(0, 2.25).position, [0.45, 0.5, R]);
  near(motion.at(1, 2).position, [0.9, 0.9, R]);
  assert.equal(motion.at(1, 2).phase, 'stationary');
  assert.deepEqual([motion.moves(0), motion.moves(1)], [true, false]);
});

test('a leg without an end and a ball that is not there do no harm', () => {
  const motion = new Motion([{ position: [0, 0, R], phase: 'stationary' }], [leg({ end: null, velocity: [1, 0, 0] })], []);
  near(motion.at(0, 4).position, [4, 0, R]);
  assert.equal(motion.at(7, 1).phase, 'off');
  near(motion.turn(7, 1), UNTURNED);
});

test('a ball that rolls its circumference has turned once and shows the same face', () => {
  const round = 2 * Math.PI * R;
  // Rolling towards +x: w = (0, v/R, 0).
  const motion = new Motion([{ position: [0, 0, R], phase: 'stationary' }], [leg({ velocity: [round, 0, 0], spin: [0, round / R, 0] })], [UNTURNED]);
  sameTurn(motion.turn(0, 1), UNTURNED);
  // After a quarter of it, what was on top is in front.
  near(rotate(motion.turn(0, 0.25), [0, 0, 1]), [1, 0, 0]);
  near(rotate(motion.turn(0, 0.25), [1, 0, 0]), [0, 0, -1]);
});

test('the turn of a changing spin is exact where its axis is fixed, and of fourth order where it is not', () => {
  sameTurn(turned([0, 0, 30], [0, 0, -12], 0.5), turnBy([0, 0, 30 * 0.5 - 0.5 * 12 * 0.25]), 1e-15);
  const [spin, rate] = /** @type {Vector[]} */ ([[60, -20, 15], [-70, 90, -25]]);
  /** @param {number} parts */
  const inParts = (parts) => {
    let turn = UNTURNED;
    for (let k = 0; k < parts; k += 1) {
      const from = (0.2 * k) / parts;
      turn = times(turned(/** @type {Vector} */ (spin?.map((x, i) => x + from * (rate?.[i] ?? 0))), rate ?? [0, 0, 0], 0.2 / parts), turn);
    }
    return unit(turn);
  };
  const truth = inParts(20000);
  /** @param {number} parts */
  const error = (parts) => {
    const turn = inParts(parts);
    const sign = Math.sign(turn.reduce((sum, x, k) => sum + x * (truth[k] ?? 0), 0));
    return Math.hypot(...turn.map((x, k) => sign * x - (truth[k] ?? 0)));
  };
  assert.ok(error(10) < 1e-4, `error ${error(10)}`);
  const order = Math.log2(error(10) / error(20));
  assert.ok(order > 3.7, `order ${order}`);
});

test('a turn can be looked up in any order of time, as scrubbing does', () => {
  const legs = [
    leg({ end: 0.37, phase: 'sliding', spin: [40, -10, 25], spin_rate: [-30, 20, -100] }),
    leg({ start: 0.37, end: 2, spin: [20, 5, 3], spin_rate: [-8, -2, -9] }),
  ];
  const at = () => new Motion([{ position: [0, 0, R], phase: 'stationary' }], legs, [restingTurn('7')]);
  const forth = at();
  const times = [0.01, 0.2, 0.37, 0.371, 0.9, 1.7, 2, 5];
  const turns = times.map((time) => forth.turn(0, time));
  times.reverse().forEach((time, k) => sameTurn(at().turn(0, time), /** @type {Quaternion} */ (turns[times.length - 1 - k]), 1e-12));
  sameTurn(forth.turn(0, 2), forth.turn(0, 5), 1e-15);
  assert.ok(Math.abs(Math.hypot(...forth.turn(0, 1.7)) - 1) < 1e-12, 'still of length one');
});

test('the upright spin that ends within a step turns no further', () => {
  const motion = new Motion([{ position: [0, 0, R], phase: 'stationary' }], [leg({ phase: 'spinning', spin: [0, 0, 10], spin_rate: [0, 0, -1000] })], [UNTURNED]);
  // Ten radians a second for a hundredth of a second, falling: a twentieth of a radian.
  sameTurn(motion.turn(0, 0.5), turnBy([0, 0, 0.05]), 1e-15);
});

test('a matrix turns as its quaternion does, and every ball lies in its own way with its number in sight', () => {
  const turn = unit([0.3, -0.5, 0.2, 0.7]);
  const rows = matrix(turn);
  const v = /** @type {Vector} */ ([0.1, -0.8, 0.4]);
  near(rotate(turn, v), [0, 3, 6].map((k) => (rows[k] ?? 0) * v[0] + (rows[k + 1] ?? 0) * v[1] + (rows[k + 2] ?? 0) * v[2]));
  const names = Array.from({ length: 15 }, (_, k) => String(k + 1));
  const ups = names.map((name) => rotate(restingTurn(name), [1, 0, 0]));
  for (const up of ups) assert.ok(up[2] > 0.75, `the number looks up: ${up}`);
  assert.equal(new Set(ups.map((up) => up[0].toFixed(3))).size, names.length);
});

test('the tip is set where the face is pressed, and never beyond the miscue limit', () => {
  assert.deepEqual(tipAt(100, 100, 200, 0.55), { side: 0, height: 0 });
  const left = tipAt(80, 100, 200, 0.55);
  near([left.side, left.height], [0.2, 0]);
  const corner = tipAt(0, 0, 200, 0.55);
  assert.ok(Math.hypot(corner.side, corner.height) < 0.55 && Math.hypot(corner.side, corner.height) > 0.5499);
  near([corner.side], [corner.height]);
  const far = withinLimit({ side: -3, height: 0 }, null);
  assert.ok(far.side > -1 && far.side < -0.9, 'without a limit it still is on the ball');
  for (const tip of [{ side: 0.3, height: -0.2 }, { side: 0, height: 0.5 }]) {
    const [x, y] = pointOf(tip, 160);
    const back = tipAt(x, y, 160, 0.55);
    near([back.side, back.height], [tip.side, tip.height]);
  }
  assert.equal(tipWords({ side: 0.2, height: -0.31 }), '0.20 left, 0.31 below');
  assert.equal(tipWords({ side: 0, height: 0 }), 'centre');
});

test('addresses lead to games and back', () => {
  const setup = setupIn('#billiards/nine-ball?table=pool-9&seed=7');
  assert.deepEqual(setup, { game: 'nine-ball', table: 'pool-9', seed: 7, players: 2, spacing: null });
  assert.equal(addressOf(/** @type {NonNullable<typeof setup>} */ (setup)), '#billiards/nine-ball?table=pool-9&seed=7');
  assert.equal(seatOf(/** @type {NonNullable<typeof setup>} */ (setup)), '/billiards?game=nine-ball&table=pool-9&seed=7&players=2');
  assert.equal(setupIn('#billiards/snooker?players=4&spacing=0.01')?.players, 4);
  assert.equal(setupIn('#billiards/snooker?players=4&spacing=0.01')?.spacing, 0.01);
  assert.equal(setupIn('#billiards')?.game, '');
  const odd = setupIn('#billiards/snooker?players=99&seed=-1&table=../x&spacing=often');
  assert.deepEqual(odd, { game: 'snooker', table: '', seed: null, players: 2, spacing: null });
  for (const other of ['', '#replay=abcd', '#billiardsx', '#game', '#billiards/<b>']) assert.equal(setupIn(other), null, other);
  assert.deepEqual(['#billiards', '#billiards/free', '#shot=abc', '#replay=abc', ''].map(isBilliards), [true, true, true, false, false]);
});

test('a shot travels in an address unharmed', () => {
  const shot = { table: 'pool-9', balls: [{ name: 'cue', at: [0.1 + 0.2, 1 / 3] }], cue: { ball: 'cue', speed: 2.5, direction: 91.25 }, note: 'Massé → ü?>~' };
  const hash = shotHash(shot);
  assert.match(hash, /^#shot=[\w-]+$/);
  assert.deepEqual(shotIn(hash), shot);
  for (const broken of ['#shot=', '#shot=%%', '#shot=AAAA', `#shot=${'A'.repeat(70000)}`, '#shot=W10', hash.slice(0, -9)]) assert.equal(shotIn(broken), null, broken.slice(0, 30));
});
