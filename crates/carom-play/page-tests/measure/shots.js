// @ts-check
// Takes the pictures of the documentation into docs/images.
//   cargo xtask page shots [NAME]

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { rolledOut, tableReady } from '../support/billiards.js';
import { openSheet, startBrowser, until } from '../support/browser.js';
import { forward, pause, perform, playToTheEnd, ready as pinballReady, round, start, tick } from '../support/game.js';
import { smaller } from '../support/png.js';
import { ROOT, SHARED, startServer } from '../support/server.js';

/** @typedef {import('playwright-core').Page} Page */

const FOLDER = join(ROOT, 'docs/images');
/** Pictures of other people's tables are for looking at, not for the documentation. */
const ELSEWHERE = join(ROOT, 'target/shots');
const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Bytes. Larger ones make the repository heavy. */
const LARGEST = 400_000;

/** @type {{name: string, table?: string, path?: string, options?: object, ready?: (page: Page) => Promise<void>, act: (page: Page) => Promise<void>}[]} */
const SHOTS = [
  { name: 'page-attract', act: (page) => past(page, 6000) },
  { name: 'page-game', act: (page) => multiball(page, 110_500) },
  {
    name: 'page-overlay',
    act: async (page) => {
      await game(page, 9000);
      await page.keyboard.press('o');
      await past(page, (await tick(page)) + 1500);
    },
  },
  {
    name: 'page-over',
    act: async (page) => {
      await start(page, { seed: 7 });
      await playToTheEnd(page);
      await page.locator('#over').waitFor();
    },
  },
  { name: 'page-phone', options: PHONE, act: (page) => game(page, 11_000) },
  { name: 'page-fairground', path: '/?table=fairground', act: (page) => past(page, 5000) },
  { name: 'page-billiards', path: '/#billiards/nine-ball?table=pool-9&seed=7', ready: tableReady, act: broken },
  { name: 'page-snooker', path: '/#billiards/snooker?seed=7', ready: tableReady, act: async () => {} },
  { name: 'page-billiards-phone', path: '/#billiards/eight-ball?seed=7', options: PHONE, ready: tableReady, act: broken },
  { name: 'page-stripped', table: 'vpx/strippedTable.vpx', act: (page) => game(page, 6000) },
  { name: 'page-pingod', table: 'vpx/pingod-basicgame.vpx', act: (page) => game(page, 6000) },
  { name: 'page-example', table: 'extracted/exampleTable', act: (page) => game(page, 6000) },
];

const wanted = process.argv[2];
const browser = await startBrowser(['--hide-scrollbars']);
try {
  for (const shot of SHOTS.filter(({ name }) => !wanted || name.includes(wanted))) await take(shot);
} finally {
  await browser.close();
}

/** @param {typeof SHOTS[number]} shot */
async function take({ name, table, path = '/', options = DESK, ready = pinballReady, act }) {
  const file = table && join(SHARED, 'tables', table);
  if (file && !existsSync(file)) return console.log(`${name}: left out, ${table} lies in ../shared, which is not here`);
  const server = await startServer({ tables: file ? [file] : [] });
  try {
    const { page, context } = await openSheet(browser, server.address + path, options);
    await ready(page);
    await act(page);
    const picture = smaller(await page.screenshot());
    await context.close();
    const folder = table ? ELSEWHERE : FOLDER;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.png`), picture);
    console.log(`${name}.png: ${Math.round(picture.length / 1024)} KiB${picture.length > LARGEST ? ', TOO LARGE' : ''}`);
  } finally {
    await server.stop();
  }
}

/** A break, and the balls as they lie after it. @param {Page} page */
async function broken(page) {
  await page.locator('#shoot').click();
  await until(page, 'the balls roll', () => window.carom.billiards.mode === 'moving');
  await page.keyboard.press('Space');
  await rolledOut(page, 1);
  await until(page, 'the next aim is foreseen', () => window.carom.billiards.preview);
  // Balls that were put back have come into sight by then.
  await page.waitForTimeout(600);
}

/** The game that was kept as a recording, in the middle of its multiball. @param {Page} page @param {number} ticks */
async function multiball(page, ticks) {
  const recording = readFileSync(join(ROOT, 'crates/carom-rules/tests/golden/kingfisher-earned.json'), 'utf8');
  await page.evaluate((recording) => window.carom.engine.send({ do: 'replay', recording }), recording);
  await until(page, 'the game is played again', () => window.carom.status?.mode === 'replay');
  await pause(page);
  await forward(page, ticks);
  await page.evaluate(() => window.carom.engine.send({ do: 'pause', on: false }));
  // The light of what happened on the way has gone by then.
  await past(page, ticks + 1300);
}

/** A game in full swing. @param {Page} page @param {number} ticks */
async function game(page, ticks) {
  await start(page, { seed: 4 });
  await pause(page);
  await perform(page, round(400));
  await forward(page, ticks);
  await page.evaluate(() => window.carom.engine.send({ do: 'pause', on: false }));
  await past(page, ticks + 400);
}

/** @param {Page} page @param {number} ticks */
async function past(page, ticks) {
  await until(page, `tick ${ticks}`, (ticks) => window.carom.state.tick > ticks, ticks);
}
