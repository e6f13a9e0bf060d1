// @ts-check
// What an address says about billiards: `#billiards/nine-ball?table=pool-9&seed=7`, or a whole shot: `#shot=...`.

/** @typedef {import('./types.js').Setup} Setup */
/** @typedef {import('./types.js').ShotFile} ShotFile */

/** Letters of a shot that an address can carry in every browser. */
export const LONGEST_SHOT = 60_000;
export const MOST_PLAYERS = 4;

/** Does an address lead to the billiard room? @param {string} hash */
export function isBilliards(hash) {
  return /^#(billiards(\/|\?|$)|shot=)/.test(hash);
}

/**
 * The game that an address asks for; nothing if it asks for none.
 * @param {string} hash
 * @returns {Setup|null}
 */
export function setupIn(hash) {
  const match = /^#billiards(?:\/([\w-]*))?(?:\?(.*))?$/.exec(hash);
  if (!match) return null;
  const said = new URLSearchParams(match[2] ?? '');
  const players = whole(said.get('players'));
  const spacing = Number(said.get('spacing') || NaN);
  return {
    game: match[1] ?? '',
    table: /^[\w-]+$/.test(said.get('table') ?? '') ? said.get('table') ?? '' : '',
    seed: whole(said.get('seed')),
    players: players !== null && players >= 1 && players <= MOST_PLAYERS ? players : 2,
    spacing: spacing >= 0 && spacing <= 1 ? spacing : null,
  };
}

/** The address of a game. @param {Partial<Setup>} setup */
export function addressOf(setup) {
  const said = sayings(setup);
  return `#billiards/${setup.game ?? ''}${said ? `?${said}` : ''}`;
}

/** Where the server deals such a game. @param {Setup} setup */
export function seatOf(setup) {
  const said = sayings({ ...setup, players: undefined });
  const game = setup.game ? `game=${encodeURIComponent(setup.game)}&` : '';
  return `/billiards?${game}${said ? `${said}&` : ''}players=${setup.players}`;
}

/** @param {Partial<Setup>} setup */
function sayings({ table, seed, players, spacing }) {
  const said = new URLSearchParams();
  if (table) said.set('table', table);
  if (seed !== null && seed !== undefined) said.set('seed', String(seed));
  if (players !== undefined && players !== 2) said.set('players', String(players));
  if (spacing !== null && spacing !== undefined) said.set('spacing', String(spacing));
  return said.toString();
}

/** @param {string|null} text @returns {number|null} */
function whole(text) {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** A shot as an address carries it. @param {ShotFile} shot */
export function shotHash(shot) {
  const bytes = new TextEncoder().encode(JSON.stringify(shot));
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return `#shot=${btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/**
 * The shot in an address; nothing if there is none that can be read.
 * @param {string} hash
 * @returns {ShotFile|null}
 */
export function shotIn(hash) {
  const match = /^#shot=([\w-]+)=*$/.exec(hash);
  if (!match?.[1] || match[1].length > LONGEST_SHOT) return null;
  try {
    const letters = atob(match[1].replaceAll('-', '+').replaceAll('_', '/'));
    const shot = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))));
    return typeof shot === 'object' && shot !== null && !Array.isArray(shot) ? shot : null;
  } catch {
    return null;
  }
}
