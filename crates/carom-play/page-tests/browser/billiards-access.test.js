// @ts-check
// The billiard room for everybody: keyboard alone, screen readers, less motion, weak eyes.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ballAt, rolledOut, tableReady } from '../support/billiards.js';
import { until } from '../support/browser.js';
import { weakWords } from '../support/contrast.js';
import { house } from '../support/house.js';

const here = house();

const EIGHT_BALL = { path: '/#billiards/eight-ball?seed=3', ready: tableReady };
const NINE_BALL = { path: '/#billiards/nine-ball?seed=7', ready: tableReady };

/** Shoots with the key, and does not wait for the balls. @param {import('playwright-core').Page} page */
async function shoot(page) {
  await page.locator('#game').focus();
  await page.keyboard.press('Space');
  await until(page, 'the balls roll', () => window.carom.billiards.mode === 'moving');
  await page.keyboard.press('Escape');
  await rolledOut(page, 1);
}

test('every control of the room is reached with the keyboard alone, has a name, and shows its focus', () => here.visit(async (page) => {
  await shoot(page);
  await page.locator('.skip').focus();
  /** @type {string[]} */
  const reached = [];
  for (let step = 0; step < 70; step += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const active = /** @type {HTMLElement} */ (document.activeElement);
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(active);
      const labels = /** @type {HTMLInputElement} */ (active).labels;
      return {
        name: active.id || active.closest('[id]')?.id || active.tagName,
        seen: (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
        label: (active.getAttribute('aria-label') || labels?.[0]?.innerText || active.innerText || '').trim(),
        body: active === document.body,
      };
    });
    if (at.body) break;
    assert.ok(at.seen, `the focus on ${at.name} is seen`);
    assert.ok(at.label, `${at.name} has a name`);
    reached.push(at.name);
  }
  for (const id of ['game', 'face', 'speed', 'elevation', 'left-fine', 'call-ball', 'call-pocket', 'shoot', 'new-game', 'undo', 'share', 'trails', 'mute', 'help', 'replay', 'scrub', 'events', 'find-ball', 'search', 'games']) {
    assert.ok(reached.includes(id), `${id} is reached: ${reached.join(' ')}`);
  }
  assert.equal(reached.filter((id) => id === 'events').length, 1, 'the list of events is one stop, however long');
}, EIGHT_BALL));

test('words of the room stand out from what is behind them', () => here.visit(async (page) => {
  const everywhere = '#board *, #stage *, #cue-desk *, #machine *';
  assert.deepEqual(await weakWords(page, everywhere), [], 'before a shot');
  await shoot(page);
  await page.keyboard.press('r');
  assert.deepEqual(await weakWords(page, everywhere), [], 'while it is shown again');
}, EIGHT_BALL));

test('a ball in hand is placed, a pot is found and a moment is looked at, all with keys', () => here.visit(async (page) => {
  await page.locator('#game').focus();
  const before = await ballAt(page, 'cue');
  await page.keyboard.press('p');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await until(page, 'the ball lies elsewhere', ([x, y]) => {
    const ball = window.carom.billiards.state?.balls.find(({ name }) => name === 'cue');
    return ball && Math.hypot(ball.position[0] - x, ball.position[1] - y) > 0.015;
  }, before);
  await shoot(page);
  await page.keyboard.press('.');
  await until(page, 'the first event is shown', () => window.carom.billiards.mode === 'replay');
  await page.keyboard.press('.');
  const time = await page.evaluate(() => window.carom.billiards.time);
  assert.ok(time > 0, 'the next event');
  await page.keyboard.press('Shift+ArrowRight');
  assert.ok(Math.abs((await page.evaluate(() => window.carom.billiards.time)) - time - 0.001) < 1e-9, 'a millisecond later');
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await until(page, 'a pot is tried, or none is open', () => /cut|open/.test(`${document.getElementById('announce')?.textContent} ${document.getElementById('notice')?.textContent}`));
}, NINE_BALL));

test('what the referee decides is announced politely', () => here.visit(async (page) => {
  assert.equal(await page.locator('#announce').getAttribute('aria-live'), 'polite');
  await shoot(page);
  await until(page, 'the decision is read out with the score', () => /Score \d+ to \d+/.test(document.getElementById('announce')?.textContent ?? ''));
}, NINE_BALL));

test('who wants less motion sees the shot, and nothing else that moves', () => here.visit(async (page) => {
  await page.locator('#game').focus();
  await page.keyboard.press('Space');
  await until(page, 'the balls roll', () => window.carom.billiards.mode === 'moving' && window.carom.billiards.time > 0);
  const moving = await page.evaluate(() => document.getAnimations().filter((animation) => animation.playState === 'running').length);
  assert.equal(moving, 0, 'animations of the page');
}, { ...NINE_BALL, options: { reducedMotion: 'reduce' } }));
