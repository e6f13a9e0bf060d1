// @ts-check
// The desk below the table: the ball's face, power, elevation, fine aim, and the button that shoots.

import { element, write } from '../page.js';
import { STEEPEST, powerOf, speedOf } from './aim.js';
import { Face } from './face.js';

/** @typedef {import('./aim.js').Aim} Aim */

/** Degrees for one press of a fine button. */
const FINE = 0.1;

/** What sets the strike without touching the table. */
export class CueDesk {
  #aim;
  #face;
  #speed = /** @type {HTMLInputElement} */ (element('speed'));
  #elevation = /** @type {HTMLInputElement} */ (element('elevation'));
  #shoot = /** @type {HTMLButtonElement} */ (element('shoot'));
  #place = /** @type {HTMLButtonElement} */ (element('place'));

  /** @param {Aim} aim */
  constructor(aim) {
    this.#aim = aim;
    this.#face = new Face(aim);
    this.#speed.addEventListener('input', () => aim.set({ speed: speedOf(Number(this.#speed.value) / Number(this.#speed.max)) }));
    this.#elevation.addEventListener('input', () => aim.set({ elevation: Number(this.#elevation.value) }));
    element('tip-centre').addEventListener('click', () => aim.set({ side: 0, height: 0 }));
    element('left-fine').addEventListener('click', () => aim.turn(FINE));
    element('right-fine').addEventListener('click', () => aim.turn(-FINE));
  }

  /** The strike as it is. */
  show() {
    const { speed, elevation, direction } = this.#aim.strike;
    const power = powerOf(speed);
    slide(this.#speed, Math.round(power * Number(this.#speed.max)), power, `${speed.toFixed(2)} metres a second`);
    slide(this.#elevation, elevation, elevation / STEEPEST, `${elevation.toFixed(1)} degrees`);
    write(element('speed-words'), `${speed.toFixed(2)} m/s`);
    write(element('elevation-words'), `${elevation.toFixed(1)}°`);
    write(element('aim-words'), `${direction.toFixed(2)}°`);
    this.#face.show();
  }

  /** @param {string} word What the large button does. @param {boolean} waits */
  trigger(word, waits) {
    write(this.#shoot, word);
    this.#shoot.disabled = waits;
  }

  /** @param {boolean} able @param {boolean} on */
  placing(able, on) {
    this.#place.hidden = !able && !on;
    this.#place.setAttribute('aria-pressed', String(on));
  }
}

/** @param {HTMLInputElement} slider @param {number} value @param {number} part From 0 to 1. @param {string} words */
function slide(slider, value, part, words) {
  slider.value = String(value);
  slider.style.setProperty('--part', part.toFixed(4));
  slider.setAttribute('aria-valuetext', words);
}
