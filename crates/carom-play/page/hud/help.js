// @ts-check
// How to play, in a dialog.

import { element, make } from '../page.js';
import { capOf } from '../input/keys.js';

/** @typedef {import('../input/keys.js').Keys} Keys */

/** @param {Keys} keys */
export function showHelp(keys) {
  const dialog = /** @type {HTMLDialogElement} */ (element('help-sheet'));
  if (dialog.open) return;
  const list = make('dl', '', 'help-grid');
  /** @type {[string, string][]} Words in brackets stand for the keys of that action. */
  const rows = [
    ['Flippers', '[left] and [right]: keep the ball up, aim at what is lit'],
    ['Plunger', 'hold [plunge]: the longer, the harder'],
    ['Players', '[start] starts; pressed again during the first ball, it adds a player'],
    ['Nudge', '[nudge_left] [nudge_right] [nudge_up]: too much tilts the machine'],
    ['Time', '[pause] stops it, [slow] slows it while held, [step] goes on by a millisecond'],
    ['Look inside', '[overlay] draws what the engine knows, [view] looks straight down, [trails] lets balls draw their ways, coloured by speed'],
    ['Touch', 'halves of the screen are flippers, low right pulls the plunger, the top edge nudges'],
    ['Gamepad', 'shoulders are flippers, A is the plunger, the cross nudges'],
  ];
  for (const [name, text] of rows) {
    const line = make('dd');
    for (const piece of text.split(/(\[\w+\])/)) {
      if (piece.startsWith('[')) caps(keys, piece.slice(1, -1)).forEach((cap) => line.append(cap, ' '));
      else line.append(piece.trimStart());
    }
    list.append(make('dt', name), line);
  }
  element('help-body').replaceChildren(list);
  dialog.showModal();
}

/** @param {Keys} keys @param {string} action */
function caps(keys, action) {
  return keys.codesOf(/** @type {import('../types.js').Action} */ (action)).map((code) => make('kbd', capOf(code)));
}
