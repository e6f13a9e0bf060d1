// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until } from '../support/browser.js';
import { flipped, flippers, flippersOf, playing } from '../support/game.js';
import { house } from '../support/house.js';

const here = house();

/** A phone held upright, and one held across. */
const PHONES = { upright: { width: 390, height: 844 }, across: { width: 844, height: 390 } };

/** @param {{width: number, height: number}} viewport */
function phone(viewport) {
  return { viewport, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
}

for (const [held, size] of Object.entries(PHONES)) {
  test(`on a phone held ${held} the table fills the screen and nothing sticks out`, () => here.visit(async (page) => {
    const { wide, tall, scroll } = await page.evaluate(() => {
      const stage = /** @type {HTMLElement} */ (document.getElementById('stage')).getBoundingClientRect();
      const root = document.scrollingElement ?? document.documentElement;
      return { wide: stage.width / innerWidth, tall: stage.height / innerHeight, scroll: root.scrollWidth - innerWidth };
    });
    assert.ok(scroll <= 0, `nothing is wider than the screen: ${scroll} px`);
    assert.ok(tall > 0.6, `the table takes ${tall} of the height`);
    if (held === 'upright') assert.ok(wide > 0.9, `the table takes ${wide} of the width`);
    const score = await page.locator('#score').boundingBox();
    assert.ok(score && score.y >= 0 && score.y + score.height <= size.height, `the score is in sight: ${JSON.stringify(score)}`);
  }, { options: phone(size) }));
}

test('a finger starts a game, and fingers left and right flip', () => here.visit(async (page, { context }) => {
  const { width, height } = PHONES.upright;
  await page.touchscreen.tap(width / 2, height * 0.4);
  await playing(page);
  const fingers = await context.newCDPSession(page);
  const rest = await flippers(page);
  for (const [x, side] of /** @type {const} */ ([[0.2, 'left'], [0.8, 'right']])) {
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: width * x, y: height * 0.5 }] });
    await flipped(page, rest, await flippersOf(page, side));
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await flipped(page, rest, []);
  }
}, { options: phone(PHONES.upright) }));

test('the machine\'s panel opens and closes on a phone', () => here.visit(async (page) => {
  await page.locator('#menu').tap();
  await until(page, 'the sheet is open', () => document.body.classList.contains('sheet-open'));
  assert.equal(await page.locator('#pause').isVisible(), true, 'its switches');
  await page.locator('#menu-close').tap();
  await until(page, 'the sheet is closed', () => !document.body.classList.contains('sheet-open'));
}, { options: phone(PHONES.upright) }));
