// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Camera } from '../../page/view/camera.js';
import { Lens } from '../../page/view/lens.js';
import { after, atRest, back, isUpright, laid, motion, posed, put, sizeOf, stood } from '../../page/view/place.js';
import { hull } from '../../page/view/shapes.js';
import { solidOf } from '../../page/view/solid.js';

/** @typedef {import('../../page/types.js').Scene} Scene */

/** @type {Scene} */
const scene = {
  name: 'plain', title: 'Plain', about: '', accent: '#2ec4b6', slope: 0.1, ball_radius: 0.0135, parts: [], lamps: [],
  bounds: { left: 0, back: 0, width: 0.51, length: 1.07, glass: 0.11 },
};

const HALF = Math.SQRT1_2;
/** Turned by a quarter from x towards y, three times as large, shifted. */
const QUARTER = posed({ x: 0.1, y: 0.2, z: 0.03, qx: 0, qy: 0, qz: HALF, qw: HALF }, 3);
/** Lying on its back: z goes where y was. */
const LYING = posed({ x: 0.25, y: 0.5, z: 0.05, qx: -HALF, qy: 0, qz: 0, qw: HALF }, 1);

/** @param {number[]} a @param {number[]} b @param {string} [why] */
function same(a, b, why) {
  assert.ok(a.length === b.length && a.every((x, k) => Math.abs(x - b[k]) < 1e-9), `${why ?? ''} ${a} for ${b}`);
}

test('a place turns, scales and shifts, and the way back undoes it', () => {
  same(put(QUARTER, 0.01, 0, 0.02), [0.1, 0.23, 0.09], 'x becomes y');
  same(put(LYING, 0, 0, 0.02), [0.25, 0.52, 0.05], 'z becomes y');
  for (const m of [QUARTER, LYING, after(QUARTER, LYING)]) same(put(back(m), ...put(m, 0.3, -0.2, 0.7)), [0.3, -0.2, 0.7]);
  same(put(after(QUARTER, LYING), 0.1, 0.2, 0.3), put(QUARTER, ...put(LYING, 0.1, 0.2, 0.3)), 'one after the other');
  assert.ok(Math.abs(sizeOf(QUARTER) - 3) < 1e-9 && isUpright(QUARTER) && !isUpright(LYING));
});

test('a group that has moved takes along what lay in the table', () => {
  /** @type {import('../../page/types.js').SceneGroup} */
  const group = { id: 4, name: 'lift', origin: [0.2, 0.3, 0], turn: [0, 0, HALF, HALF], scale: 2 };
  assert.equal(motion(group, undefined), undefined, 'at rest');
  const moved = motion(group, { leapt: false, x: 0.2, y: 0.3, z: 0.05, qx: 0, qy: 0, qz: 1, qw: 0 });
  // A point 0.1 m in front of its origin, in the table: by another quarter it goes to the left, and it is lifted.
  same(put(/** @type {number[]} */ (moved), 0.2, 0.4, 0.01), [0.1, 0.3, 0.06]);
  same(put(atRest(group), 0.1, 0, 0), [0.2, 0.5, 0], 'lengths of the group are doubled');
});

test('parts of groups are laid where they are at rest, and meshes point by point', () => {
  const shift = [1, 0, 0, 0.05, 0, 1, 0, 0, 0, 0, 1, 0];
  const groups = [{ id: 4, name: 'lift', origin: /** @type {[number, number, number]} */ ([0.2, 0.3, 0]), turn: /** @type {[number, number, number, number]} */ ([0, 0, 0, 1]), scale: 1 }];
  const parts = [
    { id: 0, name: 'post', kind: 'post', stuff: 'metal', group: 4, place: shift, centre: [0, 0], radius: 0.005, low: 0, top: 0.02 },
    { id: 1, name: 'mesh', kind: 'mesh', stuff: 'metal', group: 4, points: [0, 0, 0.01], triangles: [] },
    { id: 2, name: 'alone', kind: 'post', stuff: 'metal', centre: [0, 0], radius: 0.005, low: 0, top: 0.02 },
    { id: 3, name: 'orphan', kind: 'post', stuff: 'metal', group: 9, centre: [0, 0], radius: 0.005, low: 0, top: 0.02 },
  ];
  const [post, mesh, alone, orphan] = laid({ ...scene, groups, parts }).parts;
  same(put(post?.place ?? [], 0, 0, 0), [0.25, 0.3, 0]);
  same(mesh?.points, [0.2, 0.3, 0.01]);
  assert.deepEqual([mesh?.place, mesh?.group, alone?.place, alone?.group], [undefined, 4, undefined, undefined]);
  assert.equal(orphan?.group, undefined, 'of a group that nobody knows nothing will be heard');
});

test('what stands upright has its outline where it lies, and what leans has none', () => {
  const part = { id: 0, name: 'post', kind: 'wall', stuff: '', place: QUARTER };
  const block = stood(part, { outline: [[0.01, 0]], low: 0, top: 0.01 });
  same(block?.outline[0] ?? [], [0.1, 0.23]);
  same([block?.low ?? 0, block?.top ?? 0], [0.03, 0.06]);
  assert.equal(stood({ ...part, place: LYING }, { outline: [[0.01, 0]], low: 0, top: 0.01 }), null);
});

test('through a lens a part is seen where its space lies', () => {
  for (const perspective of /** @type {const} */ (['player', 'overhead'])) {
    const camera = new Camera(scene, 900, 1100, perspective);
    const lens = new Lens(camera, QUARTER, [0, 0]);
    same(lens.at(0.01, 0.02, 0.005), camera.at(...put(QUARTER, 0.01, 0.02, 0.005)));
    assert.ok(Math.abs(lens.scale(0, 0) / camera.scale(0.2, 0.03) - 3) < 1e-9, 'three times as large');
    assert.ok(Math.abs(lens.height(0.01) - 0.06) < 1e-9);
    /** @type {number[]} */
    let m = [];
    const ctx = /** @type {CanvasRenderingContext2D} */ (/** @type {unknown} */ ({ setTransform: (/** @type {number[]} */ ...all) => (m = all) }));
    lens.plane(ctx, 0.01, 0.02, 0.005);
    for (const [dx, dy] of [[0.001, 0], [0, 0.001]]) {
      const [px, py] = lens.at(0.01 + dx, 0.02 + dy, 0.005);
      assert.ok(Math.hypot(m[0] * dx + m[2] * dy + m[4] - px, m[1] * dx + m[3] * dy + m[5] - py) < 0.02, 'a plane agrees with the projection');
    }
  }
});

test('faces show themselves to the eye as they lie', () => {
  const player = new Camera(scene, 900, 1100, 'player');
  const turned = new Lens(player, posed({ x: 0.25, y: 0.3, z: 0, qx: 0, qy: 0, qz: 1, qw: 0 }, 1), [0, 0]);
  assert.ok(player.sees(0.25, 0.3, 0, 1) && !turned.sees(0, 0, 0, 1) && turned.sees(0, 0, 0, -1), 'half a turn: the back is in front');
  const overhead = new Camera(scene, 900, 1100, 'overhead');
  const lying = new Lens(overhead, LYING, [0, 0]);
  assert.ok(lying.sees(0, 0, 0, -1) && !lying.sees(0, 0, 0, 1), 'on its back: the face that looked away looks up');
  assert.ok(!turned.under && new Lens(player, posed({ x: 0, y: 0, z: 0, qx: 1, qy: 0, qz: 0, qw: 0 }, 1), [0, 0]).under, 'upside down');
});

test('every kind of part takes up some space', () => {
  const at = { id: 0, name: '', stuff: '', centre: [0.1, 0.2], radius: 0.01, low: 0.005, top: 0.03, height: 0.02, length: 0.06, rotation: 0.3 };
  const more = {
    base_radius: 0.01, end_radius: 0.006, width: 0.02, stroke: 0.05, outline: [[0, 0], [0.1, 0], [0.1, 0.1]], axis: [[0, 0, 0.02], [0.1, 0, 0.02]],
    thickness: 0.004, ribs: [[0, 0, 0.05, 0, 0], [0, 0.1, 0.05, 0.1, 0.04]], wires: [], left_wall: 0.01, right_wall: 0.02, wire_width: 0.003,
    points: [0, 0, 0, 0.1, 0, 0.02], triangles: [],
    shapes: [{ is: 'line', points: [[0, 0], [0.1, 0]], low: 0, top: 0.05 }, { is: 'ball', centre: [0, 0, 0.02], radius: 0.01 }],
  };
  const kinds = ['wall', 'target', 'post', 'bumper', 'kicker', 'magnet', 'turntable', 'trigger', 'trough', 'flipper', 'plunger', 'gate',
    'spinner', 'rubber', 'ramp', 'mesh', 'collider'];
  for (const kind of kinds) {
    const solid = solidOf({ ...at, ...more, kind });
    assert.ok(solid && solid.outline.length > 2 && solid.top >= solid.low, kind);
    assert.ok([...solid.outline.flat(), solid.low, solid.top].every(Number.isFinite), `${kind}: ${JSON.stringify(solid)}`);
  }
});

test('a hull goes round all points', () => {
  same(hull([[0, 0], [1, 0], [0.5, 0.5], [1, 1], [0, 1], [0.5, 0]]).flat().sort(), [0, 0, 0, 0, 1, 1, 1, 1]);
});
