// @ts-check
// What every noise of a table is made of: damped tones and bursts of filtered noise, and nothing recorded.
//
// A steel ball that strikes something makes that thing ring in its own tones, each of which dies in its own time, after a short
// burst of noise from the contact itself. Stuffs differ in where those tones lie and how long they last: rubber is low
// and dead, metal high, unharmonic and long. The numbers were chosen by ear and by these orders of magnitude.

/**
 * A tone that dies away.
 * @typedef {object} Tone
 * @property {number} hz
 * @property {number} [to] Hz at which it ends, if it glides.
 * @property {number} decay s: after this time it is down to a third.
 * @property {number} gain
 * @property {number} [at] s: when it begins.
 */

/**
 * A burst of noise round a frequency.
 * @typedef {object} Burst
 * @property {number} hz
 * @property {number} q How narrow: 0.5 is wide.
 * @property {number} decay s
 * @property {number} gain
 * @property {number} [at] s
 */

/**
 * @typedef {object} Recipe
 * @property {number} seconds
 * @property {Tone[]} tones
 * @property {Burst[]} bursts
 */

/**
 * A steel ball on a stuff.
 * @type {Record<string, Recipe>}
 */
const STUFFS = {
  rubber: {
    seconds: 0.16,
    tones: [{ hz: 128, to: 104, decay: 0.034, gain: 1 }, { hz: 243, decay: 0.021, gain: 0.5 }, { hz: 610, decay: 0.007, gain: 0.16 }],
    bursts: [{ hz: 420, q: 0.6, decay: 0.009, gain: 0.5 }],
  },
  metal: {
    seconds: 0.6,
    tones: [
      { hz: 1870, decay: 0.11, gain: 0.7 }, { hz: 3144, decay: 0.085, gain: 0.6 }, { hz: 4730, decay: 0.05, gain: 0.42 },
      { hz: 6890, decay: 0.03, gain: 0.25 }, { hz: 760, decay: 0.03, gain: 0.3 },
    ],
    bursts: [{ hz: 5200, q: 0.5, decay: 0.003, gain: 0.7 }],
  },
  wood: {
    seconds: 0.2,
    tones: [{ hz: 236, decay: 0.036, gain: 0.9 }, { hz: 418, decay: 0.026, gain: 0.8 }, { hz: 934, decay: 0.013, gain: 0.45 }, { hz: 1660, decay: 0.007, gain: 0.2 }],
    bursts: [{ hz: 1200, q: 0.5, decay: 0.004, gain: 0.6 }],
  },
  plastic: {
    seconds: 0.16,
    tones: [{ hz: 690, decay: 0.02, gain: 0.6 }, { hz: 1480, decay: 0.016, gain: 0.7 }, { hz: 2730, decay: 0.009, gain: 0.4 }],
    bursts: [{ hz: 2600, q: 0.6, decay: 0.004, gain: 0.7 }],
  },
  wire: {
    seconds: 0.8,
    tones: [
      { hz: 2380, decay: 0.17, gain: 0.55 }, { hz: 3910, decay: 0.15, gain: 0.5 }, { hz: 5840, decay: 0.09, gain: 0.34 },
      { hz: 8130, decay: 0.045, gain: 0.18 },
    ],
    bursts: [{ hz: 6400, q: 0.7, decay: 0.002, gain: 0.5 }],
  },
  post: {
    seconds: 0.24,
    tones: [{ hz: 310, decay: 0.02, gain: 0.5 }, { hz: 1420, decay: 0.035, gain: 0.6 }, { hz: 2960, decay: 0.024, gain: 0.4 }],
    bursts: [{ hz: 2400, q: 0.5, decay: 0.003, gain: 0.6 }],
  },
  target: {
    seconds: 0.34,
    tones: [{ hz: 1510, decay: 0.055, gain: 0.6 }, { hz: 2735, decay: 0.05, gain: 0.55 }, { hz: 4420, decay: 0.03, gain: 0.35 }, { hz: 380, decay: 0.018, gain: 0.5 }],
    bursts: [{ hz: 3300, q: 0.6, decay: 0.004, gain: 0.8 }],
  },
  glass: {
    seconds: 0.3,
    tones: [{ hz: 1130, decay: 0.03, gain: 0.4 }, { hz: 2890, decay: 0.04, gain: 0.6 }, { hz: 5230, decay: 0.03, gain: 0.4 }],
    bursts: [{ hz: 4200, q: 0.6, decay: 0.002, gain: 0.5 }],
  },
  steel: {
    seconds: 0.12,
    tones: [{ hz: 3480, decay: 0.012, gain: 0.7 }, { hz: 5960, decay: 0.01, gain: 0.6 }, { hz: 8720, decay: 0.007, gain: 0.35 }],
    bursts: [{ hz: 6500, q: 0.5, decay: 0.0015, gain: 0.9 }],
  },
};

/**
 * Coils, springs, switches and flaps.
 * @type {Record<string, Recipe>}
 */
const DEVICES = {
  flipper_up: {
    seconds: 0.2,
    tones: [{ hz: 118, to: 72, decay: 0.032, gain: 1 }, { hz: 240, decay: 0.018, gain: 0.35 }],
    bursts: [{ hz: 900, q: 0.5, decay: 0.007, gain: 0.6 }, { hz: 2600, q: 0.8, decay: 0.003, gain: 0.25 }],
  },
  flipper_stop: {
    seconds: 0.14,
    tones: [{ hz: 186, decay: 0.018, gain: 0.7 }, { hz: 1240, decay: 0.01, gain: 0.3 }],
    bursts: [{ hz: 1700, q: 0.6, decay: 0.005, gain: 0.6 }],
  },
  flipper_down: {
    seconds: 0.12,
    tones: [{ hz: 150, decay: 0.018, gain: 0.7 }, { hz: 520, decay: 0.008, gain: 0.25 }],
    bursts: [{ hz: 1000, q: 0.6, decay: 0.006, gain: 0.4 }],
  },
  bumper: {
    seconds: 0.3,
    tones: [{ hz: 164, to: 82, decay: 0.05, gain: 1 }, { hz: 640, decay: 0.025, gain: 0.35 }, { hz: 2210, decay: 0.05, gain: 0.14 }],
    bursts: [{ hz: 1400, q: 0.5, decay: 0.008, gain: 0.7 }],
  },
  slingshot: {
    seconds: 0.22,
    tones: [{ hz: 212, to: 128, decay: 0.03, gain: 0.9 }, { hz: 880, decay: 0.014, gain: 0.3 }],
    bursts: [{ hz: 2300, q: 0.5, decay: 0.007, gain: 0.8 }],
  },
  drop: {
    seconds: 0.26,
    tones: [{ hz: 172, decay: 0.026, gain: 0.8, at: 0.03 }, { hz: 1180, decay: 0.016, gain: 0.35 }],
    bursts: [{ hz: 2000, q: 0.6, decay: 0.006, gain: 0.6 }, { hz: 800, q: 0.6, decay: 0.01, gain: 0.5, at: 0.03 }],
  },
  raise: {
    seconds: 0.34,
    tones: [{ hz: 96, to: 150, decay: 0.06, gain: 0.9 }, { hz: 410, decay: 0.02, gain: 0.4, at: 0.05 }],
    bursts: [{ hz: 700, q: 0.5, decay: 0.02, gain: 0.5 }, { hz: 2200, q: 0.6, decay: 0.006, gain: 0.6, at: 0.05 }],
  },
  switch: {
    seconds: 0.05,
    tones: [{ hz: 2900, decay: 0.004, gain: 0.5 }],
    bursts: [{ hz: 3600, q: 0.8, decay: 0.003, gain: 0.6 }],
  },
  gate: {
    seconds: 0.14,
    tones: [{ hz: 2100, decay: 0.02, gain: 0.4 }, { hz: 3370, decay: 0.018, gain: 0.35 }],
    bursts: [{ hz: 4100, q: 0.7, decay: 0.004, gain: 0.5 }],
  },
  spinner: {
    seconds: 0.06,
    tones: [{ hz: 1630, decay: 0.008, gain: 0.6 }, { hz: 3020, decay: 0.006, gain: 0.5 }],
    bursts: [{ hz: 2500, q: 0.9, decay: 0.004, gain: 0.5 }],
  },
  hole: {
    seconds: 0.3,
    tones: [{ hz: 118, decay: 0.045, gain: 0.9 }, { hz: 205, decay: 0.03, gain: 0.5, at: 0.03 }],
    bursts: [{ hz: 500, q: 0.6, decay: 0.014, gain: 0.5 }, { hz: 700, q: 0.6, decay: 0.01, gain: 0.3, at: 0.07 }],
  },
  kick: {
    seconds: 0.28,
    tones: [{ hz: 138, to: 88, decay: 0.045, gain: 1 }, { hz: 980, decay: 0.018, gain: 0.25 }],
    bursts: [{ hz: 1100, q: 0.5, decay: 0.012, gain: 0.7 }],
  },
  spring: {
    seconds: 0.06,
    tones: [{ hz: 890, to: 960, decay: 0.01, gain: 0.5 }, { hz: 2140, decay: 0.006, gain: 0.3 }],
    bursts: [{ hz: 1900, q: 1.2, decay: 0.008, gain: 0.5 }],
  },
  plunger: {
    seconds: 0.5,
    tones: [{ hz: 122, decay: 0.04, gain: 0.9 }, { hz: 742, decay: 0.12, gain: 0.22 }, { hz: 1115, decay: 0.09, gain: 0.16 }],
    bursts: [{ hz: 1500, q: 0.5, decay: 0.01, gain: 0.7 }, { hz: 600, q: 0.8, decay: 0.05, gain: 0.2 }],
  },
  drain: {
    seconds: 0.8,
    tones: [{ hz: 92, to: 62, decay: 0.16, gain: 0.8 }, { hz: 148, decay: 0.07, gain: 0.5, at: 0.1 }, { hz: 131, decay: 0.06, gain: 0.35, at: 0.24 }],
    bursts: [{ hz: 340, q: 0.6, decay: 0.12, gain: 0.45 }, { hz: 900, q: 0.6, decay: 0.012, gain: 0.35, at: 0.24 }],
  },
};

/**
 * Billiards: balls of phenolic resin, a leather tip, cloth over rubber, slate under cloth.
 * @type {Record<string, Recipe>}
 */
const BILLIARDS = {
  phenolic: {
    seconds: 0.09,
    tones: [{ hz: 2350, decay: 0.008, gain: 0.8 }, { hz: 4120, decay: 0.006, gain: 0.6 }, { hz: 6480, decay: 0.004, gain: 0.35 }, { hz: 940, decay: 0.006, gain: 0.3 }],
    bursts: [{ hz: 4300, q: 0.6, decay: 0.0014, gain: 0.9 }],
  },
  cue: {
    seconds: 0.16,
    tones: [{ hz: 620, decay: 0.012, gain: 0.7 }, { hz: 1340, decay: 0.009, gain: 0.5 }, { hz: 245, decay: 0.02, gain: 0.4 }],
    bursts: [{ hz: 1500, q: 0.6, decay: 0.004, gain: 0.8 }],
  },
  cushion: {
    seconds: 0.22,
    tones: [{ hz: 92, to: 78, decay: 0.05, gain: 1 }, { hz: 176, decay: 0.03, gain: 0.55 }, { hz: 390, decay: 0.01, gain: 0.14 }],
    bursts: [{ hz: 300, q: 0.6, decay: 0.012, gain: 0.45 }],
  },
  pocket: {
    seconds: 0.7,
    tones: [{ hz: 128, decay: 0.05, gain: 0.9 }, { hz: 212, decay: 0.03, gain: 0.5, at: 0.05 }, { hz: 1850, decay: 0.008, gain: 0.2, at: 0.17 }, { hz: 104, decay: 0.06, gain: 0.45, at: 0.17 }],
    bursts: [{ hz: 480, q: 0.6, decay: 0.02, gain: 0.6 }, { hz: 760, q: 0.6, decay: 0.03, gain: 0.35, at: 0.07 }, { hz: 1500, q: 0.6, decay: 0.01, gain: 0.3, at: 0.17 }],
  },
  slate: {
    seconds: 0.2,
    tones: [{ hz: 148, decay: 0.035, gain: 1 }, { hz: 310, decay: 0.02, gain: 0.5 }, { hz: 720, decay: 0.008, gain: 0.2 }],
    bursts: [{ hz: 600, q: 0.6, decay: 0.01, gain: 0.6 }],
  },
  floor: {
    seconds: 0.5,
    tones: [{ hz: 96, decay: 0.06, gain: 1 }, { hz: 205, decay: 0.03, gain: 0.5 }, { hz: 110, decay: 0.05, gain: 0.5, at: 0.19 }],
    bursts: [{ hz: 900, q: 0.5, decay: 0.01, gain: 0.6 }, { hz: 900, q: 0.5, decay: 0.008, gain: 0.3, at: 0.19 }],
  },
};

/**
 * All recipes, by name. Stuffs first.
 * @type {Readonly<Record<string, Recipe>>}
 */
export const RECIPES = Object.freeze({ ...STUFFS, ...DEVICES, ...BILLIARDS });

/**
 * The stuff whose recipe is used for a part.
 * @param {string} stuff
 * @returns {string}
 */
export function stuffRecipe(stuff) {
  return Object.hasOwn(STUFFS, stuff) ? stuff : 'wood';
}
