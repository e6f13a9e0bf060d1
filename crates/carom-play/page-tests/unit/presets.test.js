// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Keys, capOf } from '../../page/input/keys.js';
import { zoneAt } from '../../page/input/zones.js';
import { PlungerWatch } from '../../page/plunger.js';

test('the presets are those that players know', () => {
  const keys = new Keys(null);
  assert.equal(keys.preset, 'carom');
  const does = (/** @type {string[]} */ ...codes) => codes.map((code) => keys.actionOf(code));
  keys.usePreset('vp');
  const vp = ['left', 'right', 'plunge', 'start', 'nudge_left', 'nudge_right', 'nudge_up', 'left_extra', 'right_extra'];
  assert.deepEqual(does('ShiftLeft', 'ShiftRight', 'Enter', 'Digit1', 'KeyZ', 'Slash', 'Space', 'ControlLeft', 'ControlRight'), vp);
  keys.usePreset('cadet');
  assert.deepEqual(does('KeyZ', 'Slash', 'Space', 'KeyX', 'Period', 'ArrowUp'), ['left', 'right', 'plunge', 'nudge_left', 'nudge_right', 'nudge_up']);
});

test('a key that another action had moves, and the other keeps what is left', () => {
  const keys = new Keys(null);
  keys.assign('plunge', 'KeyZ'); // was a left flipper, beside an arrow
  assert.deepEqual([keys.codesOf('plunge'), keys.codesOf('left')], [['KeyZ'], ['ArrowLeft']]);
  assert.equal(keys.actionOf('Space'), undefined, 'what it replaced is free');
  assert.equal(keys.preset, '', 'these are no preset any more');
});

test('a store that throws only means that nothing is remembered', () => {
  const no = () => {
    throw new Error('forbidden');
  };
  const keys = new Keys({ getItem: no, setItem: no });
  keys.assign('left', 'KeyB');
  assert.equal(keys.actionOf('KeyB'), 'left');
});

test('caps read as they are printed', () => {
  const caps = ['KeyZ', 'Digit1', 'ArrowLeft', 'ShiftRight', 'Space', 'Numpad4'].map(capOf);
  assert.deepEqual(caps, ['Z', '1', '←', 'R Shift', 'Space', 'Num 4']);
});

test('fingers find flippers low on both sides, nudges at the top, and the plunger only while a ball waits', () => {
  assert.deepEqual([zoneAt(0.1, 0.9, true), zoneAt(0.9, 0.5, true)], ['left', 'right']);
  assert.deepEqual([zoneAt(0.9, 0.9, true), zoneAt(0.9, 0.9, false)], ['plunge', 'right']);
  assert.deepEqual([zoneAt(0.1, 0.1, true), zoneAt(0.5, 0.1, true), zoneAt(0.9, 0.1, true)], ['nudge_left', 'nudge_up', 'nudge_right']);
  // Beside the table on a broad screen there is more of the same.
  assert.deepEqual([zoneAt(-0.8, 0.5, false), zoneAt(1.8, 0.5, false)], ['left', 'right']);
});

test('a ball in the shooter lane waits; one on the field, or one that is hidden, does not', () => {
  const scene = { parts: [{ id: 4, kind: 'plunger', name: 'plunger', stuff: 'metal', centre: [0.5, 1.05], park: 1.01 }] };
  const watch = new PlungerWatch(/** @type {any} */ (scene));
  const state = (/** @type {object} */ ball) => /** @type {any} */ ({ balls: [{ hidden: false, ...ball }], parts: new Map([[4, { place: 1.03 }]]) });
  assert.equal(watch.ballWaits(state({ x: 0.5, y: 0.99 })), true);
  assert.equal(watch.ballWaits(state({ x: 0.3, y: 0.99 })), false);
  assert.equal(watch.ballWaits(state({ x: 0.5, y: 0.4 })), false);
  assert.equal(watch.ballWaits(state({ x: 0.5, y: 0.99, hidden: true })), false);
  assert.ok(Math.abs((watch.pulled(state({})) ?? 0) - 0.5) < 1e-9, 'half way back');
});
