// @ts-check
// Everything that shows or says how the game stands, behind one front.

import { calm, element } from '../page.js';
import { readable } from './accent.js';
import { Announcer } from './announce.js';
import { Board } from './board.js';
import { Display } from './display.js';
import { grouped } from './dots.js';
import { Invite } from './invite.js';
import { Notice } from './notice.js';
import { Over } from './over.js';
import { showScores } from './scores.js';
import { StatusLine } from './status.js';
import { Ticker } from './ticker.js';

/** @typedef {import('../types.js').GameMessage} GameMessage */
/** @typedef {import('../types.js').HighScore} HighScore */
/** @typedef {import('../types.js').Message} Message */
/** @typedef {import('../types.js').Scene} Scene */
/** @typedef {import('../types.js').Told} Told */
/** @typedef {import('../play.js').Play} Play */

const touch = matchMedia('(pointer: coarse)');

/** The game's side of the page. */
export class Hud {
  announcer = new Announcer();
  display = new Display(element('score'), () => calm.matches);
  notice = new Notice();
  #board = new Board();
  #ticker = new Ticker();
  #statusLine = new StatusLine();
  #invitation = '';

  /**
   * @param {object} calls
   * @param {() => void} calls.start
   * @param {(players: number) => void} calls.players
   * @param {(text: string) => void} calls.initials
   * @param {() => void} calls.leave
   */
  constructor({ start, players, initials, leave }) {
    this.invite = new Invite(start, players);
    this.over = new Over({ onInitials: initials, onAgain: start, onLeave: leave });
  }

  /** Another table: its name, colour and parts. @param {Scene} scene */
  table(scene) {
    document.title = `${scene.title} · Carom`;
    element('title').textContent = scene.title;
    element('about').textContent = scene.about;
    const accent = readable(scene.accent);
    document.documentElement.style.setProperty('--accent', accent);
    this.display.table({ title: scene.title, accent });
    this.over.accent = accent;
    this.#ticker.table(scene);
    this.notice.set('connection', '');
  }

  /** @param {string} cap The key that starts a game. */
  startKey(cap) {
    this.#invitation = touch.matches ? 'Tap to play' : `Press ${cap} to play`;
    this.invite.text = this.#invitation;
    this.display.invite(touch.matches ? 'TAP' : `PRESS ${cap}`);
  }

  /** @param {GameMessage|null} before @param {GameMessage} status */
  game(before, status) {
    this.display.show(status, performance.now());
    this.#board.show(status);
    if (before?.mode !== status.mode) this.#ticker.clear();
    if (status.mode === 'play' && status.phase === 'over') {
      if (before?.phase !== 'over') this.over.show(status);
    } else if (status.mode !== 'attract') {
      // Something new begins. The autopilot in the background does not: it must not take the field for the initials away.
      this.over.close();
    }
    this.#speak(before, status);
  }

  /** @param {Told} told */
  told(told) {
    this.#ticker.told(told);
    if (told.what === 'moment') this.display.moment(told.name, performance.now());
  }

  /** @param {HighScore[]} list @param {number|null} [place] */
  scores(list, place = null) {
    showScores(list, place);
    this.display.scores(list);
  }

  /** What depends on several things at once: invitation, notices, the line of state. @param {Play} play */
  refresh(play) {
    const waiting = play.status !== null && !play.playing && play.status.mode !== 'replay';
    this.invite.visible = waiting && !this.over.open;
    this.#statusLine.show(play.status, play.paused, this.#invitation);
    this.notice.set('pause', play.paused && !waiting ? 'Paused' : '');
    this.notice.set('slow', play.slow ? 'Slow motion' : '');
    this.notice.set('replay', play.status?.mode === 'replay' ? 'Replay' : '');
  }

  /** @param {GameMessage|null} before @param {GameMessage} status */
  #speak(before, status) {
    const player = status.players[status.current];
    if (status.mode !== 'play' || !player) return;
    const who = status.players.length > 1 ? `Player ${status.current + 1}. ` : '';
    const points = `${grouped(player.score)} points`;
    const old = before?.players[status.current];
    if (status.phase === 'over') {
      if (before?.phase !== 'over') this.announcer.say(`Game over. ${status.players.map(({ score }) => grouped(score)).join(', ')} points`);
    } else if (before?.mode !== 'play' || before.current !== status.current || old?.ball !== player.ball) {
      this.announcer.say(`${who}Ball ${player.ball}. ${points}`);
    } else if (old && old.score !== player.score) {
      this.announcer.score(who + points);
    }
  }
}
