// @ts-check
// What is to be drawn of the room at a moment.

import { powerOf } from './aim.js';
import { MARK } from './hand.js';

/** @typedef {import('./room.js').Room} Room */
/** @typedef {import('./show.js').Seen} Seen */
/** @typedef {import('./show.js').Picture} Picture */

/** ms: the cue's way to the ball. */
export const STROKE = 110;
/** ms: balls that are put back come into sight. */
export const APPEAR = 350;

/** @param {Room} room @param {number} now ms @param {boolean} stroking Is the cue on its way? @returns {Picture} */
export function pictureOf(room, now, stroking) {
  const { state, played, hand, caller } = room;
  const shown = room.mode !== 'aim' && played;
  const aiming = room.mode === 'aim' && state !== null && !state.over;
  const share = stroking ? 1 - (now - room.stroke) / STROKE : 1;
  const placing = hand.placing && hand.placing.name !== MARK ? hand.placing.name : null;
  return {
    balls: shown ? played.at(Math.max(0, room.time)) : resting(room, now),
    aim: aiming || (stroking && room.mode === 'moving') ? room.aim.strike : null,
    pull: powerOf(room.aim.strike.speed) * share ** 0.5,
    preview: aiming ? room.preview : null,
    zone: placing === room.aim.strike.ball && state?.constraints.in_hand !== 'no' ? state?.constraints.in_hand ?? 'no' : 'anywhere',
    placing,
    calledBall: aiming ? caller.ball : null,
    calledPocket: aiming ? caller.pocket : null,
    mark: hand.mark,
    trails: room.trails && played ? played.paths(shown ? room.time : undefined) : [],
  };
}

/** The balls between two shots. @param {Room} room @param {number} now @returns {Seen[]} */
function resting({ state, hand, appeared, turns }, now) {
  const there = state?.balls.filter(({ phase }) => phase !== 'potted' && phase !== 'off') ?? [];
  return there.map(({ name, radius, position }) => {
    const held = hand.placing?.name === name ? hand.placing.at : null;
    const [x, y] = held ?? position;
    const since = appeared.get(name);
    return {
      name, radius, position: [x, y, position[2] + (held ? 0.012 : 0)], turn: turns.get(name) ?? [0, 0, 0, 1], sunk: 0,
      faint: since === undefined ? 0 : Math.max(0, 1 - (now - since) / APPEAR),
    };
  });
}
