// @ts-check
// What buttons do at the table: play it, start it, stop it, slow it down.

/** @typedef {import('./types.js').Action} Action */
/** @typedef {import('./types.js').Button} Button */
/** @typedef {import('./types.js').Engine} Engine */
/** @typedef {import('./types.js').GameMessage} GameMessage */
/** @typedef {import('./clock.js').Clock} Clock */

/** Table time per wall time in slow motion. */
export const SLOW = 0.15;

/** @type {ReadonlySet<string>} */
const BUTTONS = new Set(['left', 'right', 'plunge', 'start', 'nudge_left', 'nudge_right', 'nudge_up', 'left_extra', 'right_extra']);

/** One table that is open, with its engine. */
export class Play {
  /** @type {GameMessage|null} */
  #status = null;
  /** A game was asked for and has not begun yet. */
  #starting = false;
  players = 1;
  #engine;
  #clock;
  #slowKey = false;
  #slowSwitch = false;
  /** Buttons that were pressed for the game and not yet let go. @type {Set<Button>} */
  #down = new Set();
  /** The page was hidden while it ran. */
  #dozing = false;
  /** Called when pause, slow motion or the like have changed. */
  onChange = () => {};

  /** @param {Engine} engine @param {Clock} clock */
  constructor(engine, clock) {
    this.#engine = engine;
    this.#clock = clock;
  }

  /** How the game stands, as last heard. */
  get status() {
    return this.#status;
  }

  /** @param {GameMessage|null} status */
  set status(status) {
    this.#status = status;
    if (status?.mode === 'play') this.#starting = false;
  }

  get paused() {
    return this.#clock.newest?.paused ?? false;
  }

  get slow() {
    return this.#slowKey !== this.#slowSwitch;
  }

  /** Does somebody play? Then buttons are the table's; if not, they start a game. */
  get playing() {
    return this.#starting || (this.#status !== null && this.#status.mode === 'play' && this.#status.phase !== 'over');
  }

  /**
   * A button of the cabinet, at its own time. True if the game took it.
   * @param {Action} action
   * @param {boolean} down
   * @param {number} when ms as event.timeStamp
   */
  button(action, down, when) {
    if (!BUTTONS.has(action)) return false;
    const button = /** @type {Button} */ (action);
    if (!down) {
      if (this.#down.delete(button)) this.#engine.press(button, false, this.#clock.tickAt(when));
      return true;
    }
    if (!this.playing) {
      if (button === 'start' || button === 'plunge') this.start();
      return true;
    }
    if (this.paused && this.#dozing) this.pause(false);
    this.#down.add(button);
    this.#engine.press(button, true, this.#clock.tickAt(when));
    return true;
  }

  /** @param {number} [players] @param {number} [seed] */
  start(players = this.players, seed) {
    this.#down.clear();
    this.#starting = this.#engine.connected;
    this.#engine.send(seed === undefined ? { do: 'start', players } : { do: 'start', players, seed });
    if (this.paused) this.pause(false);
  }

  attract() {
    this.#down.clear();
    this.#starting = false;
    this.#engine.send({ do: 'attract' });
    if (this.paused) this.pause(false);
  }

  /** @param {boolean} [on] */
  pause(on = !this.paused) {
    this.#dozing = false;
    this.#engine.send({ do: 'pause', on });
  }

  /** One tick, and time stands still after it. @param {number} [ticks] */
  step(ticks = 1) {
    if (!this.paused) this.pause(true);
    else this.#engine.send({ do: 'step', ticks });
  }

  /** @param {boolean} on Held down? */
  slowKey(on) {
    this.#slowKey = on;
    this.#pace();
  }

  slowSwitch() {
    this.#slowSwitch = !this.#slowSwitch;
    this.#pace();
  }

  #pace() {
    this.#engine.send({ do: 'speed', rate: this.slow ? SLOW : 1 });
    this.onChange();
  }

  /** Nobody sees the page: time stands still. @param {boolean} hidden */
  hidden(hidden) {
    if (hidden && !this.paused) {
      this.pause(true);
      this.#dozing = true;
    } else if (!hidden && this.#dozing && !this.playing) {
      this.pause(false);
    }
  }

  /** The connection is there, perhaps again: the server knows nothing of what was asked before. */
  resume() {
    this.#status = null;
    this.#starting = false;
    this.#down.clear();
    if (this.slow) this.#pace();
    if (document.hidden) {
      this.pause(true);
      this.#dozing = true;
    }
  }
}
