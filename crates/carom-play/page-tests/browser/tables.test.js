// @ts-check
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { openSheet, until, violations } from '../support/browser.js';
import { forward, pause, playToTheEnd, ready, start, status } from '../support/game.js';
import { house } from '../support/house.js';
import { SHARED, startServer } from '../support/server.js';

const here = house();

test('the picker shows every table with its picture, and changes to another one and back', () => here.visit(async (page) => {
  const offered = await (await fetch(`${here.server.address}/api/tables`)).json();
  assert.ok(offered.length > 1, 'there is a choice');
  const links = page.locator('#picker a');
  assert.equal(await links.count(), offered.length, 'as many as the server has');
  await links.last().scrollIntoViewIfNeeded();
  await until(page, 'the pictures are there', () => [...document.querySelectorAll('#picker img')].length > 0
    && [...document.querySelectorAll('#picker img')].every((image) => /** @type {HTMLImageElement} */ (image).naturalWidth > 0));
  const [first, second] = offered;
  await page.locator(`#picker a[data-table="${second.name}"]`).click();
  await until(page, 'the other table plays', (name) => window.carom.scene.name === name && window.carom.state?.tick > 100, second.name);
  assert.equal(new URL(page.url()).searchParams.get('table'), second.name, 'the address names it');
  await page.goBack();
  await until(page, 'the first table is back', (name) => window.carom.scene.name === name && window.carom.state?.tick > 100, first.name);
}));

/** Built-in tables on which balls drain; the others are exhibits. */
const GAMES = ['kingfisher', 'fairground'];

test('every built-in table is played, and the games among them to their end', async () => {
  const offered = await (await fetch(`${here.server.address}/api/tables`)).json();
  for (const { name } of offered) {
    await here.visit(async (page) => {
      await start(page, { seed: 5 });
      const game = GAMES.includes(name);
      if (game) await playToTheEnd(page, { flips: false });
      else await pause(page).then(() => forward(page, 10_000));
      assert.equal((await status(page)).phase, game ? 'over' : 'playing', name);
    }, { path: `/?table=${name}` });
  }
});

for (const file of ['strippedTable.vpx', 'pingod-basicgame.vpx']) {
  const path = join(SHARED, 'tables/vpx', file);
  const skip = existsSync(path) ? false : `${file} lies in ../shared, which is not here`;
  test(`${file} is played`, { skip }, async () => {
    const server = await startServer({ tables: [path] });
    const { page, context, complaints } = await openSheet(here.browser, server.address);
    try {
      await ready(page);
      await until(page, 'the autopilot plays it', () => window.carom.state.tick > 1500);
      await start(page, { seed: 1 });
      await playToTheEnd(page);
      const { phase, players } = await status(page);
      assert.equal(phase, 'over', 'its game ends');
      assert.ok(players[0].score > 0, `something was hit: ${players[0].score}`);
      assert.deepEqual([...complaints, ...(await violations(page))], [], 'nothing complained');
    } finally {
      await context.close();
      await server.stop();
    }
  });
}
