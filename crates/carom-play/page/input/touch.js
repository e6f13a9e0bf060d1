// @ts-check
// Fingers. Halves of the screen are flippers, the lower right pulls the plunger while a ball waits there, the top edge nudges.

import { element, recall, remember } from '../page.js';
import { zoneAt } from './zones.js';

/** @typedef {import('./held.js').Held} Held */

const SEEN = 'carom.zones';
/**
 * @param {Held} held
 * @param {object} game
 * @param {() => boolean} game.playing
 * @param {() => boolean} game.ballWaits
 * @param {() => void} game.start
 */
export function listenToTouch(held, { playing, ballWaits, start }) {
  const room = element('room');
  const stage = element('stage');
  room.addEventListener('pointerdown', (event) => {
    const target = /** @type {Element} */ (event.target);
    const inside = stage.contains(target);
    if (target.closest('button, a, select, input, #machine, #scores')) return;
    if (event.pointerType === 'mouse') {
      if (inside && event.button === 0 && !playing()) start();
      return;
    }
    event.preventDefault();
    if (!playing()) {
      if (inside) start();
      return;
    }
    const box = stage.getBoundingClientRect();
    const across = (event.clientX - box.left) / box.width;
    const down = Math.max(0, (event.clientY - box.top) / box.height);
    held.down(zoneAt(across, down, ballWaits()), `finger ${event.pointerId}`, event.timeStamp);
  });
  const lift = (/** @type {PointerEvent} */ event) => held.up(`finger ${event.pointerId}`, event.timeStamp);
  addEventListener('pointerup', lift);
  addEventListener('pointercancel', lift);
  for (const name of ['contextmenu', 'gesturestart', 'dblclick']) stage.addEventListener(name, (event) => event.preventDefault());
  // Without this a long press on iOS selects and a double tap zooms.
  stage.addEventListener('touchstart', (event) => {
    if (event.cancelable && !(/** @type {Element} */ (event.target).closest('button'))) event.preventDefault();
  }, { passive: false });
}

/** Shows the zones, the first time only; they fade by themselves. */
export function showZones() {
  if (recall(SEEN)) return;
  remember(SEEN, '1');
  const zones = element('zones');
  zones.hidden = false;
  setTimeout(() => {
    zones.hidden = true;
  }, 4600);
}
