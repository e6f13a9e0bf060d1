// @ts-check
// The keyboard. A press is on its way before the handler returns: no frame is waited for.

/** @typedef {import('./held.js').Held} Held */
/** @typedef {import('./keys.js').Keys} Keys */

/** Modifier keys by the flag that every event carries for them. */
const MODIFIERS = /** @type {const} */ ([
  ['shiftKey', ['ShiftLeft', 'ShiftRight']],
  ['ctrlKey', ['ControlLeft', 'ControlRight']],
  ['altKey', ['AltLeft', 'AltRight']],
]);
/** @type {Set<string>} */
const MODIFIER_CODES = new Set(MODIFIERS.flatMap(([, codes]) => [...codes]));
/** Keys with which a focused button, link or list is worked. */
const CONTROL_CODES = new Set(['Space', 'Enter', 'NumpadEnter']);

/**
 * @param {Keys} keys
 * @param {Held} held
 */
export function listenToKeyboard(keys, held) {
  addEventListener('keydown', (event) => {
    if (event.repeat) {
      if (isOurs(event, keys)) event.preventDefault();
      return;
    }
    dropModifiers(event, held);
    if (!isOurs(event, keys)) return;
    const action = keys.actionOf(event.code);
    if (!action) return;
    event.preventDefault();
    held.down(action, event.code, event.timeStamp);
  });
  addEventListener('keyup', (event) => {
    held.up(event.code, event.timeStamp);
    dropModifiers(event, held);
  });
  addEventListener('blur', (event) => held.release(event.timeStamp));
  addEventListener('visibilitychange', (event) => {
    if (document.hidden) held.release(event.timeStamp);
  });
}

/**
 * With both Shifts held, the release of one may never be told. But every event says whether any is held.
 * @param {KeyboardEvent} event
 * @param {Held} held
 */
function dropModifiers(event, held) {
  for (const [flag, codes] of MODIFIERS) {
    if (!event[flag]) for (const code of codes) if (code !== event.code || event.type === 'keyup') held.up(code, event.timeStamp);
  }
}

/** Is a key for the table, and not for the browser, a text field or a focused control? @param {KeyboardEvent} event @param {Keys} keys */
function isOurs(event, keys) {
  const action = keys.actionOf(event.code);
  if (!action || event.isComposing) return false;
  if (!MODIFIER_CODES.has(event.code)) {
    // Ctrl+R and the like belong to the browser, unless Ctrl itself is a button of the cabinet.
    if (event.metaKey) return false;
    if (event.ctrlKey && !keys.actionOf('ControlLeft') && !keys.actionOf('ControlRight')) return false;
    if (event.altKey && !keys.actionOf('AltLeft') && !keys.actionOf('AltRight')) return false;
  }
  const target = event.target instanceof Element ? event.target : null;
  if (document.querySelector('dialog[open]')) return false;
  if (!target) return true;
  if (target.closest('input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]')) return false;
  return !(CONTROL_CODES.has(event.code) && target.closest('button, a[href], summary, label, input'));
}
