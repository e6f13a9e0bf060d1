// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until } from '../support/browser.js';
import { flipped, flippers, flippersOf, playing, status } from '../support/game.js';
import { house } from '../support/house.js';

const here = house();

test('a key starts a game', () => here.visit(async (page) => {
  await page.keyboard.press('Enter');
  await playing(page);
  const { players, current } = await status(page);
  assert.equal(players.length, 1, 'players');
  assert.equal(players[current].ball, 1, 'the first ball');
  assert.equal(await page.locator('#ball').textContent().then((text) => text?.startsWith('1')), true, 'the display says so');
}));

test('the plunger is drawn back by a key, and the ball leaves when it is let go', () => here.visit(async (page) => {
  await page.keyboard.press('Enter');
  await playing(page);
  const waits = await until(page, 'a ball waits before the plunger', () => {
    const ball = window.look.ball();
    // At rest, not just slow: a ball that has come out of the trough still rolls to the plunger, which would miss it.
    return ball?.motion === 3 && { x: ball.x, y: ball.y, plunger: Object.values(window.look.poses('plunger'))[0].place };
  });
  assert.ok(waits, 'it is there');
  await page.keyboard.down('Space');
  // All the way: a ball that is shot from half way comes back before it is ten centimetres away.
  await until(page, 'the plunger is drawn back by 34 of its 36 millimetres', ({ plunger }) => {
    return Math.abs(Object.values(window.look.poses('plunger'))[0].place - plunger) > 0.034;
  }, waits);
  await page.keyboard.up('Space');
  await until(page, 'the ball is ten centimetres away', ({ x, y }) => {
    const ball = window.look.ball();
    return ball && Math.hypot(ball.x - x, ball.y - y) > 0.1;
  }, waits);
}));

test('each flipper key moves the flippers of its side and no others', () => here.visit(async (page) => {
  await page.keyboard.press('Enter');
  await playing(page);
  const rest = await flippers(page);
  for (const [key, side] of /** @type {const} */ ([['ArrowLeft', 'left'], ['ArrowRight', 'right']])) {
    const mine = await flippersOf(page, side);
    assert.ok(mine.length > 0, `there is one on the ${side}`);
    await page.keyboard.down(key);
    await flipped(page, rest, mine);
    await page.keyboard.up(key);
    await flipped(page, rest, []);
  }
}));

test('a nudge moves the table', () => here.visit(async (page) => {
  await page.keyboard.press('Enter');
  await playing(page);
  await page.evaluate(() => {
    const { engine } = window.carom;
    const { onState } = engine;
    engine.onState = (state) => {
      window.look.notes.push(Math.hypot(...state.nudge));
      onState(state);
    };
  });
  await page.keyboard.press('a', { delay: 50 });
  await until(page, 'the table was pushed by half a millimetre', () => window.look.notes.some((way) => way > 0.0005));
}));

test('four players can play, and their scores are shown', () => here.visit(async (page) => {
  await page.locator('#crowd [data-players="4"]').click();
  await page.locator('#start').click();
  await playing(page);
  assert.equal((await status(page)).players.length, 4, 'players');
  assert.equal(await page.locator('#players li').count(), 4, 'in the list');
}));
