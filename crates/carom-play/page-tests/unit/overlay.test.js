// @ts-check
// What the overlay keeps and how it words it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Journal, energyText, eventText, impactLines, ledgerLines, residualText, timeText } from '../../page/overlay/journal.js';
import { extent, since } from '../../page/overlay/ledger.js';
import { ENTRY_INK, LAYERS, colourOf } from '../../page/overlay/palette.js';
import { roundUp } from '../../page/overlay/plot.js';

/** @type {import('../../page/types.js').Scene} */
const SCENE = {
  name: 't', title: 'T', about: '', accent: '#ffffff', bounds: { left: 0, back: 0, width: 0.5, length: 1, glass: 0.1 },
  slope: 0.1, ball_radius: 0.0135, lamps: [], parts: [{ id: 7, name: 'left flipper', kind: 'flipper', stuff: 'rubber' }],
};

/** @param {number} time @returns {import('../../page/overlay/types.js').Insight} */
function insight(time) {
  return {
    kind: 'insight', time, balls: [], left_out: 0,
    events: [{ time: time - 0.01, what: 'hit', ball: 0, part: 7, name: 'left_flipper', speed: 1.25 }],
    energy: {
      motion: 0.02, spin: 0.01, height: 0.03, total: 0.06,
      impacts: [{ kind: 'flipper', impacts: 3, lost: 0.01, given: 0.04 }, { kind: 'ball', impacts: 1, lost: 0.05, given: 0 }],
      entries: ['gravity', 'moving surfaces', 'restitution', 'nudges'],
      ledger: { start: 0.005, now: 0.03, amounts: [0.01, 0.04, -0.025, 0], residual: 1.5e-17, turned_over: 0.075 },
      history: [[time, 0.02, 0.01, 0.03, 0.01 * time, 0.04, -0.025 * time, 0]],
    },
    rates: { ticks_per_second: 1000, impacts_per_second: 12, real_time: 1 },
  };
}

test('events are told to the microsecond and by name', () => {
  assert.equal(timeText(12.3456789), '12.345679');
  const [event] = insight(1).events;
  assert.ok(event);
  assert.deepEqual(eventText(event), { time: '0.990000', what: 'left flipper hit', more: '1.250' });
  assert.equal(eventText({ time: 1, what: 'tilt', ball: null, part: null, name: null }).what, 'tilt');
});

test('the journal keeps twelve seconds, and begins anew with a new game', () => {
  const journal = new Journal(SCENE);
  for (let time = 0; time < 30; time += 0.05) journal.note(insight(time));
  const [first] = journal.history;
  assert.ok(first && first[0] > 17 && journal.history.length < 260, `from ${first?.[0]}`);
  assert.ok(journal.events.length <= 400);
  journal.note(insight(0.05));
  assert.equal(journal.events.length, 1);
  assert.equal(journal.history.length, 1);
});

test('before insights come, the frames’ events are listed with names; afterwards they are not told twice', () => {
  const journal = new Journal(SCENE);
  /** @type {import('../../page/types.js').TableEvent} */
  const event = { what: 'end_of_stroke', part: 7, ball: 0, other: null, speed: 40, x: NaN, y: NaN, time: 2 };
  journal.event(event);
  journal.event({ ...event, what: 'bounce' });
  assert.deepEqual(journal.events.map((told) => [told.what, told.name]), [['end of stroke', 'left flipper']]);
  journal.note(insight(3));
  journal.event(event);
  assert.equal(journal.events.length, 2);
});

test('the lines of the ledger, with what was there at the start, sum up to the energy', () => {
  const { energy } = insight(1);
  const lines = ledgerLines(energy);
  const sum = lines.reduce((total, line) => total + line.joules, energy.ledger?.start ?? NaN);
  assert.ok(Math.abs(sum - (energy.ledger?.now ?? NaN)) < 1e-9, `${sum}`);
  assert.deepEqual(lines.map((line) => [line.label, line.entry]), [['moving surfaces', 1], ['restitution', 2], ['gravity', 0]], 'the largest comes first, and nothing is left out');
  assert.deepEqual(impactLines(energy).map((line) => [line.label, line.impacts]), [['other balls', 1], ['flippers', 3]]);
  assert.equal(residualText(energy), '1.5e-17 J left over, 2e-16 of 0.07 J turned over');
  assert.equal(residualText({ ...energy, ledger: null }), 'no ledger is kept');
  assert.equal(energyText(0.0123), '12.3 mJ');
});

test('the plot of the ledger counts from its left edge, gains above and losses below', () => {
  const rows = since([[3, 1, 0, 0], ...[4, 5, 6].flatMap((time) => insight(time).energy.history)]);
  assert.deepEqual(rows.map(({ time }) => time), [4, 5, 6], 'rows without a ledger are left out');
  assert.deepEqual(rows[0]?.amounts, [0, 0, 0, 0]);
  const last = rows.at(-1);
  assert.ok(last && Math.abs((last.amounts[0] ?? 0) - 0.02) < 1e-12 && Math.abs(last.sum + 0.03) < 1e-12, JSON.stringify(last));
  const [gained, lost] = extent(rows);
  assert.ok(Math.abs(gained - 0.02) < 1e-12 && Math.abs(lost - 0.05) < 1e-12, `${gained} ${lost}`);
  assert.deepEqual(since([]), []);
  assert.equal(new Set(ENTRY_INK).size, ENTRY_INK.length, 'every entry has its own colour');
});

test('scales end in round numbers above the most', () => {
  for (const most of [1e-4, 0.003, 0.0149, 0.1, 0.99, 7]) {
    const top = roundUp(most);
    assert.ok(top >= most * 0.999 && top <= 2 * most, `${most} gives ${top}`);
  }
  assert.ok(roundUp(0) > 0 && roundUp(NaN) > 0);
});

test('kinds have colours, unknown ones too, and layers have names', () => {
  assert.notEqual(colourOf('wall'), colourOf('rubber'));
  assert.match(colourOf('toString'), /^#/);
  assert.equal(new Set(LAYERS.map((layer) => layer.id)).size, 6);
});
