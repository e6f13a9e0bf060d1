// @ts-check
// Makes a screenshot small: its 256 most useful colours instead of all. A dark room with soft light loses nothing that is seen.

import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const COLOURS = 256;

/**
 * @param {Buffer} png As Chromium writes it: eight bits a channel, not interlaced.
 * @returns {Buffer}
 */
export function smaller(png) {
  const { width, height, pixels } = decode(png);
  const palette = choose(pixels);
  return encode(width, height, match(pixels, palette, width), palette);
}

/** @param {Buffer} png @returns {{width: number, height: number, pixels: Uint8Array}} Three bytes a pixel. */
function decode(png) {
  const parts = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') {
      [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3];
      if (body[8] !== 8 || (body[9] !== 2 && body[9] !== 6) || body[12] !== 0) throw new Error('not a screenshot of Chromium');
    } else if (name === 'IDAT') {
      parts.push(body);
    }
    at += 12 + length;
  }
  const data = inflateSync(Buffer.concat(parts));
  const row = width * channels;
  const pixels = new Uint8Array(width * height * 3);
  let above = new Uint8Array(row);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (row + 1)];
    const line = new Uint8Array(data.subarray(y * (row + 1) + 1, (y + 1) * (row + 1)));
    for (let i = 0; i < row; i += 1) {
      const left = i < channels ? 0 : line[i - channels];
      const corner = i < channels ? 0 : above[i - channels];
      line[i] += [0, left, above[i], (left + above[i]) >> 1, nearest(left, above[i], corner)][filter];
    }
    for (let x = 0; x < width; x += 1) pixels.set(line.subarray(x * channels, x * channels + 3), (y * width + x) * 3);
    above = line;
  }
  return { width, height, pixels };
}

/** The neighbour that PNG's fourth filter goes by. @param {number} a @param {number} b @param {number} c */
function nearest(a, b, c) {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/**
 * Cuts the box of all colours in two, and the box that is worst again, until there are enough: the median cut.
 * @param {Uint8Array} pixels
 * @returns {number[][]}
 */
function choose(pixels) {
  /** @type {Map<number, number>} Colours of seven bits a channel, and how often each is there. */
  const counts = new Map();
  for (let i = 0; i < pixels.length; i += 3) {
    const key = ((pixels[i] >> 1) << 14) | ((pixels[i + 1] >> 1) << 7) | (pixels[i + 2] >> 1);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const all = [...counts].map(([key, count]) => ({ rgb: [(key >> 14) * 2, ((key >> 7) & 127) * 2, (key & 127) * 2], count }));
  const boxes = [measured(all)];
  while (boxes.length < COLOURS) {
    const worst = boxes.reduce((most, box, index) => (box.worth > boxes[most].worth ? index : most), 0);
    const { colours, axis } = boxes[worst];
    if (colours.length < 2) break;
    colours.sort((a, b) => a.rgb[axis] - b.rgb[axis]);
    const half = colours.reduce((sum, { count }) => sum + count, 0) / 2;
    let [cut, sum] = [0, 0];
    while (cut < colours.length - 1 && (cut === 0 || sum < half)) sum += colours[cut++].count;
    boxes.splice(worst, 1, measured(colours.slice(0, cut)), measured(colours.slice(cut)));
  }
  return boxes.map(({ mean }) => mean);
}

/** @param {{rgb: number[], count: number}[]} colours */
function measured(colours) {
  const total = colours.reduce((sum, { count }) => sum + count, 0);
  const about = [0, 1, 2].map((axis) => {
    const mean = colours.reduce((sum, { rgb, count }) => sum + rgb[axis] * count, 0) / total;
    // The root makes few bright pixels count beside very many dark ones.
    return { mean, spread: colours.reduce((sum, { rgb, count }) => sum + (rgb[axis] - mean) ** 2 * Math.sqrt(count), 0) };
  });
  const axis = [0, 1, 2].reduce((most, next) => (about[next].spread > about[most].spread ? next : most), 0);
  const worth = colours.length < 2 ? -1 : about[axis].spread;
  return { colours, axis, worth, mean: about.map(({ mean }) => Math.round(mean)) };
}

/** The number of the nearest colour for each pixel. @param {Uint8Array} pixels @param {number[][]} palette @param {number} width */
function match(pixels, palette, width) {
  /** @type {Map<number, number>} */
  const known = new Map();
  const indices = new Uint8Array(pixels.length / 3);
  for (let i = 0; i < indices.length; i += 1) {
    // A touch of a chequered pattern hides the steps in soft light.
    const lift = ((i % width) + Math.floor(i / width)) % 2;
    const [r, g, b] = [pixels[3 * i] + lift, pixels[3 * i + 1] + lift, pixels[3 * i + 2] + lift];
    const key = (r << 18) | (g << 9) | b;
    let index = known.get(key);
    if (index === undefined) {
      let least = Infinity;
      index = 0;
      for (let k = 0; k < palette.length; k += 1) {
        const [pr, pg, pb] = palette[k];
        const far = (r - pr) ** 2 + (g - pg) ** 2 + (b - pb) ** 2;
        if (far < least) [least, index] = [far, k];
      }
      known.set(key, index);
    }
    indices[i] = index;
  }
  return indices;
}

/** @param {number} width @param {number} height @param {Uint8Array} indices @param {number[][]} palette */
function encode(width, height, indices, palette) {
  const lines = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) lines.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('PLTE', Buffer.from(palette.flat())), chunk('IDAT', deflateSync(lines, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

/** @param {string} name @param {Buffer} body */
function chunk(name, body) {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(body.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named) >>> 0, named.length + 4);
  return framed;
}
