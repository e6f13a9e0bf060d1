// @ts-check
// What the page needs to know of a table's plunger: is a ball before it, how far is it pulled.

/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').State} State */

/** m before the resting tip in which a ball waits to be shot. */
const LANE = 0.12;
/** m: a ball that far beside the plunger is in another lane. */
const BESIDE = 0.03;

/** The plungers of a scene. */
export class PlungerWatch {
  #plungers;

  /** @param {Scene} scene */
  constructor(scene) {
    this.#plungers = scene.parts
      .filter(({ kind, centre }) => kind === 'plunger' && Array.isArray(centre))
      .map(({ id, centre, park }) => ({ id, x: Number(centre[0]), back: Number(centre[1]), park: Number(park) }));
  }

  /** Where the first of them ends towards the player. @returns {[number, number]|null} m */
  get place() {
    const first = this.#plungers[0];
    return first ? [first.x, first.back] : null;
  }

  /** Does a ball wait to be shot? @param {State|undefined} state */
  ballWaits(state) {
    return (state?.balls ?? []).some(
      (ball) =>
        !ball.hidden &&
        this.#plungers.some(({ x, back, park }) => Math.abs(ball.x - x) < BESIDE && ball.y > park - LANE && ball.y < back + LANE),
    );
  }

  /** Share of the way back, of the plunger that is pulled the farthest; null if the table has none. @param {State|undefined} state */
  pulled(state) {
    let most = null;
    for (const { id, back, park } of this.#plungers) {
      const place = state?.parts.get(id)?.place;
      if (place === undefined || !(back > park)) continue;
      most = Math.max(most ?? 0, (place - park) / (back - park));
    }
    return most;
  }
}
