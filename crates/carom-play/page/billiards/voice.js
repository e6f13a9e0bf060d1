// @ts-check
// From the events of a shot to sounds: which, how loud, how high. No audio in here.

import { brightness, loudness, pitch } from '../sound/voices.js';

/** @typedef {import('./types.js').ShotEvent} ShotEvent */
/** @typedef {import('../sound/voices.js').Voice} Voice */

/** What an event sounds like, and the closing speed at which it is loudest, m/s. @type {Partial<Record<ShotEvent['what'], [string, number]>>} */
const SOUNDS = { strike: ['cue', 9], balls: ['phenolic', 7], rail: ['cushion', 6], jaw: ['cushion', 6], rattle: ['pocket', 4], landing: ['slate', 3], off: ['floor', 5] };

/** @param {ShotEvent} event @returns {Voice|null} */
export function voiceOf(event) {
  const speed = Math.abs(event.speed ?? 1);
  const key = `${event.what} ${event.balls.join(' ')}`;
  if (event.what === 'pot') return { recipe: 'pocket', gain: 0.3 + 0.5 * loudness(speed, 4), pitch: 1, bright: 9000, key, gap: 0.2 };
  const [recipe, full] = SOUNDS[event.what] ?? ['', 1];
  if (!recipe || speed < 0.01) return null;
  return { recipe, gain: loudness(speed, full), pitch: pitch(speed), bright: brightness(speed), key, gap: 0.03 };
}
