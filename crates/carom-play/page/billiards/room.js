// @ts-check
// The billiard room: puts table, cue, board and panels together, and runs the loop that draws.

import { readable } from '../hud/accent.js';
import { Announcer } from '../hud/announce.js';
import { Notice } from '../hud/notice.js';
import { Sheet } from '../hud/sheet.js';
import { calm, element, make, write } from '../page.js';
import { addressOf, seatOf, setupIn, shotIn } from './address.js';
import { Aim, bearing } from './aim.js';
import { Caller } from './call.js';
import { Seat } from './connect.js';
import { CueDesk } from './desk.js';
import { Finder } from './finder.js';
import { furnish } from './furniture.js';
import { NewGame, fetchGames, showGames } from './games.js';
import { Hand } from './hand.js';
import { APPEAR, STROKE, pictureOf } from './picture.js';
import { Played } from './played.js';
import { Board } from './players.js';
import { ReplayPanel } from './replay.js';
import { share } from './share.js';
import { Show } from './show.js';
import { Clicks } from './sound.js';
import { restingTurn } from './turn.js';
import { ballWord, task, verdict } from './words.js';
import { wire } from './wires.js';

/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').TableState} TableState */
/** @typedef {import('./types.js').ShotFile} ShotFile */
/** @typedef {import('./types.js').Setup} Setup */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').Pot} Pot */
/** @typedef {import('./types.js').Strike} Strike */
/** @typedef {import('./types.js').Preview} Preview */
/** @typedef {import('./turn.js').Quaternion} Quaternion */
/** @typedef {import('./show.js').Seen} Seen */

/** ms between two questions about the aim. */
const ASK = 33;
const FREE = 'free';
/** m/s: what the first shot of a game is offered with. @type {Record<string, number>} */
const BREAK = { 'eight-ball': 8, 'nine-ball': 8, free: 8, snooker: 4 };

/** The room and all that goes on in it. */
export class Room {
  /** @type {TableState|null} */
  state = null;
  /** @type {Show|null} */
  show = null;
  /** @type {'aim'|'moving'|'replay'} */
  mode = 'aim';
  /** s in the shot that is shown. */
  time = 0;
  running = false;
  /** @type {Played|null} */
  played = null;
  /** @type {Preview|null} */
  preview = null;
  aim = new Aim();
  /** @type {Setup} */
  setup = { game: '', table: '', seed: null, players: 2, spacing: null };
  /** @type {Seat|null} */
  seat = null;

  turns = /** @type {Map<string, Quaternion>} */ (new Map());
  stale = true;
  drawn = 0;
  stroke = -Infinity;
  waiting = false;
  asked = 0;
  question = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  asking;
  hand = new Hand(this);
  /** Balls that were just put back. @type {Map<string, number>} */
  appeared = new Map();
  /** @type {ShotFile|null} */
  linked = null;
  /** @type {Pot[]} */
  pots = [];
  pot = -1;
  wantsPot = false;
  trails = false;
  searches = 0;

  announcer = new Announcer();
  notice = new Notice();
  sheet = new Sheet();
  board = new Board();
  desk = new CueDesk(this.aim);
  caller = new Caller();
  clicks = new Clicks();
  newGame = new NewGame((setup) => this.begin(setup));
  replay = new ReplayPanel({ toggle: () => this.toggle(), seek: (time) => this.seek(time), back: () => this.back() });
  finder = new Finder({
    pots: () => this.send({ kind: 'pots' }),
    search: (goal) => {
      this.searches += 1;
      this.send({ kind: 'solve', id: this.searches, goal, seconds: 2 });
    },
    tryPot: (pot) => this.tryPot(pot),
    trySolution: ({ strike }) => this.try(strike),
    mark: (on) => this.hand.setMark(on),
  });

  /** @type {import('./types.js').GameEntry[]} */
  games = [];

  async open() {
    wire(this);
    try {
      this.games = await fetchGames();
    } catch (fault) {
      this.notice.set('connection', `The server offers no billiards: ${fault instanceof Error ? fault.message : fault}`);
    }
    this.newGame.games = this.games;
    this.follow();
    this.sit();
    requestAnimationFrame((now) => this.frame(now));
  }

  /** Takes from the address which game, or which shot. */
  follow() {
    this.linked = shotIn(location.hash);
    const setup = setupIn(location.hash) ?? { ...this.setup, game: this.linked ? FREE : '' };
    const known = this.games.find(({ name }) => name === setup.game);
    if (!known && this.games[0] && !this.linked) setup.game = this.games[0].name;
    this.setup = setup;
    if (location.hash.startsWith('#shot=') && !this.linked) this.notice.set('fault', 'The address carries no shot that can be read', 6000);
  }

  sit() {
    this.seat?.close();
    const seat = new Seat(seatOf(this.setup));
    this.seat = seat;
    let lost = false;
    seat.onOpen = () => {
      this.notice.set('connection', '');
      if (lost) this.say('Connection is back');
      lost = false;
      if (this.linked) this.load(this.linked);
    };
    seat.onClose = (reason) => {
      this.notice.set('connection', reason ? `Connection lost: ${reason}` : 'Connection lost. Trying again');
      if (!lost) this.say('Connection lost');
      lost = true;
      this.waiting = false;
    };
    seat.onMessage = (message) => this.hear(message);
  }

  /** A new game. @param {Setup} setup */
  begin(setup) {
    this.setup = setup;
    this.linked = null;
    history.replaceState(null, '', addressOf(setup));
    const { game, table, seed, players, spacing } = setup;
    this.leave();
    this.played = null;
    this.replay.forget();
    this.turns.clear();
    this.send({ kind: 'new', game, table: table || undefined, seed: seed ?? undefined, players, spacing: spacing ?? undefined });
    this.sheet.close();
    this.focus();
  }

  /** @param {Message} message */
  hear(message) {
    if (message.kind === 'state') this.take(message, true);
    else if (message.kind === 'shot') this.play(message);
    else if (message.kind === 'preview') this.foresee(message);
    else if (message.kind === 'pots') this.hearPots(message.list);
    else if (message.kind === 'solutions') {
      if (message.id === this.searches) this.finder.solutions(message.list);
    } else if (message.kind === 'refused') this.refused(message.why);
  }

  /** @param {string} why */
  refused(why) {
    this.waiting = false;
    this.hand.placing = null;
    this.stale = true;
    this.finder.refused(why);
    this.notice.set('fault', why, 4000);
    this.say(why);
    this.refresh();
  }

  /** @param {Preview} preview */
  foresee(preview) {
    if (preview.id < this.question - 30) return;
    this.preview = preview;
    write(element('trying'), preview.refused ?? '');
    element('trying').hidden = !preview.refused || this.mode !== 'aim';
    this.stale = true;
  }

  /** A state of the table. @param {TableState} state @param {boolean} fresh Not the end of a shot. */
  take(state, fresh) {
    const before = this.state;
    this.state = state;
    this.waiting = false;
    this.hand.placing = null;
    this.preview = null;
    this.aim.limit = state.miscue ?? null;
    if (fresh) this.leave();
    if (state.shot_number === 0) this.turns = new Map();
    if (!this.show || !before || JSON.stringify(before.table) !== JSON.stringify(state.table) || before.game !== state.game) this.look();
    const lying = this.show?.look.lying ?? false;
    for (const { name } of state.balls) if (!this.turns.has(name)) this.turns.set(name, restingTurn(name, lying));
    const title = this.games.find(({ name }) => name === state.game)?.title ?? state.game;
    write(element('title'), title);
    document.title = `${title} · Carom`;
    this.listGames(state.game);
    this.caller.show(state, lying);
    this.finder.show(state, lying);
    this.finder.forget();
    this.pots = [];
    this.pot = -1;
    this.board.decide(state.last, state);
    const moved = before && before.shot_number === state.shot_number && before.turn_number === state.turn_number && before.game === state.game;
    this.direct(state, Boolean(moved));
    this.refresh();
    this.ask();
  }

  /** Which ball to strike, and at first towards what. @param {TableState} state @param {boolean} keep Only a ball was moved. */
  direct(state, keep) {
    if (state.strike) {
      this.aim.set(state.strike);
      return;
    }
    const { cueable, hittable } = state.constraints;
    const able = cueable.length > 0 ? cueable : state.balls.map(({ name }) => name);
    if (!able.includes(this.aim.strike.ball)) this.aim.set({ ball: able[0] ?? 'cue' });
    const cue = this.ballAt(this.aim.strike.ball);
    if (!cue || keep) return;
    const near = (/** @type {Spot} */ at) => Math.hypot(at[0] - cue[0], at[1] - cue[1]);
    const [target] = state.balls
      .filter(({ name, phase }) => name !== this.aim.strike.ball && phase !== 'potted' && phase !== 'off' && (hittable.length === 0 || hittable.includes(name)))
      .map(({ position }) => /** @type {Spot} */ ([position[0], position[1]]))
      .sort((a, b) => near(a) - near(b));
    const first = state.shot_number === 0;
    this.aim.set({ side: 0, height: 0, elevation: 0, speed: first ? BREAK[state.game] ?? 3 : Math.min(this.aim.strike.speed, 3), ...(target && { direction: bearing(cue, target) }) });
  }

  /** @param {Message & {kind: 'shot'}} message */
  play(message) {
    if (!this.state) return;
    this.waiting = false;
    this.hand.placing = null;
    this.played = new Played(message, this.state, new Map(this.turns));
    this.replay.shot(message.events, message.duration, this.show?.look.lying ?? false);
    this.mode = 'moving';
    this.running = true;
    this.time = -1e-9;
    this.stroke = calm.matches ? -Infinity : performance.now();
    element('trying').hidden = true;
    this.board.show(this.state, true);
    this.refresh();
  }

  /** The shot that was played has been seen. */
  settle() {
    const played = this.played;
    if (!played || this.mode !== 'moving') return;
    this.mode = 'aim';
    this.running = false;
    this.turns = new Map([...this.turns, ...played.turns()]);
    const ends = new Map(played.at(played.whole).map(({ name, position }) => [name, position]));
    const now = performance.now();
    for (const { name, position, phase } of played.state.balls) {
      const end = ends.get(name);
      const moved = !end || Math.hypot(end[0] - position[0], end[1] - position[1]) > 1e-3;
      if (moved && phase !== 'potted' && phase !== 'off' && !calm.matches) this.appeared.set(name, now);
    }
    const { state, decision } = played;
    this.take({ ...state, last: decision }, false);
    this.say([verdict(decision, state), state.over ? '' : `${task(state)}.`, `Score ${state.score.join(' to ')}.`].filter(Boolean).join(' '));
  }

  /** Leaves a shot that is being shown. */
  leave() {
    if (this.mode === 'moving') {
      this.mode = 'aim';
      if (this.played) this.turns = new Map([...this.turns, ...this.played.turns()]);
    }
    this.back();
  }

  // What players do.

  /** Plays the shot, or whatever else is next. */
  shoot() {
    if (!this.aiming() || !this.state) return;
    if (this.state.over) return element('new-game').click();
    this.clicks.unlock();
    if (this.hand.placing) return this.hand.drop();
    this.waiting = this.send({ kind: 'shoot', strike: this.aim.strike, call: this.caller.call });
    this.sheet.close();
    this.refresh();
    return undefined;
  }

  skip() {
    if (this.mode !== 'moving') return;
    this.time = this.played?.whole ?? 0;
    this.settle();
  }

  /** Replay: play or stop. */
  toggle() {
    if (!this.played || this.mode === 'moving') return;
    this.clicks.unlock();
    const ended = this.time >= this.played.whole - 1e-9;
    if (this.mode !== 'replay' || ended) {
      this.mode = 'replay';
      this.running = true;
      this.time = -1e-9;
    } else this.running = !this.running;
    this.refresh();
  }

  /** @param {number} time */
  seek(time) {
    if (!this.played || this.mode === 'moving') return;
    this.mode = 'replay';
    this.running = false;
    this.time = Math.max(0, Math.min(this.played.whole, time));
    this.refresh();
  }

  back() {
    if (this.mode !== 'replay') return;
    this.mode = 'aim';
    this.running = false;
    this.refresh();
  }

  /** Loads a shot, to be tried. @param {ShotFile} shot */
  load(shot) {
    if (this.send({ kind: 'load', shot })) this.notice.set('replay', 'A linked shot: shoot to see it', 5000);
  }

  /** A strike that was found is tried. @param {Strike} strike */
  try(strike) {
    this.back();
    this.sheet.close();
    this.aim.set(strike);
    this.focus();
  }

  /** @param {Pot[]} list */
  hearPots(list) {
    this.pots = list;
    if (!this.wantsPot) return this.finder.pots(list);
    this.wantsPot = false;
    if (list.length === 0) return this.notice.set('fault', 'No straight pot is open', 3000);
    return this.nextPot();
  }

  /** @param {Pot} pot */
  tryPot(pot) {
    this.back();
    this.sheet.close();
    this.aim.set({ direction: pot.direction });
    if (this.caller.wanted) this.caller.set(pot.ball, pot.pocket);
    this.focus();
  }

  nextPot() {
    if (this.pots.length === 0) {
      this.wantsPot = this.send({ kind: 'pots' });
      return;
    }
    this.pot = (this.pot + 1) % this.pots.length;
    const pot = this.pots[this.pot];
    if (!pot) return;
    this.tryPot(pot);
    this.say(`${ballWord(pot.ball)}, cut ${Math.abs(pot.cut).toFixed(0)} degrees`);
  }

  /** @param {string} name */
  tapBall(name) {
    const { state } = this;
    const [cue, at] = [this.ballAt(this.aim.strike.ball), this.ballAt(name)];
    if (!state || !cue || !at) return;
    this.aim.set({ direction: bearing(cue, at) });
    if (this.caller.wanted) this.caller.set(name, this.caller.pocket);
  }

  nextCueBall() {
    const able = this.state?.constraints.cueable.filter((name) => this.ballAt(name)) ?? [];
    if (able.length < 2) return;
    const ball = able[(able.indexOf(this.aim.strike.ball) + 1) % able.length] ?? '';
    this.aim.set({ ball });
    this.say(`${ballWord(ball)} is struck`);
  }

  async share() {
    const words = await share(this.played?.input ?? null);
    this.notice.set('replay', words, 3000);
    this.say(words);
  }

  // Small things.

  /** @param {Record<string, unknown> & {kind: string}} message */
  send(message) {
    return this.seat?.send(message) ?? false;
  }

  /** @param {string} text */
  say(text) {
    this.announcer.say(text);
  }

  focus() {
    element('game').focus({ preventScroll: true });
  }

  aiming() {
    return this.mode !== 'moving' && !this.waiting && this.state !== null;
  }

  /** @param {string} name @returns {Spot|null} */
  ballAt(name) {
    if (this.hand.placing?.name === name) return this.hand.placing.at;
    const ball = this.state?.balls.find((one) => one.name === name && one.phase !== 'potted' && one.phase !== 'off');
    return ball ? [ball.position[0], ball.position[1]] : null;
  }

  /** Asks what the aim would do, not too often. */
  ask() {
    this.stale = true;
    if (this.asking !== undefined) return;
    const wait = Math.max(0, this.asked + ASK - performance.now());
    this.asking = setTimeout(() => {
      this.asking = undefined;
      if (this.mode === 'moving' || !this.state || this.state.over || this.hand.placing) return;
      this.asked = performance.now();
      this.question += 1;
      this.send({ kind: 'aim', id: this.question, strike: this.aim.strike });
    }, wait);
  }

  /** The table is drawn anew, for this window. */
  look() {
    const { state } = this;
    if (!state) return;
    const host = element('game');
    if (host.clientWidth < 10 || host.clientHeight < 10) return;
    this.show = new Show(host, state.table, state.game);
    document.documentElement.style.setProperty('--accent', readable(this.show.accent));
    this.stale = true;
  }

  /** Everything but the canvas. */
  refresh() {
    this.stale = true;
    const { state } = this;
    if (!state) return;
    const moving = this.mode === 'moving';
    this.board.show(state, moving);
    this.desk.show();
    this.desk.trigger(moving ? 'Skip' : state.over ? 'New game' : this.hand.placing ? 'Put it down' : 'Shoot', this.waiting);
    this.desk.placing(this.hand.movable.length > 0 && !moving, this.hand.placing !== null);
    /** @type {HTMLButtonElement} */ (element('undo')).disabled = !state.undo;
    /** @type {HTMLButtonElement} */ (element('share')).disabled = !this.played;
    this.replay.show(Math.max(0, this.time), this.mode !== 'replay' ? 'still' : this.running ? 'runs' : 'stopped');
  }

  /** The games, and the way back to the pinball tables. @param {string} current */
  listGames(current) {
    const host = element('games');
    showGames(host, this.games, current);
    const link = make('a');
    link.href = '/';
    link.append(make('i', '', 'ball pinball'), 'Pinball');
    const item = make('li');
    item.append(link);
    host.append(item);
  }

  /** @param {number} now */
  frame(now) {
    requestAnimationFrame((next) => this.frame(next));
    const passed = Math.min(0.1, Math.max(0, (now - this.drawn) / 1000));
    this.drawn = now;
    const stroking = now - this.stroke < STROKE;
    if (this.running && this.played && !stroking) this.advance(passed);
    for (const [name, since] of this.appeared) if (now - since > APPEAR) this.appeared.delete(name);
    if (!this.stale && !this.running && this.appeared.size === 0) return;
    this.stale = false;
    this.show?.draw(pictureOf(this, now, stroking));
  }

  /** @param {number} passed s */
  advance(passed) {
    const played = /** @type {Played} */ (this.played);
    // The shot itself runs as it runs; only what is shown again can be slowed down.
    const rate = this.mode === 'replay' ? this.replay.rate : 1;
    const from = this.time;
    this.time = Math.min(played.whole, this.time + passed * rate);
    const long = this.state?.table.length ?? 1;
    for (const event of played.between(from, this.time)) {
      const across = this.show?.look.lying ? (event.at?.[1] ?? long / 2) / long : (event.at?.[0] ?? 0.5) / (this.state?.table.width ?? 1);
      this.clicks.event(event, 2 * across - 1, rate);
    }
    if (this.time >= played.whole) {
      if (this.mode === 'moving') this.settle();
      else {
        this.running = false;
        this.refresh();
      }
    } else if (this.mode === 'replay') this.replay.show(this.time, 'runs');
  }
}

furnish();
const skip = document.querySelector('.skip');
skip?.addEventListener('click', (event) => {
  // The address belongs to the game.
  event.preventDefault();
  element('game').focus();
});
const room = new Room();
/** For tests and the curious. */
Object.assign(window, { carom: { billiards: room } });
room.open();
