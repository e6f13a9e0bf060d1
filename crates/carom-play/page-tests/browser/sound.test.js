// @ts-check
// The sounds as a loudspeaker would get them: rendered by the browser's own audio, faster than real time.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { openSheet, startBrowser } from '../support/browser.js';

/** @typedef {{peak: number, left: number, right: number, bad: number}} Heard */

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('node:http').Server} */
let server;
/** @type {import('../support/browser.js').Sheet} */
let sheet;

before(async () => {
  server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://here').pathname;
    if (path === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>sound</title><link rel=icon href="data:,">');
    try {
      const text = await readFile(new URL(`../../page${path}`, import.meta.url));
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(text);
    } catch {
      return response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(null)));
  const at = server.address();
  browser = await startBrowser();
  sheet = await openSheet(browser, `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/`);
  await sheet.page.evaluate(prepare);
});

after(async () => {
  await browser?.close();
  server?.close();
  server?.closeAllConnections();
});

/** Runs in the page: `window.hear(name, ...)` gives what a second and a half of it sounds like. */
async function prepare() {
  // @ts-ignore An address of the page, not of this file.
  const { Sound } = await import('/sound/sound.js');
  // @ts-ignore
  const { TUNES } = await import('/sound/tunes.js');
  const stuffs = ['rubber', 'metal', 'wood', 'plastic', 'wire', 'post', 'target'];
  const bounds = { left: 0, back: 0, width: 0.5, length: 1, glass: 0.1 };
  const parts = stuffs.map((stuff, id) => ({ id, name: stuff, kind: 'wall', stuff }));
  const scene = { name: 't', title: '', about: '', accent: '', bounds, slope: 0.1, ball_radius: 0.0135, lamps: [], parts };
  const hit = (/** @type {string} */ stuff, /** @type {number} */ speed, x = 0.25, ball = 0, time = 1) =>
    ({ what: 'bounce', part: stuffs.indexOf(stuff), ball, other: null, speed, x, y: 0.5, time });
  /** @type {Record<string, (sound: any, ...more: any[]) => void>} */
  const acts = {
    hit: (sound, stuff, speed, x) => sound.event(hit(stuff, speed, x)),
    roll: (sound, speed, motion) => {
      const ball = { id: 0, held: false, hidden: false, motion, x: 0.2, y: 0.5, z: 0.0135, vx: speed, vy: 0, vz: 0 };
      sound.state({ tick: 0, paused: false, balls: [ball], parts: new Map(), events: [] });
    },
    muted: (sound) => {
      sound.muted = true;
      sound.event(hit('metal', 6));
      sound.told({ tick: 0, what: 'sound', name: 'jackpot' });
    },
    storm: (sound) => {
      for (let k = 0; k < 300; k += 1) sound.event(hit(stuffs[k % 7] ?? '', 9, 0.25, k, 1 + k / 9000));
      for (const name of Object.keys(TUNES)) sound.told({ tick: 0, what: 'sound', name });
    },
    tune: (sound, name) => sound.told({ tick: 0, what: 'sound', name }),
  };
  Object.assign(window, {
    hear: async (/** @type {string} */ name, /** @type {any[]} */ more) => {
      const rate = 48000;
      const context = new OfflineAudioContext(2, 2.5 * rate, rate);
      const sound = new Sound(scene, () => context);
      sound.muted = false;
      sound.unlock();
      // Compressors begin with their foot on the brake: a second of silence first, as on a page that was just opened.
      context.suspend(1).then(() => {
        acts[name]?.(sound, ...more);
        return context.resume();
      });
      const [left, right] = await context.startRendering().then((sounds) => [sounds.getChannelData(0), sounds.getChannelData(1)]);
      const all = [...(left ?? []), ...(right ?? [])];
      const power = (/** @type {Float32Array|undefined} */ samples) => Math.sqrt((samples ?? new Float32Array()).reduce((sum, x) => sum + x * x, 0));
      const peak = all.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      return { peak, left: power(left), right: power(right), bad: all.filter((x) => !Number.isFinite(x)).length };
    },
  });
}

/** @param {string} name @param {unknown[]} more @returns {Promise<Heard>} */
function hear(name, ...more) {
  return sheet.page.evaluate(([name, more]) => /** @type {any} */ (window).hear(name, more), /** @type {const} */ ([name, more]));
}

test('a faster ball is louder on every stuff, and never too loud', async () => {
  for (const stuff of ['rubber', 'metal', 'wood', 'plastic', 'wire', 'post', 'target']) {
    let before = 0;
    for (const speed of [0.1, 0.5, 2, 6]) {
      const { peak, left, bad } = await hear('hit', stuff, speed, 0.25);
      assert.ok(left > 1.5 * before, `${stuff} at ${speed} m/s: ${left} after ${before}`);
      assert.ok(peak < 0.95 && bad === 0, `${stuff} at ${speed} m/s peaks at ${peak}`);
      before = left;
    }
  }
});

test('what happens on the left is heard on the left', async () => {
  const [left, right] = [await hear('hit', 'metal', 2, 0), await hear('hit', 'metal', 2, 0.5)];
  assert.ok(left.left > 2 * left.right && right.right > 2 * right.left, JSON.stringify({ left, right }));
});

test('everything at once stays below full scale', async () => {
  const { peak, bad } = await hear('storm');
  assert.ok(peak > 0.3 && peak < 1 && bad === 0, `${peak}`);
});

test('a muted table is silent, whatever happens', async () => {
  assert.deepEqual(await hear('muted'), { peak: 0, left: 0, right: 0, bad: 0 });
});

test('a rolling ball hums with its speed, and not when it flies', async () => {
  const [slow, fast, flying] = [await hear('roll', 0.3, 2), await hear('roll', 2, 2), await hear('roll', 2, 0)];
  assert.ok(fast.left > 3 * slow.left && slow.left > 0, JSON.stringify({ slow, fast }));
  assert.equal(flying.peak, 0);
});

test('a tune is heard, and one that rules have made up chimes', async () => {
  const [fanfare, chime, unknown] = [await hear('tune', 'fanfare'), await hear('tune', 'chime'), await hear('tune', 'Zzz')];
  assert.ok(fanfare.peak > 0.1 && fanfare.peak < 0.6, `${fanfare.peak}`);
  assert.deepEqual(unknown, chime);
});
