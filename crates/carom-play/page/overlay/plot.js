// @ts-check
// Energy against time: height, motion and spin, one upon the other, so that the upper edge is the sum.

import { INK } from './palette.js';

/**
 * The scale's end: a round number of joules above the most.
 * @param {number} most
 */
export function roundUp(most) {
  if (!(most > 0)) return 0.01;
  const power = 10 ** Math.floor(Math.log10(most));
  for (const step of [1, 1.5, 2, 3, 5, 7.5, 10]) if (step * power >= most * 0.999999) return step * power;
  return 10 * power;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import('./types.js').History} history time, motion, spin, height, and more
 */
export function plotEnergy(canvas, history) {
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  const ratio = globalThis.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth || 280, canvas.clientHeight || 110];
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height);
  const first = history[0];
  const last = history.at(-1);
  const [begun = 0] = first ?? [];
  const [ended = 0] = last ?? [];
  if (ended <= begun) return;
  const span = 12;
  const end = Math.max(ended, begun + span);
  const top = roundUp(history.reduce((most, [, motion = 0, spin = 0, rest = 0]) => Math.max(most, motion + spin + Math.max(0, rest)), 0));
  const base = height - 14;
  const x = (/** @type {number} */ time) => width - ((end - time) / span) * width;
  const y = (/** @type {number} */ joules) => base - (Math.max(0, joules) / top) * (base - 12);
  /** @type {[string, (row: number[]) => number][]} */
  const bands = [
    [INK.motion, ([, motion = 0, spin = 0, rest = 0]) => rest + spin + motion],
    [INK.rolling, ([, , spin = 0, rest = 0]) => rest + spin],
    [INK.height, ([, , , rest = 0]) => rest],
  ];
  for (const [colour, sum] of bands) {
    ctx.beginPath();
    ctx.moveTo(x(begun), base);
    for (const row of history) ctx.lineTo(x(row[0] ?? 0), y(sum(row)));
    ctx.lineTo(x(ended), base);
    ctx.fillStyle = '#14161c';
    ctx.fill(); // Each band covers what lies below the one before.
    ctx.globalAlpha = 0.32;
    ctx.fillStyle = colour;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.strokeStyle = colour;
    ctx.lineWidth = 1.25;
    ctx.beginPath();
    for (const row of history) ctx.lineTo(x(row[0] ?? 0), y(sum(row)));
    ctx.stroke();
  }
  ctx.strokeStyle = '#ffffff30';
  ctx.lineWidth = 1;
  ctx.fillStyle = '#a3abb8';
  ctx.font = '10px system-ui, sans-serif';
  ctx.textBaseline = 'alphabetic';
  ctx.fillText(`${Number((1000 * top).toPrecision(3))} mJ`, 2, 9);
  for (let time = Math.ceil(end - span); time <= end; time += 2) {
    if (x(time) < 0) continue;
    ctx.beginPath();
    ctx.moveTo(x(time), base);
    ctx.lineTo(x(time), base + 3);
    ctx.stroke();
    ctx.fillText(`${time} s`, Math.min(width - 24, x(time) + 2), height - 2);
  }
}
