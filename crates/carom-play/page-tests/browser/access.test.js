// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until } from '../support/browser.js';
import { weakWords } from '../support/contrast.js';
import { playToTheEnd, playing, start } from '../support/game.js';
import { house } from '../support/house.js';

const here = house();

test('every control is reached with the keyboard alone, and its focus is seen', () => here.visit(async (page) => {
  /** @type {string[]} */
  const reached = [];
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const active = /** @type {HTMLElement} */ (document.activeElement);
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(active);
      const seen = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
      const name = active.id || active.dataset.action || active.dataset.table || active.closest('[id]')?.id || active.tagName;
      const label = active.getAttribute('aria-label') || active.innerText || active.getAttribute('title') || '';
      return { name, seen, labelled: active === document.body || active.tagName === 'SELECT' || label.trim() !== '' };
    });
    if (at.name === 'BODY') break;
    assert.ok(at.seen, `the focus on ${at.name} is seen`);
    assert.ok(at.labelled, `${at.name} has a name`);
    reached.push(at.name);
  }
  for (const id of ['game', 'start', 'pause', 'slow', 'step', 'restart', 'overlay-switch', 'mute', 'help', 'preset', 'left', 'kingfisher']) {
    assert.ok(reached.includes(id), `${id} is reached: ${reached.join(' ')}`);
  }
}));

test('a game is started, played and looked up with the keyboard alone', () => here.visit(async (page) => {
  await page.locator('#start').focus();
  await page.keyboard.press('Enter');
  await playing(page);
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'game', 'the table has the keys');
  await page.keyboard.press('h');
  assert.equal(await page.locator('#help-sheet').isVisible(), true, 'help');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#help-sheet').isVisible(), false, 'closed again');
}));

test('what happens is announced', () => here.visit(async (page) => {
  await page.evaluate(() => {
    const host = /** @type {HTMLElement} */ (document.getElementById('announce'));
    new MutationObserver(() => window.look.notes.push(host.textContent)).observe(host, { childList: true, characterData: true, subtree: true });
  });
  assert.equal(await page.locator('#announce').getAttribute('aria-live'), 'polite', 'never in the middle of a word');
  await start(page, { seed: 3 });
  await until(page, 'the first ball is announced', () => window.look.notes.some((text) => /Ball 1\b/.test(text)));
  await playToTheEnd(page, { flips: false });
  await until(page, 'the end is announced with its points', () => window.look.notes.some((text) => /Game over.*points/.test(text)));
}));

test('who wants less motion gets a page without animations', () => here.visit(async (page) => {
  await page.keyboard.press('Enter');
  await playing(page);
  const moving = await page.evaluate(() => document.getAnimations()
    .filter((animation) => animation.playState === 'running' && Number(animation.effect?.getComputedTiming().activeDuration) > 10)
    .map((animation) => {
      const target = /** @type {KeyframeEffect} */ (animation.effect).target;
      return target?.id || target?.className || target?.tagName;
    }));
  assert.deepEqual(moving, [], 'what still moves');
}, { options: { reducedMotion: 'reduce' } }));

test('words stand out from what is behind them', () => here.visit(async (page) => {
  assert.deepEqual(await weakWords(page, '#board *, #machine *'), [], 'contrast below AA');
}));
