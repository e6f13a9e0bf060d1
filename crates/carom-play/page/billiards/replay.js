// @ts-check
// The last shot again: slower, to and fro, event by event.

import { element, make, write } from '../page.js';
import { eventWords, timeWords } from './words.js';

/** @typedef {import('./types.js').ShotEvent} ShotEvent */

/** Events that are listed: a long break has more than anybody reads. */
const MOST = 300;

/** The panel of the last shot. */
export class ReplayPanel {
  #section = element('last-shot');
  #play = element('replay');
  #back = element('back');
  #scrub = /** @type {HTMLInputElement} */ (element('scrub'));
  #time = element('replay-time');
  #list = element('events');
  #rates = /** @type {HTMLElement[]} */ ([...element('rates').querySelectorAll('button')]);
  /** @type {ShotEvent[]} */
  #events = [];
  #current = -1;
  #open = false;
  #small = matchMedia('(max-width: 860px), (max-height: 520px)');
  rate = 1;

  /** @param {{toggle: () => void, seek: (time: number) => void, back: () => void}} calls */
  constructor({ toggle, seek, back }) {
    this.#play.addEventListener('click', toggle);
    this.#back.addEventListener('click', back);
    this.#scrub.addEventListener('input', () => seek(Number(this.#scrub.value)));
    this.#rates.forEach((button, index) => {
      button.addEventListener('click', () => this.choose(index));
      button.addEventListener('keydown', (event) => {
        const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const next = (index + step + this.#rates.length) % this.#rates.length;
        this.choose(next);
        this.#rates[next]?.focus();
      });
    });
    this.#list.addEventListener('click', (event) => {
      const at = event.target instanceof Element ? event.target.closest('button')?.dataset.time : undefined;
      if (at !== undefined) seek(Number(at));
    });
    this.#list.addEventListener('keydown', (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const at = [...this.#list.children].findIndex((item) => item.contains(document.activeElement));
      if (!step || at < 0) return;
      event.preventDefault();
      event.stopPropagation();
      this.#stop(Math.max(0, Math.min(this.#list.children.length - 1, at + step)))?.focus();
    });
  }

  /** Chooses one of the speeds. @param {number} index */
  choose(index) {
    this.rate = Number(this.#rates[index]?.dataset.rate ?? 1);
    this.#rates.forEach((button, k) => {
      button.setAttribute('aria-checked', String(k === index));
      button.tabIndex = k === index ? 0 : -1;
    });
  }

  /** @param {ShotEvent[]} events @param {number} duration @param {boolean} lying */
  shot(events, duration, lying) {
    this.#section.hidden = false;
    this.#events = events.slice(0, MOST);
    this.#current = -1;
    this.#scrub.max = String(duration);
    this.#list.replaceChildren(...this.#events.map((event) => {
      const item = make('li');
      const button = make('button');
      button.type = 'button';
      button.dataset.time = String(event.time);
      button.dataset.what = event.what;
      // One stop for the Tab key; arrows go on from there.
      button.tabIndex = -1;
      button.append(make('span', timeWords(event.time)), make('span', eventWords(event, lying)));
      item.append(button);
      return item;
    }));
    this.#stop(0);
  }

  /** Which event the Tab key leads to. @param {number} index */
  #stop(index) {
    const buttons = this.#list.querySelectorAll('button');
    buttons.forEach((button, k) => { button.tabIndex = k === index ? 0 : -1; });
    return buttons[index];
  }

  forget() {
    this.#section.hidden = true;
    this.#events = [];
    this.#list.replaceChildren();
  }

  /** On a small screen the panel takes the cue's place while a shot is shown again: in the sheet it would hide the table. @param {boolean} open */
  #move(open) {
    if (open === this.#open) return;
    this.#open = open;
    document.body.classList.toggle('replaying', open);
    if (open && this.#small.matches) {
      this.onCover();
      element('room').append(this.#section);
    } else if (!open && this.#section.parentElement !== element('machine')) element('finder').before(this.#section);
  }

  /** The table must be in sight. */
  onCover = () => {};

  /** @param {number} time @param {'still'|'runs'|'stopped'} how */
  show(time, how) {
    this.#move(how !== 'still');
    if (document.activeElement !== this.#scrub || how === 'runs') this.#scrub.value = String(time);
    this.#scrub.setAttribute('aria-valuetext', timeWords(time));
    write(this.#time, timeWords(time));
    write(this.#play, how === 'runs' ? 'Stop' : 'Replay');
    this.#back.hidden = how === 'still';
    const current = how === 'still' ? -1 : lastBy(this.#events, time + 1e-9);
    if (current === this.#current) return;
    this.#list.children[this.#current]?.removeAttribute('aria-current');
    this.#current = current;
    const item = this.#list.children[current];
    if (!(item instanceof HTMLElement)) return;
    item.setAttribute('aria-current', 'true');
    if (!this.#list.contains(document.activeElement)) this.#stop(current);
    this.#list.scrollTop = Math.max(0, item.offsetTop - this.#list.offsetTop - this.#list.clientHeight / 2);
  }

  /** The time of the event before or after a time. @param {number} time @param {1|-1} way */
  near(time, way) {
    const times = this.#events.map((event) => event.time);
    return way > 0 ? times.find((at) => at > time + 1e-9) : times.filter((at) => at < time - 1e-9).at(-1);
  }
}

/** The number of the last event up to a time; -1 before the first. @param {ShotEvent[]} events @param {number} time */
function lastBy(events, time) {
  let index = events.length - 1;
  while (index >= 0 && /** @type {ShotEvent} */ (events[index]).time > time) index -= 1;
  return index;
}
