// @ts-check
// Which key does what: presets, changes, memory. Knows nothing of the document.

/** @typedef {import('../types.js').Action} Action */
/** @typedef {Record<Action, string[]>} Keymap Each action's keys, as `event.code` names them. */

/** Where the player's own keys are remembered. */
const STORE = 'carom.keys';

/** @type {readonly {action: Action, label: string, page: boolean}[]} In the order in which they are shown. */
export const ACTIONS = [
  { action: 'left', label: 'Left flipper', page: false },
  { action: 'right', label: 'Right flipper', page: false },
  { action: 'plunge', label: 'Plunger', page: false },
  { action: 'start', label: 'Start', page: false },
  { action: 'nudge_left', label: 'Nudge left', page: false },
  { action: 'nudge_right', label: 'Nudge right', page: false },
  { action: 'nudge_up', label: 'Nudge up', page: false },
  { action: 'left_extra', label: 'Left extra', page: false },
  { action: 'right_extra', label: 'Right extra', page: false },
  { action: 'pause', label: 'Pause', page: true },
  { action: 'slow', label: 'Slow motion', page: true },
  { action: 'step', label: 'Step a tick', page: true },
  { action: 'restart', label: 'Restart', page: true },
  { action: 'view', label: 'Overhead', page: true },
  { action: 'overlay', label: 'Look inside', page: true },
  { action: 'trails', label: 'Trails', page: true },
  { action: 'mute', label: 'Sound', page: true },
  { action: 'help', label: 'Help', page: true },
];

/** @type {Pick<Keymap, 'pause'|'slow'|'step'|'restart'|'view'|'overlay'|'trails'|'mute'|'help'>} */
const PAGE_KEYS = {
  pause: ['KeyP'],
  slow: ['KeyS'],
  step: ['Period'],
  restart: ['KeyR'],
  view: ['KeyV'],
  overlay: ['KeyO'],
  trails: ['KeyT'],
  mute: ['KeyM'],
  help: ['KeyH'],
};

/** @type {Readonly<Record<string, {title: string, keys: Keymap}>>} */
export const PRESETS = {
  carom: {
    title: 'Carom',
    keys: {
      left: ['ArrowLeft', 'KeyZ'],
      right: ['ArrowRight', 'Slash'],
      plunge: ['Space', 'ArrowDown'],
      start: ['Enter'],
      nudge_left: ['KeyA'],
      nudge_right: ['KeyD'],
      nudge_up: ['KeyW', 'ArrowUp'],
      left_extra: ['KeyQ'],
      right_extra: ['KeyE'],
      ...PAGE_KEYS,
    },
  },
  vp: {
    title: 'Visual Pinball',
    keys: {
      left: ['ShiftLeft'],
      right: ['ShiftRight'],
      plunge: ['Enter'],
      start: ['Digit1'],
      nudge_left: ['KeyZ'],
      nudge_right: ['Slash'],
      nudge_up: ['Space'],
      left_extra: ['ControlLeft'],
      right_extra: ['ControlRight'],
      ...PAGE_KEYS,
    },
  },
  cadet: {
    title: 'Space Cadet',
    keys: {
      left: ['KeyZ'],
      right: ['Slash'],
      plunge: ['Space'],
      start: ['Enter', 'F2'],
      nudge_left: ['KeyX'],
      nudge_right: ['Period'],
      nudge_up: ['ArrowUp'],
      left_extra: ['KeyQ'],
      right_extra: ['KeyE'],
      ...PAGE_KEYS,
      pause: ['KeyP', 'F3'],
      step: ['Comma'],
    },
  },
};

/** Keys that cannot be given away: they lead through the page or out of a dialog. */
const KEPT = new Set(['Escape', 'Tab', 'F5', 'F11', 'F12', 'MetaLeft', 'MetaRight', 'ContextMenu']);

/** The player's keys. */
export class Keys {
  /** @type {Keymap} */
  #map;
  /** @type {Map<string, Action>} */
  #byCode = new Map();
  #store;
  /** Called after every change. */
  onChange = () => {};

  /** @param {Pick<Storage, 'getItem'|'setItem'>|null} store */
  constructor(store) {
    this.#store = store;
    this.#map = recall(store) ?? copy(preset('carom'));
    this.#index();
  }

  /** @param {string} code @returns {Action|undefined} */
  actionOf(code) {
    return this.#byCode.get(code);
  }

  /** @param {Action} action @returns {readonly string[]} */
  codesOf(action) {
    return this.#map[action];
  }

  /** The preset that these keys are, or ''. */
  get preset() {
    const mine = JSON.stringify(ordered(this.#map));
    return Object.keys(PRESETS).find((name) => JSON.stringify(ordered(preset(name))) === mine) ?? '';
  }

  /** @param {string} name */
  usePreset(name) {
    if (!PRESETS[name]) return;
    this.#map = copy(preset(name));
    this.#changed();
  }

  /**
   * Gives an action one key in place of those it had. Another action loses it; if that was its only key it takes over
   * what the first one had, so that nothing is left without a key.
   * @param {Action} action
   * @param {string} code
   * @returns {boolean} False if the key cannot be given away.
   */
  assign(action, code) {
    if (!code || KEPT.has(code)) return false;
    const before = this.#map[action];
    const other = this.#byCode.get(code);
    if (other && other !== action) {
      const rest = this.#map[other].filter((key) => key !== code);
      this.#map[other] = rest.length > 0 ? rest : before;
    }
    this.#map[action] = [code];
    this.#changed();
    return true;
  }

  #changed() {
    this.#index();
    try {
      this.#store?.setItem(STORE, JSON.stringify(this.#map));
    } catch {
      // A full or forbidden store only means that the keys are not remembered.
    }
    this.onChange();
  }

  #index() {
    this.#byCode.clear();
    for (const { action } of ACTIONS) for (const code of this.#map[action]) this.#byCode.set(code, action);
  }
}

/** What a key cap says. @param {string} code */
export function capOf(code) {
  const known = CAPS[code];
  if (known) return known;
  return code.replace(/^(Key|Digit)/, '').replace(/^Numpad/, 'Num ').replace(/(Left|Right)$/, ' $1');
}

/** @type {Record<string, string>} */
const CAPS = {
  ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Slash: '/', Period: '.', Comma: ',', Semicolon: ';', Quote: "'",
  Backquote: '`', BracketLeft: '[', BracketRight: ']', Backslash: '\\', Minus: '-', Equal: '=', ShiftLeft: 'L Shift', ShiftRight: 'R Shift',
  ControlLeft: 'L Ctrl', ControlRight: 'R Ctrl', AltLeft: 'L Alt', AltRight: 'R Alt', IntlBackslash: '<', NumpadEnter: 'Num Enter',
};

/** @param {string} name @returns {Keymap} */
function preset(name) {
  return /** @type {{keys: Keymap}} */ (PRESETS[name]).keys;
}

/** @param {Keymap} map @returns {Keymap} */
function copy(map) {
  return /** @type {Keymap} */ (Object.fromEntries(ACTIONS.map(({ action }) => [action, [...map[action]]])));
}

/** @param {Keymap} map */
function ordered(map) {
  return ACTIONS.map(({ action }) => map[action]);
}

/** @param {Pick<Storage, 'getItem'>|null} store @returns {Keymap|null} */
function recall(store) {
  try {
    const value = JSON.parse(store?.getItem(STORE) ?? 'null');
    const good = value && ACTIONS.every(({ action }) => isKeyList(value[action]));
    return good ? copy(value) : null;
  } catch {
    return null;
  }
}

/** @param {unknown} value */
function isKeyList(value) {
  return Array.isArray(value) && value.length > 0 && value.length <= 4 && value.every((code) => typeof code === 'string' && code.length < 32);
}
