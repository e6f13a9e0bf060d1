// @ts-check
// The page is only a window: a game that is played through it has the score that the engine gives without it.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { openInContext, until } from '../support/browser.js';
import { ROUND, forward, pause, perform, playToTheEnd, ready, round, start, status, tick } from '../support/game.js';
import { house } from '../support/house.js';
import { carom } from '../support/server.js';

const here = house();

/** The recording of the game that is on, as the page gets it. @param {import('playwright-core').Page} page */
function recording(page) {
  return page.evaluate(() => window.look.ask({ do: 'recording' }, 'recording'));
}

/** What the engine makes of a recording, without server and page. @param {string} text */
async function native(text) {
  const folder = await mkdtemp(join(tmpdir(), 'carom-recording-'));
  try {
    const file = join(folder, 'game.json');
    await writeFile(file, text);
    return JSON.parse(await carom('replay', file, '--json'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {import('playwright-core').Page} page */
async function scores(page) {
  return (await status(page)).players.map(({ score }) => score);
}

test('a scripted game in real time has the score of the native engine at every press', () => here.visit(async (page) => {
  await start(page, { seed: 42 });
  const presses = round(400).filter(({ at }) => at < 9000);
  await perform(page, presses);
  await until(page, 'nine seconds are played', () => window.carom.state.tick > 9000);
  await pause(page);
  const score = await scores(page);
  assert.ok(score[0] > 0, `something was hit: ${score}`);
  const { text, score: recorded } = await recording(page);
  // Each press is kept with the checksum of its moment, which the replay below checks.
  /** @type {[number, string, boolean, string][]} */
  const kept = JSON.parse(text).presses.filter((/** @type {[number, string]} */ [, button]) => button !== 'start');
  assert.ok(kept.every(([, , , checksum]) => /^[0-9a-f]{4}$/.test(checksum)), 'each has its checksum');
  assert.deepEqual(kept.map(([at, button, down]) => [at, button, down]), presses.map(({ at, button, down }) => [at, button, down]), 'every press counted at its own tick');
  const replayed = await native(text);
  assert.deepEqual(recorded, score, 'the recording says the score that the page shows');
  assert.deepEqual(replayed.scores, score, 'the engine alone comes to the same');
  assert.equal(replayed.same, true, 'and to the same state, to the last bit');
}));

test('a whole game ends with the last ball, with the score of the native engine', () => here.visit(async (page) => {
  await start(page, { seed: 7 });
  await playToTheEnd(page);
  const last = await status(page);
  assert.equal(last.phase, 'over', 'the game is over');
  assert.equal(await page.locator('#over').isVisible(), true, 'the page says so');
  const score = await scores(page);
  assert.ok(score[0] > 0, `something was hit: ${score}`);
  assert.equal(await page.locator('#score').getAttribute('data-score'), String(score[0]), 'the display');
  const replayed = await native((await recording(page)).text);
  assert.deepEqual(replayed.scores, score, 'the engine alone comes to the same');
}));

test('two games of the same presses and seed are the same, and another player does not disturb them', () => here.visit(async (page, { context }) => {
  const play = async () => {
    await start(page, { seed: 11 });
    await pause(page);
    for (const from of [1000, 21_000]) {
      await perform(page, round(from));
      await forward(page, from + ROUND);
    }
    return scores(page);
  };
  const alone = await play();
  const other = await openInContext(await here.browser.newContext(), here.server.address);
  await ready(other.page);
  await start(other.page, { players: 2, seed: 99 });
  await perform(other.page, round(300));
  const together = await play();
  assert.deepEqual(together, alone, 'the same score');
  assert.equal((await status(other.page)).players.length, 2, 'the other still plays its own game');
  await until(other.page, 'the other game goes on', (since) => window.carom.state.tick > since, await tick(other.page));
  assert.deepEqual(other.complaints, [], 'nothing complained');
  await other.context.close();
  assert.ok(context, 'the first one is still there');
}));
