// @ts-check
// What the billiard room makes of tables, shots and rules, without a page.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Aim, FASTEST, SLOWEST, bearing, powerOf, speedOf, turnBetween } from '../../page/billiards/aim.js';
import { cushions } from '../../page/billiards/cushions.js';
import { Look } from '../../page/billiards/look.js';
import { Played } from '../../page/billiards/played.js';
import { skinOf, tableColours } from '../../page/billiards/style.js';
import { voiceOf } from '../../page/billiards/voice.js';
import { ballName, eventWords, pocketWord, targetWords, task, verdict } from '../../page/billiards/words.js';
import { allowed, baulk } from '../../page/billiards/zones.js';
import { RECIPES } from '../../page/sound/recipes.js';

/** @typedef {import('../../page/billiards/types.js').TablePlan} TablePlan */
/** @typedef {import('../../page/billiards/types.js').TableState} TableState */
/** @typedef {import('../../page/billiards/types.js').ShotPlayed} ShotPlayed */
/** @typedef {import('../../page/billiards/types.js').ShotEvent} ShotEvent */
/** @typedef {import('../../page/billiards/types.js').Spot} Spot */

const R = 0.03;

/** Four cushions and no pocket. @type {TablePlan} */
const CAROM = {
  name: 'carom', width: 1.42, length: 2.84, nose_height: 0.037, cushion_width: 0.05, jaws: [], pockets: [],
  rails: [
    { name: '3', from: [0, 0], to: [0, 2.84], inward: [1, 0] }, { name: '12', from: [1.42, 0], to: [1.42, 2.84], inward: [-1, 0] },
    { name: '18', from: [0, 0], to: [1.42, 0], inward: [0, 1] }, { name: '9', from: [0, 2.84], to: [1.42, 2.84], inward: [0, -1] },
  ],
};

/** One cushion with a round tip and a jaw at each end, and a pocket. @type {TablePlan} */
const POOL = {
  name: 'pool-9', width: 1.27, length: 2.54, nose_height: 0.037, cushion_width: 0.05,
  rails: [
    { name: '18', from: [0.1, 0], to: [1.17, 0], inward: [0, 1] },
    { name: '1', from: [0.03, -0.05], to: [0.085858, -0.005858], inward: [-0.7, 0.7] },
    { name: '17', from: [1.24, -0.05], to: [1.184142, -0.005858], inward: [0.7, 0.7] },
  ],
  jaws: [{ name: '1t', centre: [0.1, -0.02], radius: 0.02 }, { name: '17t', centre: [1.17, -0.02], radius: 0.02 }],
  pockets: [{ name: 'lb', centre: [-0.03, -0.03], radius: 0.062 }],
};

/** @param {Partial<TableState>} some @returns {TableState} */
const state = (some) => ({
  game: 'nine-ball', table: POOL, player: 0, players: 2, score: [0, 0], shot_number: 1, turn_number: 0, over: null, last: null,
  balls: [{ name: 'cue', radius: R, position: [0.5, 0.5, R], phase: 'stationary' }, { name: '1', radius: R, position: [0.1, 0.1, R], phase: 'stationary' }],
  constraints: { in_hand: 'no', movable: [], cueable: ['cue'], hittable: ['1'], call_shot: false }, ...some,
});

/** @param {readonly number[]} a @param {readonly number[]} b */
const near = (a, b) => assert.ok(a.length === b.length && a.every((x, k) => Math.abs(x - (b[k] ?? NaN)) < 1e-9), `[${a}] is not [${b}]`);

test('soft shots have most of the slider, and power and speed agree', () => {
  assert.equal(speedOf(0), SLOWEST);
  assert.equal(speedOf(1), FASTEST);
  assert.ok(speedOf(0.5) < 3.2);
  for (const speed of [0.1, 0.7, 3, 12]) near([speedOf(powerOf(speed))], [speed]);
  assert.equal(speedOf(7), FASTEST);
  assert.equal(powerOf(-1), 0);
});

test('directions go round, the short way', () => {
  near([bearing([0, 0], [0, 1]), bearing([1, 1], [0, 1]), bearing([0, 0], [1, -1])], [90, 180, 315]);
  assert.equal(turnBetween(350, 10), 20);
  assert.equal(turnBetween(10, 350), -20);
});

test('an aim stays in range, and tells only what has changed', () => {
  const aim = new Aim();
  let changes = 0;
  aim.onChange = () => { changes += 1; };
  aim.set({ direction: -30, speed: 99, elevation: -3, side: 0.9, height: 0 });
  near([aim.strike.direction, aim.strike.speed, aim.strike.elevation], [330, FASTEST, 0]);
  assert.ok(aim.strike.side < 0.55 && aim.strike.side > 0.549, 'no further than the miscue limit');
  aim.set({ direction: 330 });
  aim.set({ speed: NaN, direction: undefined });
  assert.equal(changes, 1);
  aim.turn(40);
  near([aim.strike.direction], [10]);
});

test('cushions without pockets meet in mitres', () => {
  const list = cushions(CAROM);
  assert.equal(list.length, 4);
  const left = list.find(({ nose }) => nose[1][0] === 0 && nose[1][1] === 2.84);
  assert.ok(left);
  near(left.outline.flat(), [0, 0, 0, 2.84, -0.05, 2.89, -0.05, -0.05]);
});

test('a cushion goes round its tips and down its jaws to the wood', () => {
  const [cushion, ...others] = cushions(POOL);
  assert.equal(others.length, 0, 'jaws are no cushions of their own');
  assert.ok(cushion && cushion.outline.length > 6);
  for (const [x, y] of cushion.outline) assert.ok(y <= 1e-9 && y >= -0.05 - 1e-9 && x >= 0.03 - 1e-9 && x <= 1.24 + 1e-9, `${x} ${y}`);
  for (const corner of [[0.03, -0.05], [1.24, -0.05]]) assert.ok(cushion.outline.some(([x, y]) => x === corner[0] && y === corner[1]), 'reaches the wood');
});

test('what is pressed in the picture is found on the table, lying and standing', () => {
  for (const [width, height, lying] of /** @type {[number, number, boolean][]} */ ([[900, 500, true], [390, 700, false]])) {
    const look = new Look(POOL, width, height);
    assert.equal(look.lying, lying);
    for (const at of /** @type {Spot[]} */ ([[0, 0], [0.3, 2.2], [1.27, 2.54]])) near(look.from(...look.at(...at)), at);
    const corners = [look.at(-look.edge, -look.edge), look.at(POOL.width + look.edge, POOL.length + look.edge)];
    for (const [x, y] of corners) assert.ok(x >= 0 && x <= width && y >= 0 && y <= height, 'the wood is in sight');
    // A right-handed table stays right-handed: from the head rail, +x is right of +y.
    const [o, x, y] = [look.at(0, 0), look.at(1, 0), look.at(0, 1)];
    assert.ok((x[0] - o[0]) * (y[1] - o[1]) - (x[1] - o[1]) * (y[0] - o[0]) < 0);
  }
});

test('a ball in hand stays where it may lie', () => {
  near(allowed([-1, 9], R, POOL, 'anywhere'), [R + 1e-4, 2.54 - R - 1e-4]);
  near(allowed([0.4, 2], R, POOL, 'behind_line'), [0.4, 2.54 / 4]);
  const snooker = { ...POOL, name: 'snooker' };
  const { line, radius } = baulk(snooker);
  const [x, y] = allowed([0, 0], R, snooker, 'semicircle');
  assert.ok(Math.hypot(x - snooker.width / 2, y - line) <= radius && y <= line);
  assert.ok(allowed([0.6, 2], R, snooker, 'semicircle')[1] <= line, 'not before the line');
  near(allowed([snooker.width / 2, line - 0.01], R, snooker, 'semicircle'), [snooker.width / 2, line - 0.01]);
});

/** The cue ball rolls to the 1, which falls. @returns {ShotPlayed} */
function potted() {
  const leg = { start: 0, end: 1, phase: /** @type {const} */ ('rolling'), spin: /** @type {[number, number, number]} */ ([0, 0, 0]), spin_rate: /** @type {[number, number, number]} */ ([0, 0, 0]), acceleration: /** @type {[number, number, number]} */ ([0, 0, 0]) };
  return {
    input: { balls: [{ name: '1' }, { name: 'cue' }], cue: {} },
    legs: [
      { ...leg, ball: 1, position: [0.5, 0.5, R], velocity: [-0.3, -0.3, 0] },
      { ...leg, ball: 0, start: 1, end: 1.5, position: [0.1, 0.1, R], velocity: [-0.2, -0.2, 0] },
      { ...leg, ball: 0, start: 1.5, end: 1.5, phase: 'potted', position: [0, 0, -0.08], velocity: [0, 0, 0] },
    ],
    events: [
      { time: 0, what: 'strike', balls: ['cue'] }, { time: 1, what: 'balls', balls: ['1', 'cue'], speed: 0.4 },
      { time: 1.5, what: 'pot', balls: ['1'], pocket: 'lb', speed: 0.3 },
    ],
    duration: 1.5, decision: { legal: true, reason: '', turn_over: false, game_over: false, winner: null, score: [1, 0] }, state: state({}),
  };
}

test('balls are known by name whatever their order in the shot, and a pocket swallows what falls', () => {
  const played = new Played(potted(), state({}), new Map());
  const at = (/** @type {number} */ time, /** @type {string} */ name) => played.at(time).find((ball) => ball.name === name);
  near(at(0.5, 'cue')?.position ?? [], [0.35, 0.35, R]);
  near(at(0.5, '1')?.position ?? [], [0.1, 0.1, R]);
  assert.equal(at(1.4, '1')?.sunk, 0);
  const falling = at(1.6, '1');
  assert.ok(falling && falling.sunk > 0.1 && falling.sunk < 1 && falling.position[0] < 0, 'it goes down, towards the middle of the hole');
  assert.equal(at(played.whole, '1'), undefined, 'gone');
  assert.ok(played.whole > played.duration);
  assert.deepEqual(played.between(0, 1.2).map(({ what }) => what), ['balls']);
});

test('paths end where a ball falls and leave out what never moved', () => {
  const paths = new Played(potted(), state({}), new Map()).paths();
  assert.deepEqual(paths.map(({ ball }) => ball), ['1', 'cue']);
  const [fallen] = paths;
  assert.ok(fallen?.path.every(([x]) => x > -0.01), 'not to where it lies below');
});

test('every sound of a shot has a recipe, and harder is louder', () => {
  for (const what of /** @type {const} */ (['strike', 'balls', 'rail', 'jaw', 'rattle', 'pot', 'landing', 'off'])) {
    const [soft, hard] = [0.3, 3].map((speed) => voiceOf({ time: 0, what, balls: ['cue'], speed }));
    assert.ok(soft && hard && hard.gain > soft.gain, what);
    assert.ok(RECIPES[soft.recipe], soft.recipe);
  }
  assert.equal(voiceOf({ time: 0, what: 'change', balls: ['cue'] }), null, 'rolling out is silent');
  assert.equal(voiceOf({ time: 0, what: 'rail', balls: ['cue'], speed: 0.001 }), null, 'nobody hears that');
});

test('words say what happened and what is to be done', () => {
  assert.equal(eventWords({ time: 0, what: 'pot', balls: ['red_03'], pocket: 'rt' }, false), 'red 3 drops top right');
  assert.equal(pocketWord('rt', true), 'bottom right', 'as it is seen');
  assert.equal(ballName('cue'), 'cue ball');
  assert.equal(task(state({})), 'Player 1 to play, on the 1');
  assert.equal(task(state({ players: 1, constraints: { ...state({}).constraints, in_hand: 'behind_line' } })), 'You to play, on the 1, ball in hand behind the line');
  assert.equal(targetWords({ ...state({}).constraints, hittable: ['1', '3', '5', '7'] }), 'the solids');
  assert.equal(targetWords({ ...state({}).constraints, hittable: ['red_01', 'red_02'] }), 'the reds');
  const decision = potted().decision;
  assert.equal(verdict({ ...decision, legal: false, reason: 'no ball hit' }, state({})), 'Foul: no ball hit.');
  assert.equal(verdict({ ...decision, game_over: true, winner: 1 }, state({})), 'The game is over: Player 2 wins.');
  assert.equal(verdict({ ...decision, game_over: true, winner: null }, state({})), 'The game is over: a tie.');
});

test('every ball has its colours: solids, stripes, snooker, carom, and names that nobody knows', () => {
  assert.deepEqual(skinOf('9', 'nine-ball').band, skinOf('1', 'nine-ball').base);
  assert.equal(skinOf('8', 'eight-ball').number, '8');
  assert.deepEqual(skinOf('red_07', 'snooker').base, skinOf('red_01', 'snooker').base);
  assert.ok(skinOf('cue', 'nine-ball').dots, 'spin of the cue ball can be seen');
  for (const part of skinOf('zebra', 'free').base) assert.ok(part >= 0 && part <= 255);
  assert.notEqual(tableColours('nine-ball', 'pool-9').cloth, tableColours('snooker', 'snooker').cloth);
});
