// @ts-check
// What most files of tests begin and end with: one server, one browser.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import { openSheet, startBrowser, violations } from './browser.js';
import { ready as pinballReady } from './game.js';
import { startServer } from './server.js';

/** @typedef {import('./browser.js').Sheet} Sheet */

/**
 * A server and a browser for the tests of one file.
 * @param {{tables?: string[]}} [options]
 */
export function house(options = {}) {
  /** @type {{server: import('./server.js').Server, browser: import('playwright-core').Browser}} */
  const here = /** @type {any} */ ({});
  before(async () => {
    [here.server, here.browser] = await Promise.all([startServer(options), startBrowser()]);
  });
  after(async () => {
    await here.browser?.close();
    await here.server?.stop();
  });
  return {
    get server() {
      return here.server;
    },
    set server(server) {
      here.server = server;
    },
    get browser() {
      return here.browser;
    },
    /**
     * Opens the page for a visitor of its own, does something there, and looks whether anything complained.
     * @param {(page: import('playwright-core').Page, sheet: Sheet) => Promise<void>} act
     * @param {{path?: string, options?: import('playwright-core').BrowserContextOptions, expected?: RegExp, ready?: (page: import('playwright-core').Page) => Promise<void>}} [visit]
     *   `expected` names complaints that belong to what is tested; `ready` waits for another room than the pinball room.
     */
    async visit(act, { path = '/', options = {}, expected, ready = pinballReady } = {}) {
      const sheet = await openSheet(here.browser, here.server.address + path, options);
      try {
        await ready(sheet.page);
        await act(sheet.page, sheet);
        assert.deepEqual(sheet.complaints.filter((line) => !expected?.test(line)), [], 'nothing complained');
        assert.deepEqual(await violations(sheet.page), [], 'no policy was violated');
      } finally {
        await sheet.context.close();
      }
    },
  };
}
