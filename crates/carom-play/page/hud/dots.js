// @ts-check
// A display of dots: a grid of brightness that is painted sharply at any size.

import { large, small } from './glyphs.js';

/** @typedef {import('./glyphs.js').Glyph} Glyph */

/** Brightness goes from 0 (dark) to this. */
const FULL = 8;

/** Sizes of the large type, from the largest: width, height and stroke of a digit. @type {readonly [number, number, number][]} */
const LARGE = [[10, 16, 3], [9, 16, 2], [8, 15, 2], [7, 13, 2], [6, 11, 1], [5, 9, 1]];

/** The grid and its canvas. */
export class Dots {
  #canvas;
  #context;
  #grid;
  #shown;
  #pitch = 0;
  #colour = '#ffb000';
  /** @type {HTMLCanvasElement[]} Dots from dark to bright. */
  #stamps = [];

  /** @param {HTMLCanvasElement} canvas @param {number} columns @param {number} rows */
  constructor(canvas, columns, rows) {
    this.columns = columns;
    this.rows = rows;
    this.#canvas = canvas;
    this.#context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    this.#grid = new Uint8Array(columns * rows);
    this.#shown = new Uint8Array(columns * rows).fill(255);
  }

  /** @param {string} colour */
  set colour(colour) {
    if (colour === this.#colour) return;
    this.#colour = colour;
    this.#pitch = 0;
  }

  /** Fits the dots to the canvas's place in the page. @param {number} width CSS pixels @param {number} ratio Device pixels per CSS pixel. */
  fit(width, ratio) {
    const exact = (width * ratio) / this.columns;
    // Painted with more pixels than are shown where dots are small, so that they stay round and even.
    const pitch = exact < 9 ? Math.max(6, Math.round(exact * 2)) : Math.ceil(exact);
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${(width * this.rows) / this.columns}px`;
    if (pitch === this.#pitch) return;
    this.#pitch = pitch;
    this.#canvas.width = pitch * this.columns;
    this.#canvas.height = pitch * this.rows;
    this.#stamps = Array.from({ length: FULL + 1 }, (_, level) => stamp(pitch, level / FULL, this.#colour));
    this.#shown.fill(255);
  }

  clear() {
    this.#grid.fill(0);
  }

  /** @param {number} x @param {number} y @param {number} level */
  set(x, y, level) {
    if (x >= 0 && y >= 0 && x < this.columns && y < this.rows) this.#grid[y * this.columns + x] = level;
  }

  /**
   * Small type. Returns where it ends.
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} [level]
   */
  text(text, x, y, level = FULL) {
    for (const letter of text.toUpperCase()) {
      const glyph = small(letter);
      this.#glyph(glyph, x, y, level);
      x += glyph.width + 1;
    }
    return x;
  }

  /** @param {string} text @param {number} y @param {number} [level] */
  centred(text, y, level = FULL) {
    this.text(text, Math.round((this.columns - textWidth(text)) / 2), y, level);
  }

  /** Small type, twice as large, centred. @param {string} text @param {number} y @param {number} [level] */
  double(text, y, level = FULL) {
    let left = Math.round((this.columns - 2 * textWidth(text)) / 2);
    for (const letter of text.toUpperCase()) {
      const glyph = small(letter);
      for (let i = 0; i < glyph.dots.length; i += 1) {
        if (!glyph.dots[i]) continue;
        const x = left + 2 * (i % glyph.width);
        const row = y + 2 * Math.floor(i / glyph.width);
        for (const [dx, dy] of /** @type {const} */ ([[0, 0], [1, 0], [0, 1], [1, 1]])) this.set(x + dx, row + dy, level);
      }
      left += 2 * (glyph.width + 1);
    }
  }

  /**
   * A number in the largest type in which it fits, centred between two columns.
   * @param {number} value
   * @param {number} y
   * @param {number} height Rows that there are for it.
   * @param {number} [level]
   */
  number(value, y, height, level = FULL) {
    const text = grouped(value);
    const digits = [...text].filter((letter) => letter !== ',').length;
    const commas = text.length - digits;
    const fits = LARGE.find(([w, h, s]) => h + s <= height + 1 && digits * (w + 1) + commas * (s + 1) - 1 <= this.columns);
    if (!fits) return this.centred(text, y + Math.floor((height - 7) / 2), level);
    const [w, h, s] = fits;
    const gap = w >= 8 ? 2 : 1;
    const wide = digits * (w + gap) + commas * (s + gap) - gap;
    const space = wide <= this.columns ? gap : 1;
    let x = Math.round((this.columns - (digits * (w + space) + commas * (s + space) - space)) / 2);
    const top = y + Math.floor((height - h) / 2);
    for (const letter of text) {
      const glyph = large(letter, w, h, s);
      this.#glyph(glyph, x, top, level);
      x += glyph.width + space;
    }
  }

  /** @param {Glyph} glyph @param {number} x @param {number} y @param {number} level */
  #glyph(glyph, x, y, level) {
    for (let row = 0; row < glyph.height; row += 1) {
      for (let column = 0; column < glyph.width; column += 1) {
        if (glyph.dots[row * glyph.width + column]) this.set(x + column, y + row, level);
      }
    }
  }

  /** Paints what has changed since last time. */
  paint() {
    const pitch = this.#pitch;
    if (pitch === 0) return;
    for (let i = 0; i < this.#grid.length; i += 1) {
      const level = this.#grid[i] ?? 0;
      if (level === this.#shown[i]) continue;
      this.#shown[i] = level;
      const image = this.#stamps[level];
      if (!image) continue;
      const x = (i % this.columns) * pitch;
      const y = Math.floor(i / this.columns) * pitch;
      this.#context.clearRect(x, y, pitch, pitch);
      this.#context.drawImage(image, x, y);
    }
  }
}

/** @param {string} text */
export function textWidth(text) {
  let width = -1;
  for (const letter of text.toUpperCase()) width += small(letter).width + 1;
  return Math.max(0, width);
}

/** 1234567 as 1,234,567. @param {number} value */
export function grouped(value) {
  return Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, ',');
}

/** One dot at one brightness. @param {number} pitch @param {number} level @param {string} colour */
function stamp(pitch, level, colour) {
  const canvas = document.createElement('canvas');
  canvas.width = pitch;
  canvas.height = pitch;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.globalAlpha = level === 0 ? 0.1 : 0.25 + 0.75 * level;
  context.fillStyle = colour;
  context.beginPath();
  context.arc(pitch / 2, pitch / 2, pitch * 0.44, 0, 2 * Math.PI);
  context.fill();
  if (level > 0.6) {
    context.globalAlpha = 0.45 * level;
    context.fillStyle = '#fff';
    context.beginPath();
    context.arc(pitch / 2, pitch / 2, pitch * 0.2, 0, 2 * Math.PI);
    context.fill();
  }
  return canvas;
}
