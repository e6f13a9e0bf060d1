// @ts-check
// One table that is open: its scene, its engine, and everything that draws and sounds for it.

import { Clock } from './clock.js';
import { connect } from './engine.js';
import { Overlay } from './overlay/overlay.js';
import { element } from './page.js';
import { Play } from './play.js';
import { PlungerWatch } from './plunger.js';
import { Replay } from './replay/replay.js';
import { Sound } from './sound/sound.js';
import { TableView } from './view/view.js';

/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').SoundBox} SoundBox */
/** @typedef {import('./types.js').OverlayLayer} OverlayLayer */
/** @typedef {import('./types.js').ReplayDesk} ReplayDesk */

/** Events that make a part light up, and how much at 1 m/s. @type {Partial<Record<import('./types.js').EventName, number>>} */
const FLASHES = { hit: 0.6, slingshot: 1, dropped: 0.8, raised: 0.5, spin: 0.5, ejected: 0.8 };

/** A table that is open. */
export class Table {
  #drawn = '';
  /** Something that no frame tells has changed: draw again. */
  stale = true;

  /** @param {string} name @param {Scene} scene @param {number} rate Frames a second. @param {(text: string) => void} say For screen readers. */
  constructor(name, scene, rate, say) {
    this.name = name;
    this.scene = scene;
    /** @type {View} First of all: a scene that cannot be drawn fails here, before anything is connected. */
    this.view = new TableView(element('game'), scene);
    this.clock = new Clock(rate);
    this.engine = connect({ table: name, rate });
    this.play = new Play(this.engine, this.clock);
    this.plunger = new PlungerWatch(scene);
    this.engine.onSend = (object) => this.#sent(object);
    /** @type {SoundBox} */
    this.sound = new Sound(scene);
    /** @type {OverlayLayer} */
    this.overlay = new Overlay(this.view, scene, element('overlay-panel'), this.engine);
    /** @type {ReplayDesk} */
    this.replay = new Replay(this.engine, element('replay-panel'), say);
  }

  /** The first message of a new game must not be read by the old game's clock. @param {Record<string, unknown>} object */
  #sent(object) {
    const now = performance.now();
    if (object.do === 'start' || object.do === 'attract' || object.do === 'replay') this.clock.await(now);
    else if (object.do === 'speed' && typeof object.rate === 'number') this.clock.speed = object.rate;
    else if (object.do === 'rate' && typeof object.hz === 'number') this.clock.rate = object.hz;
  }

  /** A frame has come. @param {State} state */
  frame(state) {
    this.clock.add(state, performance.now());
    for (const event of state.events) {
      const flash = FLASHES[event.what];
      if (flash !== undefined && event.part !== null) this.view.flash(event.part, Math.min(1, flash * Math.max(0.4, event.speed)));
      this.sound.event(event);
      this.overlay.event(event);
    }
    this.sound.state(state);
  }

  /** @param {number} now */
  draw(now) {
    const state = this.clock.at(now);
    if (!state) return;
    // While time stands still nothing moves, and nothing is drawn.
    const key = state.paused ? `${state.tick}` : '';
    if (key !== '' && key === this.#drawn && !this.stale && !this.overlay.visible) return;
    this.#drawn = key;
    this.stale = false;
    this.view.draw(state, now);
    if (this.overlay.visible) this.overlay.draw(state, now);
  }

  close() {
    this.engine.close();
    this.sound.destroy();
    this.overlay.visible = false;
    this.view.destroy();
    element('game').replaceChildren();
    element('overlay-panel').replaceChildren();
    element('replay-panel').replaceChildren();
  }
}
