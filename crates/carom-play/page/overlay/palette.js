// @ts-check
// Colours that people with any kind of colour sight tell apart (Okabe and Ito), and what each stands for.

/** @type {Readonly<Record<string, string>>} */
const BY_KIND = Object.freeze({
  wall: '#56b4e9',
  cabinet: '#8fa3b5',
  rubber: '#e69f00',
  post: '#e69f00',
  flipper: '#f0e442',
  bumper: '#cc79a7',
  target: '#ff7a45',
  ramp: '#2fc99a',
  mesh: '#9d9bff',
  collider: '#9d9bff',
  plunger: '#f4f4f4',
  gate: '#f4f4f4',
  spinner: '#f4f4f4',
  kicker: '#b6e27a',
  trough: '#b6e27a',
  turntable: '#b6e27a',
});

/** The colour of a kind of thing. @param {string} kind */
export function colourOf(kind) {
  return Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind] ?? '#9d9bff' : '#9d9bff';
}

export const INK = Object.freeze({
  zone: '#b6e27a',
  cell: '#8f9bb3',
  reach: '#ffffff',
  normal: '#f0e442',
  velocity: '#56d0ff',
  spin: '#ff8ad0',
  ghost: '#ffffff',
  motion: '#56d0ff',
  height: '#2fc99a',
  rolling: '#ff8ad0',
});

/**
 * Colours of the ledger's entries, in the order in which the server tells them: what gives is blue to yellow, what takes is red to
 * brown, what puts right is grey.
 * @type {readonly string[]}
 */
export const ENTRY_INK = Object.freeze([
  '#2fc99a', '#b6e27a', '#f4f4f4', '#56b4e9', '#f0e442', '#d55e00', '#e69f00', '#cc79a7', '#9d6bff', '#ff3b6b', '#8f9bb3', '#4d6a8a',
]);

/**
 * What can be shown, in the order of the switches.
 * @typedef {'colliders'|'zones'|'cells'|'contacts'|'vectors'|'ghost'} Layer
 */

/** @type {readonly {id: Layer, label: string, about: string, swatch: string}[]} */
export const LAYERS = Object.freeze([
  { id: 'colliders', label: 'Colliders', about: 'What a ball can strike, coloured by kind', swatch: 'wall' },
  { id: 'zones', label: 'Zones', about: 'Places that notice a ball and do not touch it', swatch: 'zone' },
  { id: 'cells', label: 'Tree cells', about: 'Where the ball looks, and the cells of the tree it asks', swatch: 'cell' },
  { id: 'contacts', label: 'Contacts', about: 'What touches the ball, with its normal', swatch: 'normal' },
  { id: 'vectors', label: 'Velocity and spin', about: 'Arrows of velocity and of the axis of spin', swatch: 'velocity' },
  { id: 'ghost', label: 'Next impact', about: 'Where the ball will strike next if nobody plays', swatch: 'ghost' },
]);
