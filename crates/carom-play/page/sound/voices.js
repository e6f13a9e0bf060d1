// @ts-check
// From what happens on the table to what is heard: which sound, how loud, how high. No audio in here.

import { stuffRecipe } from './recipes.js';

/** @typedef {import('../types.js').TableEvent} TableEvent */
/** @typedef {import('../types.js').ScenePart} ScenePart */
/** @typedef {import('../types.js').Pose} Pose */

/**
 * A sound to be made.
 * @typedef {object} Voice
 * @property {string} recipe
 * @property {number} gain From 0 to 1.
 * @property {number} pitch How much faster than written it is played.
 * @property {number} bright Hz: what lies above is dulled.
 * @property {string} key Voices of one key keep their distance in time.
 * @property {number} gap s: that distance.
 */

/** m/s: a hit as loud as hits become; a flipper's shot up the table. */
const FULL_SPEED = 6;
/** m/s: nobody hears less. */
export const FAINTEST = 0.05;

/**
 * How loud a hit is, from 0 to 1: nearly with the impulse, which is with the speed.
 * @param {number} speed
 * @param {number} [full] the speed that is loudest
 */
export function loudness(speed, full = FULL_SPEED) {
  if (!(speed > 0)) return 0;
  return Math.min(1, (speed / full) ** 0.9);
}

/**
 * Hz: how bright a hit is. A contact of Hertz's kind lasts as the inverse fifth root of the speed: faster is shorter, and
 * shorter is brighter. Exaggerated, so that it is heard.
 * @param {number} speed
 */
export function brightness(speed) {
  return Math.min(18000, Math.max(900, 4200 * Math.max(speed, 1e-3) ** 0.6));
}

/**
 * How much higher a harder hit sounds.
 * @param {number} speed
 */
export function pitch(speed) {
  return Math.min(1.12, Math.max(0.9, 1 + 0.035 * Math.log2(Math.max(speed, 1e-3))));
}

/**
 * What a ball makes of a thing that it strikes.
 * @param {string} stuff
 * @param {number} speed
 * @param {string} key
 * @returns {Voice|null}
 */
function strike(stuff, speed, key) {
  if (!(speed >= FAINTEST)) return null;
  return { recipe: stuffRecipe(stuff), gain: loudness(speed), pitch: pitch(speed), bright: brightness(speed), key, gap: 0.035 };
}

/**
 * A device's own noise.
 * @param {string} recipe
 * @param {number} gain
 * @param {number|string} part
 * @param {number} [gap]
 * @returns {Voice}
 */
function device(recipe, gain, part, gap = 0.05) {
  return { recipe, gain: Math.min(1, gain), pitch: 1, bright: 18000, key: `${recipe} ${part}`, gap };
}

/**
 * What an event sounds like; nothing for most that are only news.
 * @param {TableEvent} event
 * @param {ScenePart|undefined} part Of the event.
 * @returns {Voice[]}
 */
export function voicesOf(event, part) {
  const kind = part?.kind ?? 'cabinet';
  const id = event.part ?? 'cabinet';
  const speed = Number.isFinite(event.speed) ? Math.abs(event.speed) : 0;
  const strikes = (/** @type {string} */ stuff) => [strike(stuff, speed, `${event.ball} on ${id}`)].filter((voice) => voice !== null);
  switch (event.what) {
    case 'bounce':
      return kind === 'trigger' ? [] : strikes(stuffOf(part));
    case 'collide':
      return strikes('rubber');
    case 'balls_meet': {
      const voice = strike('steel', speed, `${event.ball} and ${event.other}`);
      return voice ? [voice] : [];
    }
    case 'slingshot':
      return [device('slingshot', 0.35 + 0.35 * loudness(speed), id)];
    case 'hit':
      return hit(kind, id, speed, strikes(stuffOf(part)));
    case 'end_of_stroke':
      if (kind === 'flipper') return [device('flipper_stop', 0.1 + 0.25 * loudness(speed, 60), id)];
      if (kind === 'plunger') return [device('plunger', 0.7 * loudness(speed, 4), id, 0.2)];
      return [];
    case 'start_of_stroke':
      if (kind === 'flipper') return [device('flipper_down', 0.05 + 0.2 * loudness(speed, 40), id)];
      return [];
    case 'spin':
      return [device('spinner', 0.22, id, 0.012)];
    case 'dropped':
      return [device('drop', 0.5, id)];
    case 'raised':
      return [device('raise', 0.4, 'bank', 0.03)];
    case 'drained':
      return [device('drain', 0.45, 'drain', 0.2)];
    case 'ejected':
      return [device('kick', kind === 'trough' ? 0.35 : 0.55, id)];
    case 'ball_search':
      return [device('kick', 0.3, 'search', 0.5)];
    default:
      return [];
  }
}

/**
 * @param {string} kind
 * @param {number|string} id
 * @param {number} speed
 * @param {Voice[]} strikes
 * @returns {Voice[]}
 */
function hit(kind, id, speed, strikes) {
  switch (kind) {
    case 'bumper':
      return [device('bumper', 0.4 + 0.4 * loudness(speed), id)];
    case 'target':
      return [...strikes, device('switch', 0.12, id)];
    case 'trigger':
      return [device('switch', 0.1, id, 0.08)];
    case 'kicker':
      return [device('hole', 0.25 + 0.35 * loudness(speed, 3), id, 0.15)];
    case 'gate':
      return [device('gate', 0.06 + 0.3 * loudness(speed, 4), id, 0.08)];
    case 'spinner':
      return [device('gate', 0.04 + 0.2 * loudness(speed, 4), id, 0.08)];
    default:
      return strikes; // Told twice, as a hit and as a bounce: the key keeps them apart.
  }
}

/**
 * What a part is made of, as far as ears can tell.
 * @param {ScenePart|undefined} part
 */
function stuffOf(part) {
  if (!part) return 'wood';
  if (part.kind === 'target') return 'target';
  if (part.kind === 'plunger') return 'metal';
  if (part.kind === 'flipper' || part.kind === 'rubber') return 'rubber';
  if (part.stuff === 'other') return part.kind === 'ramp' ? 'plastic' : part.kind === 'bumper' ? 'plastic' : 'wood';
  return part.stuff;
}

/**
 * What is heard when a part's pose changes from one frame to the next: coils that switch on, a spring that is drawn.
 * @param {ScenePart} part
 * @param {Pose|undefined} before
 * @param {Pose} now
 * @returns {Voice[]}
 */
export function voicesOfPose(part, before, now) {
  if (!before) return [];
  if (part.kind === 'flipper' && now.active && !before.active) return [device('flipper_up', 0.5, part.id, 0.03)];
  if (part.kind === 'plunger') {
    const drawn = now.place - before.place; // Towards the player is larger y.
    if (drawn > 2e-4) {
      // The spring creaks more, and higher, the farther it is drawn.
      return [{ ...device('spring', 0.05 + Math.min(0.1, 8 * drawn), part.id, 0.045), pitch: 1 + Math.min(0.5, 4 * Math.abs(now.place % 0.1)) }];
    }
  }
  return [];
}

/** Which voices were heard when, so that a rattle does not become a roar. */
export class Turns {
  /** @type {Map<string, {time: number, gain: number}>} */
  #last = new Map();

  /**
   * May this voice sound now? A much louder one may always.
   * @param {Voice} voice
   * @param {number} now s
   */
  take(voice, now) {
    const last = this.#last.get(voice.key);
    if (last && now >= last.time && now - last.time < voice.gap && voice.gain < 2 * last.gain) return false;
    if (this.#last.size > 512) this.#last.clear();
    this.#last.set(voice.key, { time: now, gain: voice.gain });
    return true;
  }
}
