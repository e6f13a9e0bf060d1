//! Meshes: what faces up, in steps of height and light, and the edges by which the form is known.
//!
//! However many triangles there are, the marks stay few: triangles of one step are joined to one outline.

use crate::colour::palette;
use crate::outline::around;
use crate::pen::{ABOVE_BALLS, Pen, layer_of};
use crate::scene::{Form, Layer, Stretch};
use carom::pinball::part::Mesh;
use carom::space::Transform;
use carom::{DVec2, DVec3};
use std::collections::BTreeMap;

/// Steps of height, from low to high.
const SLABS: usize = 6;
/// Steps of light on each.
const LIGHTS: usize = 6;
/// Most points of the steps of one mesh; a mesh with more is drawn as one plain form.
const MOST_POINTS: usize = 4000;
/// Most edges drawn of one mesh: the longest.
const MOST_EDGES: usize = 300;
/// Hairs: a mesh that is smaller than this, either way, shows no steps.
const SMALL: f64 = 14.0;
/// The cosine of the sharpest bend between two triangles that is not drawn as an edge: 40°.
const CREASE: f64 = 0.77;
/// m: a mesh that is lower than this lies in the playfield, or is it.
const FLAT: f64 = 0.004;
/// The part of the playfield from which a mesh is a floor or a cover.
const COVERS: f64 = 0.4;

pub(crate) fn draw(mesh: &Mesh, lies: &Transform, pen: &mut Pen) {
    let Some(surface) = Surface::of(mesh, lies) else { return };
    let tolerance = 0.3 * pen.hair;
    if surface.up.is_empty() {
        // Upright all over, like a bent sheet: only its edges are seen.
        let edges = surface.longest_edges(|_| true);
        let z = surface.high;
        return pen.line(layer_of(surface.low, z), z, edges, pen.hairs(palette::MESH_LIT, 1.2));
    }
    let all: Vec<usize> = (0..surface.up.len()).collect();
    let covers = surface.area() > COVERS * pen.field_area;
    if covers || surface.high < FLAT {
        let layer = if surface.high < FLAT { Layer::Inlay } else { layer_of(surface.low, surface.high) };
        let fill = palette::MESH.opaque(if surface.high < FLAT { 0.12 } else { 0.08 });
        let outline = surface.outline(&all, tolerance);
        return pen.both(layer, surface.high, outline, fill, pen.hairs(palette::MESH_LIT.opaque(0.5), 0.8));
    }
    let silhouette = surface.outline(&all, tolerance);
    pen.shadow(&silhouette, surface.high, if surface.low >= ABOVE_BALLS { 0.16 } else { 0.4 });
    let size = silhouette.bounds().map_or(0.0, |(low, high)| (high - low).max_element());
    let mut marks = if size < SMALL * pen.hair { Vec::new() } else { surface.lit(tolerance) };
    let count = |form: &Form| if let Form::Path(s) = form { s.iter().map(|s| s.points.len()).sum() } else { 0 };
    let points: usize = marks.iter().map(|(_, _, form, _)| count(form)).sum();
    if marks.is_empty() || points > MOST_POINTS.min(pen.mesh_points) {
        let layer = if surface.stands { Layer::Low } else { layer_of(surface.low, surface.high) };
        marks = vec![(surface.high, None, silhouette.clone(), layer)];
    } else {
        pen.mesh_points -= points;
    }
    for (z, light, form, layer) in marks {
        let light = light.unwrap_or(0.5);
        let colour = match light < 0.5 {
            true => palette::MESH_DARK.towards(palette::MESH, 2.0 * light),
            false => palette::MESH.towards(palette::MESH_LIT, 2.0 * light - 1.0),
        };
        pen.fill(layer, z, form, if layer == Layer::High { colour.opaque(0.5) } else { colour });
    }
    let layer = if surface.stands { Layer::Low } else { layer_of(surface.low, surface.high) };
    let creases = surface.longest_edges(|bend| bend.is_some_and(|cosine| cosine < CREASE));
    pen.line(layer, surface.high, creases, pen.hairs(palette::SHADE.opaque(0.3), 0.6));
    pen.line(layer, surface.high, silhouette, pen.hairs(palette::SHADE.opaque(0.65), 0.9));
}

/// A height, a light (none for the ground under the lights), a form and its layer.
type Step = (f64, Option<f64>, Form, Layer);

/// A mesh in its place, with points that are the same joined.
struct Surface {
    points: Vec<DVec3>,
    flat: Vec<DVec2>,
    /// Triangles that face up, walked one way round.
    up: Vec<[usize; 3]>,
    /// All triangles.
    triangles: Vec<[usize; 3]>,
    low: f64,
    high: f64,
    /// Does it stand on the playfield all round, so that no ball passes below its higher parts?
    stands: bool,
}

impl Surface {
    fn of(mesh: &Mesh, lies: &Transform) -> Option<Self> {
        let (mut given, mut triangles) = mesh.surface();
        if *lies != Transform::IDENTITY {
            given.iter_mut().for_each(|p| *p = lies.place(*p));
        }
        // What is mirrored would be walked the wrong way round.
        if lies.mirrors() {
            triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
        // A tenth of a micrometre: what is as near as that was meant to be one point.
        let key = |p: DVec3| (p * 1e7).to_array().map(|c| libm::round(c) as i64);
        let mut known: BTreeMap<[i64; 3], usize> = BTreeMap::new();
        let mut points: Vec<DVec3> = Vec::new();
        let mut same = Vec::with_capacity(given.len());
        for &p in &given {
            let k = *known.entry(key(p)).or_insert(points.len());
            if k == points.len() {
                points.push(p);
            }
            same.push(k);
        }
        let triangles: Vec<[usize; 3]> = triangles.iter().map(|t| t.map(|k| same[k])).collect();
        let normal = |&[a, b, c]: &[usize; 3]| (points[b] - points[a]).cross(points[c] - points[a]);
        let steep = |n: DVec3| n.z.abs() <= 1e-6 * n.length();
        let mut up: Vec<[usize; 3]> = Vec::new();
        let mut down: Vec<[usize; 3]> = Vec::new();
        let (mut above, mut below) = (0.0, 0.0);
        for t in &triangles {
            let n = normal(t);
            if !n.is_finite() || steep(n) {
                continue;
            }
            if n.z > 0.0 {
                up.push(*t);
                above += n.z;
            } else {
                down.push([t[0], t[2], t[1]]);
                below -= n.z;
            }
        }
        // A mesh that is inside out, or a single sheet seen from behind, is still seen.
        if above < 0.1 * below {
            up.append(&mut down);
        }
        let used = triangles.iter().flatten().map(|&k| points[k].z);
        let (low, high) = used.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), z| (l.min(z), h.max(z)));
        if low > high {
            return None;
        }
        let within = |low: f64, high: f64| {
            let used = triangles.iter().flatten().map(|&k| points[k]).filter(|p| p.z >= low && p.z <= high);
            let nothing = (DVec2::INFINITY, DVec2::NEG_INFINITY);
            let (min, max) = used.fold(nothing, |(min, max), p| (min.min(p.truncate()), max.max(p.truncate())));
            max - min
        };
        // A toy's foot is about as wide as itself; of a ramp's, only the entry is low.
        let (foot, head) = (within(f64::NEG_INFINITY, ABOVE_BALLS), within(ABOVE_BALLS, f64::INFINITY));
        let stands = foot.cmpge(head * 0.7).all();
        let flat = points.iter().map(|p| p.truncate()).collect();
        Some(Self { points, flat, up, triangles, low, high, stands })
    }

    /// m²: of all that faces up.
    fn area(&self) -> f64 {
        self.up.iter().map(|t| crate::form::area(&t.map(|k| self.flat[k]))).sum()
    }

    fn outline(&self, which: &[usize], tolerance: f64) -> Form {
        let triangles: Vec<[usize; 3]> = which.iter().map(|&k| self.up[k]).collect();
        Form::Path(around(&self.flat, &triangles, tolerance))
    }

    /// Steps of height from low to high, each with its ground and its steps of light.
    fn lit(&self, tolerance: f64) -> Vec<Step> {
        let depth = (self.high - self.low).max(1e-9);
        let top = |t: &[usize; 3]| t.iter().map(|&k| self.points[k].z).fold(f64::NEG_INFINITY, f64::max);
        let mut slabs: Vec<Vec<usize>> = vec![Vec::new(); SLABS];
        for (k, t) in self.up.iter().enumerate() {
            let slab = ((top(t) - self.low) / depth * SLABS as f64) as usize;
            slabs[slab.min(SLABS - 1)].push(k);
        }
        let mut steps = Vec::new();
        for (slab, members) in slabs.iter().enumerate().filter(|(_, members)| !members.is_empty()) {
            let z = self.low + depth * (slab + 1) as f64 / SLABS as f64;
            let bottom = if self.stands { self.low } else { self.low + depth * slab as f64 / SLABS as f64 };
            let layer = layer_of(bottom, z);
            steps.push((z, None, self.outline(members, tolerance), layer));
            let mut lights: Vec<Vec<usize>> = vec![Vec::new(); LIGHTS];
            for &k in members {
                lights[((self.light(k) * LIGHTS as f64) as usize).min(LIGHTS - 1)].push(k);
            }
            // Translucent things on top of each other would show every seam.
            if layer == Layer::High {
                continue;
            }
            for (light, members) in lights.iter().enumerate().filter(|(_, members)| !members.is_empty()) {
                let part = light as f64 / (LIGHTS - 1) as f64;
                steps.push((z, Some(part), self.outline(members, tolerance), layer));
            }
        }
        steps
    }

    /// From 0, turned away from the light, to 1: the light comes from the back, on the left, steeply.
    fn light(&self, k: usize) -> f64 {
        let [a, b, c] = self.up[k].map(|k| self.points[k]);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        (normal.dot(DVec3::new(-0.4, -0.5, 0.77)) * 0.7 + 0.08).clamp(0.0, 1.0)
    }

    /// The longest edges that `draws` picks by how two triangles bend there (the cosine), if there are two.
    fn longest_edges(&self, draws: impl Fn(Option<f64>) -> bool) -> Form {
        let triangles = if self.up.is_empty() { &self.triangles } else { &self.up };
        let normal = |&[a, b, c]: &[usize; 3]| {
            (self.points[b] - self.points[a]).cross(self.points[c] - self.points[a]).normalize_or_zero()
        };
        // The first triangle at an edge, and how the others bend from it: nothing yet while there is no other.
        let mut found: BTreeMap<(usize, usize), (DVec3, Option<f64>)> = BTreeMap::new();
        for t in triangles {
            let n = normal(t);
            for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                let edge = (a.min(b), a.max(b));
                match found.get_mut(&edge) {
                    Some((first, bend)) => *bend = Some(bend.unwrap_or(1.0).min(first.dot(n))),
                    None => drop(found.insert(edge, (n, None))),
                }
            }
        }
        let length = |&(a, b): &(usize, usize)| (self.flat[b] - self.flat[a]).length();
        let mut edges: Vec<(usize, usize)> = found
            .iter()
            .filter(|(edge, (_, bend))| draws(*bend) && length(edge) > 0.0)
            .map(|(edge, _)| *edge)
            .collect();
        edges.sort_by(|a, b| length(b).total_cmp(&length(a)));
        edges.truncate(MOST_EDGES);
        let stretch = |(a, b): (usize, usize)| Stretch { points: vec![self.flat[a], self.flat[b]], closed: false };
        Form::Path(edges.into_iter().map(stretch).collect())
    }
}
