// @ts-check
// The physicist's panel: a switch for each layer, rates, balls, energy and its ledger, the list of events.

import { energyText, eventText, impactLines, ledgerLines, plainName, residualText } from './journal.js';
import { plotLedger } from './ledger.js';
import { ENTRY_INK, LAYERS } from './palette.js';
import { plotEnergy } from './plot.js';

/** @typedef {import('./palette.js').Layer} Layer */
/** @typedef {import('./journal.js').Journal} Journal */
/** @typedef {import('./types.js').Insight} Insight */

const MOST_ROWS = 40;
const STORE = 'carom.layers';

export class Panel {
  /** Which layers are shown. @type {Record<Layer, boolean>} */
  shows = { colliders: true, zones: false, cells: false, contacts: true, vectors: true, ghost: true, ...rememberedLayers() };
  #rates = make('p', 'overlay-rates');
  #kinds = make('ul', 'overlay-legend');
  #balls = make('tbody');
  #plot = /** @type {HTMLCanvasElement} */ (make('canvas', 'overlay-plot'));
  #ledgerPlot = /** @type {HTMLCanvasElement} */ (make('canvas', 'overlay-plot overlay-ledger-plot'));
  #ledger = make('tbody');
  #residual = make('p', 'overlay-residual');
  #impacts = make('tbody');
  #events = make('ol', 'overlay-events');
  #note = make('p', 'overlay-note');

  /**
   * @param {HTMLElement} host
   * @param {() => void} copy
   */
  constructor(host, copy) {
    this.#note.setAttribute('role', 'status');
    this.#plot.setAttribute('role', 'img');
    this.#plot.setAttribute('aria-label', 'Energy of the balls over the last twelve seconds');
    this.#ledgerPlot.setAttribute('role', 'img');
    this.#ledgerPlot.setAttribute('aria-label', 'What each entry of the ledger gave and took over the last twelve seconds; the table below has the sums');
    this.#events.tabIndex = 0;
    this.#events.setAttribute('aria-label', 'Events');
    const button = make('button', 'overlay-copy', 'Copy as JSON');
    button.id = 'overlay-copy';
    button.setAttribute('type', 'button');
    button.addEventListener('click', copy);
    host.classList.add('overlay-panel');
    host.replaceChildren(
      this.#switches(),
      this.#kinds,
      this.#rates,
      table('Balls', 'overlay-balls', ['', 'm/s', 'rad/s', 'moves', 'touches'], this.#balls),
      titled('Energy', plotLegend(), this.#plot),
      titled('Ledger', this.#ledgerPlot, bare('overlay-ledger', ['', 'mJ'], this.#ledger), this.#residual),
      table('Impacts', 'overlay-impacts', ['', 'mJ', 'hits'], this.#impacts),
      titled('Events', this.#events),
      button,
      this.#note,
    );
  }

  #switches() {
    const group = make('fieldset', 'overlay-switches');
    group.append(make('legend', 'sr', 'Layers'));
    for (const { id, label, about, swatch } of LAYERS) {
      const box = /** @type {HTMLInputElement} */ (make('input'));
      box.type = 'checkbox';
      box.checked = this.shows[id];
      box.dataset.layer = id;
      box.addEventListener('change', () => {
        this.shows[id] = box.checked;
        rememberLayers(this.shows);
      });
      const line = make('label');
      line.title = about;
      line.append(box, make('i', `overlay-swatch overlay-${swatch}`), make('span', '', label));
      group.append(line);
    }
    return group;
  }

  /** Which kinds of collider there are, with their colours. @param {string[]} kinds */
  legend(kinds) {
    this.#kinds.replaceChildren(...kinds.map((kind) => {
      const item = make('li');
      item.append(make('i', `overlay-swatch overlay-${kind}`), make('span', '', kind));
      return item;
    }));
  }

  /** @param {string} text */
  say(text) {
    this.#note.textContent = text;
  }

  /**
   * @param {Journal} journal
   * @param {boolean} paused
   */
  update(journal, paused) {
    const insight = journal.insight;
    if (insight) {
      const { ticks_per_second, impacts_per_second, real_time } = insight.rates;
      const rates = `${ticks_per_second.toFixed(0)} ticks/s, ${impacts_per_second.toFixed(0)} impacts/s, ${real_time.toFixed(2)} × real time`;
      this.#rates.textContent = paused ? 'Paused' : rates;
      rows(this.#balls, insight.balls.map(ballRow));
      const energy = insight.energy;
      const lines = ledgerLines(energy);
      rows(this.#ledger, [
        ['at the start', signed(energy.ledger?.start ?? 0)],
        ...lines.map(({ label, joules }) => [label, signed(joules)]),
        ['motion and spin now', (1000 * (energy.ledger?.now ?? 0)).toFixed(2)],
      ]);
      colours(this.#ledger, [undefined, ...lines.map(({ entry }) => ENTRY_INK[entry])]);
      setText(this.#residual, residualText(energy));
      rows(this.#impacts, impactLines(energy).map(({ label, joules, impacts }) => [label, signed(joules), String(impacts)]));
      plotEnergy(this.#plot, journal.history);
      plotLedger(this.#ledgerPlot, journal.history);
    } else {
      this.#rates.textContent = 'Waiting for the engine';
    }
    const shown = journal.events.slice(-MOST_ROWS).reverse();
    while (this.#events.children.length > shown.length) this.#events.lastChild?.remove();
    shown.forEach((event, k) => {
      const { time, what, more } = eventText(event);
      let row = this.#events.children[k];
      if (!row) {
        row = make('li');
        row.append(make('time'), make('span'), make('b'));
        this.#events.append(row);
      }
      [time, what, more].forEach((text, n) => setText(row?.children[n], text));
    });
  }
}

/** @param {Insight['balls'][number]} ball */
function ballRow(ball) {
  const touches = ball.held ? 'held' : ball.touching.map((touching) => plainName(touching.name) || touching.kind).join(', ');
  const [speed, spin] = [ball.velocity, ball.spin].map((v) => (v ? Math.hypot(...v) : 0));
  return [`ball ${ball.id}`, (speed ?? 0).toFixed(3), (spin ?? 0).toFixed(1), ball.motion ?? '', touches];
}

/** @param {number} joules */
function signed(joules) {
  const text = energyText(joules).replace(' mJ', '');
  return joules > 0 ? `+${text}` : text.replace('-', '−');
}

function plotLegend() {
  const list = make('ul', 'overlay-legend');
  for (const [swatch, word] of [['velocity', 'motion'], ['spin', 'spin'], ['height', 'height']]) {
    const item = make('li');
    item.append(make('i', `overlay-swatch overlay-${swatch}`), make('span', '', word));
    list.append(item);
  }
  return list;
}

/**
 * @param {string} title
 * @param {HTMLElement[]} inner
 */
function titled(title, ...inner) {
  const section = make('section');
  section.append(make('h3', '', title), ...inner);
  return section;
}

/**
 * @param {string} title
 * @param {string} className
 * @param {string[]} heads
 * @param {HTMLElement} body
 */
function table(title, className, heads, body) {
  return titled(title, bare(className, heads, body));
}

/**
 * A table without a title.
 * @param {string} className
 * @param {string[]} heads
 * @param {HTMLElement} body
 */
function bare(className, heads, body) {
  const whole = make('table', className);
  const head = make('thead');
  const row = make('tr');
  for (const text of heads) {
    const cell = make(text === '' ? 'td' : 'th', '', text);
    if (text !== '') cell.setAttribute('scope', 'col');
    row.append(cell);
  }
  head.append(row);
  whole.append(head, body);
  return whole;
}

/**
 * Marks the lines of a table with their colours in a plot; lines without one stay plain.
 * @param {HTMLElement} body
 * @param {(string|undefined)[]} inks
 */
function colours(body, inks) {
  for (const [k, row] of [...body.children].entries()) {
    const ink = inks[k] ?? 'transparent';
    const style = /** @type {HTMLElement} */ (row).style;
    if (style.getPropertyValue('--ink-of-line') !== ink) style.setProperty('--ink-of-line', ink);
  }
}

/**
 * Writes a table's body, touching only what has changed.
 * @param {HTMLElement} body
 * @param {string[][]} lines
 */
function rows(body, lines) {
  while (body.children.length > lines.length) body.lastChild?.remove();
  lines.forEach((cells, k) => {
    let row = body.children[k];
    if (!row) {
      row = make('tr');
      row.append(...cells.map((_, n) => make(n === 0 ? 'th' : 'td')));
      row.firstElementChild?.setAttribute('scope', 'row');
      body.append(row);
    }
    cells.forEach((text, n) => setText(row?.children[n], text));
  });
}

/**
 * @param {Element|undefined} element
 * @param {string} text
 */
function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/**
 * @param {string} tag
 * @param {string} [className]
 * @param {string} [text]
 */
function make(tag, className = '', text = '') {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/** @returns {Partial<Record<Layer, boolean>>} */
function rememberedLayers() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORE) ?? '{}');
    const known = LAYERS.filter(({ id }) => typeof stored?.[id] === 'boolean').map(({ id }) => [id, stored[id]]);
    return Object.fromEntries(known);
  } catch {
    return {}; // Nothing was kept, or not by this page.
  }
}

/** @param {Record<Layer, boolean>} shows */
function rememberLayers(shows) {
  try {
    localStorage.setItem(STORE, JSON.stringify(shows));
  } catch {
    // They will be as at first next time.
  }
}
