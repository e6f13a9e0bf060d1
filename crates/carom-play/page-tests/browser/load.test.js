// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until } from '../support/browser.js';
import { status, tick } from '../support/game.js';
import { house } from '../support/house.js';

const here = house();

test('the page loads without a complaint and the autopilot plays', () => here.visit(async (page) => {
  assert.match(await page.title(), /Carom/, 'its title');
  assert.equal((await status(page)).mode, 'attract', 'who plays');
  const place = await until(page, 'a ball is in sight', () => {
    const ball = window.look.ball();
    return ball && { id: ball.id, x: ball.x, y: ball.y };
  });
  await until(page, 'that ball has moved by a centimetre', (was) => {
    const ball = window.carom.state.balls.find((one) => one.id === was.id);
    return ball && Math.hypot(ball.x - was.x, ball.y - was.y) > 0.01;
  }, place);
}));

test('what is drawn changes while the autopilot plays', () => here.visit(async (page) => {
  await page.locator('#game canvas').first().waitFor();
  const look = () => page.locator('#game').screenshot({ animations: 'disabled' });
  const first = await look();
  assert.ok(first.length > 20_000, `a table is more than a plain field: ${first.length} bytes of PNG`);
  await until(page, 'a second has passed on the table', (since) => window.carom.state.tick > since + 1000, await tick(page));
  assert.notDeepEqual(await look(), first, 'the same picture twice');
}));

test('the page is kept to itself by its policy', async () => {
  const answer = await fetch(here.server.address);
  const policy = answer.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src '(none|self)'/, policy);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/, policy);
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', 'no guessing of types');
});

test('everything comes from the own server', () => here.visit(async (page) => {
  const hosts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).host));
  assert.ok(hosts.length > 5, `modules were loaded: ${hosts.length}`);
  assert.deepEqual([...new Set(hosts)], [new URL(here.server.address).host], 'hosts');
}));
