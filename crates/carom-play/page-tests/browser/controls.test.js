// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until } from '../support/browser.js';
import { flipped, flippers, flippersOf, playing, status, tick } from '../support/game.js';
import { house } from '../support/house.js';

const here = house();

/** What was sent before has been done when this has been answered. @param {import('playwright-core').Page} page */
async function roundTrip(page) {
  await page.evaluate(() => window.look.ask({ do: 'ping', id: 1 }, 'pong'));
}

test('pause stops time, a step is one tick, and time goes on after it', () => here.visit(async (page) => {
  await page.keyboard.press('Enter');
  await playing(page);
  await page.locator('#pause').click();
  await until(page, 'the table is paused', () => window.carom.state.paused);
  assert.equal(await page.locator('#pause').getAttribute('aria-pressed'), 'true', 'the switch says so');
  const stopped = await tick(page);
  await roundTrip(page);
  assert.equal(await tick(page), stopped, 'time stands still');
  for (let step = 1; step <= 3; step += 1) {
    await page.locator('#step').click();
    await until(page, 'a step was taken', (before) => window.carom.state.tick > before, stopped + step - 1);
    assert.equal(await tick(page), stopped + step, 'exactly one tick');
  }
  await page.keyboard.press('p');
  await until(page, 'time goes on', (before) => !window.carom.state.paused && window.carom.state.tick > before, stopped + 3);
}));

test('slow motion makes the ticks between two frames fewer, and ends again', () => here.visit(async (page) => {
  /** Ticks between frames, the middle one of many: a busy machine makes some longer. */
  const between = () => page.evaluate(() => new Promise((done) => {
    const { engine } = window.carom;
    const { onState } = engine;
    /** @type {number[]} */
    const ticks = [];
    engine.onState = (state) => {
      onState(state);
      ticks.push(state.tick);
      if (ticks.length < 42) return;
      engine.onState = onState;
      const steps = ticks.slice(1).map((tick, index) => tick - ticks[index]).sort((a, b) => a - b);
      done(steps[20]);
    };
  }));
  await page.locator('#slow').click();
  await roundTrip(page);
  assert.equal(await page.locator('#slow').getAttribute('aria-pressed'), 'true', 'the switch says so');
  const slow = Number(await between());
  await page.locator('#slow').click();
  await roundTrip(page);
  const usual = Number(await between());
  assert.ok(slow * 2 < usual, `${slow} ticks a frame, usually ${usual}`);
}));

test('a game can be begun anew at any time', () => here.visit(async (page) => {
  await page.keyboard.press('Enter');
  await playing(page);
  await until(page, 'the game is a second old', () => window.carom.state.tick > 1000);
  await page.locator('#restart').click();
  await until(page, 'a new game', () => window.carom.state?.tick < 900);
  await playing(page);
  assert.equal((await status(page)).players[0].score, 0, 'its score');
}));

test('a key that was changed is remembered', () => here.visit(async (page) => {
  await page.locator('#key-list [data-action="left"]').click();
  await page.keyboard.press('f');
  assert.match(await page.locator('#key-list [data-action="left"]').innerText(), /\bF\b/, 'the list of keys');
  await page.reload();
  await until(page, 'the page is there again', () => window.carom?.status);
  assert.match(await page.locator('#key-list [data-action="left"]').innerText(), /\bF\b/, 'after a reload');
  await page.locator('#game').focus();
  await page.keyboard.press('Enter');
  await playing(page);
  const rest = await flippers(page);
  await page.keyboard.down('f');
  await flipped(page, rest, await flippersOf(page, 'left'));
  await page.keyboard.up('f');
}));

for (const [name, key] of [['vp', 'ShiftLeft'], ['cadet', 'KeyZ']]) {
  test(`the keys of the preset "${name}" flip`, () => here.visit(async (page) => {
    await page.locator('#preset').selectOption(name);
    await page.locator('#start').click();
    await playing(page);
    const rest = await flippers(page);
    await page.keyboard.down(key);
    await flipped(page, rest, await flippersOf(page, 'left'));
    await page.keyboard.up(key);
  }));
}

test('the look inside shows what the engine knows', () => here.visit(async (page) => {
  await page.keyboard.press('o');
  await until(page, 'the overlay is open', () => window.carom.overlay?.visible);
  assert.equal(await page.locator('#inside').isVisible(), true, 'its panel');
  assert.equal(await page.locator('#overlay-switch').getAttribute('aria-pressed'), 'true', 'its switch');
  await until(page, 'the panel says something', () => (document.getElementById('overlay-panel')?.innerText ?? '').length > 20);
  await page.keyboard.press('o');
  assert.equal(await page.locator('#inside').isVisible(), false, 'closed again');
}));
