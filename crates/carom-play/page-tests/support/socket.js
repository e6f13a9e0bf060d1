// @ts-check
// A WebSocket client of a few lines: messages are stamped when their bytes arrive, with no browser in between. Only what the
// server sends is understood: whole messages, unmasked, shorter than 4 GiB.

import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

/**
 * @param {string} address Like http://127.0.0.1:4242
 * @param {string} path
 * @param {(message: string | Buffer, when: number) => void} hear `when` is performance.now() at arrival.
 * @returns {Promise<{send: (object: object) => void, close: () => void}>}
 */
export function openSocket(address, path, hear) {
  const { hostname, port, host } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  );
  let pending = Buffer.alloc(0);
  let open = false;
  return new Promise((done, failed) => {
    const end = { send: (/** @type {object} */ object) => void socket.write(masked(1, JSON.stringify(object))), close: () => socket.destroy() };
    socket.on('error', failed);
    socket.on('data', (data) => {
      const when = performance.now();
      pending = Buffer.concat([pending, data]);
      if (!open) {
        const blank = pending.indexOf('\r\n\r\n');
        if (blank < 0) return;
        const head = pending.subarray(0, blank).toString();
        if (!head.startsWith('HTTP/1.1 101')) return failed(new Error(head));
        open = true;
        pending = pending.subarray(blank + 4);
        done(end);
      }
      for (let frame = first(pending); frame; frame = first(pending)) {
        pending = pending.subarray(frame.length);
        if (frame.code === 1) hear(frame.body.toString(), when);
        else if (frame.code === 2) hear(frame.body, when);
        else if (frame.code === 9) socket.write(masked(10, frame.body));
      }
    });
  });
}

/** The first message in some bytes, if it is whole. @param {Buffer} bytes */
function first(bytes) {
  if (bytes.length < 2) return null;
  let length = bytes[1] & 127;
  let head = 2;
  if (length === 126) {
    if (bytes.length < 4) return null;
    length = bytes.readUInt16BE(2);
    head = 4;
  } else if (length === 127) {
    if (bytes.length < 10) return null;
    length = bytes.readUInt32BE(6);
    head = 10;
  }
  if (bytes.length < head + length) return null;
  return { code: bytes[0] & 15, body: bytes.subarray(head, head + length), length: head + length };
}

/** A message as a client must send it. @param {number} code @param {string | Buffer} message */
function masked(code, message) {
  const body = Buffer.from(message);
  const mask = randomBytes(4);
  body.forEach((byte, index) => (body[index] = byte ^ mask[index % 4]));
  const length = body.length < 126 ? Buffer.from([128 | body.length]) : Buffer.from([128 | 126, body.length >> 8, body.length & 255]);
  return Buffer.concat([Buffer.from([128 | code]), length, mask, body]);
}
