// @ts-check
// The state of play in words and figures, left of the table.

import { element, make, write } from '../page.js';
import { grouped } from './dots.js';

/** @typedef {import('../types.js').GameMessage} GameMessage */

/** Shows game messages. */
export class Board {
  #score = element('score');
  #scoreText = element('score-text');
  #players = element('players');
  #facts = { ball: element('ball'), bonus: element('bonus'), times: element('times'), save: element('save'), saveFact: element('save-fact') };
  #hint = element('hint');
  #modes = element('modes');
  #key = '';

  /** @param {GameMessage} status */
  show(status) {
    const player = status.players[status.current];
    const score = String(player?.score ?? 0);
    write(this.#scoreText, score);
    this.#score.dataset.score = score;
    const playing = status.mode !== 'attract' && player !== undefined;
    const extra = player && player.extra_balls > 0 ? ` +${player.extra_balls}` : '';
    write(this.#facts.ball, playing ? `${Math.min(player.ball, status.balls)} of ${status.balls}${extra}` : '–');
    write(this.#facts.bonus, playing ? grouped(status.bonus) + (status.bonus_multiplier > 1 ? ` × ${status.bonus_multiplier}` : '') : '–');
    write(this.#facts.times, playing ? `× ${status.multiplier}` : '–');
    write(this.#facts.save, playing && status.ball_save > 0 ? `${status.ball_save} s` : '–');
    this.#facts.saveFact.classList.toggle('live', playing && status.ball_save > 0);
    const hint = playing && status.phase !== 'over' ? status.hint : '';
    write(this.#hint, hint);
    this.#hint.hidden = hint === '';
    this.#showModes(playing ? status.modes : []);
    this.#showPlayers(playing ? status : null);
  }

  /** @param {GameMessage['modes']} modes */
  #showModes(modes) {
    while (this.#modes.children.length > modes.length) this.#modes.lastChild?.remove();
    while (this.#modes.children.length < modes.length) {
      const item = make('li');
      item.append(make('span'), make('span'));
      this.#modes.append(item);
    }
    modes.forEach((mode, index) => {
      const [title, left] = this.#modes.children[index]?.children ?? [];
      if (title) write(title, mode.title || mode.name);
      if (left) write(left, mode.left === null ? '' : `${Math.ceil(mode.left)} s`);
    });
  }

  /** @param {GameMessage|null} status */
  #showPlayers(status) {
    const several = status !== null && status.players.length > 1;
    this.#players.hidden = !several;
    const key = several ? JSON.stringify([status.players, status.current]) : '';
    if (key === this.#key) return;
    this.#key = key;
    this.#players.replaceChildren(
      ...(several ? status.players : []).map((player, index) => {
        const item = make('li');
        item.append(make('span', `Player ${index + 1}`), grouped(player.score));
        if (index === status?.current) item.setAttribute('aria-current', 'true');
        return item;
      }),
    );
  }
}
