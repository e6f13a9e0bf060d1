// @ts-check
// Billiards in the page: what it shows is what the command computes.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ballAt, drag, linkTo, pointOf, rolledOut, sameAsTheCommand, standing, tableReady } from '../support/billiards.js';
import { until } from '../support/browser.js';
import { house } from '../support/house.js';

const here = house();

const NINE_BALL = { path: '/#billiards/nine-ball?table=pool-9&seed=7', ready: tableReady };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** A straight pot into the lower left pocket. */
const STRAIGHT = linkTo({
  table: 'pool-9',
  balls: [{ name: 'cue', at: [0.62, 0.66] }, { name: '1', at: [0.3, 0.3] }, { name: '2', at: [0.9, 1.9] }],
  cue: { ball: 'cue', speed: 2, direction: 45 },
});

test('a nine-ball break with the mouse ends where the command says', () => here.visit(async (page) => {
  const [cue, head] = [await ballAt(page, 'cue'), await ballAt(page, '1')];
  // Aim: a tap on the cloth, on the way to the first ball.
  const way = await pointOf(page, [cue[0] + 0.4 * (head[0] - cue[0]), cue[1] + 0.4 * (head[1] - cue[1])]);
  await page.mouse.click(way.x, way.y);
  const wanted = (Math.atan2(head[1] - cue[1], head[0] - cue[0]) * 180) / Math.PI;
  const aimed = await page.evaluate(() => window.carom.billiards.aim.strike.direction);
  assert.ok(Math.abs(aimed - wanted) < 1, `the aim is ${aimed}, the ball is at ${wanted}`);
  await until(page, 'the aim line ends at the first ball', () => window.carom.billiards.preview?.hit?.ball === '1');
  // Power: the cue is drawn back.
  const before = await page.evaluate(() => window.carom.billiards.aim.strike.speed);
  const back = (/** @type {number} */ far) => /** @type {[number, number]} */ ([
    cue[0] - far * Math.cos((aimed * Math.PI) / 180),
    cue[1] - far * Math.sin((aimed * Math.PI) / 180),
  ]);
  await drag(page, back(0.3), back(0.36));
  const speed = await page.evaluate(() => window.carom.billiards.aim.strike.speed);
  assert.ok(speed > before, `the cue was drawn back: from ${before} to ${speed} m/s`);
  await page.locator('#shoot').click();
  const shot = await rolledOut(page, 1);
  const report = await sameAsTheCommand(page, shot);
  assert.ok(report.events.filter(({ what }) => what === 'balls').length > 8, 'the rack was broken');
  // What the table stands like is the end of the shot, but for balls that the referee has put back.
  const state = await standing(page);
  const back2 = new Set((state.last?.respotted ?? []).map((one) => /** @type {{ball: string}} */ (one).ball));
  for (const { name, position } of report.balls) {
    const mine = state.balls.find((ball) => ball.name === name);
    if (!back2.has(name)) assert.deepEqual(mine?.position, position, name);
  }
}, NINE_BALL));

test('a pot with the mouse falls where the command says', () => here.visit(async (page) => {
  await until(page, 'the linked balls lie there', () => window.carom.billiards.state?.balls.length === 3);
  await page.locator('#list-pots').click();
  const pot = page.locator('#found button').first();
  await pot.click();
  await until(page, 'the aim line leads to the ball', () => {
    const { preview, aim } = window.carom.billiards;
    return preview?.hit?.ball === '1' && Math.abs(aim.strike.direction - 45) > 1;
  });
  await page.locator('#shoot').click();
  const report = await sameAsTheCommand(page, await rolledOut(page, 1));
  const fall = report.events.find(({ what }) => what === 'pot');
  assert.deepEqual([fall?.balls, fall?.pocket], [['1'], 'lb'], 'ball and pocket');
  const state = await standing(page);
  assert.equal(state.balls.find(({ name }) => name === '1')?.phase, 'potted');
}, { path: STRAIGHT, ready: tableReady }));

test('a shot can be played with the keyboard alone', () => here.visit(async (page) => {
  await page.locator('#game').focus();
  const before = await page.evaluate(() => ({ ...window.carom.billiards.aim.strike }));
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('w');
  const strike = await page.evaluate(() => ({ ...window.carom.billiards.aim.strike }));
  assert.ok(strike.direction > before.direction && strike.direction < before.direction + 0.2, 'turned a little to the left');
  assert.ok(strike.speed > before.speed && strike.height > 0, JSON.stringify(strike));
  await page.keyboard.press('Space');
  await until(page, 'the balls roll', () => window.carom.billiards.mode === 'moving');
  await page.keyboard.press('Space');
  await sameAsTheCommand(page, await rolledOut(page, 1));
  // Seen again, moment by moment, and taken back.
  await page.keyboard.press('r');
  await until(page, 'the shot is shown again', () => window.carom.billiards.mode === 'replay');
  await page.keyboard.press('Escape');
  await page.keyboard.press('u');
  await until(page, 'the shot is taken back', () => window.carom.billiards.state?.shot_number === 0);
}, NINE_BALL));

test('a ball in hand is moved with the mouse, and not out of its zone', () => here.visit(async (page) => {
  const { table } = await standing(page);
  await drag(page, await ballAt(page, 'cue'), [0.4, 0.3]);
  await until(page, 'the ball lies where it was dropped', () => {
    const ball = window.carom.billiards.state?.balls.find(({ name }) => name === 'cue');
    return ball && Math.hypot(ball.position[0] - 0.4, ball.position[1] - 0.3) < 0.02;
  });
  await drag(page, await ballAt(page, 'cue'), [0.6, table.length * 0.5]);
  const line = table.length / 4;
  await until(page, 'it stays behind the line', (line) => {
    const ball = window.carom.billiards.state?.balls.find(({ name }) => name === 'cue');
    return ball && ball.position[0] > 0.5 && ball.position[1] <= line + 1e-9;
  }, line);
}, NINE_BALL));

test('on a phone the table and the cue are in sight, and a finger shoots', () => here.visit(async (page) => {
  const { wide, tall } = await page.evaluate(() => {
    const root = document.scrollingElement ?? document.documentElement;
    const box = /** @type {HTMLElement} */ (document.getElementById('game')).getBoundingClientRect();
    return { wide: root.scrollWidth - innerWidth, tall: box.height / innerHeight };
  });
  assert.ok(wide <= 0, `nothing is wider than the screen: ${wide} px`);
  assert.ok(tall > 0.4, `the table takes ${tall} of the height`);
  const shoot = await page.locator('#shoot').boundingBox();
  assert.ok(shoot && shoot.y + shoot.height <= PHONE.viewport.height, `the button is in sight: ${JSON.stringify(shoot)}`);
  const [cue, head] = [await ballAt(page, 'cue'), await ballAt(page, '1')];
  const way = await pointOf(page, [(cue[0] + head[0]) / 2, (cue[1] + head[1]) / 2]);
  await page.touchscreen.tap(way.x, way.y);
  await until(page, 'the aim line ends at the first ball', () => window.carom.billiards.preview?.hit?.ball === '1');
  await page.locator('#shoot').tap();
  await sameAsTheCommand(page, await rolledOut(page, 1));
}, { ...NINE_BALL, options: PHONE }));

test('eight-ball wants a ball and a pocket called after the break', () => here.visit(async (page) => {
  await page.locator('#shoot').click();
  await until(page, 'the balls roll', () => window.carom.billiards.mode === 'moving');
  await page.keyboard.press('Space');
  await rolledOut(page, 1);
  const state = await standing(page);
  if (state.over) return;
  assert.equal(state.constraints.call_shot, true);
  await page.locator('#shoot').click();
  await page.locator('#notice', { hasText: 'call' }).waitFor();
  const [pocket] = state.table.pockets;
  const target = state.balls.find(({ name, phase }) => phase === 'stationary' && state.constraints.hittable.includes(name));
  assert.ok(pocket && target);
  await page.locator('#call-ball').selectOption(target.name);
  await page.locator('#call-pocket').selectOption(pocket.name);
  await page.locator('#shoot').click();
  await rolledOut(page, 2);
}, { path: '/#billiards/eight-ball?seed=3', ready: tableReady }));
