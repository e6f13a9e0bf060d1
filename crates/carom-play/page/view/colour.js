// @ts-check
// Colours: mixing, and the palette that a table gets from its accent.

/** @typedef {[number, number, number]} Rgb */

/**
 * @param {string} hex As "#rrggbb"; anything else is a warm white.
 * @returns {Rgb}
 */
export function parse(hex) {
  const found = /^#([0-9a-f]{6})$/i.exec(hex);
  const n = found ? parseInt(found[1], 16) : 0xffd9a0;
  return [n >> 16, (n >> 8) & 255, n & 255];
}

/**
 * Between two colours, by part of the way.
 * @param {Rgb} a
 * @param {Rgb} b
 * @param {number} part
 * @returns {Rgb}
 */
export function mix(a, b, part) {
  const t = Math.min(1, Math.max(0, part));
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/**
 * @param {Rgb} c
 * @param {number} [alpha]
 */
export function css(c, alpha = 1) {
  return `rgba(${Math.round(c[0])},${Math.round(c[1])},${Math.round(c[2])},${Math.round(alpha * 1000) / 1000})`;
}

/**
 * Brighter or darker by a factor.
 * @param {Rgb} c
 * @param {number} by
 * @returns {Rgb}
 */
export function lit(c, by) {
  return by <= 1 ? mix([0, 0, 0], c, by) : mix(c, [255, 255, 255], Math.min(1, by - 1));
}

/**
 * Degrees on the colour wheel.
 * @param {Rgb} c
 */
function hue(c) {
  const [r, g, b] = c;
  const most = Math.max(r, g, b);
  const d = most - Math.min(r, g, b);
  if (d <= 0) return 0;
  if (most === r) return 60 * (((g - b) / d + 6) % 6);
  return 60 * (most === g ? (b - r) / d + 2 : (r - g) / d + 4);
}

/**
 * A colour from the other side of the wheel. One that is nearly warm becomes so: lamps and caps look best in amber.
 * @param {Rgb} c
 * @returns {Rgb}
 */
function opposite(c) {
  let h = (hue(c) + 190) % 360;
  if (Math.abs(h - 32) < 70) h += 0.75 * (32 - h);
  return fromHsl(h, 0.92, 0.57);
}

/**
 * Turned on the colour wheel, with its own saturation and lightness unless others are given.
 * @param {Rgb} c
 * @param {number} degrees
 * @param {number} [saturation]
 * @param {number} [lightness]
 * @returns {Rgb}
 */
export function turned(c, degrees, saturation, lightness) {
  const [r, g, b] = c.map((v) => v / 255);
  const most = Math.max(r, g, b);
  const least = Math.min(r, g, b);
  const l = (most + least) / 2;
  const d = most - least;
  const s = d === 0 ? 0 : d / (1 - Math.abs(2 * l - 1));
  return fromHsl((hue(c) + degrees + 360) % 360, saturation ?? s, lightness ?? l);
}

/**
 * @param {number} h Degrees.
 * @param {number} s
 * @param {number} l
 * @returns {Rgb}
 */
function fromHsl(h, s, l) {
  const a = s * Math.min(l, 1 - l);
  /** @param {number} n */
  const f = (n) => {
    const k = (n + h / 30) % 12;
    return 255 * (l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [f(0), f(8), f(4)];
}

/**
 * @typedef {object} Palette
 * @property {Rgb} accent
 * @property {Rgb} second The accent's opposite, for what should stand out from it.
 * @property {Rgb} third For what should stand out from both.
 * @property {Rgb} field The playfield where it is lit.
 * @property {Rgb} deep The playfield at its borders.
 * @property {Rgb} ink Light lines and letters.
 * @property {Rgb} rubber
 * @property {Rgb} metal
 * @property {Rgb} wood
 * @property {Rgb} plain What is made of nothing in particular.
 */

/**
 * The colours of a table.
 * @param {string} accent
 * @returns {Palette}
 */
export function palette(accent) {
  const a = parse(accent);
  const second = opposite(a);
  // Gold goes with everything but itself.
  const third = Math.abs(hue(a) - 45) < 25 ? parse('#f4f1e8') : parse('#ffd257');
  return {
    accent: a,
    second,
    third,
    field: mix([24, 31, 44], turned(a, 8, 0.75, 0.3), 0.62),
    deep: mix([7, 9, 14], turned(a, 14, 0.6, 0.12), 0.5),
    ink: mix(a, [255, 255, 255], 0.72),
    rubber: [236, 228, 210],
    metal: [176, 187, 199],
    wood: [124, 79, 45],
    plain: mix([86, 98, 116], a, 0.16),
  };
}
