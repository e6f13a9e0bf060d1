// @ts-check
// What rules let sound, by name: chimes, bells, fanfares. Notes only; how they are played is in render.js.

/**
 * @typedef {object} Note
 * @property {number} hz
 * @property {number} at s
 * @property {number} seconds
 * @property {number} gain
 * @property {'bell'|'brass'|'buzz'|'wood'} voice
 */

/** Half tones above a' of 440 Hz. @param {number} n */
const tone = (n) => 440 * 2 ** (n / 12);

/**
 * Notes one after the other.
 * @param {Note['voice']} voice
 * @param {number} step s from note to note
 * @param {number} seconds of each
 * @param {number[]} pitches half tones above 440 Hz
 * @param {number} [gain]
 * @returns {Note[]}
 */
function run(voice, step, seconds, pitches, gain = 0.6) {
  return pitches.map((n, k) => ({ hz: tone(n), at: k * step, seconds, gain, voice }));
}

/**
 * Notes at one time.
 * @param {Note['voice']} voice
 * @param {number} at s
 * @param {number} seconds
 * @param {number[]} pitches
 * @param {number} [gain]
 * @returns {Note[]}
 */
function chord(voice, at, seconds, pitches, gain = 0.35) {
  return pitches.map((n) => ({ hz: tone(n), at, seconds, gain, voice }));
}

/** @type {Readonly<Record<string, Note[]>>} */
export const TUNES = Object.freeze({
  chime: run('bell', 0.07, 0.5, [10, 15]),
  bell: run('bell', 0.1, 0.9, [5]),
  knock: [{ hz: 190, at: 0, seconds: 0.12, gain: 1, voice: 'wood' }, { hz: 96, at: 0.002, seconds: 0.2, gain: 0.9, voice: 'wood' }],
  click: [{ hz: 1400, at: 0, seconds: 0.04, gain: 0.6, voice: 'wood' }],
  rise: run('bell', 0.055, 0.25, [3, 5, 7, 8, 10, 12, 15]),
  fall: run('bell', 0.08, 0.3, [10, 8, 5, 3, -2]),
  start: [...run('brass', 0.11, 0.16, [-5, 0, 4]), ...chord('brass', 0.33, 0.5, [7, 4, 0])],
  fanfare: [...run('brass', 0.1, 0.13, [0, 0, 4]), ...chord('brass', 0.32, 0.22, [7, 4]), ...chord('brass', 0.56, 0.6, [12, 7, 4, 0])],
  mode: [...run('brass', 0.09, 0.12, [-2, 3, 5]), ...chord('brass', 0.27, 0.5, [10, 5, 2])],
  multiball: [...run('brass', 0.07, 0.1, [0, 4, 7, 12, 7, 12, 16]), ...chord('brass', 0.5, 0.8, [19, 16, 12, 7])],
  jackpot: [...run('bell', 0.045, 0.3, [12, 16, 19, 24, 19, 24, 28]), ...chord('brass', 0.32, 0.9, [12, 7, 4, 0])],
  lock: [...run('brass', 0.12, 0.14, [-5, 2]), ...chord('bell', 0.24, 0.6, [7, 14])],
  bonus: run('bell', 0.06, 0.2, [0, 4, 7, 12]),
  extra_ball: [...run('bell', 0.09, 0.6, [7, 11, 14, 19]), ...chord('bell', 0.38, 1, [19, 23, 26])],
  saved: [...run('bell', 0.07, 0.25, [0, 7]), ...chord('bell', 0.16, 0.5, [12, 16])],
  hurry: run('buzz', 0.12, 0.07, [5, 5, 5], 0.35),
  warning: run('buzz', 0.16, 0.1, [-14, -14], 0.5),
  tilt: [...run('buzz', 0.18, 0.3, [-12, -15, -18, -24], 0.5)],
  game_over: [...run('brass', 0.18, 0.24, [7, 4, 0]), ...chord('brass', 0.56, 0.9, [-5, -8, -12])],
  drained: run('bell', 0.12, 0.4, [3, -2, -6]),
});

/** Names that mean the same. @type {Readonly<Record<string, string>>} */
const ALSO = Object.freeze({
  ding: 'bell', coin: 'chime', knocker: 'knock', up: 'rise', down: 'fall', ball_save: 'saved', save: 'saved',
  ball_saved: 'saved', locked: 'lock', ball_lock: 'lock', super_jackpot: 'jackpot', hurry_up: 'hurry', over: 'game_over',
  extra: 'extra_ball', win: 'fanfare', tick: 'click', high_score: 'fanfare', replay: 'knock', drain: 'drained',
});

/**
 * The tune for a name that rules gave; unknown names chime.
 * @param {string} name
 * @returns {string}
 */
export function tuneFor(name) {
  const plain = name.trim().toLowerCase().replace(/[\s-]+/g, '_');
  if (Object.hasOwn(TUNES, plain)) return plain;
  if (Object.hasOwn(ALSO, plain)) return ALSO[plain] ?? 'chime';
  return 'chime';
}

/** Big moments that sound even if the rules name no sound. */
const MOMENTS = new Set(['jackpot', 'multiball', 'mode', 'saved', 'extra_ball', 'tilt', 'warning', 'bonus', 'game_over', 'lock', 'super_jackpot', 'start']);

/**
 * The tune of a big moment; none for one that is told by other noises.
 * @param {string} name
 * @returns {string|null}
 */
export function momentTune(name) {
  return MOMENTS.has(name) ? tuneFor(name) : null;
}
