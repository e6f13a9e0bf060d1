// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until } from '../support/browser.js';
import { playToTheEnd, ready, start, status } from '../support/game.js';
import { house } from '../support/house.js';

const here = house();

test('a high score is entered, kept when the page is loaded again, and when the server is', () => here.visit(async (page) => {
  await start(page, { seed: 21 });
  await playToTheEnd(page);
  const [{ score }] = (await status(page)).players;
  await page.locator('#initials-field').waitFor();
  await until(page, 'keys count again', (from) => performance.now() > from + 1000, await page.evaluate(() => performance.now()));
  await page.locator('#initials-field').fill('zoe');
  await page.keyboard.press('Enter');
  await until(page, 'the list has it', () => /ZOE/.test(document.getElementById('score-list')?.innerText ?? ''));
  const listed = () => page.locator('#score-list li').first().innerText();
  assert.equal((await listed()).replace(/\D/g, ''), `1${score}`, 'place and score');
  await page.reload();
  await ready(page);
  await until(page, 'the list has it after a reload', () => /ZOE/.test(document.getElementById('score-list')?.innerText ?? ''));
  here.server = await here.server.restart();
  await page.reload();
  await ready(page);
  await until(page, 'the list has it after the server came again', () => /ZOE/.test(document.getElementById('score-list')?.innerText ?? ''));
  assert.equal((await listed()).replace(/\D/g, ''), `1${score}`, 'place and score');
}, { expected: /WebSocket|ERR_CONNECTION_REFUSED/ }));
