// @ts-check
// The best scores of a table.

import { element, make } from '../page.js';
import { grouped } from './dots.js';

/** @typedef {import('../types.js').HighScore} HighScore */

/**
 * @param {HighScore[]} list
 * @param {number|null} [place] Which of them is the player's own, from 1.
 */
export function showScores(list, place = null) {
  const items = list.slice(0, 10).map(({ score, initials }, index) => {
    const item = make('li', '', index + 1 === place ? 'mine' : '');
    item.append(make('span', `${index + 1}`), make('span', initials || '···'), make('span', grouped(score)));
    return item;
  });
  if (items.length === 0) items.push(make('li', 'None yet: the first game sets it.', 'none'));
  element('score-list').replaceChildren(...items);
}

/** Asks for a table's best scores. @param {string} table @returns {Promise<HighScore[]>} */
export async function fetchScores(table) {
  try {
    const answer = await fetch(`/api/scores/${encodeURIComponent(table)}`);
    const list = answer.ok ? await answer.json() : [];
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
