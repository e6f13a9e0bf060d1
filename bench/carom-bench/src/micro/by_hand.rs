//! The same questions answered by programs written for that one case, without the care for grazing and touching that an engine
//! needs: what a good programmer writes in an afternoon. Timed in the same run, they say what the machine is worth that day.

use carom::{DVec2, DVec3, Path};

/// When a disk of `radius` that flies straight first touches a segment, from outside.
#[inline]
pub(super) fn segment([a, b]: [DVec2; 2], path: &Path, radius: f64) -> Option<f64> {
    let (p, v) = (path.p.truncate(), path.v.truncate());
    let length = a.distance(b);
    let along = (b - a) / length;
    let normal = along.perp();
    let (mut height, mut speed) = (normal.dot(p - a), normal.dot(v));
    if height < 0.0 {
        (height, speed) = (-height, -speed);
    }
    if speed < 0.0 && height > radius {
        let time = (height - radius) / -speed;
        let place = along.dot(p + v * time - a);
        if (0.0..=length).contains(&place) {
            return Some(time);
        }
    }
    earlier(point(p - a, v, radius), point(p - b, v, radius))
}

/// The same for a corner.
#[inline]
fn point(arm: DVec2, v: DVec2, radius: f64) -> Option<f64> {
    quadratic(v.length_squared(), arm.dot(v), arm.length_squared() - radius * radius)
}

/// When `a t² + 2 b t + c` first falls to nothing, from above.
#[inline]
fn quadratic(a: f64, b: f64, c: f64) -> Option<f64> {
    let discriminant = b * b - a * c;
    (b < 0.0 && c >= 0.0 && discriminant >= 0.0).then(|| c / (discriminant.sqrt() - b))
}

#[inline]
fn earlier(one: Option<f64>, two: Option<f64>) -> Option<f64> {
    match (one, two) {
        (Some(one), Some(two)) => Some(one.min(two)),
        (one, two) => one.or(two),
    }
}

/// When a ball that flies straight first touches a triangle: its face, its edges, its points.
#[inline]
pub(super) fn triangle(corners: &[DVec3; 3], path: &Path, radius: f64) -> Option<f64> {
    let [a, b, c] = *corners;
    let (p, v) = (path.p, path.v);
    let mut normal = (b - a).cross(c - a).normalize();
    let mut height = normal.dot(p - a);
    if height < 0.0 {
        (normal, height) = (-normal, -height);
    }
    let speed = normal.dot(v);
    if speed < 0.0 && height > radius {
        let time = (height - radius) / -speed;
        let foot = p + v * time;
        let sides = [(a, b), (b, c), (c, a)].map(|(a, b)| (b - a).cross(foot - a).dot(normal));
        if sides.iter().all(|&side| side >= 0.0) || sides.iter().all(|&side| side <= 0.0) {
            return Some(time);
        }
    }
    let mut first = None;
    for (a, b) in [(a, b), (b, c), (c, a)] {
        first = earlier(first, edge(a, b, path, radius));
        let arm = p - a;
        let touch = quadratic(v.length_squared(), arm.dot(v), arm.length_squared() - radius * radius);
        first = earlier(first, touch);
    }
    first
}

fn edge(a: DVec3, b: DVec3, path: &Path, radius: f64) -> Option<f64> {
    let length = a.distance(b);
    let along = (b - a) / length;
    let arm = path.p - a;
    let (place, goes) = (along.dot(arm), along.dot(path.v));
    let (arm, v) = (arm - along * place, path.v - along * goes);
    let time = quadratic(v.length_squared(), arm.dot(v), arm.length_squared() - radius * radius)?;
    (0.0..=length).contains(&(place + goes * time)).then_some(time)
}

/// A field of short segments in square cells, each with a list of those that a disk with its centre there could touch.
#[derive(Debug)]
pub(super) struct Grid {
    segments: Vec<[DVec2; 2]>,
    cell: f64,
    count: usize,
    starts: Vec<u32>,
    lists: Vec<u32>,
    radius: f64,
}

impl Grid {
    /// Over segments that lie between nothing and `size`.
    pub(super) fn new(segments: Vec<[DVec2; 2]>, size: f64, cell: f64, radius: f64) -> Self {
        let count = (size / cell).ceil().max(1.0) as usize;
        let mut cells: Vec<Vec<u32>> = vec![Vec::new(); count * count];
        let near = radius + cell * core::f64::consts::FRAC_1_SQRT_2 * (1.0 + 1e-9);
        let inside = |x: f64| ((x / cell).max(0.0) as usize).min(count - 1);
        for (k, &[a, b]) in (0..).zip(&segments) {
            let (low, high) = (a.min(b) - radius, a.max(b) + radius);
            for y in inside(low.y)..=inside(high.y) {
                for x in inside(low.x)..=inside(high.x) {
                    let middle = (DVec2::new(x as f64, y as f64) + 0.5) * cell;
                    let part = ((middle - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                    if middle.distance(a + (b - a) * part) <= near {
                        cells[y * count + x].push(k);
                    }
                }
            }
        }
        let mut starts = vec![0];
        let mut lists = Vec::new();
        for cell in cells {
            lists.extend(cell);
            starts.push(lists.len() as u32);
        }
        Self { segments, cell, count, starts, lists, radius }
    }

    /// When a disk that starts inside first touches a segment: from cell to cell along its way.
    pub(super) fn first(&self, path: &Path) -> Option<f64> {
        let (p, v) = (path.p.truncate() / self.cell, path.v.truncate() / self.cell);
        let (mut x, mut y) = (p.x as i64, p.y as i64);
        let step = |v: f64| if v > 0.0 { 1 } else { -1 };
        let next = |p: f64, v: f64, at: i64| ((at + i64::from(v > 0.0)) as f64 - p) / v;
        let (mut next_x, mut next_y) = (next(p.x, v.x, x), next(p.y, v.y, y));
        let count = self.count as i64;
        let mut best = f64::INFINITY;
        while (0..count).contains(&x) && (0..count).contains(&y) {
            let cell = (y * count + x) as usize;
            for &k in &self.lists[self.starts[cell] as usize..self.starts[cell + 1] as usize] {
                if let Some(time) = segment(self.segments[k as usize], path, self.radius) {
                    best = best.min(time);
                }
            }
            if best <= next_x.min(next_y) {
                return Some(best);
            }
            if next_x < next_y {
                (x, next_x) = (x + step(v.x), next_x + 1.0 / v.x.abs());
            } else {
                (y, next_y) = (y + step(v.y), next_y + 1.0 / v.y.abs());
            }
        }
        best.is_finite().then_some(best)
    }
}
