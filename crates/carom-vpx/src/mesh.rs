//! Meshes of primitives: as they stand in a file, from records or an `.obj`, or built from a number of sides.

use crate::biff::{self, Record};
use flate2::read::ZlibDecoder;
use std::collections::BTreeMap;
use std::io::Read;

/// Triangles of the largest mesh that is read. Tables have some ten thousand; toys that nobody can hit have more, but those
/// are not read.
pub(crate) const MOST_TRIANGLES: usize = 1_000_000;
const MOST_POINTS: usize = 3 * MOST_TRIANGLES;
/// Corners of one face of an `.obj`. Lids of round things have some hundred.
const MOST_CORNERS: usize = 10_000;
/// Points and triangles of all meshes of a table.
pub(crate) const MOST_OF_ALL: usize = 8_000_000;
/// Bytes of a vertex in a file: place, normal, place in the picture.
const VERTEX: usize = 32;

/// A mesh as it stands in a file. The front of a triangle is where `(b - a) × (c - a)` points, in Visual Pinball's frame as
/// in Carom's: Visual Pinball turns the corners round when it makes its colliders (guide 8.6), and takes the normal of a
/// collider the other way round as well (4.7).
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MeshData {
    pub(crate) points: Vec<[f32; 3]>,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// By how many triangles more look along the normals in the file than against them.
    pub(crate) along_normals: i64,
}

/// A mesh as Carom's tables have it: points that agree made one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CleanMesh {
    pub(crate) points: Vec<[f32; 3]>,
    pub(crate) triangles: Vec<[usize; 3]>,
    /// Triangles without an area, or with corners that are not there.
    pub(crate) dropped: usize,
}

impl MeshData {
    /// From the records of a primitive; nothing if it has no mesh of its own. `left` is how many points and triangles the
    /// meshes of the table may still have together: packed ones take next to nothing in a file.
    pub(crate) fn from_records(records: &[Record<'_>], left: &mut usize) -> Result<Option<Self>, String> {
        let find = |tag: &[u8; 4]| records.iter().find(|record| &record.tag == tag).map(|record| record.data);
        let number = |tag| find(tag).and_then(biff::split_u32).map(|(number, _)| number as usize);
        let Some(points) = number(b"M3VN") else { return Ok(None) };
        let corners = number(b"M3FN").unwrap_or(0);
        if points > MOST_POINTS || corners > 3 * MOST_TRIANGLES {
            return Err(format!("its mesh of {} triangles and {points} points is too large", corners / 3));
        }
        *left = left.checked_sub(points + corners / 3).ok_or("with it the table's meshes are too large")?;
        // Visual Pinball uses two bytes for the number of a point as long as they suffice.
        let each = if points > 65535 { 4 } else { 2 };
        let vertices = match (find(b"M3CX"), find(b"M3DX")) {
            (Some(packed), _) => unpacked(packed, points * VERTEX)?,
            (None, Some(plain)) => plain.get(..points * VERTEX).ok_or("the points of its mesh are cut off")?.to_vec(),
            (None, None) => return Ok(None),
        };
        let indices = match (find(b"M3CI"), find(b"M3DI")) {
            (Some(packed), _) => unpacked(packed, corners * each)?,
            (None, Some(plain)) => plain.get(..corners * each).ok_or("the triangles of its mesh are cut off")?.to_vec(),
            (None, None) => return Err("its mesh has points and no triangles".into()),
        };
        let float = |bytes: &[u8], at: usize| {
            bytes.get(at..).and_then(|b| b.first_chunk()).map_or(0.0, |b| f32::from_le_bytes(*b))
        };
        let points = vertices.chunks_exact(VERTEX).map(|v| [float(v, 0), float(v, 4), float(v, 8)]).collect();
        let index = |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, &byte| (sum << 8) | u32::from(byte));
        let corners: Vec<u32> = indices.chunks_exact(each).map(index).collect();
        let triangles = corners.chunks_exact(3).filter_map(|three| three.first_chunk().copied()).collect();
        Ok(Some(Self { points, triangles, along_normals: 0 }))
    }

    /// From the text of an `.obj` as vpxtool writes them: z the other way up, corners the other way round.
    pub(crate) fn from_obj(text: &str) -> Result<Self, String> {
        let mut mesh = Self::default();
        let mut normals: Vec<[f32; 3]> = Vec::new();
        for (row, line) in text.lines().enumerate() {
            let mut words = line.split_ascii_whitespace();
            let fault = || format!("line {} of its .obj makes no sense", row + 1);
            match words.next() {
                Some("v") => {
                    let mut number = || words.next().and_then(|word| word.parse::<f32>().ok()).ok_or_else(fault);
                    let (x, y, z) = (number()?, number()?, number()?);
                    mesh.points.push([x, y, 0.0 - z]);
                }
                Some("vn") => {
                    let mut number = || words.next().and_then(|word| word.parse::<f32>().ok()).unwrap_or(0.0);
                    normals.push([number(), number(), 0.0 - number()]);
                }
                Some("f") => {
                    let normal = words.clone().next().and_then(|word| obj_index(word, 2, normals.len()));
                    let normal = normal.and_then(|k| normals.get(k as usize)).copied().unwrap_or_default();
                    let count = mesh.points.len();
                    let corners = words.take(MOST_CORNERS + 1).map(|word| obj_index(word, 0, count));
                    let corners: Option<Vec<u32>> = corners.collect();
                    let sane = |corners: &Vec<u32>| (3..=MOST_CORNERS).contains(&corners.len());
                    let corners = corners.filter(sane).ok_or_else(fault)?;
                    // More than three corners: a fan from the first.
                    for k in 1..corners.len() - 1 {
                        if let (Some(&a), Some(&b), Some(&c)) = (corners.first(), corners.get(k), corners.get(k + 1)) {
                            mesh.triangles.push([c, b, a]);
                            let cross = cross_of(&mesh.points, [c, b, a].map(|k| k as usize)).unwrap_or_default();
                            let along = dot(cross, normal.map(f64::from));
                            mesh.along_normals += i64::from(along > 0.0) - i64::from(along < 0.0);
                        }
                    }
                }
                _ => {}
            }
            if mesh.points.len() > MOST_POINTS || mesh.triangles.len() > MOST_TRIANGLES {
                return Err(format!("its .obj has more than {MOST_TRIANGLES} triangles"));
            }
        }
        Ok(mesh)
    }

    /// The upright prism that a primitive without a mesh is: one unit high, and as wide from side to side.
    pub(crate) fn prism(sides: usize, inside_too: bool) -> Self {
        let n = sides.clamp(3, 360);
        let step = 2.0 * core::f64::consts::PI / n as f64;
        let radius = 0.5 / libm::cos(0.5 * step);
        let ring = |z: f32| {
            (0..n).map(move |k| {
                let angle = (k as f64 + 0.5) * step;
                // Visual Pinball starts at the far side, with a negative radius.
                [(-radius * libm::sin(angle)) as f32, (-radius * libm::cos(angle)) as f32, z]
            })
        };
        let points: Vec<[f32; 3]> = ring(0.5).chain(ring(-0.5)).collect();
        let middle = |triangle: [usize; 3]| {
            let mut sum = [0.0f64; 3];
            for point in triangle.iter().filter_map(|&k| points.get(k)).map(|point| point.map(f64::from)) {
                sum = [sum[0] + point[0], sum[1] + point[1], sum[2] + point[2]];
            }
            sum
        };
        let mut fronts: Vec<[usize; 3]> = Vec::new();
        for k in 0..n {
            let next = (k + 1) % n;
            fronts.extend([[k, next, n + k], [next, n + next, n + k]]);
            if k + 2 < n {
                fronts.extend([[0, k + 1, k + 2], [n, n + k + 1, n + k + 2]]);
            }
        }
        let mut triangles = Vec::new();
        for triangle in fronts {
            let outwards = cross_of(&points, triangle).is_some_and(|cross| dot(cross, middle(triangle)) > 0.0);
            let [a, b, c] = triangle.map(|k| k as u32);
            triangles.push(if outwards { [a, b, c] } else { [a, c, b] });
            if inside_too {
                triangles.push(if outwards { [a, c, b] } else { [a, b, c] });
            }
        }
        Self { points, triangles, along_normals: 0 }
    }

    /// With all fronts on the other side.
    pub(crate) fn turn_round(&mut self) {
        self.triangles.iter_mut().for_each(|triangle| triangle.reverse());
    }

    /// Without what no ball can feel.
    pub(crate) fn cleaned(&self) -> CleanMesh {
        let mut clean = CleanMesh::default();
        let mut known: BTreeMap<[u32; 3], usize> = BTreeMap::new();
        for triangle in &self.triangles {
            let corner = |k: u32| self.points.get(k as usize).filter(|p| p.iter().all(|x| x.is_finite())).copied();
            let [a, b, c] = *triangle;
            let (Some(a), Some(b), Some(c)) = (corner(a), corner(b), corner(c)) else {
                clean.dropped += 1;
                continue;
            };
            if is_flat(a, b, c) {
                clean.dropped += 1;
                continue;
            }
            clean.triangles.push([a, b, c].map(|point| {
                // Plus zero and minus zero are one place.
                let point = point.map(|x| x + 0.0);
                *known.entry(point.map(f32::to_bits)).or_insert_with(|| {
                    clean.points.push(point);
                    clean.points.len() - 1
                })
            }));
        }
        clean
    }
}

/// A triangle whose height is less than a millionth of its longest side: rounding, no face.
fn is_flat(a: [f32; 3], b: [f32; 3], c: [f32; 3]) -> bool {
    let points = [a, b, c];
    let longest = [less(b, a), less(c, a), less(c, b)].map(|side| dot(side, side)).into_iter().fold(0.0, f64::max);
    let area = cross_of(&points, [0, 1, 2]).map_or(0.0, |cross| dot(cross, cross));
    area.is_nan() || area <= 1e-12 * longest * longest
}

fn cross_of(points: &[[f32; 3]], [a, b, c]: [usize; 3]) -> Option<[f64; 3]> {
    let (a, b, c) = (*points.get(a)?, *points.get(b)?, *points.get(c)?);
    let (u, v) = (less(b, a), less(c, a));
    Some([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]])
}

fn less(a: [f32; 3], b: [f32; 3]) -> [f64; 3] {
    let (a, b) = (a.map(f64::from), b.map(f64::from));
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// A corner of a face: `7`, `7/7/7` (point, place in the picture, normal), or counted back from the last: `-1`.
fn obj_index(word: &str, part: usize, count: usize) -> Option<u32> {
    let number: i64 = word.split('/').nth(part)?.parse().ok()?;
    let index = if number < 0 { (count as i64).checked_add(number)? } else { number - 1 };
    u32::try_from(index).ok()
}

/// Unpacks exactly as many bytes as there must be: a file cannot make it unpack more.
fn unpacked(packed: &[u8], bytes: usize) -> Result<Vec<u8>, String> {
    let mut out = Vec::with_capacity(bytes.min(1 << 20));
    let read = ZlibDecoder::new(packed).take(bytes as u64).read_to_end(&mut out);
    match read {
        Ok(_) if out.len() == bytes => Ok(out),
        Ok(_) => Err(format!("its mesh should unpack to {bytes} bytes and gives {}", out.len())),
        Err(cause) => Err(format!("its mesh cannot be unpacked: {cause}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn volume(mesh: &CleanMesh) -> f64 {
        let at = |k: usize| mesh.points[k].map(f64::from);
        mesh.triangles
            .iter()
            .map(|&[a, b, c]| {
                let (a, b, c) = (at(a), at(b), at(c));
                (a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0]))
                    / 6.0
            })
            .sum()
    }

    #[test]
    fn a_prism_of_four_sides_is_a_cube_with_its_fronts_outside() {
        let cube = MeshData::prism(4, false).cleaned();
        assert_eq!((cube.points.len(), cube.triangles.len(), cube.dropped), (8, 12, 0));
        assert!(cube.points.iter().flatten().all(|x| (x.abs() - 0.5).abs() < 1e-6), "{:?}", cube.points);
        assert!((volume(&cube) - 1.0).abs() < 1e-6);
        let both = MeshData::prism(4, true).cleaned();
        assert_eq!(both.triangles.len(), 24);
        assert!(volume(&both).abs() < 1e-9, "as many fronts inside as outside");
    }

    #[test]
    fn flat_triangles_and_points_that_are_not_there_are_dropped_and_counted() {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [f32::NAN; 3], [-0.0, 0.0, 0.0]];
        let triangles = vec![[0, 1, 3], [5, 1, 3], [0, 1, 2], [0, 0, 1], [0, 1, 4], [0, 1, 99]];
        let clean = MeshData { points, triangles, along_normals: 0 }.cleaned();
        assert_eq!(clean.triangles, [[0, 1, 2], [0, 1, 2]], "equal points made one");
        assert_eq!(clean.points, [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        assert_eq!(clean.dropped, 4);
    }

    #[test]
    fn an_obj_is_read_as_it_was_written() {
        let text = "# a comment\no Post\nv 0 0 -1\nv 1 0 -1\nv 0 1 -1\nv 1 1 -1\nvn 0 0 1\nf 1/1/1 2/2/2 3/3/3\nf -1//1 -2 -3 1\n";
        let mesh = MeshData::from_obj(text).unwrap();
        assert_eq!(mesh.points[1], [1.0, 0.0, 1.0]);
        assert_eq!(mesh.triangles, [[2, 1, 0], [1, 2, 3], [0, 1, 3]]);
        assert!(MeshData::from_obj("v 1 2").unwrap_err().contains("line 1"));
        assert!(MeshData::from_obj("v 0 0 0\nf 1 x 2").unwrap_err().contains("line 2"));
        // A file of one face could else have a hundred million triangles before anybody counts them.
        let endless = format!("v 0 0 0\nf{}", " 1".repeat(MOST_CORNERS + 1));
        assert!(MeshData::from_obj(&endless).unwrap_err().contains("line 2"));
    }
}
