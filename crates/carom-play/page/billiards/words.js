// @ts-check
// Balls, pockets, events and decisions in words. No page in here.

/** @typedef {import('./types.js').ShotEvent} ShotEvent */
/** @typedef {import('./types.js').Decision} Decision */
/** @typedef {import('./types.js').TableState} TableState */
/** @typedef {import('./types.js').Constraints} Constraints */

/** @type {Record<string, string>} */
const POCKETS = {
  lb: 'bottom left', lc: 'middle left', lt: 'top left', rb: 'bottom right', rc: 'middle right', rt: 'top right',
};
/** The same as they are seen when the table lies across the picture. @type {Record<string, string>} */
const LYING = {
  lb: 'top left', lc: 'top middle', lt: 'top right', rb: 'bottom left', rc: 'bottom middle', rt: 'bottom right',
};

/** @param {string} name @param {boolean} lying */
export function pocketWord(name, lying) {
  return (lying ? LYING : POCKETS)[name] ?? name;
}

/** @param {string} name */
export function ballWord(name) {
  if (/^\d+$/.test(name)) return `the ${name}`;
  if (name === 'cue') return 'the cue ball';
  return `the ${name.replace(/_0*(\d+)$/, ' $1').replaceAll('_', ' ')}`;
}

/** Short, for lists. @param {string} name */
export function ballName(name) {
  if (name === 'cue') return 'cue ball';
  return name.replace(/_0*(\d+)$/, ' $1').replaceAll('_', ' ');
}

/** @param {ShotEvent} event @param {boolean} lying */
export function eventWords(event, lying) {
  const [a = '', b = ''] = event.balls.map(ballName);
  switch (event.what) {
    case 'strike': return `${a} is struck`;
    case 'balls': return `${a} hits ${b}`;
    case 'rail': return `${a} on the cushion`;
    case 'jaw': return `${a} on a jaw`;
    case 'tip': return `${a} tips over the edge`;
    case 'rattle': return `${a} rattles`;
    case 'pot': return `${a} drops ${pocketWord(event.pocket ?? '', lying)}`;
    case 'landing': return `${a} lands`;
    case 'off': return `${a} leaves the table`;
    case 'change': return `${a} ${event.to === 'stationary' ? 'rests' : event.to === 'rolling' ? 'rolls' : event.to === 'spinning' ? 'spins on the spot' : event.to ?? ''}`;
    default: return event.what;
  }
}

/** @param {number} seconds */
export function timeWords(seconds) {
  return `${seconds.toFixed(3)} s`;
}

/** @param {number} player @param {number} players */
export function playerName(player, players) {
  return players > 1 ? `Player ${player + 1}` : 'You';
}

/** What the referee says, in a sentence. @param {Decision} decision @param {TableState} state */
export function verdict(decision, state) {
  if (decision.game_over) {
    if (decision.winner === null || decision.winner === undefined) return 'The game is over: a tie.';
    const who = playerName(decision.winner, state.players);
    return `The game is over: ${who} ${who === 'You' ? 'win' : 'wins'}.`;
  }
  if (!decision.legal) return `Foul: ${decision.reason || 'not allowed'}.`;
  if (decision.turn_over) return state.players > 1 ? 'The turn passes.' : 'No score.';
  return 'Well played: go on.';
}

/** What the player is to do. @param {TableState} state */
export function task({ constraints, over, player, players, game }) {
  if (over) return over.winner === null ? 'A tie' : `${playerName(over.winner, players)} ${players > 1 ? 'has' : 'have'} won`;
  if (game === 'free') return 'Play any shot; drag any ball';
  const where = { no: '', anywhere: 'ball in hand', behind_line: 'ball in hand behind the line', semicircle: 'ball in hand in the D' }[constraints.in_hand] ?? '';
  const on = targetWords(constraints);
  return [`${playerName(player, players)} to play`, on && `on ${on}`, where].filter(Boolean).join(', ');
}

/** What may be hit first, short. @param {Constraints} constraints */
export function targetWords({ hittable }) {
  if (hittable.length === 0) return '';
  const kinds = [...new Set(hittable.map((name) => (/^\d+$/.test(name) ? name : name.split('_')[0] ?? name)))];
  const numbers = kinds.filter((kind) => /^\d+$/.test(kind)).map(Number);
  if (numbers.length === kinds.length && kinds.length > 3) {
    if (numbers.every((number) => number < 8)) return 'the solids';
    if (numbers.every((number) => number > 8)) return 'the stripes';
    return 'any ball but the eight';
  }
  if (kinds.length > 3) return 'any colour';
  if (kinds.length === 1 && kinds[0] === 'red' && hittable.length > 1) return 'the reds';
  return kinds.map((kind) => (kind === 'object' ? 'the object ball' : /^\d+$/.test(kind) ? `the ${kind}` : kind)).join(' or ');
}
