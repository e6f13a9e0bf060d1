// @ts-check
// The physicist's overlay: what the engine knows, drawn over the table and told in a panel.

import { Journal } from './journal.js';
import { Still, cells, contacts, drivenZone, ghost, mover, placed, vectors } from './paint.js';
import { Panel } from './panel.js';

/** @typedef {import('../types.js').Engine} Engine */
/** @typedef {import('../types.js').Scene} Scene */
/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').TableEvent} TableEvent */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('./types.js').Insight} Insight */
/** @typedef {import('./types.js').Sketch} Sketch */

/** ms between two writings of the panel: numbers that change faster cannot be read. */
const PANEL_PERIOD = 125;

export class Overlay {
  #view;
  #scene;
  #engine;
  #panel;
  #journal;
  #visible = false;
  /** @type {Sketch|null} */
  #sketch = null;
  /** @type {Still|null} */
  #still = null;
  #asked = false;
  #written = -Infinity;

  /**
   * @param {View} view
   * @param {Scene} scene
   * @param {HTMLElement} panel
   * @param {Engine} engine
   */
  constructor(view, scene, panel, engine) {
    addStyle();
    this.#view = view;
    this.#scene = scene;
    this.#engine = engine;
    this.#journal = new Journal(scene);
    this.#panel = new Panel(panel, () => this.copyJson());
  }

  get visible() {
    return this.#visible;
  }

  set visible(visible) {
    if (visible === this.#visible) return;
    this.#visible = visible;
    this.#journal.clear();
    this.#engine.send({ do: 'overlay', on: visible });
    if (visible) this.#fetchColliders();
    else this.#wipe();
  }

  /** What the server says of the engine. @param {import('../types.js').Message} message */
  message(message) {
    if (!this.#visible || message.kind !== 'insight') return;
    this.#journal.note(/** @type {Insight} */ (/** @type {unknown} */ (message)));
  }

  /** @param {TableEvent} event */
  event(event) {
    if (this.#visible) this.#journal.event(event);
  }

  /**
   * @param {State} state
   * @param {number} nowMs
   */
  draw(state, nowMs) {
    if (!this.#visible) return;
    const ctx = this.#wipe();
    const { shows } = this.#panel;
    const project = this.#view.toScreen.bind(this.#view);
    const insight = this.#journal.insight;
    ctx.save();
    ctx.lineJoin = 'round';
    if (this.#still && shows.colliders) {
      this.#still.colliders(ctx, project);
      for (const group of this.#sketch?.groups ?? []) {
        if (group.part === null || !(group.moves || group.driven !== undefined)) continue;
        mover(ctx, placed(project, group, this.#scene, state), group, state.parts.get(group.part));
      }
    }
    if (this.#still && shows.zones) {
      this.#still.zones(ctx, project);
      for (const zone of this.#sketch?.zones ?? []) {
        if (zone.driven !== undefined) drivenZone(ctx, placed(project, zone, this.#scene, state), zone);
      }
    }
    const balls = new Map(state.balls.map((ball) => [ball.id, ball]));
    const age = insight ? state.tick / 1000 - insight.time : 0;
    for (const seen of insight?.balls ?? []) {
      if (!seen.position) continue;
      if (shows.cells) cells(ctx, project, seen);
      if (shows.ghost) ghost(ctx, project, seen, age);
      if (shows.contacts) contacts(ctx, project, seen, balls.get(seen.id));
    }
    if (shows.vectors) {
      for (const ball of state.balls) if (!ball.hidden) vectors(ctx, project, ball, this.#scene.ball_radius);
    }
    ctx.restore();
    if (nowMs - this.#written >= PANEL_PERIOD) {
      this.#written = nowMs;
      this.#panel.update(this.#journal, state.paused);
    }
  }

  /** Everything that is shown, as JSON; copied to the clipboard where that is allowed. */
  copyJson() {
    const { insight, events, history } = this.#journal;
    const { shows } = this.#panel;
    const text = JSON.stringify({
      table: this.#scene.name,
      time: insight?.time ?? null,
      rates: insight?.rates ?? null,
      balls: insight?.balls ?? [],
      energy: insight ? { ...insight.energy, history } : null,
      events,
      colliders: shows.colliders || shows.zones ? this.#sketch : null,
    });
    const size = `${Math.max(1, Math.round(text.length / 1024))} kB`;
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => this.#panel.say(`Copied, ${size}.`),
      () => this.#panel.say('The browser does not let this page copy.'),
    );
    return text;
  }

  /** An empty canvas, in pixels of the page. */
  #wipe() {
    const ctx = this.#view.overlayContext();
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
    ctx.restore();
    return ctx;
  }

  async #fetchColliders() {
    if (this.#asked) return;
    this.#asked = true;
    try {
      const answer = await fetch(`/api/tables/${encodeURIComponent(this.#scene.name)}/colliders`);
      if (!answer.ok) throw new Error(`${answer.status}`);
      this.#sketch = /** @type {Sketch} */ (await answer.json());
      this.#still = new Still(this.#sketch);
      this.#panel.legend([...new Set(this.#sketch.groups.map((group) => group.kind))].sort());
      const { count, left_out } = this.#sketch;
      this.#panel.say(left_out > 0 ? `${count} colliders; ${left_out} lines are not drawn.` : `${count} colliders.`);
    } catch {
      this.#asked = false;
      this.#panel.say('The colliders could not be loaded.');
    }
  }
}

/** The panel's own style sheet, once. */
function addStyle() {
  const href = new URL('./overlay.css', import.meta.url).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
}
