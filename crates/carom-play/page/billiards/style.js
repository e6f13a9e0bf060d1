// @ts-check
// Colours of tables and balls.

import { css } from '../view/colour.js';

/** @typedef {{cloth: string, light: string, deep: string, wood: [string, string, string], inlay: string, accent: string}} TableColours */
/** @typedef {[number, number, number]} Rgb */
/** @typedef {{base: Rgb, band: Rgb|null, number: string, dots: Rgb|null}} Skin */

/** @type {Record<string, TableColours>} */
const TABLES = {
  pool: { cloth: '#1c6f9e', light: '#3d9cca', deep: '#0c4263', wood: ['#5a3220', '#3b1e12', '#241009'], inlay: '#efe6d2', accent: '#4db4e6' },
  eight: { cloth: '#1d7a56', light: '#3aa67b', deep: '#0b4531', wood: ['#6b4023', '#472614', '#2a140a'], inlay: '#f1e7cf', accent: '#3fc48d' },
  snooker: { cloth: '#1f7a3a', light: '#3fa55a', deep: '#0c441e', wood: ['#6d2f1c', '#471a0e', '#2a0d06'], inlay: '#e9d9b0', accent: '#57c877' },
  carom: { cloth: '#1d58a8', light: '#3f82d6', deep: '#0b2f66', wood: ['#3d3a38', '#252321', '#151413'], inlay: '#f3efe6', accent: '#6aa5f5' },
  free: { cloth: '#5b4a78', light: '#846fa8', deep: '#31264a', wood: ['#4b3a2c', '#2f231a', '#1c140e'], inlay: '#eadfc8', accent: '#b9a0f0' },
};

/** @param {string} game @param {string} table @returns {TableColours} */
export function tableColours(game, table) {
  const kind = table === 'snooker' || game === 'snooker' ? 'snooker'
    : table === 'carom' || game === 'three-cushion' || game === 'sum-to-three' ? 'carom'
      : game === 'eight-ball' ? 'eight' : game === 'free' ? 'free' : 'pool';
  return /** @type {TableColours} */ (TABLES[kind]);
}

/** @type {Rgb} */
const IVORY = [246, 240, 224];

/** Solids one to eight; stripes have the same colours again. @type {Rgb[]} */
const POOL = [[246, 190, 24], [28, 74, 188], [214, 38, 32], [92, 40, 140], [240, 116, 30], [18, 118, 62], [128, 24, 32], [22, 22, 26]];

/** @type {Record<string, Rgb>} */
const NAMED = {
  cue: IVORY, white: IVORY, red: [190, 20, 24], yellow: [245, 196, 30], green: [14, 112, 58], brown: [116, 66, 26],
  blue: [24, 84, 196], pink: [238, 132, 150], black: [20, 20, 24], object: [200, 26, 26], orange: [240, 116, 30], purple: [92, 40, 140],
};

/** How a ball of that name is painted. @param {string} name @param {string} game @returns {Skin} */
export function skinOf(name, game) {
  const carom = game === 'three-cushion' || game === 'sum-to-three';
  const number = /^\d+$/.test(name) ? Number(name) : 0;
  if (number >= 1 && number <= 8) return { base: /** @type {Rgb} */ (POOL[number - 1]), band: null, number: name, dots: null };
  if (number >= 9 && number <= 15) return { base: IVORY, band: /** @type {Rgb} */ (POOL[number - 9]), number: name, dots: null };
  const colour = NAMED[name.toLowerCase().split(/[_\d]/)[0] ?? ''];
  if (colour === IVORY) return { base: IVORY, band: null, number: '', dots: [196, 32, 36] };
  // Snooker balls are plain, but then nobody would see them turn: a faint maker's mark does no harm.
  if (colour) return { base: colour, band: null, number: '', dots: carom ? IVORY : toned(colour) };
  return { base: spread(name), band: null, number: name.slice(0, 2), dots: null };
}

/** A little lighter or darker than a colour. @param {Rgb} colour @returns {Rgb} */
function toned([r, g, b]) {
  const dark = 0.3 * r + 0.6 * g + 0.1 * b > 105;
  return dark ? [r * 0.72, g * 0.72, b * 0.72] : [r + (255 - r) * 0.26, g + (255 - g) * 0.26, b + (255 - b) * 0.26];
}

/** Some colour for a name that nobody knows, always the same. @param {string} name @returns {Rgb} */
function spread(name) {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + letter.charCodeAt(0)) % 360;
  return /** @type {Rgb} */ ([0, 120, 240].map((shift) => 120 + 90 * Math.cos(((hash + shift) * Math.PI) / 180)));
}

/** The colour in which a ball's path is drawn: light enough for the cloth. @param {string} name @param {string} game */
export function pathColour(name, game) {
  const { base, band } = skinOf(name, game);
  const [r, g, b] = band ?? base;
  return css([r + (255 - r) * 0.45, g + (255 - g) * 0.45, b + (255 - b) * 0.45]);
}
