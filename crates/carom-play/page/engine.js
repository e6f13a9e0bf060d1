// @ts-check
// The table's engine over a WebSocket. The page knows only the interface `Engine`; another engine can stand in.

import { Decoder } from './wire.js';

/** @typedef {import('./types.js').Engine} Engine */
/** @typedef {import('./types.js').Button} Button */

/** ms before the first new attempt; doubles with each that fails. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;

/**
 * @param {{table: string, rate?: number}} options
 * @returns {Engine}
 */
export function connect({ table, rate = 60 }) {
  return new SocketEngine(table, rate);
}

/** @implements {Engine} */
class SocketEngine {
  /** @type {WebSocket|null} */
  #socket = null;
  #closed = false;
  #failures = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  #table;
  #rate;

  connected = false;
  /** @type {Engine['onState']} */
  onState = () => {};
  /** @type {Engine['onMessage']} */
  onMessage = () => {};
  /** @type {Engine['onSend']} */
  onSend = () => {};
  /** @type {Engine['onOpen']} */
  onOpen = () => {};
  /** @type {Engine['onClose']} */
  onClose = () => {};

  /** @param {string} table @param {number} rate */
  constructor(table, rate) {
    this.#table = table;
    this.#rate = rate;
    // Callers set their callbacks in the turn that made the engine; nothing arrives before its end.
    this.#open();
  }

  /** @param {Record<string, unknown>} object */
  send(object) {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    if (object.do === 'rate' && typeof object.hz === 'number') this.#rate = object.hz;
    socket.send(JSON.stringify(object));
    this.onSend(object);
  }

  /** @param {Button} button @param {boolean} down @param {number} [at] */
  press(button, down, at) {
    this.send(at === undefined ? { do: 'press', button, down } : { do: 'press', button, down, at: Math.max(0, Math.floor(at)) });
  }

  close() {
    this.#closed = true;
    this.connected = false;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
  }

  #open() {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const query = new URLSearchParams({ table: this.#table, rate: String(this.#rate) });
    const socket = new WebSocket(`${scheme}//${location.host}/ws?${query}`);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    const decoder = new Decoder();
    socket.onopen = () => {
      this.#failures = 0;
      this.connected = true;
      this.onOpen();
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      if (typeof data === 'string') {
        const message = parse(data);
        if (message) this.onMessage(message);
      } else {
        const state = decoder.read(data);
        if (state) this.onState(state);
      }
    };
    socket.onclose = ({ reason }) => {
      if (this.#closed || socket !== this.#socket) return;
      this.connected = false;
      this.#socket = null;
      this.onClose(reason);
      this.#again();
    };
  }

  #again() {
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#open(), wait);
  }
}

/** @param {string} text @returns {import('./types.js').Message|null} */
function parse(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === 'object' && typeof value.kind === 'string' ? value : null;
  } catch {
    return null;
  }
}
