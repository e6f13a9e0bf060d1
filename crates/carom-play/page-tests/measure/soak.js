// @ts-check
// Attract mode for a while: what the server and the page use, and whether it grows. Prints figures. Linux only.
//   cargo xtask page soak [MINUTES]

import { readFileSync } from 'node:fs';

import { openSheet, startBrowser } from '../support/browser.js';
import { ready } from '../support/game.js';
import { startServer } from '../support/server.js';

const MINUTES = Number(process.argv[2] ?? 10);
if (!(MINUTES > 0)) throw new Error('how many minutes? `soak 10`');
/** s between two looks. */
const EVERY = Math.min(15, (MINUTES * 60) / 8);
/** Ticks of the system's clock a second, in which /proc counts. */
const HERTZ = 100;

const server = await startServer();
const browser = await startBrowser();
try {
  const { page, context, complaints } = await openSheet(browser, server.address);
  await ready(page);
  const inside = await context.newCDPSession(page);
  await inside.send('Performance.enable');
  await inside.send('HeapProfiler.enable');

  /** What is used now; the heap after its garbage was collected. */
  const look = async () => {
    await inside.send('HeapProfiler.collectGarbage');
    const { metrics } = await inside.send('Performance.getMetrics');
    const of = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    const resident = Number(readFileSync(`/proc/${server.pid}/status`, 'utf8').match(/VmRSS:\s*(\d+)/)?.[1]) / 1024;
    const tick = await page.evaluate(() => window.carom.state.tick);
    return { at: performance.now() / 1000, resident, heap: of.JSHeapUsedSize / 2 ** 20, nodes: of.Nodes, cpu: processor(server.pid), tick };
  };

  console.log(`${MINUTES} minutes of attract mode, a look every ${EVERY.toFixed(0)} s\n`);
  console.log('  minute   server RSS   server CPU   page heap   nodes   table tick');
  // Nothing counts before caches are filled and code is compiled.
  await new Promise((done) => setTimeout(done, Math.min(60, EVERY * 2) * 1000));
  const looks = [await look()];
  while (looks[looks.length - 1].at - looks[0].at < MINUTES * 60) {
    await new Promise((done) => setTimeout(done, EVERY * 1000));
    const [before, now] = [looks[looks.length - 1], await look()];
    looks.push(now);
    const share = (now.cpu - before.cpu) / (now.at - before.at);
    const minute = ((now.at - looks[0].at) / 60).toFixed(1);
    console.log(`${minute.padStart(8)}   ${mib(now.resident)}   ${percent(share)}   ${mib(now.heap)}   ${String(now.nodes).padStart(5)}   ${now.tick}`);
  }
  const [first, last] = [looks[0], looks[looks.length - 1]];
  console.log(`\nserver RSS   ${mib(first.resident)} to ${mib(last.resident)}, slope ${slope(looks, 'resident').toFixed(3)} MiB a minute`);
  console.log(`page heap    ${mib(first.heap)} to ${mib(last.heap)}, slope ${slope(looks, 'heap').toFixed(3)} MiB a minute`);
  console.log(`server CPU   ${percent((last.cpu - first.cpu) / (last.at - first.at)).trim()} of one core; asked for: under 25 %`);
  console.log(`complaints   ${complaints.length === 0 ? 'none' : complaints.join('\n')}`);
} finally {
  await browser.close();
  await server.stop();
}

/** Seconds of processor time that a process has used. @param {number} pid */
function processor(pid) {
  // The name in brackets may hold anything, so the fields are counted from behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / HERTZ;
}

/** Least squares, per minute. @param {{at: number, resident: number, heap: number}[]} looks @param {'resident' | 'heap'} what */
function slope(looks, what) {
  const mean = (/** @type {number[]} */ list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [time, used] = [mean(looks.map(({ at }) => at)), mean(looks.map((one) => one[what]))];
  const across = looks.reduce((sum, one) => sum + (one.at - time) * (one[what] - used), 0);
  return (60 * across) / looks.reduce((sum, one) => sum + (one.at - time) ** 2, 0);
}

/** @param {number} value */
function mib(value) {
  return `${value.toFixed(2).padStart(6)} MiB`;
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(1).padStart(8)} %`;
}
