// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Held } from '../../page/input/held.js';
import { ACTIONS, Keys, PRESETS } from '../../page/input/keys.js';

/** A store as the browser has it. @param {string} [text] */
function store(text) {
  let kept = text ?? null;
  return { getItem: () => kept, setItem: (/** @type {string} */ _name, /** @type {string} */ value) => void (kept = value) };
}

test('every preset gives every action a key, and no key to two actions', () => {
  for (const [name, { keys }] of Object.entries(PRESETS)) {
    const codes = ACTIONS.flatMap(({ action }) => keys[action]);
    assert.ok(ACTIONS.every(({ action }) => keys[action].length > 0), `${name}: an action without a key`);
    assert.equal(new Set(codes).size, codes.length, `${name}: a key with two meanings in ${codes}`);
  }
});

test('a key that is given away is remembered, and leaves no action without one', () => {
  const memory = store();
  const keys = new Keys(memory);
  keys.usePreset('vp');
  assert.ok(keys.assign('left', 'Enter'), 'Enter can be given away');
  assert.equal(keys.actionOf('Enter'), 'left', 'its new meaning');
  assert.deepEqual(keys.codesOf('plunge'), ['ShiftLeft'], 'the plunger took over what the flipper had');
  assert.equal(keys.preset, '', 'no preset any more');
  assert.deepEqual(new Keys(memory).codesOf('left'), ['Enter'], 'the next visit');
});

test('keys that lead out of a dialog or through the page stay the browser\'s', () => {
  const keys = new Keys(null);
  for (const code of ['Escape', 'Tab', '']) assert.equal(keys.assign('left', code), false, code);
  assert.deepEqual(keys.codesOf('left'), new Keys(null).codesOf('left'), 'nothing changed');
});

test('a damaged memory gives the usual keys', () => {
  for (const text of ['', '{', '3', '[]', '{"left":[]}', '{"left":"KeyZ"}', 'null']) {
    assert.equal(new Keys(store(text)).preset, 'carom', text);
  }
});

test('two keys on one flipper are one press', () => {
  /** @type {string[]} */
  const heard = [];
  const held = new Held((action, down, when) => heard.push(`${action} ${down ? 'down' : 'up'} ${when}`));
  held.down('left', 'KeyZ', 1);
  held.down('left', 'KeyZ', 2);
  held.down('left', 'touch 1', 3);
  held.up('KeyZ', 4);
  held.up('touch 1', 5);
  held.up('touch 1', 6);
  assert.deepEqual(heard, ['left down 1', 'left up 5'], 'down with the first, up with the last');
});

test('a page that loses the keyboard lets go of everything', () => {
  /** @type {string[]} */
  const heard = [];
  const held = new Held((action, down) => heard.push(`${action} ${down}`));
  held.down('left', 'KeyZ', 1);
  held.down('plunge', 'Space', 1);
  held.release(2);
  assert.deepEqual(heard.slice(2).sort(), ['left false', 'plunge false'], 'both up');
  assert.equal(held.has('left'), false, 'not held');
});
