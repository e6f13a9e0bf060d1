// @ts-check
// How to play billiards, in the page's help sheet.

import { element, make } from '../page.js';
import { HELP } from './keys.js';

export function showHelp() {
  const dialog = /** @type {HTMLDialogElement} */ (element('help-sheet'));
  if (dialog.open) return;
  const list = make('dl', '', 'help-grid');
  for (const [name, text] of HELP) {
    const line = make('dd');
    for (const piece of text.split(/(\[[^\]]+\])/)) {
      if (piece.startsWith('[')) line.append(make('kbd', piece.slice(1, -1)));
      else line.append(piece);
    }
    list.append(make('dt', name), line);
  }
  element('help-body').replaceChildren(list);
  dialog.showModal();
}
