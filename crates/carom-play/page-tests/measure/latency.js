// @ts-check
// How long it takes from a key to the server's answer, and to the flipper that is seen to move. Prints figures.
//   cargo xtask page latency [PRESSES]

import { openSheet, startBrowser, until } from '../support/browser.js';
import { playing, ready } from '../support/game.js';
import { startServer } from '../support/server.js';
import { openSocket } from '../support/socket.js';

const PRESSES = Number(process.argv[2] ?? 300);
if (!(PRESSES > 0)) throw new Error('how many presses? `latency 300`');

const server = await startServer();
const [{ name }] = await (await fetch(`${server.address}/api/tables`)).json();
try {
  console.log(`table ${name}, ${PRESSES} presses of each kind\n`);
  row('message in to state out, bare socket', await answers(), 'the first state frame with the press in it; asked for: 99 % under 5 ms');
  const { frame, painted } = await frames();
  row('key to frame, page in Chromium', frame, 'keydown to the start of the frame in which the flipper is drawn moved');
  row('key to painted, page in Chromium', painted, 'keydown to the end of that frame; asked for: median under 35, 99 % under 70 ms');
} finally {
  await server.stop();
}

/** ms from a press that is written to the socket to the first frame that shows it, without any browser. */
async function answers() {
  /** @type {number[]} */
  const times = [];
  /** The tick at which the press counts. @type {number | null} */
  let counts = null;
  let sent = 0;
  /** @type {() => void} */
  let next = () => {};
  const socket = await openSocket(server.address, `/ws?table=${name}&rate=60`, (message, when) => {
    if (typeof message === 'string') {
      const said = JSON.parse(message);
      if (said.kind === 'pressed') counts = said.at;
    } else if (counts !== null && message.readUInt32LE(4) > counts) {
      times.push(when - sent);
      counts = null;
      next();
    }
  });
  socket.send({ do: 'start', players: 1, seed: 1 });
  await sleep(500);
  for (let press = 0; press < PRESSES; press += 1) {
    const answered = new Promise((done) => (next = () => done(null)));
    sent = performance.now();
    socket.send({ do: 'press', button: 'left', down: press % 2 === 0 });
    await answered;
    await sleep(60 + 80 * Math.random());
  }
  socket.close();
  return times;
}

/** ms from a keydown to the frame in which the flipper is drawn in another place. */
async function frames() {
  const browser = await startBrowser();
  try {
    const { page } = await openSheet(browser, server.address);
    await ready(page);
    await page.keyboard.press('Enter');
    await playing(page);
    await page.evaluate(watchFlipper);
    // The ball waits at the plunger: nothing but the flipper moves, and the game never ends.
    for (let press = 0; press < PRESSES; press += 1) {
      const seen = await page.evaluate(() => window.look.notes.length);
      await page.keyboard.down('ArrowLeft');
      await until(page, `press ${press} is seen`, (seen) => window.look.notes.length > seen, seen);
      await page.keyboard.up('ArrowLeft');
      await sleep(200 + 150 * Math.random());
    }
    const notes = await page.evaluate(() => window.look.notes);
    return { frame: notes.map(({ frame }) => frame), painted: notes.map(({ painted }) => painted) };
  } finally {
    await browser.close();
  }
}

/** Runs in the page: notes, for each press of the left key, when the flipper was first drawn elsewhere than it was. */
function watchFlipper() {
  const { scene, view } = window.carom;
  const { bounds, parts } = scene;
  const flipper = parts.find((part) => part.kind === 'flipper' && part.centre[0] < bounds.left + bounds.width / 2);
  if (!flipper) throw new Error('the table has no left flipper');
  /** @type {{since: number, angle: number} | null} */
  let pressed = null;
  addEventListener('keydown', (event) => {
    if (event.code === 'ArrowLeft' && !event.repeat) pressed = { since: event.timeStamp, angle: window.carom.state.parts.get(flipper.id)?.angle ?? 0 };
  }, { capture: true });
  const draw = view.draw.bind(view);
  view.draw = (state, now, options) => {
    draw(state, now, options);
    const angle = state.parts.get(flipper.id)?.angle ?? 0;
    if (!pressed || Math.abs(angle - pressed.angle) < 0.01) return;
    const { since } = pressed;
    pressed = null;
    // A message posted within a frame is delivered after the frame has been painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.look.notes.push({ frame: now - since, painted: performance.now() - since });
    port2.postMessage(null);
  };
}

/** @param {string} what @param {number[]} times @param {string} meaning */
function row(what, times, meaning) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
  console.log(`${what.padEnd(38)} median ${at(0.5)} ms   99 % ${at(0.99)} ms   most ${at(1)} ms   (${meaning})`);
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
