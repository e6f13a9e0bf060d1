// @ts-check
// Letters and digits made of dots, for the display.

/**
 * @typedef {object} Glyph
 * @property {number} width
 * @property {number} height
 * @property {Uint8Array} dots Row by row, 1 is lit.
 */

/** Small letters, five by seven. Each character is a row, read as a number in base 32: the dots from left to right. */
const SMALL = /** @type {Record<string, string>} */ ({
  A: 'ehhvhhh', B: 'uhhuhhu', C: 'ehggghe', D: 'uhhhhhu', E: 'vgguggv', F: 'vgguggg', G: 'ehgnhhf', H: 'hhhvhhh', I: 'e44444e',
  J: '72222ic', K: 'hikokih', L: 'ggggggv', M: 'hrllhhh', N: 'hhpljhh', O: 'ehhhhhe', P: 'uhhuggg', Q: 'ehhhlid', R: 'uhhukih',
  S: 'fgge11u', T: 'v444444', U: 'hhhhhhe', V: 'hhhhha4', W: 'hhhllla', X: 'hha4ahh', Y: 'hhha444', Z: 'v1248gv',
  0: 'ehjlphe', 1: '4c4444e', 2: 'eh1248v', 3: 'v2421he', 4: '26aiv22', 5: 'vgu11he', 6: '68guhhe', 7: 'v124888', 8: 'ehhehhe',
  9: 'ehhf12c', '.': '00000cc', ',': '0000c48', ':': '0cc0cc0', '!': '4444404', '?': 'eh12404', '-': '000e000', '+': '044v440',
  '/': '01248g0', "'": '4480000', '(': '2488842', ')': '8422248', '%': 'op248j3', '&': 'cik8lid', '*': '04lel40', '=': '00v0v00',
  '#': 'aavavaa', '"': 'aaa0000', _: '000000v', '<': '248g842', '>': '8421248', '×': '0ha4ah0', '·': '0004000', ' ': '0000000',
});

/** @type {Map<string, Glyph>} */
const made = new Map();

/** A letter of the small type; what it lacks is a space. @param {string} letter @returns {Glyph} */
export function small(letter) {
  const key = `s${letter}`;
  const known = made.get(key);
  if (known) return known;
  const rows = SMALL[letter] ?? SMALL[plain(letter)] ?? '0000000';
  const narrow = NARROW[letter];
  const [from, width] = narrow ?? [0, 5];
  const dots = new Uint8Array(width * 7);
  for (let y = 0; y < 7; y += 1) {
    const row = parseInt(rows[y] ?? '0', 32);
    for (let x = 0; x < width; x += 1) dots[y * width + x] = (row >> (4 - x - from)) & 1;
  }
  return keep(key, { width, height: 7, dots });
}

/** Letters that need less than five columns: where they begin, and how many they take. @type {Record<string, [number, number]>} */
const NARROW = { '.': [1, 2], ',': [1, 2], ':': [1, 2], '!': [2, 1], "'": [1, 2], I: [1, 3], 1: [1, 3], ' ': [0, 3], '(': [1, 3], ')': [1, 3], '·': [2, 1] };

/** Strokes of a large digit, as a seven-segment display names them. @type {Record<string, string>} */
const STROKES = { 0: 'abcdef', 2: 'abged', 3: 'abgcd', 4: 'fgbc', 5: 'afgcd', 6: 'afgedc', 7: 'abc', 8: 'abcdefg', 9: 'abcdfg' };

/**
 * A large digit (or comma) of any size.
 * @param {string} digit
 * @param {number} width
 * @param {number} height
 * @param {number} stroke
 * @returns {Glyph}
 */
export function large(digit, width, height, stroke) {
  const key = `l${digit}/${width}/${height}/${stroke}`;
  const known = made.get(key);
  if (known) return known;
  if (digit === ',') return keep(key, comma(height, stroke));
  if (digit === '1') return keep(key, one(width, height, stroke));
  const dots = new Uint8Array(width * height);
  const fill = (/** @type {number} */ x0, /** @type {number} */ y0, /** @type {number} */ x1, /** @type {number} */ y1) => {
    for (let y = y0; y < y1; y += 1) for (let x = x0; x < x1; x += 1) dots[y * width + x] = 1;
  };
  const middle = Math.floor((height - stroke) / 2);
  const strokes = STROKES[digit] ?? '';
  if (strokes.includes('a')) fill(0, 0, width, stroke);
  if (strokes.includes('b')) fill(width - stroke, 0, width, middle + stroke);
  if (strokes.includes('c')) fill(width - stroke, middle, width, height);
  if (strokes.includes('d')) fill(0, height - stroke, width, height);
  if (strokes.includes('e')) fill(0, middle, stroke, height);
  if (strokes.includes('f')) fill(0, 0, stroke, middle + stroke);
  if (strokes.includes('g')) fill(0, middle, width, middle + stroke);
  round(dots, width, height);
  return keep(key, { width, height, dots });
}

/** Takes the outer corner dots away. @param {Uint8Array} dots @param {number} width @param {number} height */
function round(dots, width, height) {
  for (const [x, y] of [[0, 0], [width - 1, 0], [0, height - 1], [width - 1, height - 1]]) dots[/** @type {number} */ (y) * width + /** @type {number} */ (x)] = 0;
}

/** @param {number} width @param {number} height @param {number} stroke @returns {Glyph} */
function one(width, height, stroke) {
  const dots = new Uint8Array(width * height);
  const from = Math.floor((width - stroke) / 2);
  for (let y = 0; y < height; y += 1) for (let x = from; x < from + stroke; x += 1) dots[y * width + x] = 1;
  for (let y = 1; y <= stroke; y += 1) for (let x = Math.max(0, from - stroke); x < from; x += 1) dots[y * width + x] = 1;
  return { width, height, dots };
}

/** @param {number} height @param {number} stroke @returns {Glyph} */
function comma(height, stroke) {
  const width = stroke;
  const tall = height + stroke;
  const dots = new Uint8Array(width * tall);
  for (let y = height - stroke; y < height; y += 1) for (let x = 0; x < width; x += 1) dots[y * width + x] = 1;
  for (let i = 0; i < stroke; i += 1) dots[(height + i) * width + Math.max(0, width - 1 - i)] = 1;
  return { width, height: tall, dots };
}

/** @param {string} letter */
function plain(letter) {
  return letter.normalize('NFD').charAt(0).toUpperCase();
}

/** @param {string} key @param {Glyph} glyph @returns {Glyph} */
function keep(key, glyph) {
  made.set(key, glyph);
  return glyph;
}
