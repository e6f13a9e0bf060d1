// @ts-check
// The real server, started for a test and ended with it.

import { spawn, execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The repository. */
export const ROOT = resolve(fileURLToPath(new URL('../../../..', import.meta.url)));

/** Where tables that are not the project's own lie, if they are here. */
export const SHARED = resolve(ROOT, '../shared');

/** The command under test: the release build, which `cargo xtask page` builds and names. */
export const CAROM = process.env.CAROM ?? join(ROOT, 'target/release/carom');

/** ms. A busy machine may be slow; a server that takes longer has failed. */
const START = 60_000;

/**
 * @typedef {object} Server
 * @property {string} address Like http://127.0.0.1:4242, without a slash at the end.
 * @property {number} pid
 * @property {string} data The folder that stands for the user's data directory.
 * @property {() => string} output What it printed so far.
 * @property {() => Promise<void>} stop
 * @property {() => Promise<Server>} restart On the same port, with the same data.
 */

/** Ends what is still running when the tests end in an unusual way. */
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => process.exit(1));

/**
 * Starts a server on a free port with a data directory of its own.
 * @param {{tables?: string[], port?: number, data?: string}} [options] `tables` are files to offer; the first one opens.
 *   Without a port it takes any that is free.
 * @returns {Promise<Server>}
 */
export async function startServer({ tables = [], port, data } = {}) {
  if (!existsSync(CAROM)) throw new Error(`there is no ${CAROM}: \`cargo build --release\` makes it`);
  const folder = data ?? mkdtempSync(join(tmpdir(), 'carom-page-test-'));
  const child = spawn(CAROM, ['play', ...tables, '--no-open', ...(port ? ['--port', String(port)] : [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, XDG_DATA_HOME: folder },
  });
  running.add(child);
  let output = '';
  const ended = new Promise((done) => child.once('close', done));
  /** @type {string} */
  const address = await new Promise((found, failed) => {
    const late = setTimeout(() => failed(new Error(`the server named no address in time:\n${output}`)), START);
    const hear = (/** @type {Buffer} */ text) => {
      output += text;
      const named = output.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (named) {
        clearTimeout(late);
        found(named[0]);
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', failed);
    child.once('close', (code) => failed(new Error(`the server ended with ${code}:\n${output}`)));
  }).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  const end = async (/** @type {boolean} */ keep) => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(late);
    running.delete(child);
    if (!keep && data === undefined) rmSync(folder, { recursive: true, force: true });
  };
  return {
    address,
    pid: child.pid ?? 0,
    data: folder,
    output: () => output,
    stop: () => end(false),
    restart: async () => {
      await end(true);
      const next = await startServer({ tables, port: Number(new URL(address).port), data: folder });
      const stop = async () => {
        await next.stop();
        if (data === undefined) rmSync(folder, { recursive: true, force: true });
      };
      return { ...next, stop };
    },
  };
}

/**
 * Runs the command and gives what it wrote on standard output.
 * @param {string[]} args
 * @returns {Promise<string>}
 */
export async function carom(...args) {
  const { stdout } = await promisify(execFile)(CAROM, args, { maxBuffer: 64 << 20 });
  return stdout;
}
