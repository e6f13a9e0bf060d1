// @ts-check
// Where things lie: affine maps in space, three rows of four numbers, the last column being the shift.

/**
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {import('../types.js').SceneGroup} SceneGroup
 * @typedef {import('../types.js').ScenePart} ScenePart
 * @typedef {import('../types.js').GroupPose} GroupPose
 * @typedef {number[]} Place 12 numbers.
 * @typedef {[number, number, number]} Spot
 */

/** How far a thing may lean and still stand upright: a hair on the screen. */
const UPRIGHT = 0.002;

/**
 * Where a point goes.
 * @param {Place} m
 * @param {number} x
 * @param {number} y
 * @param {number} z
 * @returns {Spot}
 */
export function put(m, x, y, z) {
  return [
    m[0] * x + m[1] * y + m[2] * z + m[3],
    m[4] * x + m[5] * y + m[6] * z + m[7],
    m[8] * x + m[9] * y + m[10] * z + m[11],
  ];
}

/**
 * First `inner`, then `outer`.
 * @param {Place} outer
 * @param {Place} inner
 * @returns {Place}
 */
export function after(outer, inner) {
  const [x, y, z] = [0, 1, 2].map((k) => column(outer, inner[k], inner[k + 4], inner[k + 8]));
  const at = put(outer, inner[3], inner[7], inner[11]);
  return [x[0], y[0], z[0], at[0], x[1], y[1], z[1], at[1], x[2], y[2], z[2], at[2]];
}

/**
 * What becomes of a difference of places.
 * @param {Place} m
 * @param {number} x
 * @param {number} y
 * @param {number} z
 * @returns {Spot}
 */
function column(m, x, y, z) {
  return [m[0] * x + m[1] * y + m[2] * z, m[4] * x + m[5] * y + m[6] * z, m[8] * x + m[9] * y + m[10] * z];
}

/** How much larger a volume becomes; negative if it is mirrored. @param {Place} m */
function volume(m) {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) + m[2] * (m[4] * m[9] - m[5] * m[8]);
}

/**
 * The way back.
 * @param {Place} m
 * @returns {Place}
 */
export function back(m) {
  const by = 1 / (volume(m) || 1);
  const linear = [
    by * (m[5] * m[10] - m[6] * m[9]), by * (m[2] * m[9] - m[1] * m[10]), by * (m[1] * m[6] - m[2] * m[5]),
    by * (m[6] * m[8] - m[4] * m[10]), by * (m[0] * m[10] - m[2] * m[8]), by * (m[2] * m[4] - m[0] * m[6]),
    by * (m[4] * m[9] - m[5] * m[8]), by * (m[1] * m[8] - m[0] * m[9]), by * (m[0] * m[5] - m[1] * m[4]),
  ];
  const shift = (/** @type {number} */ k) => -(linear[k] * m[3] + linear[k + 1] * m[7] + linear[k + 2] * m[11]);
  return [...linear.slice(0, 3), shift(0), ...linear.slice(3, 6), shift(3), ...linear.slice(6, 9), shift(6)];
}

/** Metres outside for one inside, on the whole. @param {Place} m */
export function sizeOf(m) {
  return Math.cbrt(Math.abs(volume(m)));
}

/** Does what stands upright stand upright still? @param {Place} m */
export function isUpright(m) {
  const lean = Math.abs(m[2]) + Math.abs(m[6]) + Math.abs(m[8]) + Math.abs(m[9]);
  return m[10] > 0 && lean < UPRIGHT * sizeOf(m);
}

/**
 * Turned, scaled and shifted.
 * @param {{x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number}} pose
 * @param {number} scale
 * @returns {Place}
 */
export function posed({ x, y, z, qx, qy, qz, qw }, scale) {
  // The rotation of a quaternion of any size but nothing.
  const s = 2 / (qx * qx + qy * qy + qz * qz + qw * qw || 1);
  const row = (/** @type {number[]} */ ...numbers) => numbers.map((number) => number * scale);
  return [
    ...row(1 - s * (qy * qy + qz * qz), s * (qx * qy - qz * qw), s * (qx * qz + qy * qw)), x,
    ...row(s * (qx * qy + qz * qw), 1 - s * (qx * qx + qz * qz), s * (qy * qz - qx * qw)), y,
    ...row(s * (qx * qz - qy * qw), s * (qy * qz + qx * qw), 1 - s * (qx * qx + qy * qy)), z,
  ];
}

/**
 * How a driven group lies at rest.
 * @param {SceneGroup} group
 * @returns {Place}
 */
export function atRest({ origin: [x, y, z], turn: [qx, qy, qz, qw], scale }) {
  return posed({ x, y, z, qx, qy, qz, qw }, scale);
}

/**
 * How a driven group has moved what lay still in the table while it was at rest. Nothing if it lies as it did.
 * @param {SceneGroup} group
 * @param {GroupPose | undefined} pose
 * @returns {Place | undefined}
 */
export function motion(group, pose) {
  return pose && after(posed(pose, group.scale), back(atRest(group)));
}

/**
 * The scene with all parts placed in the table as they lie at rest: `place` leads there, whatever driven group the part
 * belongs to. Points of meshes are moved themselves.
 * @param {Scene} scene
 * @returns {Scene}
 */
export function laid(scene) {
  const rests = new Map((scene.groups ?? []).map((group) => [group.id, atRest(group)]));
  const parts = scene.parts.map((part) => {
    // Of a group that is not in the scene nothing will be heard.
    const group = part.group !== undefined && rests.has(part.group) ? part.group : undefined;
    const rest = group === undefined ? undefined : rests.get(group);
    const place = rest && part.place ? after(rest, part.place) : (rest ?? part.place);
    if (!place) return part.group === undefined ? part : { ...part, group };
    if (part.kind !== 'mesh') return { ...part, group, place };
    const points = [];
    for (let k = 0; k + 2 < part.points.length; k += 3) points.push(...put(place, part.points[k], part.points[k + 1], part.points[k + 2]));
    return { ...part, group, place: undefined, points };
  });
  return { ...scene, parts };
}

/**
 * A level outline of a part where it lies at rest, from low to top; null if it leans, so that it is level no more.
 * @param {ScenePart} part
 * @param {{outline: number[][], low: number, top: number}} block
 * @returns {{outline: [number, number][], low: number, top: number} | null}
 */
export function stood({ place }, { outline, low, top }) {
  if (!place) return { outline: /** @type {[number, number][]} */ (outline), low, top };
  if (!isUpright(place)) return null;
  const height = (/** @type {number} */ z) => place[10] * z + place[11];
  return { outline: outline.map((p) => flatPut(place, p[0], p[1], low)), low: height(low), top: height(top) };
}

/**
 * Where a level point goes, seen from above.
 * @param {Place | undefined} m
 * @param {number} x
 * @param {number} y
 * @param {number} [z]
 * @returns {[number, number]}
 */
export function flatPut(m, x, y, z = 0) {
  if (!m) return [x, y];
  return [m[0] * x + m[1] * y + m[2] * z + m[3], m[4] * x + m[5] * y + m[6] * z + m[7]];
}

/** The height to which one comes, over the origin. @param {Place | undefined} m @param {number} z */
export function heightOf(m, z) {
  return m ? m[10] * z + m[11] : z;
}

/**
 * Lets a context that draws the table from above draw in a part's own lengths, at its height z.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} m
 * @param {number} z
 */
export function lie(ctx, m, z) {
  ctx.transform(m[0], m[4], m[1], m[5], m[2] * z + m[3], m[6] * z + m[7]);
}
