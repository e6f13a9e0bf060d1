// @ts-check
// What is heard of what happens: the arithmetic of page/sound, without a loudspeaker.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECIPES } from '../../page/sound/recipes.js';
import { PEAK, renderBox, renderRecipe, renderRumble, renderTune } from '../../page/sound/render.js';
import { Ground, humOf } from '../../page/sound/rolling.js';
import { Sound } from '../../page/sound/sound.js';
import { TUNES, momentTune, tuneFor } from '../../page/sound/tunes.js';
import { Turns, brightness, loudness, pitch, voicesOf, voicesOfPose } from '../../page/sound/voices.js';

const RATE = 48000;

/** @type {import('../../page/types.js').TableEvent} */
const HIT = { what: 'bounce', part: 3, ball: 0, other: null, speed: 1, x: 0.2, y: 0.5, time: 1 };
/** @param {string} kind @param {string} stuff */
const part = (kind, stuff) => ({ id: 3, name: 'thing', kind, stuff });
/** @type {import('../../page/types.js').Ball} */
const BALL = {
  id: 0, held: false, hidden: false, motion: 2, x: 0.2, y: 0.5, z: 0.0135, vx: 1, vy: 0, vz: 0,
  wx: 0, wy: 0, wz: 0, qx: 0, qy: 0, qz: 0, qw: 1,
};
/** @type {import('../../page/types.js').Scene} */
const SCENE = {
  name: 't', title: 'T', about: '', accent: '#ffffff', bounds: { left: 0, back: 0, width: 0.5, length: 1, glass: 0.1 },
  slope: 0.1, ball_radius: 0.0135, lamps: [],
  parts: [
    { id: 0, name: 'ramp', kind: 'ramp', stuff: 'plastic', points: [[0.1, 0.1, 0.05], [0.1, 0.5, 0]] },
    { id: 1, name: 'rail', kind: 'ramp', stuff: 'wire', points: [[0.4, 0.1, 0.05], [0.4, 0.5, 0]] },
  ],
};

/** @param {Float32Array} samples */
const peakOf = (samples) => samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
/** How much of its energy lies in fast changes. @param {Float32Array} samples */
function sharpness(samples) {
  let [fast, all] = [0, 1e-12];
  samples.forEach((x, k) => {
    fast += (x - (samples[k - 1] ?? 0)) ** 2;
    all += x * x;
  });
  return fast / all;
}
/** s: after which nine tenths of the energy have passed. @param {Float32Array} samples */
function length(samples) {
  const whole = samples.reduce((sum, x) => sum + x * x, 0);
  let sum = 0;
  return samples.findIndex((x) => (sum += x * x) > 0.9 * whole) / RATE;
}

test('every sound and tune is finite, below full scale, and ends in silence', () => {
  const rendered = [
    ...Object.entries(RECIPES).map(([name, recipe]) => [name, renderRecipe(recipe, RATE)]),
    ...Object.entries(TUNES).map(([name, notes]) => [name, renderTune(notes, RATE)]),
  ];
  assert.ok(rendered.length > 35);
  for (const [name, samples] of /** @type {[string, Float32Array][]} */ (rendered)) {
    assert.ok(samples.every(Number.isFinite), `${name} has a sample that is no number`);
    assert.ok(Math.abs(peakOf(samples) - PEAK) < 0.1, `${name} peaks at ${peakOf(samples)}`);
    assert.ok(Math.abs(samples.at(-1) ?? 1) < 1e-3, `${name} ends with a click`);
    assert.ok(samples.length < 3 * RATE, `${name} is long`);
  }
  for (const samples of [renderRumble(1, RATE), renderBox(7, RATE)]) {
    assert.ok(samples.every(Number.isFinite) && peakOf(samples) < 1 && peakOf(samples) > 0.05);
  }
});

test('stuffs differ: rubber is dullest and dead, metal rings longer than wood, steel is sharpest', () => {
  const of = (/** @type {string} */ name) => renderRecipe(RECIPES[name] ?? { seconds: 0, tones: [], bursts: [] }, RATE);
  assert.ok(sharpness(of('rubber')) < 0.5 * sharpness(of('wood')));
  assert.ok(sharpness(of('wood')) < 0.5 * sharpness(of('plastic')));
  assert.ok(sharpness(of('plastic')) < 0.7 * sharpness(of('metal')));
  assert.ok(sharpness(of('metal')) < sharpness(of('steel')));
  assert.ok(length(of('metal')) > 2 * length(of('wood')));
  assert.ok(length(of('wire')) > length(of('metal')));
});

test('a faster hit is louder, brighter and higher, and never louder than 1', () => {
  for (const law of [loudness, brightness, pitch]) {
    for (let speed = 0.05; speed < 5; speed *= 1.3) assert.ok(law(1.3 * speed) >= law(speed), `${law.name} at ${speed}`);
    assert.ok(law(4) > law(0.4));
  }
  assert.equal(loudness(100), 1);
  assert.equal(loudness(NaN), 0);
  assert.ok(loudness(0.06) < 0.02, 'a ball that only touches is hardly heard');
});

test('a bounce sounds as what it bounces off; a faint one does not sound', () => {
  assert.equal(voicesOf(HIT, part('wall', 'metal'))[0]?.recipe, 'metal');
  assert.equal(voicesOf(HIT, part('rubber', 'other'))[0]?.recipe, 'rubber');
  assert.equal(voicesOf(HIT, part('target', 'plastic'))[0]?.recipe, 'target');
  assert.equal(voicesOf({ ...HIT, part: null }, undefined)[0]?.recipe, 'wood');
  assert.equal(voicesOf(HIT, part('wall', 'constructor'))[0]?.recipe, 'wood', 'an unknown stuff');
  assert.deepEqual(voicesOf({ ...HIT, speed: 0.02 }, part('wall', 'metal')), []);
  assert.deepEqual(voicesOf({ ...HIT, speed: NaN }, part('wall', 'metal')), []);
});

test('devices have their own sounds', () => {
  const heard = (/** @type {import('../../page/types.js').EventName} */ what, /** @type {string} */ kind) =>
    voicesOf({ ...HIT, what }, part(kind, 'other')).map((voice) => voice.recipe);
  assert.deepEqual(heard('hit', 'bumper'), ['bumper']);
  assert.deepEqual(heard('slingshot', 'wall'), ['slingshot']);
  assert.deepEqual(heard('end_of_stroke', 'flipper'), ['flipper_stop']);
  assert.deepEqual(heard('start_of_stroke', 'flipper'), ['flipper_down']);
  assert.deepEqual(heard('end_of_stroke', 'plunger'), ['plunger']);
  assert.deepEqual(heard('spin', 'spinner'), ['spinner']);
  assert.deepEqual(heard('dropped', 'target'), ['drop']);
  assert.deepEqual(heard('raised', 'target'), ['raise']);
  assert.deepEqual(heard('drained', 'trough'), ['drain']);
  assert.deepEqual(heard('ejected', 'kicker'), ['kick']);
  assert.deepEqual(heard('balls_meet', 'wall'), ['steel']);
  assert.deepEqual(heard('unhit', 'trigger'), []);
  const [up, none] = [true, false].map((active) =>
    voicesOfPose(part('flipper', 'rubber'), { active: false, angle: 0, place: 0 }, { active, angle: 0, place: 0 }));
  assert.equal(up?.[0]?.recipe, 'flipper_up');
  assert.deepEqual(none, []);
});

test('a rattle is thinned out, but a much harder hit is heard', () => {
  const turns = new Turns();
  const [soft] = voicesOf({ ...HIT, speed: 0.5 }, part('wall', 'metal'));
  const [hard] = voicesOf({ ...HIT, speed: 3 }, part('wall', 'metal'));
  assert.ok(soft && hard);
  assert.ok(turns.take(soft, 1));
  assert.ok(!turns.take(soft, 1.01));
  assert.ok(turns.take(hard, 1.012));
  assert.ok(turns.take(soft, 1.2));
  assert.ok(turns.take(soft, 0), 'a clock that starts again does not silence');
});

test('rolling follows speed, way of moving and ground', () => {
  assert.ok(humOf({ ...BALL, vx: 2 }, 'playfield').gain > humOf(BALL, 'playfield').gain);
  assert.ok(humOf({ ...BALL, vx: 2 }, 'playfield').hz > humOf(BALL, 'playfield').hz);
  assert.ok(humOf({ ...BALL, vx: 1e6 }, 'ramp').gain < 0.3);
  for (const still of [{ motion: 0 }, { motion: 3 }, { held: true }, { hidden: true }, { vx: 0 }]) {
    assert.equal(humOf({ ...BALL, ...still }, 'playfield').gain, 0, JSON.stringify(still));
  }
  const ground = new Ground(SCENE);
  assert.equal(ground.under({ ...BALL, x: 0.1 }), 'playfield');
  assert.equal(ground.under({ ...BALL, x: 0.1, z: 0.05 }), 'ramp');
  assert.equal(ground.under({ ...BALL, x: 0.4, z: 0.05 }), 'wire');
});

test('rules find their tune by name, and unknown names chime', () => {
  for (const name of ['chime', 'bell', 'knock', 'rise', 'fall', 'fanfare', 'jackpot', 'warning', 'tilt', 'start', 'bonus', 'extra_ball']) {
    assert.equal(tuneFor(name), name);
  }
  assert.equal(tuneFor('Extra Ball'), 'extra_ball');
  assert.equal(tuneFor('no such tune'), 'chime');
  assert.equal(tuneFor('toString'), 'chime');
  assert.equal(momentTune('jackpot'), 'jackpot');
  assert.equal(momentTune('drained'), null, 'the drain is heard already');
});

test('without audio everything can be called, and nothing sounds', () => {
  const sound = new Sound(SCENE, () => null);
  sound.unlock();
  sound.event(HIT);
  sound.told({ tick: 1, what: 'sound', name: 'bell' });
  sound.volume = 7;
  assert.equal(sound.volume, 1);
  sound.muted = true;
  assert.equal(sound.muted, true);
  sound.destroy();
});
