// @ts-check
// Cuts a part that does not move by itself into the pieces that are painted of it, in its own space.

import { collider, mesh } from './meshes.js';
import { post, rubber } from './rails.js';
import { ramp } from './ramps.js';
import { bumper } from './rounds.js';
import { targetBox } from './live/targets.js';
import { wall } from './walls.js';

/**
 * @typedef {import('./plan.js').Plan} Plan
 * @typedef {import('./colour.js').Palette} Palette
 * @typedef {import('./pieces.js').Pieces} Pieces
 * @typedef {import('../types.js').ScenePart} ScenePart
 */

/**
 * @param {ScenePart} part
 * @param {Plan} plan
 * @param {Palette} colours
 * @param {Pieces} pieces
 */
export function cut(part, plan, colours, pieces) {
  if (part.kind === 'wall') wall(part, plan, colours, pieces);
  else if (part.kind === 'rubber') rubber(part, colours, pieces);
  else if (part.kind === 'post') post(part, colours, pieces);
  else if (part.kind === 'ramp') ramp(part, colours, pieces);
  else if (part.kind === 'bumper') bumper(part, colours, pieces);
  else if (part.kind === 'mesh') mesh(part, plan, colours, pieces);
  else if (part.kind === 'collider') collider(part, colours, pieces);
  else if (part.kind === 'target' && !part.drops) pieces.add(0.02, (pen) => targetBox(pen, part, colours, 0, 0));
}
