// @ts-check
// What the tests do in the billiard room, in words of the player. All of it goes through the page.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { until } from './browser.js';
import { carom } from './server.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../page/billiards/types.js').Spot} Spot */
/** @typedef {import('../../page/billiards/types.js').Vector} Vector */
/** @typedef {import('../../page/billiards/types.js').ShotFile} ShotFile */
/** @typedef {import('../../page/billiards/types.js').TableState} TableState */

/** m: page and command compute with the same formulas, and round them in their own ways. */
const SAME = 1e-9;

/**
 * The room is connected, and the first aim has been foreseen.
 * @param {Page} page
 */
export async function tableReady(page) {
  await until(page, 'the billiard table is there, with an aim', () => {
    const room = window.carom?.billiards;
    return Boolean(room?.state && room.show && room.preview);
  });
}

/**
 * How the table stands.
 * @param {Page} page
 * @returns {Promise<TableState>}
 */
export async function standing(page) {
  return until(page, 'the table stands', () => window.carom.billiards.state);
}

/**
 * Where a ball lies.
 * @param {Page} page
 * @param {string} name
 * @returns {Promise<Spot>}
 */
export async function ballAt(page, name) {
  const ball = (await standing(page)).balls.find((one) => one.name === name);
  assert.ok(ball, `there is a ball ${name}`);
  return [ball.position[0], ball.position[1]];
}

/**
 * The point of the window where a place on the cloth is seen.
 * @param {Page} page
 * @param {Spot} spot
 */
export function pointOf(page, spot) {
  return page.evaluate(([x, y]) => {
    const { show } = window.carom.billiards;
    if (!show) throw new Error('no table is shown');
    const box = show.canvas.getBoundingClientRect();
    const [px, py] = show.look.at(x, y);
    return { x: box.left + px / show.ratio, y: box.top + py / show.ratio };
  }, spot);
}

/**
 * Drags the mouse from one place on the cloth to another.
 * @param {Page} page
 * @param {Spot} from
 * @param {Spot} to
 */
export async function drag(page, from, to) {
  const [begin, end] = [await pointOf(page, from), await pointOf(page, to)];
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move((begin.x + end.x) / 2, (begin.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/**
 * The balls roll, and then they lie still: the shot as it was played.
 * @param {Page} page
 * @param {number} number How many shots have been played then.
 * @returns {Promise<{input: ShotFile, duration: number}>}
 */
export async function rolledOut(page, number) {
  return until(page, `shot ${number} has been seen to its end`, (number) => {
    const { mode, state, played } = window.carom.billiards;
    return mode === 'aim' && state?.shot_number === number && played ? { input: played.input, duration: played.duration } : null;
  }, number);
}

/**
 * Where the page shows the balls at some moments of the last shot, by name; those that have gone are left out.
 * @param {Page} page
 * @param {number[]} times
 * @returns {Promise<Record<string, Vector>[]>}
 */
function shownAt(page, times) {
  return page.evaluate((times) => times.map((time) => {
    const { played } = window.carom.billiards;
    return Object.fromEntries((played?.at(time) ?? []).filter(({ sunk }) => sunk === 0).map(({ name, position }) => [name, position]));
  }), times);
}

/**
 * The command plays the page's shot again from its file, and everything is where the page shows it: at the end, and at
 * moments in between.
 * @param {Page} page
 * @param {{input: ShotFile, duration: number}} shot
 */
export async function sameAsTheCommand(page, shot) {
  const report = await commandPlays(shot.input);
  assert.equal(report.outcome, 'at rest', 'it comes to rest');
  assert.equal(report.time, shot.duration, 'the same duration, to the last bit');
  const { samples } = report;
  assert.ok(samples.length > 3, `there are moments in between: ${samples.length}`);
  const moments = [...samples, { time: report.time, balls: Object.fromEntries(report.balls.map((ball) => [ball.name, ball])) }];
  const shown = await shownAt(page, moments.map(({ time }) => time));
  let compared = 0;
  moments.forEach(({ time, balls }, index) => {
    const there = shown[index] ?? {};
    for (const [name, { phase, position }] of Object.entries(balls)) {
      const mine = there[name];
      // A ball that falls is shown on its way down the pocket.
      if (phase === 'potted' || phase === 'off' || !mine) continue;
      compared += 1;
      position.forEach((part, k) => {
        assert.ok(Math.abs(part - (mine[k] ?? NaN)) < SAME, `${name} at ${time} s: the page shows ${mine}, the command says ${position}`);
      });
    }
  });
  // At the end exactly the balls that are not potted are in sight.
  const lying = report.balls.filter(({ phase }) => phase !== 'potted' && phase !== 'off').map(({ name }) => name).sort();
  assert.deepEqual(Object.keys(shown.at(-1) ?? {}).sort(), lying, 'balls in sight');
  assert.ok(compared > 2 * samples.length, `${compared} places were compared`);
  return report;
}

/** @typedef {{phase: string, position: Vector}} BallThen */

/**
 * What `carom shot` says of a shot.
 * @param {ShotFile} input
 * @returns {Promise<{outcome: string, time: number, balls: (BallThen & {name: string})[], events: {what: string, balls: string[], pocket?: string}[], samples: {time: number, balls: Record<string, BallThen>}[]}>}
 */
async function commandPlays(input) {
  const folder = mkdtempSync(join(tmpdir(), 'carom-shot-'));
  try {
    const file = join(folder, 'shot.json');
    writeFileSync(file, JSON.stringify(input));
    return JSON.parse(await carom('shot', file, '--samples', '0.2'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The address of a shot.
 * @param {object} shot
 */
export function linkTo(shot) {
  return `/#shot=${Buffer.from(JSON.stringify(shot)).toString('base64url')}`;
}
