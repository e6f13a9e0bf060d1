// @ts-check
// A table's accent colour, made light enough to be read in the dark room.

/** The colour of the room. */
const ROOM = [11, 12, 16];
/** Contrast that small text needs (WCAG AA asks for 4.5). */
const ENOUGH = 5.5;
const USUAL = '#f5a524';

/**
 * @param {unknown} colour As #rrggbb; anything else gives the usual one.
 * @returns {string}
 */
export function readable(colour) {
  const given = typeof colour === 'string' && /^#[\da-f]{6}$/i.test(colour) ? colour : USUAL;
  let rgb = [1, 3, 5].map((at) => parseInt(given.slice(at, at + 2), 16));
  while (contrast(rgb, ROOM) < ENOUGH) rgb = rgb.map((part) => part + (255 - part) * 0.08 + 0.5);
  return `#${rgb.map((part) => Math.min(255, Math.round(part)).toString(16).padStart(2, '0')).join('')}`;
}

/** By WCAG 2: (lighter + 0.05) / (darker + 0.05). @param {number[]} a @param {number[]} b */
export function contrast(a, b) {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** @param {number[]} rgb */
function luminance(rgb) {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
