// @ts-check
// What is held down, from whichever source. Two keys on one flipper are one press.

/** @typedef {import('../types.js').Action} Action */

/** Actions and the sources (keys, fingers, pads) that hold each. */
export class Held {
  /** @type {Map<Action, Set<string>>} */
  #sources = new Map();
  #onChange;

  /** @param {(action: Action, down: boolean, when: number) => void} onChange Called when an action begins or ends to be held. */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /** @param {Action} action */
  has(action) {
    return (this.#sources.get(action)?.size ?? 0) > 0;
  }

  /** @param {Action} action @param {string} source @param {number} when ms, as event.timeStamp */
  down(action, source, when) {
    const sources = this.#sources.get(action) ?? new Set();
    this.#sources.set(action, sources);
    if (sources.has(source)) return;
    sources.add(source);
    if (sources.size === 1) this.#onChange(action, true, when);
  }

  /** @param {string} source @param {number} when */
  up(source, when) {
    for (const [action, sources] of this.#sources) {
      if (sources.delete(source) && sources.size === 0) this.#onChange(action, false, when);
    }
  }

  /**
   * Lets go of everything, or of the sources that a test picks.
   * @param {number} when
   * @param {(source: string) => boolean} [which]
   */
  release(when, which = () => true) {
    const all = new Set([...this.#sources.values()].flatMap((sources) => [...sources]));
    for (const source of all) if (which(source)) this.up(source, when);
  }
}
