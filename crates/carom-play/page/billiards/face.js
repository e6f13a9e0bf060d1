// @ts-check
// The cue ball's face: press where the tip shall meet it.

import { element, write } from '../page.js';
import { effectWords, pointOf, tipAt, tipWords } from './tip.js';

/** @typedef {import('./aim.js').Aim} Aim */

const SVG = 'http://www.w3.org/2000/svg';
/** Units of the drawing: the ball's diameter, and the room round it. */
const BALL = 200;
const MARGIN = 6;
/** Radii: how wide a chalked tip's print is. */
const PRINT = 0.17;
/** Radii for one press of an arrow key. */
const STEP = 0.05;

/** The face and its words. */
export class Face {
  #host = element('face');
  #words = element('tip-words');
  #aim;
  #limit;
  #print;
  #ball;

  /** @param {Aim} aim */
  constructor(aim) {
    this.#aim = aim;
    const picture = node('svg', { viewBox: `${-MARGIN} ${-MARGIN} ${BALL + 2 * MARGIN} ${BALL + 2 * MARGIN}`, 'aria-hidden': 'true' });
    picture.innerHTML = `<defs><radialGradient id="ivory" cx="0.38" cy="0.3" r="0.78"><stop offset="0" stop-color="#fffdf6"/><stop offset="0.5" stop-color="#efe7d4"/><stop offset="0.85" stop-color="#b9ad95"/><stop offset="1" stop-color="#7d7361"/></radialGradient>
      <radialGradient id="chalk" cx="0.4" cy="0.35" r="0.75"><stop offset="0" stop-color="#6fb4ec"/><stop offset="1" stop-color="#1f5f9c"/></radialGradient></defs>
      <circle cx="100" cy="100" r="100" fill="url(#ivory)" stroke="none"/>
      <path d="M100 4V196M4 100H196" stroke="#0003" stroke-width="1"/>
      <circle cx="100" cy="100" r="25" fill="none" stroke="#0002" stroke-width="1"/>`;
    this.#limit = node('circle', { cx: 100, cy: 100, fill: 'none', stroke: '#c2281c', 'stroke-width': 1.6, 'stroke-dasharray': '6 5' });
    this.#ball = node('g', {});
    this.#print = node('circle', { r: (PRINT * BALL) / 2, fill: 'url(#chalk)', stroke: '#0b2c4a', 'stroke-width': 1.5 });
    const cross = node('path', { d: 'M-5 0H5M0 -5V5', stroke: '#fff', 'stroke-width': 1.5 });
    this.#ball.append(this.#print, cross);
    picture.append(this.#limit, this.#ball);
    this.#host.replaceChildren(picture);
    this.#host.addEventListener('pointerdown', (event) => {
      this.#host.setPointerCapture(event.pointerId);
      this.#press(event);
    });
    this.#host.addEventListener('pointermove', (event) => {
      if (this.#host.hasPointerCapture(event.pointerId)) this.#press(event);
    });
    this.#host.addEventListener('dblclick', () => aim.set({ side: 0, height: 0 }));
    this.#host.addEventListener('keydown', (event) => this.#key(event));
    this.show();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const box = this.#host.getBoundingClientRect();
    const unit = box.width / (BALL + 2 * MARGIN);
    this.#aim.set(tipAt((event.clientX - box.left) / unit - MARGIN, (event.clientY - box.top) / unit - MARGIN, BALL, this.#aim.limit));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = event.shiftKey ? STEP / 5 : STEP;
    const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (way) this.#aim.moveTip((way[0] ?? 0) * step, (way[1] ?? 0) * step);
    else if (event.key === 'Home') this.#aim.set({ side: 0, height: 0 });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  show() {
    const { strike, limit } = this.#aim;
    const [x, y] = pointOf(strike, BALL);
    this.#ball.setAttribute('transform', `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    this.#limit.setAttribute('r', String(((limit ?? 0) * BALL) / 2));
    write(this.#words, `${tipWords(strike)}: ${effectWords(strike)}`);
  }
}

/** @param {string} tag @param {Record<string, string|number>} marks */
function node(tag, marks) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(marks)) made.setAttribute(name, String(value));
  return made;
}
