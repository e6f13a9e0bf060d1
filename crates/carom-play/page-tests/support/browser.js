// @ts-check
// A browser, and pages in it that remember what went wrong.

import { chromium } from 'playwright-core';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContext} BrowserContext */

/** ms. Waiting is for states, and a busy machine may take its time to reach them. */
export const PATIENCE = 60_000;

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages in the background are played on as well: two players are two pages.
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
];

/**
 * @param {string[]} [more] Further flags.
 * @returns {Promise<Browser>}
 */
export function startBrowser(more = []) {
  return chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: [...FLAGS, ...more] });
}

/**
 * A page, what it complained of, and what it said to and heard from the server.
 * @typedef {object} Sheet
 * @property {Page} page
 * @property {BrowserContext} context
 * @property {string[]} complaints Console errors and warnings, exceptions, violated policies, failed requests.
 */

/**
 * Opens an address in a context of its own: its own storage, as another person's browser.
 * @param {Browser} browser
 * @param {string} address
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @returns {Promise<Sheet>}
 */
export async function openSheet(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  return openInContext(context, address);
}

/**
 * Opens an address beside others that share its storage.
 * @param {BrowserContext} context
 * @param {string} address
 * @returns {Promise<Sheet>}
 */
export async function openInContext(context, address) {
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => complaints.push(`request failed: ${request.url()}: ${request.failure()?.errorText}`));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`status ${response.status()}: ${response.url()}`);
  });
  await page.addInitScript(watchPage);
  await page.goto(address);
  return { page, context, complaints };
}

/** Runs in the page before everything else. */
function watchPage() {
  window.look = {
    violations: [],
    notes: [],
    ball: () => window.carom.state.balls.find((ball) => !ball.hidden),
    poses: (kind) => {
      const { scene, state } = window.carom;
      /** @type {Record<string, import('../../page/types.js').Pose>} */
      const found = {};
      for (const part of scene.parts) {
        const pose = part.kind === kind ? state.parts.get(part.id) : undefined;
        if (pose) found[part.name] = { ...pose };
      }
      return found;
    },
    ask: (question, kind) => new Promise((done) => {
      const { engine } = window.carom;
      const { onMessage } = engine;
      engine.onMessage = (message) => {
        onMessage(message);
        if (message.kind !== kind) return;
        engine.onMessage = onMessage;
        done(/** @type {any} */ (message));
      };
      engine.send(question);
    }),
  };
  document.addEventListener('securitypolicyviolation', (event) => {
    window.look.violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
  });
}

/**
 * Policies that the page violated.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export function violations(page) {
  return page.evaluate(() => window.look.violations);
}

/**
 * Waits until something is true in the page, and gives it. `what` is the sentence that a failure begins with.
 * @template A, R
 * @param {Page} page
 * @param {string} what
 * @param {(arg: A) => R} test Runs in the page.
 * @param {A} [arg]
 * @returns {Promise<NonNullable<Awaited<R>>>}
 */
export async function until(page, what, test, arg) {
  try {
    const handle = await page.waitForFunction(/** @type {any} */ (test), arg, { timeout: PATIENCE, polling: 20 });
    return await handle.jsonValue();
  } catch (error) {
    const seen = await page.evaluate(() => {
      const { state, status } = window.carom ?? {};
      return JSON.stringify({ tick: state?.tick, paused: state?.paused, balls: state?.balls, status });
    }).catch((reason) => String(reason));
    throw new Error(`${what}: it did not come to that. Seen last: ${seen}`, { cause: error });
  }
}
