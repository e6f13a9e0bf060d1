// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { openSheet, until } from '../support/browser.js';
import { forward, pause, playToTheEnd, ready, start, status, tick } from '../support/game.js';
import { house } from '../support/house.js';
import { carom } from '../support/server.js';

const here = house();

test('a game is saved as a file and as a link, and both play it again to the same score', () => here.visit(async (page, { context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
  await start(page, { seed: 77 });
  await playToTheEnd(page);
  const score = (await status(page)).players.map((player) => player.score);
  await page.locator('#leave').click();

  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#replay-save').click()]);
  const file = await download.path();
  assert.deepEqual(JSON.parse(await carom('replay', file, '--json')).scores, score, 'the file, in the engine alone');
  assert.ok((await readFile(file)).length < 200_000, 'a game is a small file');

  await page.locator('#replay-link').click();
  const link = await until(page, 'there is a link', () => {
    const field = /** @type {HTMLInputElement|null} */ (document.getElementById('replay-field'));
    // What is waited for must be there at once, not promised: the clipboard's answer is kept for the next look.
    const kept = /** @type {{clipboard?: string}} */ (/** @type {unknown} */ (window));
    navigator.clipboard.readText().then((text) => { kept.clipboard = text; }, () => {});
    return [field?.value, kept.clipboard].find((text) => text?.includes('#replay='));
  });
  const other = await openSheet(here.browser, link);
  await ready(other.page);
  await until(other.page, 'the game is played again', () => window.carom.status?.mode === 'replay');
  await pause(other.page);
  await forward(other.page, (await tick(other.page)) + 2_000_000);
  assert.deepEqual((await status(other.page)).players.map((player) => player.score), score, 'the link, in the page');
  await other.page.evaluate(() => window.carom.engine.send({ do: 'pause', on: false }));
  await until(other.page, 'the page says that it was the same game', () => /same/i.test(document.getElementById('replay-note')?.innerText ?? ''));
  assert.deepEqual(other.complaints, [], 'nothing complained');
  await other.context.close();
}));

test('a file is played in the page, and something else is refused in words', () => here.visit(async (page) => {
  await start(page, { seed: 8 });
  await pause(page);
  await forward(page, 3000);
  const { text, score } = await page.evaluate(() => window.look.ask({ do: 'recording' }, 'recording'));
  await page.locator('#replay-file').setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await until(page, 'it is played', () => window.carom.status.mode === 'replay');
  await until(page, 'to its end, which is the same', () => /same/i.test(document.getElementById('replay-note')?.innerText ?? ''));
  assert.deepEqual((await status(page)).players.map((player) => player.score), score, 'the same score');
  await page.locator('#replay-file').setInputFiles({ name: 'cake.json', mimeType: 'application/json', buffer: Buffer.from('{"cake": true}') });
  await until(page, 'the file is refused', () => /cake|recording|saved game/i.test(document.getElementById('replay-note')?.innerText ?? ''));
}));
