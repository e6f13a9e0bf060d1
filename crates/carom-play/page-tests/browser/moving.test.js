// @ts-check
// Parts that lie elsewhere and parts that move as a whole: where the engine has them, there the page shows them.

import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { until } from '../support/browser.js';
import { forward, pause, start } from '../support/game.js';
import { house } from '../support/house.js';

const here = house({ tables: [join(dirname(fileURLToPath(import.meta.url)), '../support/moving.toml')] });

/** What the canvas shows round a place of the table, as a sum of its pixels. @param {import('playwright-core').Page} page @param {number[]} at */
function seen(page, at) {
  return page.evaluate(([x, y, z]) => {
    const { view, state } = window.carom;
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('#game canvas'));
    const ratio = canvas.width / canvas.clientWidth;
    const [px, py] = view.toScreen(x, y, z).map((c) => Math.round(c * ratio));
    // A canvas of the test's own is read: to read the page's would make that slow, and the browser would complain.
    const ctx = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d', { willReadFrequently: true }));
    // While time stands still nothing is drawn anew, also the light of a moment that has passed (a ball was saved): so a minute later.
    view.draw(state, performance.now() + 60_000);
    ctx.drawImage(canvas, px - 3, py - 3, 7, 7, 0, 0, 7, 7);
    return [...ctx.getImageData(0, 0, 7, 7).data].reduce((sum, value) => sum + value, 0);
  }, at);
}

test('a driven part is seen to move, and its place is that of the engine', () => here.visit(async (page) => {
  await start(page, { seed: 1 });
  await pause(page);
  const tick = await page.evaluate(() => window.carom.state.tick);
  // The carriage stands at its ends after every whole second.
  const begin = Math.ceil((tick + 100) / 2000) * 2000;
  await forward(page, begin);
  const pose = () => page.evaluate(() => {
    const found = window.carom.state.groups.get(window.carom.scene.groups?.[0]?.id ?? -1);
    if (!found) throw new Error('no frame named the group');
    return { ...found };
  });
  const left = await pose();
  assert.ok(Math.abs(left.x - 0.15) < 1e-3, `at its first end: ${JSON.stringify(left)}`);
  const there = [0.15, 0.4, 0.025];
  const wall = await seen(page, there);
  await forward(page, begin + 1000);
  const right = await pose();
  assert.ok(Math.abs(right.x - 0.35) < 1e-3, `at its other end: ${JSON.stringify(right)}`);
  assert.ok(Math.abs(Math.abs(right.qz) - Math.SQRT1_2) < 1e-3, 'turned by a quarter');
  const gone = await seen(page, there);
  assert.notEqual(gone, wall, 'the wall is not where it was');
  await forward(page, begin + 2000);
  assert.equal(await seen(page, there), wall, 'and it comes back, to the pixel');
}));

test('the scene says where placed parts lie, and the overlay draws their colliders there', () => here.visit(async (page) => {
  const parts = await page.evaluate(() => window.carom.scene.parts.map(({ name, place, group }) => ({ name, place, group })));
  const of = (/** @type {string} */ name) => parts.find((part) => part.name === name);
  assert.deepEqual(of('shifted')?.place, [1, 0, 0, 0.1, 0, 1, 0, 0.7, 0, 0, 1, 0]);
  assert.equal(of('rail')?.group, 0);
  assert.equal(of('rail')?.place, undefined, 'it lies just so in its group');
  assert.ok((of('leaning')?.place?.[10] ?? 1) < 0.9, 'it leans');
  await page.evaluate(() => {
    if (window.carom.overlay) window.carom.overlay.visible = true;
  });
  const sketch = await page.evaluate(async () => (await fetch(`/api/tables/${window.carom.scene.name}/colliders`)).json());
  const group = (/** @type {string} */ name) => sketch.groups.find((/** @type {any} */ one) => one.name === name);
  assert.equal(group('rail').driven, 0);
  assert.ok(group('turned flipper').place && group('turned flipper').moves === 'turn');
  const high = Math.max(...group('leaning').lines.flatMap((/** @type {number[]} */ line) => [line[2], line[5]]));
  assert.ok(high > 0.04 && high < 0.056, `60 mm that lean by 35 degrees reach less high: ${high}`);
  await until(page, 'the overlay draws', () => window.carom.state.tick > 300);
}));

test('a turntable that is on turns', () => here.visit(async (page) => {
  const turned = await until(page, 'the disc has turned', () => window.look.poses('turntable').disc?.angle);
  assert.ok(turned !== 0);
}));
