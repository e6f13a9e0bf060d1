// @ts-check
// The billiard table's server over a WebSocket: text, one message each, all with a kind.

/** @typedef {import('./types.js').Message} Message */

/** ms before the first new attempt; doubles with each that fails. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;

/** A seat at a table. */
export class Seat {
  #address;
  /** @type {WebSocket|null} */
  #socket = null;
  #failures = 0;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  /** @type {(message: Message) => void} */
  onMessage = () => {};
  onOpen = () => {};
  /** @type {(reason: string) => void} */
  onClose = () => {};

  /** @param {string} address Path and query; callbacks are to be set in the same turn. */
  constructor(address) {
    this.#address = address;
    this.#open();
  }

  get connected() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** @param {Record<string, unknown> & {kind: string}} message @returns {boolean} Was it sent? */
  send(message) {
    if (!this.#socket || !this.connected) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
  }

  #open() {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}${this.#address}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#failures = 0;
      this.onOpen();
    };
    socket.onmessage = ({ data }) => {
      const message = socket === this.#socket ? parse(data) : null;
      if (message) this.onMessage(message);
    };
    socket.onclose = ({ reason }) => {
      if (this.#closed || socket !== this.#socket) return;
      this.#socket = null;
      this.onClose(reason);
      this.#timer = setTimeout(() => this.#open(), Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures));
      this.#failures += 1;
    };
  }
}

/** @param {unknown} text @returns {Message|null} */
function parse(text) {
  try {
    const value = JSON.parse(String(text));
    return value && typeof value === 'object' && typeof value.kind === 'string' ? value : null;
  } catch {
    return null;
  }
}
