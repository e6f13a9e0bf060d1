// @ts-check
// What the server's insight messages carry, and what can be asked of a table's colliders. Types only.

/** @typedef {[number, number, number]} Triple x, y, z in m (or m/s, or rad/s) */

/**
 * @typedef {object} Touching
 * @property {string} kind
 * @property {number|null} part
 * @property {string|null} name
 * @property {Triple} point
 * @property {Triple} normal To the ball.
 * @property {boolean} presses Carries or presses it; else it only grazes.
 */

/**
 * @typedef {object} Next
 * @property {number} after s
 * @property {string} kind
 * @property {number|null} part
 * @property {string|null} name
 * @property {Triple} centre Of the ball, then.
 * @property {Triple} point
 * @property {Triple} normal
 * @property {number} speed m/s
 * @property {Triple[]} path
 */

/**
 * @typedef {object} SeenBall
 * @property {number} id
 * @property {boolean} held
 * @property {string|null} motion
 * @property {number} radius m
 * @property {number} mass kg
 * @property {Triple} position
 * @property {Triple} velocity
 * @property {Triple} spin
 * @property {Touching[]} touching
 * @property {{box: [Triple, Triple], cells: [Triple, Triple][], left_out: number}|null} looked
 * @property {Next|null} next
 */

/**
 * @typedef {object} SeenEvent
 * @property {number} time s
 * @property {string} what
 * @property {number|null} ball
 * @property {number|null} part
 * @property {string|null} name
 * @property {string} [kind]
 * @property {number|null} [other]
 * @property {number|null} [speed]
 * @property {number} [lost] J
 */

/** @typedef {{kind: string, impacts: number, lost: number, given: number}} Account */

/** @typedef {number[][]} History Rows of time (s), motion, spin, height, then the amounts of the ledger (J). */

/**
 * The engine's own ledger, J. A gain of the balls is positive.
 * @typedef {object} Book
 * @property {number} start In the balls when it was begun.
 * @property {number} now In the balls: motion and spin.
 * @property {number[]} amounts One for each of the entries.
 * @property {number} residual What is left between the entries and what is in the balls.
 * @property {number} turned_over All amounts without their signs.
 */

/**
 * J
 * @typedef {object} Energy
 * @property {number} motion
 * @property {number} spin
 * @property {number} height
 * @property {number} total
 * @property {Account[]} impacts
 * @property {string[]} entries What the amounts of the ledger are.
 * @property {Book|null} ledger
 * @property {History} history
 */

/**
 * @typedef {object} Insight
 * @property {'insight'} kind
 * @property {number} time s
 * @property {SeenBall[]} balls
 * @property {SeenEvent[]} events
 * @property {number} left_out
 * @property {Energy} energy
 * @property {{ticks_per_second: number, impacts_per_second: number, real_time: number}} rates
 */

/**
 * @typedef {object} Group
 * @property {string} kind
 * @property {number|null} part
 * @property {string|null} name
 * @property {number[][]} lines x, y, z of both ends
 * @property {number[][]} circles x, y, z, radius
 * @property {'turn'|'slide'} [moves]
 * @property {[number, number]} [pivot]
 * @property {number} [angle]
 * @property {number} [at]
 * @property {number[]} [place] How the space lies in which this is said: three rows of four numbers.
 * @property {number} [driven] The driven group in whose space that lies.
 */

/** @typedef {{kind: string, part: number|null, border: number[], low: number|null, high: number|null, driven?: number}} ZoneSketch */

/** @typedef {{count: number, left_out: number, groups: Group[], zones: ZoneSketch[]}} Sketch */

export {};
