// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Camera } from '../../page/view/camera.js';
import { palette, parse } from '../../page/view/colour.js';
import { area, bat, circle, inset, inside } from '../../page/view/shapes.js';
import { Pace } from '../../page/view/pace.js';
import { TILE, Tiles } from '../../page/view/tiles.js';

/** @typedef {import('../../page/types.js').Scene} Scene */

/** @type {Scene} */
const scene = {
  name: 'plain', title: 'Plain', about: '', accent: '#2ec4b6', slope: 0.1, ball_radius: 0.0135, parts: [], lamps: [],
  bounds: { left: 0.1, back: -0.2, width: 0.51, length: 1.07, glass: 0.11 },
};

test('a point of the playfield is found again from its pixel', () => {
  for (const [wide, tall] of [[1280, 800], [390, 844], [900, 1100]]) {
    for (const perspective of /** @type {const} */ (['player', 'overhead'])) {
      const camera = new Camera(scene, wide, tall, perspective);
      for (const [x, y, z] of [[0.1, -0.2, 0], [0.61, 0.87, 0], [0.3, 0.4, 0.05], [0.35, 0.1, 0.02]]) {
        const [px, py] = camera.at(x, y, z);
        const [bx, by] = camera.back(px, py, z);
        assert.ok(Math.hypot(bx - x, by - y) < 1e-9, `${perspective}: ${x}, ${y} became ${bx}, ${by}`);
      }
    }
  }
});

test('the whole table is on the screen, whatever its form', () => {
  for (const [wide, tall] of [[1280, 800], [390, 844], [300, 1200], [2000, 400]]) {
    const camera = new Camera(scene, wide, tall, 'player');
    for (const [x, y] of [[0.1, -0.2], [0.61, -0.2], [0.1, 0.87], [0.61, 0.87]]) {
      const [px, py] = camera.at(x, y, 0);
      assert.ok(px >= 0 && px <= wide && py >= 0 && py <= tall, `${wide} by ${tall}: ${px}, ${py}`);
    }
  }
});

test('what is nearer to the player is larger, and overhead nothing is', () => {
  const player = new Camera(scene, 900, 1100, 'player');
  assert.ok(player.scale(0.8, 0) > 1.1 * player.scale(-0.1, 0));
  assert.ok(player.scale(0.3, 0.05) > player.scale(0.3, 0));
  const overhead = new Camera(scene, 900, 1100, 'overhead');
  assert.equal(overhead.scale(0.8, 0), overhead.scale(-0.1, 0.05));
  assert.equal(overhead.sees(0.3, 0.3, 0, 1), false);
});

test('drawing on a plane agrees with the projection', () => {
  const camera = new Camera(scene, 900, 1100, 'player');
  /** @type {number[]} */
  let m = [];
  const ctx = /** @type {CanvasRenderingContext2D} */ (/** @type {unknown} */ ({ setTransform: (/** @type {number[]} */ ...all) => (m = all) }));
  camera.plane(ctx, 0.45, 0.6, 0.03);
  for (const [dx, dy] of [[0.001, 0], [0, 0.001]]) {
    const [px, py] = camera.at(0.45 + dx, 0.6 + dy, 0.03);
    assert.ok(Math.hypot(m[0] * dx + m[2] * dy + m[4] - px, m[1] * dx + m[3] * dy + m[5] - py) < 1e-3);
  }
});

test('tiles are drawn again where something was, and where something is', () => {
  const tiles = new Tiles(10 * TILE, 4 * TILE);
  const drawn = () => {
    let count = 0;
    tiles.settle();
    tiles.each(null, (_x, _y, wide, tall) => (count += (wide * tall) / (TILE * TILE)));
    return count;
  };
  tiles.next();
  assert.equal(drawn(), 40, 'the first frame draws everything');
  tiles.next();
  tiles.touch(TILE + 5, TILE + 5, 2 * TILE - 5, 2 * TILE - 5);
  assert.equal(drawn(), 1);
  tiles.next();
  tiles.touch(3 * TILE + 5, TILE + 5, 4 * TILE + 5, TILE + 10);
  assert.equal(drawn(), 3);
  tiles.next();
  assert.equal(drawn(), 2);
  tiles.next();
  tiles.touch(-500, -500, -400, -400);
  assert.equal(drawn(), 0, 'what lies outside is nowhere');
});

test('a bat is the hull of its two circles', () => {
  const outline = bat([0.1, 0.2], 0.012, [0.17, 0.24], 0.007);
  for (const [x, y] of outline) {
    const [a, b] = [Math.hypot(x - 0.1, y - 0.2) - 0.012, Math.hypot(x - 0.17, y - 0.24) - 0.007];
    assert.ok(Math.min(Math.abs(a), Math.abs(b)) < 1e-12 && Math.min(a, b) > -1e-12);
  }
});

test('an inset outline lies within, whichever way it is walked', () => {
  const round = circle([0, 0], 1, 60);
  for (const outline of [round, [...round].reverse()]) {
    const inner = inset(outline, 0.2);
    assert.ok(Math.abs(area(inner) / area(outline) - 0.64) < 0.01);
    assert.ok(inner.every((p) => inside(p, outline)));
  }
});

test('the colours of a table differ from each other', () => {
  for (const accent of ['#2ec4b6', '#f2a03d', '#e0526e', '#a97bf0', '#63c46b']) {
    const { accent: a, second, third } = palette(accent);
    const far = (/** @type {number[]} */ p, /** @type {number[]} */ q) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    assert.ok(far(a, second) > 80 && far(a, third) > 60, accent);
  }
  assert.deepEqual(parse('nonsense'), parse('#ffd9a0'));
});

test('slow frames make the picture less sharp, pauses do not', () => {
  const pace = new Pace();
  for (let k = 0; k < 400; k++) pace.note(1000 * k);
  assert.equal(pace.share, 1);
  for (let k = 0; k < 100; k++) pace.note(1e6 + 16 * k);
  assert.equal(pace.share, 1);
  for (let k = 0; k < 100; k++) pace.note(2e6 + 40 * k);
  assert.equal(pace.share, 0.75);
});
