// @ts-check
// The energy ledger against time: what each entry gave or took since the left edge of the plot, gains upon each other above the
// axis and losses below it. The white line is their sum: the change of the balls' energy of motion and spin.

import { ENTRY_INK } from './palette.js';
import { roundUp } from './plot.js';

/** @typedef {import('./types.js').History} History */

/** Where the amounts of the ledger begin in a row of the history. */
const FIRST = 4;
/** s that are shown. */
const SPAN = 12;

/**
 * What the entries have come to since the first row: the same rows with amounts only, counted from there.
 * @param {History} history
 * @returns {{time: number, amounts: number[], sum: number}[]}
 */
export function since(history) {
  const rows = history.filter((row) => row.length > FIRST);
  const first = rows[0];
  if (!first) return [];
  return rows.map((row) => {
    const amounts = row.slice(FIRST).map((amount, k) => amount - (first[FIRST + k] ?? 0));
    return { time: row[0] ?? 0, amounts, sum: amounts.reduce((sum, amount) => sum + amount, 0) };
  });
}

/**
 * The largest sums of gains and of losses at any time.
 * @param {{amounts: number[]}[]} rows
 * @returns {[number, number]}
 */
export function extent(rows) {
  let [gained, lost] = [0, 0];
  for (const { amounts } of rows) {
    gained = Math.max(gained, amounts.reduce((sum, amount) => sum + Math.max(0, amount), 0));
    lost = Math.max(lost, amounts.reduce((sum, amount) => sum - Math.min(0, amount), 0));
  }
  return [gained, lost];
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {History} history
 */
export function plotLedger(canvas, history) {
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  const ratio = globalThis.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth || 280, canvas.clientHeight || 150];
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height);
  const rows = since(history);
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last || last.time <= first.time) return;
  const [gained, lost] = extent(rows);
  const [up, down] = [roundUp(gained), roundUp(lost)];
  const end = Math.max(last.time, first.time + SPAN);
  const base = height - 14;
  const top = 12;
  const zero = top + ((base - top) * up) / (up + down);
  const x = (/** @type {number} */ time) => width - ((end - time) / SPAN) * width;
  const y = (/** @type {number} */ joules) => zero - (joules / (up + down)) * (base - top);
  // Entry by entry, from the axis outwards: what lies nearer to the axis is drawn first.
  const above = rows.map(() => 0);
  const below = rows.map(() => 0);
  last.amounts.forEach((_, entry) => {
    const colour = ENTRY_INK[entry] ?? '#9d9bff';
    for (const [edge, side] of /** @type {[number[], 1|-1][]} */ ([[above, 1], [below, -1]])) {
      const inner = [...edge];
      rows.forEach(({ amounts }, k) => {
        const amount = amounts[entry] ?? 0;
        if (amount * side > 0) edge[k] = (edge[k] ?? 0) + amount;
      });
      if (!edge.some((value, k) => value !== inner[k])) continue;
      ctx.beginPath();
      rows.forEach(({ time }, k) => ctx.lineTo(x(time), y(edge[k] ?? 0)));
      for (let k = rows.length - 1; k >= 0; k -= 1) ctx.lineTo(x(rows[k]?.time ?? 0), y(inner[k] ?? 0));
      ctx.closePath();
      ctx.globalAlpha = 0.75;
      ctx.fillStyle = colour;
      ctx.fill();
      ctx.globalAlpha = 1;
    }
  });
  ctx.strokeStyle = '#ffffff60';
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(0, zero);
  ctx.lineTo(width, zero);
  ctx.stroke();
  ctx.strokeStyle = '#ffffff';
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  rows.forEach(({ time, sum }) => ctx.lineTo(x(time), y(sum)));
  ctx.stroke();
  ctx.fillStyle = '#a3abb8';
  ctx.font = '10px system-ui, sans-serif';
  ctx.textBaseline = 'alphabetic';
  const milli = (/** @type {number} */ joules) => Number((1000 * joules).toPrecision(3));
  ctx.fillText(`+${milli(up)} mJ`, 2, 9);
  ctx.fillText(`−${milli(down)} mJ`, 2, base - 2);
  ctx.strokeStyle = '#ffffff30';
  for (let time = Math.ceil(end - SPAN); time <= end; time += 2) {
    if (x(time) < 0) continue;
    ctx.beginPath();
    ctx.moveTo(x(time), base);
    ctx.lineTo(x(time), base + 3);
    ctx.stroke();
    ctx.fillText(`${time} s`, Math.min(width - 24, x(time) + 2), height - 2);
  }
}
