// @ts-check
// One line that says how things stand.

import { element, write } from '../page.js';

/** @typedef {import('../types.js').GameMessage} GameMessage */

/** Writes #status. */
export class StatusLine {
  #host = element('status');

  /** @param {GameMessage|null} status @param {boolean} paused @param {string} invitation Such as "Press Enter to play". */
  show(status, paused, invitation) {
    if (!status) return;
    this.#host.dataset.phase = status.phase;
    this.#host.dataset.mode = status.mode;
    document.body.dataset.mode = status.mode;
    this.#host.dataset.tone = status.tilted || status.warnings > 0 ? 'alarm' : '';
    write(this.#host, sentence(status, paused, invitation));
  }
}

/** @param {GameMessage} status @param {boolean} paused @param {string} invitation */
function sentence(status, paused, invitation) {
  if (status.mode === 'attract') return `The autopilot plays. ${invitation} yourself.`;
  if (status.phase === 'over') return 'Game over';
  if (paused) return 'Paused';
  if (status.tilted) return 'Tilt';
  if (status.message) return status.message;
  if (status.warnings > 0) return `Tilt warning ${status.warnings} of ${status.warnings_allowed}`;
  if (status.phase === 'bonus') return 'The bonus is counted';
  if (status.phase === 'waiting') return 'Waiting';
  if (status.in_play > 1) return `${status.in_play} balls in play`;
  if (status.mode === 'replay') return 'Replay';
  return status.locked > 0 ? `${status.locked} ${status.locked === 1 ? 'ball' : 'balls'} locked` : 'Playing';
}
