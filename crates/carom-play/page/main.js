// @ts-check
// Puts the page together: tables, display, inputs, and the loop that draws.

import { fetchGames, showGames } from './billiards/games.js';
import { showHelp } from './hud/help.js';
import { Hud } from './hud/hud.js';
import { fetchScores } from './hud/scores.js';
import { Sheet } from './hud/sheet.js';
import { Controls } from './input/controls.js';
import { Gamepads } from './input/gamepad.js';
import { Held } from './input/held.js';
import { listenToKeyboard } from './input/keyboard.js';
import { Keys, capOf } from './input/keys.js';
import { KeyPanel } from './input/panel.js';
import { Power } from './input/power.js';
import { listenToTouch, showZones } from './input/touch.js';
import { calm, element, store } from './page.js';
import { Picker, addressOf } from './picker/picker.js';
import { Table } from './table.js';
import { PROTOCOL } from './wire.js';

/** @typedef {import('./types.js').Action} Action */
/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').PageAction} PageAction */
/** @typedef {import('./types.js').TableEntry} TableEntry */

/** Frames a second that are asked of the server. */
const RATE = 60;

/** @type {Table|null} */
let table = null;
/** @type {TableEntry[]} */
let tables = [];
/** Counts the tables that were opened: of two that load at once only the last counts. */
let opening = 0;
let overhead = false;
let trails = false;

const hud = new Hud({
  start: begin,
  players: (players) => {
    if (table) table.play.players = players;
  },
  initials: (text) => table?.engine.send({ do: 'initials', text }),
  leave: () => {
    if (table?.play.status?.phase === 'over') table.play.attract();
    element('game').focus({ preventScroll: true });
  },
});
const say = (/** @type {string} */ text) => hud.announcer.say(text);
const power = new Power();
const keys = new Keys(store());
const keyPanel = new KeyPanel(keys, say);
const sheet = new Sheet();
const controls = new Controls({ act: pageAction, slow: () => table?.play.slowSwitch() });
const held = new Held(changed);
const pads = new Gamepads(held);
const picker = new Picker((name) => {
  history.pushState(null, '', addressOf(name));
  sheet.close();
  open(name);
});

/** Any button, key or finger. @param {Action} action @param {boolean} down @param {number} when */
function changed(action, down, when) {
  if (!table) return;
  if (hud.over.open && down) return hud.over.button(action);
  // First the message: what the page shows of it can wait.
  const taken = table.play.button(action, down, when);
  keyPanel.light(action, down);
  if (action === 'plunge') power.hold(down && table.play.playing, when, seenPlunger(table));
  if (down) table.sound.unlock();
  if (taken) return;
  if (action === 'slow') table.play.slowKey(down);
  else if (down) pageAction(/** @type {PageAction} */ (action));
}

/** Where the plunger is seen on the stage. @param {Table} open @returns {[number, number]|null} */
function seenPlunger({ plunger, view }) {
  if (!plunger.place) return null;
  const [x, y] = view.toScreen(...plunger.place, 0);
  const host = element('game');
  return [x + host.offsetLeft, y + host.offsetTop];
}

/** @param {PageAction} action */
function pageAction(action) {
  if (!table) return;
  if (action === 'pause') table.play.pause();
  else if (action === 'step') table.play.step();
  else if (action === 'restart') begin();
  else if (action === 'overlay') toggleOverlay(table);
  else if (action === 'view') toggleView();
  else if (action === 'trails') toggleTrails();
  else if (action === 'mute') toggleSound(table);
  else if (action === 'help') showHelp(keys);
}

function begin() {
  if (!table) return;
  table.sound.unlock();
  table.play.start();
  hud.over.close();
  sheet.close();
  refresh();
  if (matchMedia('(pointer: coarse)').matches) showZones();
  element('game').focus({ preventScroll: true });
}

/** @param {Table} open */
function toggleOverlay(open) {
  open.overlay.visible = !open.overlay.visible;
  element('inside').hidden = !open.overlay.visible;
  controls.set('overlay', open.overlay.visible);
  open.stale = true;
}

function toggleView() {
  overhead = !overhead;
  controls.set('view', overhead);
  lookAgain();
}

function toggleTrails() {
  trails = !trails;
  controls.set('trails', trails);
  lookAgain();
}

/** @param {Table} open */
function toggleSound(open) {
  open.sound.muted = !open.sound.muted;
  controls.set('mute', open.sound.muted);
  say(open.sound.muted ? 'Sound off' : 'Sound on');
}

function lookAgain() {
  if (!table) return;
  table.view.setOptions({ perspective: overhead ? 'overhead' : 'player', trails, reducedMotion: calm.matches });
  table.view.resize();
  table.stale = true;
}

function refresh() {
  if (!table) return;
  hud.refresh(table.play);
  controls.set('pause', table.play.paused);
  controls.set('slow', table.play.slow);
}

/** @param {string} name */
async function open(name) {
  opening += 1;
  const mine = opening;
  table?.close();
  table = null;
  hud.over.close();
  try {
    const scene = await fetchJson(`/api/tables/${encodeURIComponent(name)}/scene`);
    if (mine !== opening) return;
    const next = new Table(name, scene, RATE, say);
    table = next;
    listen(next);
    hud.table(scene);
    picker.current = name;
    element('inside').hidden = true;
    controls.set('overlay', false);
    expose(next);
    lookAgain();
    controls.set('mute', next.sound.muted);
    if (location.hash.startsWith('#replay=')) next.replay.fromAddress(location.hash);
    const best = await fetchScores(name);
    if (mine === opening) hud.scores(best);
  } catch (fault) {
    if (mine === opening) hud.notice.set('connection', `The table cannot be opened: ${fault instanceof Error ? fault.message : fault}`);
  }
}

/** For tests and the curious: `window.carom`. @param {Table} open */
function expose(open) {
  const handle = {
    engine: open.engine, clock: open.clock, play: open.play, scene: open.scene,
    get state() { return open.clock.newest; },
    get status() { return open.play.status; },
    get view() { return open.view; },
    get overlay() { return open.overlay; },
    get sound() { return open.sound; },
    get replay() { return open.replay; },
  };
  Object.assign(window, { carom: handle });
}

/** @param {Table} open */
function listen(open) {
  const { engine, play } = open;
  play.players = hud.invite.players;
  play.onChange = refresh;
  let lost = false;
  engine.onOpen = () => {
    hud.notice.set('connection', '');
    if (lost) say('Connection is back');
    lost = false;
    open.clock.await(performance.now());
    play.resume();
    if (open.overlay.visible) engine.send({ do: 'overlay', on: true });
  };
  engine.onClose = (reason) => {
    held.release(performance.now());
    hud.notice.set('connection', reason ? `Connection lost: ${reason}` : 'Connection lost. Trying again');
    if (!lost) say('Connection lost');
    lost = true;
  };
  let paused = false;
  engine.onState = (state) => {
    open.frame(state);
    if (state.paused === paused) return;
    paused = state.paused;
    refresh();
    if (play.playing) say(paused ? 'Paused' : 'The game goes on');
  };
  engine.onMessage = (message) => hear(open, message);
}

/** @param {Table} from @param {Message} message */
function hear(from, message) {
  from.replay.message(message);
  if (message.kind === 'hello') {
    const other = message.protocol !== PROTOCOL;
    hud.notice.set('version', other ? 'The server has become another version. Load this page anew.' : '');
  } else if (message.kind === 'game') {
    const before = from.play.status;
    from.play.status = message;
    if (message.phase === 'over' && before?.phase !== 'over') held.release(performance.now());
    hud.game(before, message);
    refresh();
  } else if (message.kind === 'told') {
    for (const told of message.list) {
      from.sound.told(told);
      if (told.what === 'moment') from.view.moment(told.name);
      hud.told(told);
    }
  } else if (message.kind === 'scores') {
    hud.scores(message.list, message.place);
    hud.over.scores(message);
  } else if (message.kind === 'insight') {
    from.overlay.message(message);
  } else if (message.kind === 'fault') {
    hud.notice.set('fault', message.message, 5000);
  }
}

function labelKeys() {
  keyPanel.show();
  hud.startKey(capOf(keys.codesOf('start')[0] ?? 'Enter'));
  controls.label(keys);
  refresh();
}

/** @param {number} now */
function frame(now) {
  requestAnimationFrame(frame);
  pads.poll(performance.now());
  hud.display.draw(now);
  if (!table) return;
  table.draw(now);
  power.draw(now, table.plunger.pulled(table.clock.newest));
}

/** @param {string} path */
async function fetchJson(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

/** The table that the address names, or the first. */
function wanted() {
  const name = new URLSearchParams(location.search).get('table');
  return tables.find((entry) => entry.name === name)?.name ?? tables[0]?.name;
}

/** The games of the billiard room, beside the tables. */
async function offerBilliards() {
  try {
    const games = await fetchGames();
    showGames(element('games'), games);
    element('billiards').hidden = games.length === 0;
  } catch {
    // A server without billiards: nothing is missing here.
  }
}

async function main() {
  keys.onChange = labelKeys;
  labelKeys();
  listenToKeyboard(keys, held);
  listenToTouch(held, {
    playing: () => table?.play.playing ?? false,
    ballWaits: () => table?.plunger.ballWaits(table.clock.newest) ?? false,
    start: begin,
  });
  new ResizeObserver(() => {
    hud.display.resize();
    lookAgain();
  }).observe(element('stage'));
  calm.addEventListener('change', lookAgain);
  document.addEventListener('visibilitychange', () => table?.play.hidden(document.hidden));
  addEventListener('hashchange', () => {
    if (location.hash.startsWith('#replay=')) table?.replay.fromAddress(location.hash);
  });
  addEventListener('popstate', () => {
    const name = wanted();
    if (name && name !== table?.name) open(name);
  });
  requestAnimationFrame(frame);
  try {
    tables = await fetchJson('/api/tables');
  } catch (fault) {
    hud.notice.set('connection', `The server does not answer: ${fault instanceof Error ? fault.message : fault}`);
    return;
  }
  picker.show(tables);
  offerBilliards();
  const name = wanted();
  if (name) await open(name);
  else hud.notice.set('connection', 'The server has no tables');
}

main();
