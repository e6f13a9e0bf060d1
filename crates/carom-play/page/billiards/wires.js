// @ts-check
// Who listens to what: buttons, gestures, keys, the window and the address.

import { element } from '../page.js';
import { setupIn, shotIn } from './address.js';
import { listenToGestures } from './gestures.js';
import { MARK } from './hand.js';
import { showHelp } from './help.js';
import { listenToKeys } from './keys.js';

/** @typedef {import('./room.js').Room} Room */

/** @param {Room} room */
export function wire(room) {
  room.aim.onChange = () => {
    room.back();
    room.refresh();
    room.ask();
  };
  room.caller.onChange = () => { room.stale = true; };
  room.replay.onCover = () => room.sheet.close();
  room.finder.markAt = () => room.hand.mark;
  const on = (/** @type {string} */ id, /** @type {() => void} */ deed) => element(id).addEventListener('click', () => {
    room.clicks.unlock();
    deed();
  });
  on('shoot', () => (room.mode === 'moving' ? room.skip() : room.shoot()));
  on('place', () => (room.hand.placing ? room.hand.drop() : room.hand.take()));
  on('new-game', () => room.newGame.open({ ...room.setup, game: room.state?.game ?? room.setup.game, table: room.state?.table.name ?? '' }));
  on('undo', () => room.send({ kind: 'undo' }));
  on('share', () => room.share());
  on('help', () => showHelp());
  on('mute', () => {
    room.clicks.muted = !room.clicks.muted;
    element('mute').setAttribute('aria-pressed', String(room.clicks.muted));
    room.say(room.clicks.muted ? 'Sound off' : 'Sound on');
  });
  element('mute').setAttribute('aria-pressed', String(room.clicks.muted));
  on('trails', () => {
    room.trails = !room.trails;
    element('trails').setAttribute('aria-pressed', String(room.trails));
    room.stale = true;
  });
  listenToGestures(element('game'), {
    show: () => room.show,
    aim: room.aim,
    aiming: () => room.mode === 'aim' && room.aiming() && !room.state?.over,
    balls: () => room.state?.balls.filter(({ phase }) => phase !== 'potted' && phase !== 'off') ?? [],
    movable: (name) => room.hand.movable.includes(name),
    mark: () => room.hand.mark,
    moveMark: (at) => room.hand.drag(MARK, at),
    drag: (name, at) => room.hand.drag(name, at),
    drop: () => room.hand.drop(),
    tapBall: (name) => room.tapBall(name),
    tapPocket: (name) => {
      if (room.caller.wanted) room.caller.set(room.caller.ball, name);
      return room.caller.wanted;
    },
    touched: () => {
      room.clicks.unlock();
      if (room.mode === 'replay') room.back();
    },
  });
  listenToKeys({
    mode: () => (room.hand.placing ? 'place' : room.mode),
    turn: (degrees) => room.aiming() && room.aim.turn(degrees),
    harder: (share) => room.aiming() && room.aim.harder(share),
    tip: (side, height) => room.aiming() && room.aim.moveTip(side, height),
    centre: () => room.aim.set({ side: 0, height: 0 }),
    raise: (degrees) => room.aiming() && room.aim.raise(degrees),
    shoot: () => room.shoot(),
    place: () => room.hand.take(),
    move: (x, y) => {
      const placing = room.hand.placing;
      const [dx, dy] = room.show?.look.towards(x, -y) ?? [x, y];
      if (placing) room.hand.drag(placing.name, [placing.at[0] + dx, placing.at[1] + dy]);
    },
    drop: () => room.hand.drop(),
    cancel: () => room.hand.cancel(),
    skip: () => room.skip(),
    toggle: () => room.toggle(),
    back: () => room.back(),
    scrub: (seconds) => room.seek(room.time + seconds),
    event: (way) => {
      const time = room.replay.near(room.mode === 'replay' ? room.time : way > 0 ? -1 : Infinity, way);
      if (time !== undefined) room.seek(time);
    },
    rate: (index) => room.replay.choose(index),
    nextPot: () => room.nextPot(),
    callBall: () => room.say(room.caller.next('ball')),
    callPocket: () => room.say(room.caller.next('pocket')),
    cueBall: () => room.nextCueBall(),
    press: (id) => element(id).click(),
  });
  new ResizeObserver(() => {
    const lying = room.show?.look.lying;
    room.look();
    // Pockets are called by where they are seen.
    if (room.state && room.show && lying !== room.show.look.lying) {
      room.caller.show(room.state, room.show.look.lying);
      room.finder.show(room.state, room.show.look.lying);
    }
  }).observe(element('game'));
  addEventListener('hashchange', () => {
    if (!setupIn(location.hash) && !shotIn(location.hash)) return location.reload();
    room.follow();
    if (room.linked) return room.load(room.linked);
    return room.begin(room.setup);
  });
}
