// @ts-check
// What the tests do at a table, in words of the player. All of it goes through the page.

import { PATIENCE, until } from './browser.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../page/types.js').State} State */
/** @typedef {import('../../page/types.js').GameMessage} GameMessage */
/** @typedef {import('../../page/types.js').Button} Button */

/**
 * A press at its tick.
 * @typedef {object} ScriptedPress
 * @property {Button} button
 * @property {boolean} down
 * @property {number} at
 */

/**
 * The page is connected, its table stands, and all its modules are there.
 * @param {Page} page
 */
export async function ready(page) {
  await until(page, 'the page is connected and has a table', () => {
    const { state, status, scene, view, overlay, replay } = window.carom ?? {};
    return Boolean(state && status && scene && view && overlay && replay);
  });
}

/**
 * What the page heard last of the game.
 * @param {Page} page
 * @returns {Promise<GameMessage>}
 */
export function status(page) {
  return page.evaluate(() => window.carom.status);
}

/**
 * Starts a game by its message, so that its seed is known.
 * @param {Page} page
 * @param {{players?: number, seed?: number}} [options]
 */
export async function start(page, { players = 1, seed = 1 } = {}) {
  // What is known of an old game says nothing about the new one, which begins with a whole frame.
  await page.evaluate((order) => new Promise((done) => {
    const { engine } = window.carom;
    const { onState } = engine;
    engine.onState = (state) => {
      onState(state);
      if (!state.whole || state.attract) return;
      engine.onState = onState;
      done(null);
    };
    engine.send(order);
  }), { do: 'start', players, seed });
  await playing(page);
}

/**
 * A game is on.
 * @param {Page} page
 */
export async function playing(page) {
  await until(page, 'a game is on', () => {
    const { status } = window.carom;
    return status.mode === 'play' && status.phase === 'playing';
  });
}

/**
 * Sends presses that wait at the server for their ticks.
 * @param {Page} page
 * @param {ScriptedPress[]} presses
 */
export async function perform(page, presses) {
  await page.evaluate((presses) => {
    const { engine } = window.carom;
    for (const { button, down, at } of presses) engine.press(button, down, at);
  }, presses);
}

/**
 * How the flippers stand. Their angles are at rest now, and `flipped` asks which of them have turned since.
 * @param {Page} page
 */
export function flippers(page) {
  return page.evaluate(() => window.look.poses('flipper'));
}

/**
 * Waits until exactly these flippers are turned by a third of a right angle from how they stood.
 * @param {Page} page
 * @param {Record<string, import('../../page/types.js').Pose>} rest
 * @param {string[]} names None: all are back.
 */
export async function flipped(page, rest, names) {
  await until(page, names.length > 0 ? `${names.join(' and ')} flipped` : 'all flippers are back', ({ rest, names }) => {
    const turned = Object.entries(window.look.poses('flipper')).filter(([name, { angle }]) => Math.abs(angle - rest[name].angle) > 0.5);
    return JSON.stringify(turned.map(([name]) => name)) === JSON.stringify(names);
  }, { rest, names });
}

/**
 * The flippers of one side of the table, by name.
 * @param {Page} page
 * @param {'left'|'right'} side
 */
export function flippersOf(page, side) {
  return page.evaluate((side) => {
    const { bounds, parts } = window.carom.scene;
    const middle = bounds.left + bounds.width / 2;
    const flippers = parts.filter((part) => part.kind === 'flipper');
    return flippers.filter((part) => (part.centre[0] < middle) === (side === 'left')).map((part) => part.name);
  }, side);
}

/**
 * The table's tick that the page saw last.
 * @param {Page} page
 */
export function tick(page) {
  return page.evaluate(() => window.carom.state.tick);
}

/**
 * Time stands still.
 * @param {Page} page
 */
export async function pause(page) {
  await page.evaluate(() => window.carom.engine.send({ do: 'pause', on: true }));
  await until(page, 'the table is paused', () => window.carom.state.paused);
}

/**
 * Runs the paused table on to a tick, or to the end of the game if that comes first: the same ticks as in real time, but
 * as fast as the machine can.
 * @param {Page} page
 * @param {number} tick
 */
export async function forward(page, tick) {
  await page.evaluate(async ({ tick, patience }) => {
    const { engine } = window.carom;
    const over = () => window.carom.status.phase === 'over';
    let asked = 0;
    for (let before = -1; window.carom.state.tick < tick && !over();) {
      const { state } = window.carom;
      if (!state.paused) throw new Error('the table is not paused: was the connection lost?');
      if (state.tick > before) {
        before = state.tick;
        asked = performance.now();
        engine.send({ do: 'step', ticks: Math.min(1000, tick - before) });
      } else if (performance.now() > asked + patience) {
        throw new Error(`the table does not step on from tick ${before}`);
      }
      await new Promise((done) => setTimeout(done, 1));
    }
  }, { tick, patience: PATIENCE });
}

/** ms of table time that one round of `round` lasts. */
export const ROUND = 20_000;

/**
 * What a simple robot presses in twenty seconds: it plunges now and then and flips in a fixed pattern. Without flips its
 * balls drain soon.
 * @param {number} from The tick at which the round begins.
 * @param {{flips?: boolean}} [options]
 * @returns {ScriptedPress[]}
 */
export function round(from, { flips = true } = {}) {
  /** @type {ScriptedPress[]} */
  const presses = [];
  const hold = (/** @type {Button} */ button, /** @type {number} */ at, /** @type {number} */ ticks) => {
    presses.push({ button, down: true, at: from + at }, { button, down: false, at: from + at + ticks });
  };
  for (let at = 500; at + 1500 < ROUND; at += 4000) hold('plunge', at, 1100);
  for (let at = 700; flips && at + 400 < ROUND; at += 640) {
    hold('left', at, 170);
    hold('right', at + 230, 150);
  }
  return presses.sort((a, b) => a.at - b.at);
}

/**
 * Plays a game to its end, most of it faster than time. Gives what was pressed.
 * @param {Page} page A game has just been started on it.
 * @param {{flips?: boolean, rounds?: number}} [options]
 * @returns {Promise<ScriptedPress[]>}
 */
export async function playToTheEnd(page, { flips = true, rounds = 60 } = {}) {
  await pause(page);
  const begin = (await tick(page)) + 100;
  /** @type {ScriptedPress[]} */
  const pressed = [];
  for (let index = 0; index < rounds; index += 1) {
    const presses = round(begin + index * ROUND, { flips });
    pressed.push(...presses);
    await perform(page, presses);
    await forward(page, begin + (index + 1) * ROUND);
    if ((await status(page)).phase === 'over') return pressed;
  }
  throw new Error(`the game was not over after ${rounds} rounds of ${ROUND} ticks`);
}
