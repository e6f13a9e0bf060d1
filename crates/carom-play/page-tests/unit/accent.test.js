// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { contrast, readable } from '../../page/hud/accent.js';

const rgb = (/** @type {string} */ colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

test('contrast is what the guideline says it is', () => {
  assert.equal(contrast([255, 255, 255], [0, 0, 0]), 21);
  assert.ok(Math.abs(contrast([118, 118, 118], [255, 255, 255]) - 4.54) < 0.01);
});

test('a dark accent becomes light enough to read, a light one stays', () => {
  for (const colour of ['#000000', '#200040', '#0000ff', '#802020']) {
    assert.ok(contrast(rgb(readable(colour)), [11, 12, 16]) >= 4.5, `${colour} became ${readable(colour)}`);
  }
  assert.equal(readable('#2fb7d8'), '#2fb7d8');
});

test('what is no colour gives the usual one', () => {
  for (const colour of ['red', '', undefined, 7, '#fff', 'url(x)']) assert.equal(readable(colour), '#f5a524');
});
