// @ts-check
// How far the plunger is pulled.

import { element } from '../page.js';

/** ms after which a held plunger is all the way back, if the table does not say how far it is. */
const FULL = 1000;

/** The bar beside the plunger. */
export class Power {
  #host = element('power');
  #bar = /** @type {HTMLElement} */ (element('power').firstElementChild);
  #since = NaN;

  /**
   * @param {boolean} down
   * @param {number} when
   * @param {[number, number]|null} [at] Where the plunger is seen, in pixels from the stage's corner.
   */
  hold(down, when, at = null) {
    this.#since = down ? when : NaN;
    this.#host.hidden = !down;
    const stage = this.#host.parentElement;
    if (!down || !at || !stage) return;
    this.#host.style.left = `${Math.min(at[0] + 0.055 * stage.clientHeight, stage.clientWidth - 14)}px`;
    this.#host.style.top = `${at[1]}px`;
  }

  /** @param {number} now @param {number|null} pulled Share of the stroke, if the table says. */
  draw(now, pulled) {
    if (Number.isNaN(this.#since)) return;
    const share = pulled ?? (now - this.#since) / FULL;
    this.#bar.style.transform = `scaleY(${Math.min(1, Math.max(0, share)).toFixed(3)})`;
  }
}
