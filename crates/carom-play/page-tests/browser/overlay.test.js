// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until } from '../support/browser.js';
import { house } from '../support/house.js';

const here = house();

/** Opens the look inside, and waits until the engine tells of a ball. @param {import('playwright-core').Page} page */
async function lookInside(page) {
  await page.locator('#overlay-switch').click();
  await until(page, 'the engine tells of a ball', () => {
    const { balls, colliders } = JSON.parse(/** @type {any} */ (window.carom.overlay).copyJson());
    return balls.length > 0 && colliders !== null;
  });
}

/** Pixels of the overlay that are not empty. @param {import('playwright-core').Page} page */
function inked(page) {
  return page.evaluate(() => {
    const { canvas } = /** @type {any} */ (window.carom.view).overlayContext();
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy?.drawImage(canvas, 0, 0);
    const pixels = copy?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let count = 0;
    for (let k = 3; k < pixels.length; k += 4) count += Number((pixels[k] ?? 0) > 0);
    return count;
  });
}

test('everything that the overlay shows can be copied', () => here.visit(async (page, { context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await lookInside(page);
  await until(page, 'something has happened', () => document.querySelectorAll('.overlay-events li').length > 3);
  await page.locator('#overlay-copy').click();
  const text = await until(page, 'it has been copied', async () => {
    const text = await navigator.clipboard.readText().catch(() => '');
    return text.startsWith('{') && text;
  });
  const { table, balls, energy, events, rates, colliders } = JSON.parse(String(text));
  assert.equal(table, 'kingfisher');
  assert.ok(balls.every((/** @type {any} */ ball) => ball.position.length === 3 && Array.isArray(ball.touching)), 'the balls');
  assert.ok(energy.history.length > 0 && energy.total > 0, 'the energy');
  assert.ok(events.some((/** @type {any} */ event) => event.time > 0 && event.what), 'the events');
  assert.ok(rates.ticks_per_second > 0, 'the rates');
  assert.ok(colliders.groups.length > 10, 'the colliders');
}));

test('the ledger is plotted against time, closes, and can be copied', () => here.visit(async (page) => {
  await lookInside(page);
  const energy = JSON.parse(String(await until(page, 'balls have gained and lost energy for two seconds', () => {
    const text = /** @type {any} */ (window.carom.overlay).copyJson();
    const { energy } = JSON.parse(text);
    const [first, last] = [energy.history[0], energy.history.at(-1)];
    if (!first || !last) return false;
    const moved = energy.ledger?.amounts.filter((/** @type {number} */ amount) => Math.abs(amount) > 1e-4).length ?? 0;
    // A ball that has been launched but has met nothing yet has lost nothing to restitution.
    const bounced = Math.abs(energy.ledger?.amounts[energy.entries.indexOf('restitution')] ?? 0) > 1e-3;
    return last[0] - first[0] > 2 && moved >= 3 && bounced && JSON.stringify(energy);
  })));
  const { entries, ledger, history } = energy;
  assert.ok(entries.includes('gravity') && entries.includes('restitution') && entries.includes('repair of overlap'), entries.join());
  assert.equal(ledger.amounts.length, entries.length);
  assert.ok(history.every((/** @type {number[]} */ row) => row.length === 4 + entries.length), 'each row has every entry');
  const sum = ledger.amounts.reduce((/** @type {number} */ sum, /** @type {number} */ amount) => sum + amount, ledger.start);
  assert.ok(Math.abs(sum - ledger.now) < 1e-7, `${sum} J for ${ledger.now} J`);
  assert.ok(Math.abs(ledger.residual) <= 1e-9 * ledger.turned_over, `${ledger.residual} J are left over`);
  // What is drawn: several colours above and below the axis, and the table with the same colours.
  const seen = await until(page, 'the plot has been drawn', () => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.overlay-ledger-plot'));
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const colours = new Map();
    for (let k = 0; k < pixels.length; k += 4) {
      if ((pixels[k + 3] ?? 0) < 150) continue;
      const colour = `${pixels[k]},${pixels[k + 1]},${pixels[k + 2]}`;
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    const areas = [...colours.values()].filter((count) => count > 60).length;
    return areas >= 3 && areas;
  });
  assert.ok(Number(seen) >= 3, 'areas of several colours');
  const lines = await page.locator('.overlay-ledger tbody tr').allTextContents();
  assert.ok(lines.length >= 5 && lines.some((line) => line.startsWith('restitution')), lines.join(' | '));
  assert.match(String(await page.locator('.overlay-residual').textContent()), /J left over, .* J turned over/);
}));

test('each layer can be switched off, and what is closed leaves nothing on the table', () => here.visit(async (page) => {
  await lookInside(page);
  await until(page, 'there are switches', () => document.querySelectorAll('[data-layer]').length === 6);
  assert.ok(await inked(page) > 5000, 'colliders cover the table');
  for (const layer of ['colliders', 'zones', 'cells', 'contacts', 'vectors', 'ghost']) {
    await page.locator(`[data-layer=${layer}]`).setChecked(false);
  }
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await inked(page), 0, 'all layers are off');
  await page.locator('[data-layer=colliders]').setChecked(true);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.ok(await inked(page) > 5000, 'and on again');
  await page.keyboard.press('o');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await inked(page), 0, 'the overlay is closed');
}));
