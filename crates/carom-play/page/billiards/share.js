// @ts-check
// A link that carries a shot.

import { LONGEST_SHOT, shotHash } from './address.js';

/** @typedef {import('./types.js').ShotFile} ShotFile */

/** Copies the link, or puts it into the address where copying is forbidden. @param {ShotFile|null} shot @returns {Promise<string>} What to tell the player. */
export async function share(shot) {
  if (!shot) return 'Play a shot first: the link carries it';
  const hash = shotHash(shot);
  if (hash.length > LONGEST_SHOT) return 'This shot is too long for a link';
  try {
    await navigator.clipboard.writeText(`${location.origin}/${hash}`);
    return 'Link to the shot copied';
  } catch {
    history.replaceState(null, '', hash);
    return 'The link stands in the address';
  }
}
