// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until } from '../support/browser.js';
import { playing } from '../support/game.js';
import { house } from '../support/house.js';

const here = house();

test('when the server goes the page says so, and when it comes again the page plays on', () => here.visit(async (page) => {
  await page.keyboard.press('Enter');
  await playing(page);
  const { server } = here;
  const port = Number(new URL(server.address).port);
  const away = server.restart();
  await until(page, 'the loss is shown', () => /lost/i.test(document.getElementById('notice')?.innerText ?? ''));
  here.server = await away;
  assert.equal(Number(new URL(here.server.address).port), port, 'the same address');
  await until(page, 'the connection is back', () => window.carom.engine.connected && !/lost/i.test(document.getElementById('notice')?.innerText ?? ''));
  await until(page, 'the table plays', () => window.carom.state?.tick > 200);
  await page.keyboard.press('Enter');
  await playing(page);
}, { expected: /WebSocket|ERR_CONNECTION_REFUSED/ }));

test('a connection that breaks is made again', () => here.visit(async (page) => {
  await page.evaluate(() => {
    const { engine } = window.carom;
    // Too many messages that make no sense: the server ends the connection, and nobody else's.
    for (let times = 0; times < 100; times += 1) engine.send({ do: 'nonsense' });
  });
  await until(page, 'the connection went', () => /lost/i.test(document.getElementById('announce')?.textContent ?? ''));
  await until(page, 'it is back', () => window.carom.engine.connected && window.carom.state?.tick > 100);
}, { expected: /WebSocket/ }));
