// @ts-check
// The keyboard: everything can be done with it alone.

/**
 * What keys can do.
 * @typedef {object} Deeds
 * @property {() => 'aim'|'place'|'moving'|'replay'} mode
 * @property {(degrees: number) => void} turn
 * @property {(share: number) => void} harder
 * @property {(side: number, height: number) => void} tip
 * @property {() => void} centre
 * @property {(degrees: number) => void} raise
 * @property {() => void} shoot
 * @property {() => void} place Takes the ball in hand, or the next one.
 * @property {(x: number, y: number) => void} move By metres, as seen.
 * @property {() => void} drop
 * @property {() => void} cancel
 * @property {() => void} skip
 * @property {() => void} toggle Replay.
 * @property {() => void} back From the replay to the table.
 * @property {(seconds: number) => void} scrub
 * @property {(way: 1|-1) => void} event
 * @property {(index: number) => void} rate
 * @property {() => void} nextPot
 * @property {() => void} callBall
 * @property {() => void} callPocket
 * @property {() => void} cueBall
 * @property {(id: string) => void} press A button of the room.
 */

/** For the help sheet. @type {[string, string][]} */
export const HELP = [
  ['Aim', '[←] [→] turn the cue, with [Shift] finely; or drag round the cue ball, or tap where to aim'],
  ['Power', '[↑] [↓], the wheel, the slider, or draw the cue back'],
  ['Tip', '[W] [A] [S] [D] move it over the cue ball, [X] centres it; inside the red ring it does not slip'],
  ['Elevation', '[Q] lower, [E] higher'],
  ['Shoot', '[Space] or [Enter]; the same key skips to the end of a shot'],
  ['Ball in hand', 'drag it, or [P], arrows, [Enter]'],
  ['Call', 'tap a ball, then a pocket; or [C] and [V]'],
  ['Find', '[T] tries the next straight pot, [F] searches, [B] takes another cue ball where that is allowed'],
  ['Replay', '[R] plays and stops, arrows scrub, [,] [.] go from event to event, [1] [2] [3] choose the speed, [Esc] goes back'],
  ['Room', '[N] new game, [U] undo, [L] link to the last shot, [G] paths, [M] sound'],
];

/** Keys that press a button of the room. @type {Record<string, string>} */
const BUTTONS = { KeyN: 'new-game', KeyU: 'undo', KeyL: 'share', KeyG: 'trails', KeyM: 'mute', KeyH: 'help', KeyF: 'search' };

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** @param {Deeds} deeds */
export function listenToKeys(deeds) {
  addEventListener('keydown', (event) => {
    if (!isOurs(event)) return;
    const done = deeds.mode() === 'place' ? placing(event, deeds) : deeds.mode() === 'replay' ? replaying(event, deeds) : aiming(event, deeds);
    if (done || common(event, deeds)) event.preventDefault();
  });
}

/** @param {KeyboardEvent} event @param {Deeds} deeds */
function aiming(event, deeds) {
  const moving = deeds.mode() === 'moving';
  if (['Space', 'Enter', 'NumpadEnter'].includes(event.code)) {
    if (!event.repeat) (moving ? deeds.skip : deeds.shoot)();
    return true;
  }
  if (moving) {
    if (event.code !== 'Escape') return event.code in ARROWS;
    deeds.skip();
    return true;
  }
  const fine = event.shiftKey;
  const arrow = ARROWS[event.code];
  if (arrow?.[0]) deeds.turn(-arrow[0] * (fine ? 0.05 : 1));
  else if (arrow?.[1]) deeds.harder(arrow[1] * (fine ? 0.002 : 0.02));
  else if (event.code === 'KeyW') deeds.tip(0, fine ? 0.01 : 0.05);
  else if (event.code === 'KeyS') deeds.tip(0, fine ? -0.01 : -0.05);
  else if (event.code === 'KeyA') deeds.tip(fine ? 0.01 : 0.05, 0);
  else if (event.code === 'KeyD') deeds.tip(fine ? -0.01 : -0.05, 0);
  else if (event.code === 'KeyX') deeds.centre();
  else if (event.code === 'KeyQ') deeds.raise(fine ? -0.5 : -5);
  else if (event.code === 'KeyE') deeds.raise(fine ? 0.5 : 5);
  else if (event.code === 'KeyP') deeds.place();
  else if (event.code === 'KeyT') deeds.nextPot();
  else if (event.code === 'KeyC') deeds.callBall();
  else if (event.code === 'KeyV') deeds.callPocket();
  else if (event.code === 'KeyB') deeds.cueBall();
  else return false;
  return true;
}

/** @param {KeyboardEvent} event @param {Deeds} deeds */
function placing(event, deeds) {
  const arrow = ARROWS[event.code];
  const step = event.shiftKey ? 0.001 : 0.02;
  if (arrow) deeds.move(arrow[0] * step, arrow[1] * step);
  else if (['Space', 'Enter', 'NumpadEnter'].includes(event.code)) deeds.drop();
  else if (event.code === 'Escape') deeds.cancel();
  else if (event.code === 'KeyP') deeds.place();
  else return false;
  return true;
}

/** @param {KeyboardEvent} event @param {Deeds} deeds */
function replaying(event, deeds) {
  const arrow = ARROWS[event.code];
  if (arrow) deeds.scrub((arrow[0] || arrow[1]) * (event.shiftKey ? 0.001 : 0.02));
  else if (event.code === 'Space' || event.code === 'Enter') deeds.toggle();
  else if (event.code === 'Escape') deeds.back();
  else return false;
  return true;
}

/** @param {KeyboardEvent} event @param {Deeds} deeds */
function common(event, deeds) {
  const button = BUTTONS[event.code];
  if (event.repeat && (button || event.code === 'KeyR')) return true;
  if (button) deeds.press(button);
  else if (event.code === 'KeyR') deeds.toggle();
  else if (event.key === '?') deeds.press('help');
  else if (event.key === ',') deeds.event(-1);
  else if (event.key === '.') deeds.event(1);
  else if (['1', '2', '3'].includes(event.key)) deeds.rate(Number(event.key) - 1);
  else return false;
  return true;
}

/** Is a key for the table, and not for the browser, a field or a focused control? @param {KeyboardEvent} event */
function isOurs(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return false;
  if (document.querySelector('dialog[open]')) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return true;
  if (target.closest('input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]')) return false;
  const own = event.code in ARROWS || ['Home', 'End', 'PageUp', 'PageDown'].includes(event.code);
  if (target.closest('input') && own) return false;
  return !(['Space', 'Enter', 'NumpadEnter'].includes(event.code) && target.closest('button, a[href], label, input'));
}
