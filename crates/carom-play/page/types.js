// @ts-check
// The words that the page's modules share. Types only: nothing here runs.

/**
 * @typedef {object} Ball
 * @property {number} id
 * @property {boolean} held In a kicker.
 * @property {boolean} hidden In the trough: not to be drawn.
 * @property {number} motion 0 flying, 1 sliding, 2 rolling, 3 resting.
 * @property {number} x m
 * @property {number} y m
 * @property {number} z m
 * @property {number} vx m/s
 * @property {number} vy m/s
 * @property {number} vz m/s
 * @property {number} wx rad/s
 * @property {number} wy rad/s
 * @property {number} wz rad/s
 * @property {number} qx
 * @property {number} qy
 * @property {number} qz
 * @property {number} qw
 */

/**
 * How a part stands.
 * @typedef {object} Pose
 * @property {boolean} active
 * @property {number} angle rad
 * @property {number} place m
 */

/**
 * How a driven group lies: where its origin is, and its turn as a quaternion.
 * @typedef {object} GroupPose
 * @property {boolean} leapt It was put here, and was nowhere between.
 * @property {number} x m
 * @property {number} y m
 * @property {number} z m
 * @property {number} qx
 * @property {number} qy
 * @property {number} qz
 * @property {number} qw
 */

/**
 * @typedef {'hit'|'unhit'|'collide'|'slingshot'|'end_of_stroke'|'start_of_stroke'|'spin'|'balls_meet'|'dropped'|'raised'|'drained'|'ejected'|'tilt_warning'|'tilt'|'stuck'|'ball_search'|'lost'|'bounce'|'overloaded'|'unknown'} EventName
 */

/**
 * @typedef {object} TableEvent
 * @property {EventName} what
 * @property {number|null} part Number of the part in the scene.
 * @property {number} ball
 * @property {number|null} other The other ball.
 * @property {number} speed m/s
 * @property {number} x m, NaN if unknown
 * @property {number} y m, NaN if unknown
 * @property {number} time s since the game's tick 0
 */

/**
 * The table at one tick.
 * @typedef {object} State
 * @property {number} sequence
 * @property {number} tick Of the present game; a tick is a millisecond of table time. Fractional in interpolated states.
 * @property {number} ahead ms of wall time since that tick was due.
 * @property {boolean} paused
 * @property {boolean} tilted
 * @property {boolean} attract
 * @property {boolean} whole Did this frame carry all parts and lamps?
 * @property {boolean} replay
 * @property {[number, number]} nudge m
 * @property {Ball[]} balls
 * @property {Map<number, Pose>} parts Complete: what frames left out is as it was.
 * @property {Uint8Array} lamps By lamp number: 0 off, 1 on, 2 blinks, 3 blinks fast. Complete.
 * @property {ReadonlyMap<number, GroupPose>} groups Driven groups by their number. Complete; one that is not there lies as in the scene.
 * @property {TableEvent[]} events Since the frame before. Empty in interpolated states.
 */

/**
 * @typedef {'left'|'right'|'plunge'|'start'|'nudge_left'|'nudge_right'|'nudge_up'|'left_extra'|'right_extra'} Button
 */

/**
 * What the page itself does on a key.
 * @typedef {'pause'|'slow'|'step'|'restart'|'overlay'|'trails'|'view'|'mute'|'help'} PageAction
 */

/**
 * @typedef {Button|PageAction} Action
 */

/**
 * @typedef {object} PlayerState
 * @property {number} score
 * @property {number} ball From 1.
 * @property {number} extra_balls
 */

/**
 * @typedef {object} Mode
 * @property {string} name
 * @property {string} title
 * @property {number|null} left s
 */

/**
 * @typedef {object} Status
 * @property {'waiting'|'playing'|'bonus'|'over'} phase
 * @property {PlayerState[]} players
 * @property {number} current Whose turn it is, from 0.
 * @property {number} balls Balls of a game.
 * @property {number} multiplier
 * @property {number} bonus
 * @property {number} bonus_multiplier
 * @property {number} ball_save s
 * @property {number} in_play
 * @property {number} locked
 * @property {number} warnings
 * @property {number} warnings_allowed
 * @property {boolean} tilted
 * @property {Mode[]} modes
 * @property {string} hint
 * @property {string} message
 */

/**
 * @typedef {Status & {kind: 'game', mode: 'attract'|'play'|'replay', tick: number, seed?: number}} GameMessage
 */

/**
 * @typedef {{tick: number} & (
 *   {what: 'score', points: number, part: number|null} |
 *   {what: 'say', text: string} |
 *   {what: 'sound', name: string} |
 *   {what: 'moment', name: string} |
 *   {what: 'script_fault', message: string, line: number|null} |
 *   {what: 'bonus', points: number, times: number} |
 *   {what: 'game_over', scores: number[]}
 * )} Told
 */

/**
 * @typedef {object} HighScore
 * @property {number} score
 * @property {string} initials
 * @property {string} [date]
 */

/**
 * What the server says in JSON.
 * @typedef {(
 *   {kind: 'hello', protocol: number, table: string, version: string, seed: number} |
 *   GameMessage |
 *   {kind: 'told', list: Told[]} |
 *   {kind: 'pong', id: number, tick: number} |
 *   {kind: 'pressed', at: number, button: Button, down: boolean} |
 *   {kind: 'recording', text: string, link: string, score: number[]} |
 *   {kind: 'replayed', same: boolean, message: string} |
 *   {kind: 'scores', list: HighScore[], place: number|null, asks?: {player: number, score: number}|null} |
 *   ({kind: 'insight'} & Record<string, unknown>) |
 *   {kind: 'fault', message: string}
 * )} Message
 */

/**
 * The table's engine, wherever it runs.
 * @typedef {object} Engine
 * @property {(object: Record<string, unknown>) => void} send Says something; forgotten while there is no connection.
 * @property {(button: Button, down: boolean, at?: number) => void} press
 * @property {() => void} close
 * @property {boolean} connected
 * @property {(state: State) => void} onState
 * @property {(message: Message) => void} onMessage
 * @property {(object: Record<string, unknown>) => void} onSend What was sent, whoever sent it.
 * @property {() => void} onOpen
 * @property {(reason: string) => void} onClose
 */

/**
 * @typedef {object} TableEntry
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {string} accent
 * @property {number} parts
 */

/**
 * A part to draw. Geometry differs from kind to kind; the view knows it. It is said in the part's own space: `place` is how that
 * lies in its driven group, or in the table if it has none; three rows of four numbers.
 * @typedef {{id: number, name: string, kind: string, stuff: string, place?: number[], group?: number} & Record<string, any>} ScenePart
 */

/**
 * A driven group as it lies at rest.
 * @typedef {object} SceneGroup
 * @property {number} id
 * @property {string} name
 * @property {[number, number, number]} origin m
 * @property {[number, number, number, number]} turn A quaternion: x, y, z, w.
 * @property {number} scale
 */

/**
 * @typedef {object} SceneLamp
 * @property {number} id
 * @property {string} name
 * @property {[number, number]} at m
 * @property {number} radius m
 * @property {string} colour
 * @property {'round'|'arrow'|'square'|'bar'} shape
 * @property {number} heading rad
 * @property {string} text
 */

/**
 * @typedef {object} Scene
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {string} accent
 * @property {{left: number, back: number, width: number, length: number, glass: number}} bounds m
 * @property {number} slope rad
 * @property {number} ball_radius m
 * @property {ScenePart[]} parts
 * @property {SceneGroup[]} [groups]
 * @property {SceneLamp[]} lamps
 */

/**
 * @typedef {object} ViewOptions
 * @property {boolean} [trails]
 * @property {'player'|'overhead'} [perspective]
 * @property {boolean} [reducedMotion]
 * @property {boolean} [glow]
 */

/**
 * What the shell needs of view/view.js.
 * @typedef {object} View
 * @property {() => void} resize
 * @property {(state: State, now: number, options?: ViewOptions) => void} draw
 * @property {(options: ViewOptions) => void} setOptions
 * @property {() => CanvasRenderingContext2D} overlayContext
 * @property {(x: number, y: number, z: number) => [number, number]} toScreen
 * @property {(px: number, py: number) => [number, number]} toTable
 * @property {(part: number, strength: number) => void} flash
 * @property {(name: string) => void} moment
 * @property {() => void} destroy
 */

/**
 * What the shell needs of sound/sound.js.
 * @typedef {object} SoundBox
 * @property {() => void} unlock Called in a key or pointer handler.
 * @property {boolean} muted
 * @property {(state: State) => void} state
 * @property {(event: TableEvent) => void} event
 * @property {(told: Told) => void} told
 * @property {() => void} destroy
 */

/**
 * What the shell needs of overlay/overlay.js.
 * @typedef {object} OverlayLayer
 * @property {boolean} visible
 * @property {(state: State, now: number) => void} draw
 * @property {(message: Message) => void} message
 * @property {(event: TableEvent) => void} event
 */

/**
 * What the shell needs of replay/replay.js.
 * @typedef {object} ReplayDesk
 * @property {(message: Message) => void} message
 * @property {() => void} save
 * @property {() => void} link
 * @property {(file: File) => void} load
 * @property {(hash: string) => void} fromAddress
 */

export {};
