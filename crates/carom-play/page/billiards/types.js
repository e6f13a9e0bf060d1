// @ts-check
// What the server and the page tell each other about billiards; see docs/protocol.md. Types only.
// Lengths in metres, times in seconds, angles of a cue in degrees.

/** @typedef {[number, number]} Spot A place on the cloth: x along the short side, y along the long one. */
/** @typedef {[number, number, number]} Vector */
/** @typedef {'stationary'|'spinning'|'sliding'|'rolling'|'airborne'|'potted'|'off'} Phase */

/**
 * @typedef {object} GameEntry
 * @property {string} name
 * @property {string} title
 * @property {string} words
 * @property {string} table
 * @property {string[]} tables
 */

/** @typedef {{name: string, from: Spot, to: Spot, inward: Spot}} Rail */
/** @typedef {{name: string, centre: Spot, radius: number}} Jaw */
/** @typedef {{name: string, centre: Spot, radius: number, depth?: number}} Pocket */

/**
 * @typedef {object} TablePlan
 * @property {string} name
 * @property {number} width
 * @property {number} length
 * @property {number} nose_height
 * @property {number} cushion_width
 * @property {Rail[]} rails
 * @property {Jaw[]} jaws
 * @property {Pocket[]} pockets
 * @property {Spot[]} [diamonds] Inlays of the rails.
 */

/** @typedef {{name: string, radius: number, position: Vector, phase: Phase}} BallNow */

/**
 * @typedef {object} Strike
 * @property {string} ball
 * @property {number} speed Of the cue, m/s.
 * @property {number} direction Degrees from +x towards +y.
 * @property {number} elevation Degrees.
 * @property {number} side Contact point in radii: + is left of the shooter.
 * @property {number} height Contact point in radii: + is above the centre.
 */

/**
 * @typedef {object} Constraints
 * @property {'no'|'anywhere'|'behind_line'|'semicircle'} in_hand
 * @property {string[]} movable
 * @property {string[]} cueable
 * @property {string[]} hittable
 * @property {boolean} call_shot
 * @property {string|null} [ball_call]
 * @property {string|null} [pocket_call]
 */

/**
 * @typedef {object} Decision
 * @property {boolean} legal
 * @property {string} reason
 * @property {boolean} turn_over
 * @property {boolean} game_over
 * @property {number|null} winner
 * @property {number[]} score
 * @property {unknown[]} [respotted]
 */

/**
 * @typedef {object} TableState
 * @property {string} game
 * @property {TablePlan} table
 * @property {BallNow[]} balls
 * @property {number} player
 * @property {number} players
 * @property {number[]} score
 * @property {number} shot_number
 * @property {number} turn_number
 * @property {Constraints} constraints
 * @property {{winner: number|null}|null} over
 * @property {Decision|null} last
 * @property {number} [undo] How much can be taken back.
 * @property {Strike|null} [strike] That of a loaded shot.
 * @property {number|null} [miscue] Radii from the centre; nothing: no limit.
 */

/**
 * @typedef {object} ShotEvent
 * @property {number} time
 * @property {'strike'|'balls'|'rail'|'jaw'|'tip'|'rattle'|'pot'|'landing'|'off'|'change'} what
 * @property {string[]} balls
 * @property {string} [rail]
 * @property {string} [jaw]
 * @property {string} [pocket]
 * @property {string} [from]
 * @property {string} [to]
 * @property {number} [speed] Closing speed, m/s.
 * @property {Spot} [at]
 */

/**
 * A stretch of a ball's motion in closed form.
 * @typedef {object} Leg
 * @property {number} ball Its number in the list of balls.
 * @property {number} start
 * @property {number|null} end
 * @property {Phase} phase
 * @property {Vector} position
 * @property {Vector} velocity
 * @property {Vector} spin
 * @property {Vector} acceleration
 * @property {Vector} spin_rate
 */

/** @typedef {{ball: string|null, pocket: string|null}} Call */
/** @typedef {{ball: string, pocket: string, direction: number, ghost: Spot, cut: number, window: number}} Pot */
/** @typedef {{strike: Strike, robust: number, words: string}} Solution */

/**
 * @typedef {object} Preview
 * @property {number} id
 * @property {Spot[]} cue
 * @property {{what: string, ghost: Spot|null, ball?: string|null}|null} hit
 * @property {Spot[]} cue_after
 * @property {{ball: string, path: Spot[]}|null} object
 * @property {string|null} refused
 */

/**
 * @typedef {object} ShotPlayed
 * @property {ShotFile} input
 * @property {ShotEvent[]} events
 * @property {Leg[]} legs
 * @property {number} duration
 * @property {Decision} decision
 * @property {TableState} state
 */

/** @typedef {{table?: unknown, balls?: unknown, cue?: Partial<Strike>, [rest: string]: unknown}} ShotFile As `carom shot` reads it. */

/**
 * @typedef {(TableState & {kind: 'state'}) | (Preview & {kind: 'preview'}) | (ShotPlayed & {kind: 'shot'})
 *   | {kind: 'pots', list: Pot[]} | {kind: 'solutions', id: number, list: Solution[]} | {kind: 'refused', why: string}} Message
 */

/** @typedef {{game: string, table: string, seed: number|null, players: number, spacing: number|null}} Setup A game to be begun. */

export {};
