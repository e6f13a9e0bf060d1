// @ts-check
// Gamepads of the standard layout. The browser tells nothing by itself: they are asked in every frame.

/** @typedef {import('./held.js').Held} Held */
/** @typedef {import('../types.js').Action} Action */

/** Buttons of the standard layout by number. @type {readonly (Action|null)[]} */
const LAYOUT = [
  'plunge', 'plunge', 'left_extra', 'right_extra', // A B X Y
  'left', 'right', 'left', 'right', // shoulders and triggers
  'pause', 'start', null, null, // select, start, sticks
  'nudge_up', 'plunge', 'nudge_left', 'nudge_right', // cross: a push up, a pull down, pushes from the sides
];
/** How far a trigger is pulled before it counts. */
const PULLED = 0.3;

/** Asks the pads. */
export class Gamepads {
  #held;
  /** @type {Map<string, boolean>} */
  #was = new Map();
  #any = false;

  /** @param {Held} held */
  constructor(held) {
    this.#held = held;
    addEventListener('gamepadconnected', () => {
      this.#any = true;
    });
  }

  /** @param {number} now */
  poll(now) {
    if (!this.#any) return;
    for (const pad of navigator.getGamepads()) {
      if (!pad?.connected) continue;
      pad.buttons.forEach((button, index) => {
        const action = LAYOUT[index];
        if (action) this.#set(`pad ${pad.index} ${index}`, action, button.pressed || button.value > PULLED, now);
      });
    }
  }

  /** @param {string} source @param {Action} action @param {boolean} down @param {number} now */
  #set(source, action, down, now) {
    if ((this.#was.get(source) ?? false) === down) return;
    this.#was.set(source, down);
    if (down) this.#held.down(action, source, now);
    else this.#held.up(source, now);
  }
}
