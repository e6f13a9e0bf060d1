// @ts-check
// Games again: the last one saved as a file or as a link, and files and links played.

import { LONGEST_LINK, MOST_BYTES, fileName, recordingIn, recordingOf, replayAddress, scoreText } from './words.js';

/** @typedef {import('../types.js').Engine} Engine */
/** @typedef {import('../types.js').Message} Message */

/** Table time per wall time. */
const SPEEDS = [1, 0.5, 0.25, 0.1];

/** Whoever gets files that are dropped on the page. @type {Replay|null} */
let onDuty = null;

export class Replay {
  #engine;
  #announce;
  #table = '';
  /** What was asked for and has not come: a recording for a file or a link, or a replay. @type {'file'|'link'|'replay'|null} */
  #wanted = null;
  /** A recording that waits for the connection. @type {string|null} */
  #waiting = null;
  #save = button('replay-save', 'Save last game');
  #link = button('replay-link', 'Copy link');
  #open = button('replay-open', 'Play a file');
  #stop = button('replay-stop', 'End replay');
  #speeds = make('div', 'replay-speeds');
  #field = /** @type {HTMLInputElement} */ (make('input', 'replay-field'));
  #note = make('p', 'replay-note');

  /**
   * @param {Engine} engine
   * @param {HTMLElement} panel
   * @param {(text: string) => void} announce
   */
  constructor(engine, panel, announce) {
    addStyle();
    this.#engine = engine;
    this.#announce = announce;
    const files = /** @type {HTMLInputElement} */ (make('input'));
    files.type = 'file';
    files.id = 'replay-file';
    files.accept = '.json,application/json,.txt';
    files.hidden = true;
    files.addEventListener('change', () => {
      const file = files.files?.[0];
      if (file) this.load(file);
      files.value = '';
    });
    this.#save.addEventListener('click', () => this.save());
    this.#link.addEventListener('click', () => this.link());
    this.#open.addEventListener('click', () => files.click());
    this.#stop.addEventListener('click', () => this.#engine.send({ do: 'attract' }));
    this.#field.readOnly = true;
    this.#field.hidden = true;
    this.#field.id = 'replay-field';
    this.#field.setAttribute('aria-label', 'Address of the replay');
    this.#field.addEventListener('focus', () => this.#field.select());
    this.#note.id = 'replay-note';
    this.#makeSpeeds();
    this.#playing(false);
    panel.classList.add('replay-panel');
    panel.replaceChildren(this.#save, this.#link, this.#open, files, this.#stop, this.#speeds, this.#field, this.#note);
    watchDrops();
    onDuty = this;
  }

  #makeSpeeds() {
    this.#speeds.setAttribute('role', 'group');
    this.#speeds.setAttribute('aria-label', 'Speed of the replay');
    for (const rate of SPEEDS) {
      const choice = button('', `${rate}×`);
      choice.dataset.rate = String(rate);
      choice.addEventListener('click', () => {
        this.#engine.send({ do: 'speed', rate });
        this.#press(rate);
      });
      this.#speeds.append(choice);
    }
  }

  /** @param {number} rate */
  #press(rate) {
    for (const choice of this.#speeds.children) {
      choice.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (choice).dataset.rate === String(rate)));
    }
  }

  /** What the server says. @param {Message} message */
  message(message) {
    switch (message.kind) {
      case 'hello':
        this.#table = message.table;
        if (this.#waiting !== null) this.#play(this.#waiting);
        break;
      case 'game':
        this.#playing(message.mode === 'replay');
        if (message.mode === 'replay' && this.#wanted === 'replay') this.#wanted = null;
        break;
      case 'recording':
        this.#take(message);
        break;
      case 'replayed':
        this.#say(message.message || (message.same ? 'The same score again.' : 'Not the same game.'), message.same ? 'same' : 'other');
        break;
      case 'fault':
        if (this.#wanted) this.#say(message.message, 'other');
        this.#wanted = null;
        break;
      default:
    }
  }

  /** Asks for the last game, to save it as a file. */
  save() {
    this.#ask('file');
  }

  /** Asks for the last game, to copy it as a link. */
  link() {
    this.#ask('link');
  }

  /** @param {'file'|'link'} wanted */
  #ask(wanted) {
    if (!this.#engine.connected) return this.#say('There is no connection to the table.', 'other');
    this.#wanted = wanted;
    this.#engine.send({ do: 'recording' });
  }

  /**
   * Plays a file.
   * @param {File} file
   */
  async load(file) {
    if (file.size > MOST_BYTES) return this.#say('That file is too large for the page. The command `carom replay` plays it.', 'other');
    try {
      const recording = recordingOf(await file.text());
      if (recording === null) this.#say(`${file.name} is not a saved game.`, 'other');
      else this.#play(recording);
    } catch {
      this.#say(`${file.name} could not be read.`, 'other');
    }
  }

  /**
   * Plays the replay that an address carries.
   * @param {string} hash
   */
  fromAddress(hash) {
    const recording = recordingIn(hash);
    if (recording === null) this.#say('The address carries no replay that can be read.', 'other');
    else this.#play(recording);
  }

  /** @param {string} recording */
  #play(recording) {
    if (!this.#engine.connected) {
      this.#waiting = recording;
      return;
    }
    this.#waiting = null;
    this.#press(1);
    this.#engine.send({ do: 'speed', rate: 1 });
    this.#engine.send({ do: 'replay', recording });
    this.#wanted = 'replay';
    this.#say('Playing a replay.', '');
  }

  /** @param {Extract<Message, {kind: 'recording'}>} message */
  #take({ text, link, score }) {
    const wanted = this.#wanted;
    this.#wanted = null;
    if (wanted === 'file') {
      const name = fileName(this.#table, score);
      download(name, text);
      this.#say(`Saved as ${name}.`, 'same');
    } else if (wanted === 'link') {
      if (link.length > LONGEST_LINK) return this.#say('This game is too long for a link. Save it as a file.', 'other');
      this.#copy(replayAddress(location.href, this.#table, link), score);
    }
    return undefined;
  }

  /**
   * @param {string} address
   * @param {number[]} score
   */
  async #copy(address, score) {
    try {
      await navigator.clipboard.writeText(address);
      this.#field.hidden = true;
      this.#say(`Link copied. Score: ${scoreText(score)}.`, 'same');
    } catch {
      this.#field.value = address;
      this.#field.hidden = false;
      this.#field.focus();
      this.#say('Copy the link from the field.', '');
    }
  }

  /** @param {boolean} now */
  #playing(now) {
    if (now && this.#speeds.hidden) this.#press(1);
    this.#stop.hidden = !now;
    this.#speeds.hidden = !now;
  }

  /**
   * @param {string} text
   * @param {'same'|'other'|''} how
   */
  #say(text, how) {
    this.#note.textContent = text;
    this.#note.dataset.how = how;
    this.#announce(text);
  }
}

/**
 * Hands a text to the browser as a file.
 * @param {string} name
 * @param {string} text
 */
function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

let watching = false;

/** Files may be dropped anywhere on the page. */
function watchDrops() {
  if (watching) return;
  watching = true;
  const carriesFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    document.body.classList.add('replay-drop');
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) document.body.classList.remove('replay-drop');
  });
  addEventListener('drop', (event) => {
    document.body.classList.remove('replay-drop');
    if (!carriesFile(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) onDuty?.load(file);
  });
}

/**
 * @param {string} id
 * @param {string} text
 * @returns {HTMLButtonElement}
 */
function button(id, text) {
  const element = /** @type {HTMLButtonElement} */ (make('button'));
  element.type = 'button';
  if (id) element.id = id;
  element.textContent = text;
  return element;
}

/**
 * @param {string} tag
 * @param {string} [className]
 * @returns {HTMLElement}
 */
function make(tag, className = '') {
  const element = document.createElement(tag);
  if (className) element.className = className;
  return element;
}

/** The panel's own style sheet, once. */
function addStyle() {
  const href = new URL('./replay.css', import.meta.url).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
}
