// @ts-check
// What the dot display shows: score, messages, big moments; in attract mode its pages in turn.

import { Dots, grouped, textWidth } from './dots.js';

/** @typedef {import('../types.js').GameMessage} GameMessage */
/** @typedef {import('../types.js').HighScore} HighScore */

const COLUMNS = 112;
const ROWS = 32;
/** ms that a page of attract mode stays. */
const PAGE = 3200;
/** ms that a moment takes the whole display. */
const MOMENT = 1500;
/** ms that a message stays after it was last changed. */
const MESSAGE = 3500;
/** Rows from which the line of small type starts. */
const LINE = 23;

/** What a moment is called on the display. @type {Record<string, string>} */
const MOMENTS = {
  jackpot: 'JACKPOT', multiball: 'MULTIBALL', saved: 'BALL SAVED', extra_ball: 'EXTRA BALL', tilt: 'TILT', warning: 'DANGER', game_over: 'GAME OVER',
};

/** The display above the score's text. */
export class Display {
  #dots;
  #host;
  #calm;
  /** @type {GameMessage|null} */
  #status = null;
  #title = '';
  #invitation = '';
  /** @type {HighScore[]} */
  #scores = [];
  #shown = 0;
  #moment = { text: '', until: 0 };
  #message = { text: '', since: -Infinity };
  #lastDraw = -Infinity;

  /** @param {HTMLElement} host @param {() => boolean} calm Is motion unwelcome? */
  constructor(host, calm) {
    this.#host = host;
    this.#calm = calm;
    this.#dots = new Dots(/** @type {HTMLCanvasElement} */ (host.querySelector('canvas')), COLUMNS, ROWS);
  }

  resize() {
    this.#dots.fit(Math.max(100, this.#host.clientWidth - 14), devicePixelRatio || 1);
    this.#lastDraw = -Infinity;
  }

  /** @param {{title: string, accent: string}} table */
  table({ title, accent }) {
    this.#title = title;
    this.#dots.colour = accent;
    this.#status = null;
    this.resize();
  }

  /** @param {string} text What starts a game, such as "PRESS ENTER". */
  invite(text) {
    this.#invitation = text;
  }

  /** @param {HighScore[]} scores */
  scores(scores) {
    this.#scores = scores;
  }

  /** @param {GameMessage} status @param {number} now */
  show(status, now) {
    if (status.message !== this.#message.text) this.#message = { text: status.message, since: now };
    this.#status = status;
  }

  /** @param {string} name @param {number} now */
  moment(name, now) {
    const text = MOMENTS[name];
    if (text) this.#moment = { text, until: now + MOMENT };
  }

  /** @param {number} now */
  draw(now) {
    // A display of dots is not quicker than thirty pictures a second.
    if (now - this.#lastDraw < 32) return;
    this.#lastDraw = now;
    const dots = this.#dots;
    dots.clear();
    const status = this.#status;
    if (!status) this.#page(now, [{ big: 'CAROM', line: this.#title }]);
    else if (status.mode === 'attract') this.#attract(now, status);
    else if (now < this.#moment.until) this.#drawMoment(now);
    else this.#game(now, status);
    dots.paint();
  }

  /** @param {number} now @param {GameMessage} status */
  #attract(now, status) {
    const pages = [{ big: this.#title, line: '' }, { big: this.#invitation, line: 'TO PLAY' }];
    this.#scores.slice(0, 3).forEach(({ score, initials }, index) => pages.push({ big: grouped(score), line: `${index + 1}. ${initials}` }));
    const demo = status.players[status.current]?.score ?? 0;
    if (demo > 0) pages.push({ big: grouped(demo), line: 'AUTOPILOT' });
    this.#page(now, pages);
  }

  /** @param {number} now @param {{big: string, line: string}[]} pages */
  #page(now, pages) {
    const page = pages[Math.floor(now / PAGE) % pages.length];
    if (!page) return;
    const age = now % PAGE;
    const top = page.line ? 3 : 8;
    if (/^[\d,]+$/.test(page.big)) this.#dots.number(Number(page.big.replaceAll(',', '')), 1, 20);
    else this.#big(page.big, top);
    if (page.line) this.#dots.centred(page.line, LINE, 5);
    if (!this.#calm() && age < 260) this.#curtain(age / 260);
  }

  /** Opens from the middle. @param {number} part */
  #curtain(part) {
    const open = Math.round((part * COLUMNS) / 2);
    for (let y = 0; y < ROWS; y += 1) {
      for (let x = 0; x < COLUMNS; x += 1) {
        const off = Math.abs(x + 0.5 - COLUMNS / 2);
        if (off > open) this.#dots.set(x, y, 0);
        else if (off > open - 2) this.#dots.set(x, y, 3);
      }
    }
  }

  /** @param {number} now */
  #drawMoment(now) {
    this.#big(this.#moment.text, 9);
    const left = this.#moment.until - now;
    if (this.#calm()) return;
    const ring = Math.floor((MOMENT - left) / 60);
    for (let x = 0; x < COLUMNS; x += 1) {
      if ((x + ring) % 6 < 3) continue;
      for (const y of [0, 1, ROWS - 2, ROWS - 1]) this.#dots.set(x, y, 6);
    }
  }

  /** @param {number} now @param {GameMessage} status */
  #game(now, status) {
    const player = status.players[status.current];
    const score = player?.score ?? 0;
    // The number runs up to the score rather than jumping.
    const behind = score - this.#shown;
    this.#shown = this.#calm() || behind < 0 || behind < 10 ? score : this.#shown + Math.ceil(behind * 0.35);
    if (status.phase === 'bonus') {
      this.#dots.number(status.bonus, 1, 20);
      this.#dots.centred(status.bonus_multiplier > 1 ? `BONUS × ${status.bonus_multiplier}` : 'BONUS', LINE, 6);
      return;
    }
    const blink = !this.#calm() && status.phase === 'playing' && this.#shown === 0 && Math.floor(now / 400) % 2 === 1;
    this.#dots.number(this.#shown, 1, 20, blink ? 3 : 8);
    const message = this.#message;
    if (status.phase === 'over') this.#dots.centred('GAME OVER', LINE, 6);
    else if (message.text && now - message.since < this.#messageTime()) this.#scroll(message.text, now - message.since);
    else this.#footer(status, player?.ball ?? 1);
  }

  /** @param {GameMessage} status @param {number} ball */
  #footer(status, ball) {
    const dots = this.#dots;
    dots.text(status.players.length > 1 ? `PLAYER ${status.current + 1}` : `BALL ${ball}`, 2, LINE, 5);
    const right = status.players.length > 1 ? `BALL ${ball}` : this.#extra(status);
    dots.text(right, COLUMNS - 2 - textWidth(right), LINE, 5);
  }

  /** @param {GameMessage} status */
  #extra(status) {
    const mode = status.modes.find(({ left }) => left !== null);
    if (mode) return `${Math.ceil(mode.left ?? 0)}`;
    if (status.multiplier > 1) return `${status.multiplier}×`;
    return status.ball_save > 0 ? `SAVE ${status.ball_save}` : '';
  }

  /** A long message needs the time to run through. */
  #messageTime() {
    return Math.max(MESSAGE, (textWidth(this.#message.text) + COLUMNS) * 28);
  }

  /** @param {string} text @param {number} age */
  #scroll(text, age) {
    const width = textWidth(text);
    if (width <= COLUMNS - 2) return this.#dots.centred(text, LINE, 8);
    this.#dots.text(text, Math.round(Math.max(2, 20 - age / 28) - Math.max(0, age / 28 - 40)), LINE, 8);
  }

  /** Text in double size if it fits, in two lines of single size if not. @param {string} text @param {number} y */
  #big(text, y) {
    if (textWidth(text) * 2 + 1 <= COLUMNS) return this.#dots.double(text, y);
    if (textWidth(text) <= COLUMNS) return this.#dots.centred(text, y + 4);
    const words = text.split(' ');
    let first = '';
    while (words.length > 0 && textWidth(`${first} ${words[0]}`) <= COLUMNS) first = `${first} ${words.shift()}`.trim();
    this.#dots.centred(first, y - 1);
    this.#dots.centred(words.join(' '), y + 8);
  }
}
