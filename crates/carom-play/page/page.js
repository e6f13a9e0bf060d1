// @ts-check
// Small helps with the document and with what the browser remembers.

/**
 * The element with an id; the page is broken without it.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} [text]
 * @param {string} [name] Its class.
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, text = '', name = '') {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (name) made.className = name;
  return made;
}

/** Writes text only where it differs: screen readers and layout are left alone otherwise. @param {Element} target @param {string} text */
export function write(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** The browser's store, or null where it is forbidden. @returns {Storage|null} */
export function store() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** @param {string} key */
export function recall(key) {
  try {
    return store()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    store()?.setItem(key, value);
  } catch {
    // Not remembered, then.
  }
}

/** Does the player want less motion? */
export const calm = matchMedia('(prefers-reduced-motion: reduce)');
