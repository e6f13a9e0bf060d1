// @ts-check
// Most tests end with "and nothing complained". Here it is shown that a complaint would have been noticed.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

import { openSheet, startBrowser, until, violations } from '../support/browser.js';

const PAGE = `<!doctype html><title>bad</title><link rel=icon href="data:,"><script>
  console.error('a line in red');
  setTimeout(() => { throw new Error('nobody catches me'); });
  document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.2:9/elsewhere.png' }));
  fetch('/missing');
  document.done = true;
</script>`;

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('node:http').Server} */
let server;
let address = '';

before(async () => {
  browser = await startBrowser();
  server = createServer((request, response) => {
    const found = request.url === '/';
    const policy = "default-src 'self'; script-src 'unsafe-inline'; img-src 'self' data:";
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html', 'content-security-policy': policy });
    response.end(found ? PAGE.replace('<script>', '<body><script>') : '');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(null)));
  const at = server.address();
  address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/`;
});

after(async () => {
  await browser?.close();
  server?.close();
  server?.closeAllConnections();
});

test('what a page does wrong is noticed', async () => {
  const { page, complaints } = await openSheet(browser, address);
  await until(page, 'the image was refused', () => window.look.violations.length > 0);
  const wanted = ['a line in red', 'nobody catches me', 'status 404'];
  for (const part of wanted) {
    await assertSoon(() => complaints.some((line) => line.includes(part)), () => `no complaint of "${part}" in ${complaints}`);
  }
  assert.match((await violations(page)).join(), /img-src.*127\.0\.0\.2/, 'the policy that was violated');
});

/** @param {() => boolean} test @param {() => string} message */
async function assertSoon(test, message) {
  for (let round = 0; round < 500 && !test(); round += 1) await new Promise((done) => setTimeout(done, 20));
  assert.ok(test(), message());
}
