//! Where a placed thing is, seen from the world: pieces of surface with a distance, a normal and borders, made from nothing
//! but the matrix, the shift and the numbers that define the thing. No code of the placement is used.

use carom::space::Transform;
use carom::{DVec2, DVec3};
use core::f64::consts::{PI, TAU};

/// A piece of surface, seen from a place.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    /// m: from the surface to the place; negative behind it.
    pub(crate) distance: f64,
    /// Unit, from the surface to the place.
    pub(crate) normal: DVec3,
    /// m: how far the place is within the borders of the piece; negative past them.
    pub(crate) within: f64,
}

/// A piece of surface.
pub(crate) struct Piece {
    pub(crate) seen: Box<dyn Fn(DVec3) -> Seen>,
    /// A ball that is behind it does not overlap it.
    pub(crate) thin: bool,
    /// m: a ball of this radius or more does not fit in.
    pub(crate) fits: f64,
}

impl Piece {
    fn new(thin: bool, seen: impl Fn(DVec3) -> Seen + 'static) -> Self {
        Self { seen: Box::new(seen), thin, fits: f64::INFINITY }
    }
}

/// The map, written out.
pub(crate) struct Map {
    x: DVec3,
    y: DVec3,
    z: DVec3,
    origin: DVec3,
}

impl Map {
    pub(crate) fn of(by: &Transform) -> Self {
        let m = by.linear();
        Self { x: m.x_axis, y: m.y_axis, z: m.z_axis, origin: by.origin() }
    }

    /// This map, and then the other.
    pub(crate) fn and_then(&self, outer: &Self) -> Self {
        let (x, y, z) = (outer.vector(self.x), outer.vector(self.y), outer.vector(self.z));
        Self { x, y, z, origin: outer.place(self.origin) }
    }

    pub(crate) fn vector(&self, v: DVec3) -> DVec3 {
        self.x * v.x + self.y * v.y + self.z * v.z
    }

    pub(crate) fn place(&self, p: DVec3) -> DVec3 {
        self.vector(p) + self.origin
    }

    fn flat_scale(&self) -> f64 {
        self.x.length()
    }

    /// Axes square to each other about a placed centre: what is upright and round inside is so in these coordinates.
    fn axes(&self, centre: DVec3) -> Axes {
        let (x, y, z) = (self.x.normalize(), self.y.normalize(), self.z.normalize());
        Axes { centre: self.place(centre), x, y, z }
    }

    /// From where to where, in those coordinates.
    fn heights(&self, (low, high): (f64, f64)) -> (f64, f64) {
        (low * self.z.length(), high * self.z.length())
    }
}

#[derive(Clone, Copy)]
struct Axes {
    centre: DVec3,
    x: DVec3,
    y: DVec3,
    z: DVec3,
}

impl Axes {
    fn seen(&self, p: DVec3) -> (DVec2, f64) {
        let arm = p - self.centre;
        (DVec2::new(self.x.dot(arm), self.y.dot(arm)), self.z.dot(arm))
    }

    fn out(&self, flat: DVec2, z: f64) -> DVec3 {
        self.x * flat.x + self.y * flat.y + self.z * z
    }
}

/// A face through a point, with its front at `front` (any vector on that side), bounded by lines in its plane: a point of each,
/// and a direction along it; `inside` is a point on the face.
fn face(
    point: DVec3,
    across: DVec3,
    front: DVec3,
    borders: Vec<(DVec3, DVec3)>,
    inside: DVec3,
    both: bool,
) -> Vec<Piece> {
    let normal = across.normalize() * across.dot(front).signum();
    let mut inward = Vec::new();
    for (at, along) in borders {
        let square = normal.cross(along).normalize();
        inward.push((at, square * square.dot(inside - at).signum()));
    }
    let side = |normal: DVec3, inward: Vec<(DVec3, DVec3)>| {
        Piece::new(true, move |p| {
            let within = inward.iter().fold(f64::INFINITY, |least, (at, inward)| least.min(inward.dot(p - *at)));
            Seen { distance: normal.dot(p - point), normal, within }
        })
    };
    let mut pieces = vec![side(normal, inward.clone())];
    if both {
        pieces.push(side(-normal, inward));
    }
    pieces
}

pub(crate) fn plane(map: &Map, point: DVec3, normal: DVec3) -> Vec<Piece> {
    let (u, v) = normal.any_orthonormal_pair();
    let across = map.vector(u).cross(map.vector(v)).normalize();
    let (normal, point) = (across * across.dot(map.vector(normal)).signum(), map.place(point));
    vec![Piece::new(false, move |p| Seen { distance: normal.dot(p - point), normal, within: f64::INFINITY })]
}

pub(crate) fn wall(map: &Map, a: DVec2, b: DVec2, (low, high): (f64, f64), both: bool) -> Vec<Piece> {
    let (first, last) = (map.place(a.extend(0.0)), map.place(b.extend(0.0)));
    let (along, up) = (last - first, map.z);
    let left = map.vector(DVec3::new(a.y - b.y, b.x - a.x, 0.0));
    let mut borders = vec![(first, up), (last, up)];
    for end in [low, high].into_iter().filter(|end| end.is_finite()) {
        borders.push((map.place(a.extend(end)), along));
    }
    let between = match (low.is_finite(), high.is_finite()) {
        (true, true) => 0.5 * (low + high),
        (true, false) => low + 1.0,
        (false, true) => high - 1.0,
        (false, false) => 0.0,
    };
    let inside = map.place((0.5 * (a + b)).extend(between));
    face(first, along.cross(up), left, borders, inside, both)
}

pub(crate) fn triangle(map: &Map, corners: [DVec3; 3], both: bool) -> Vec<Piece> {
    let [a, b, c] = corners.map(|corner| map.place(corner));
    let front = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    let borders = vec![(a, b - a), (b, c - b), (c, a - c)];
    face(a, (b - a).cross(c - a), map.vector(front), borders, (a + b + c) / 3.0, both)
}

/// A line from `a` to `b`, or on without end.
pub(crate) fn line(a: DVec3, along: DVec3, (low, high): (f64, f64)) -> Vec<Piece> {
    let along = along.normalize();
    vec![Piece::new(false, move |p| {
        let z = along.dot(p - a);
        let arm = p - a - along * z;
        Seen { distance: arm.length(), normal: arm.normalize(), within: (z - low).min(high - z) }
    })]
}

pub(crate) fn edge(map: &Map, a: DVec3, b: DVec3) -> Vec<Piece> {
    let (a, b) = (map.place(a), map.place(b));
    line(a, b - a, (0.0, (b - a).length()))
}

pub(crate) fn corner(map: &Map, at: DVec2, height: (f64, f64)) -> Vec<Piece> {
    line(map.place(at.extend(0.0)), map.z, map.heights(height))
}

pub(crate) fn sphere(map: &Map, centre: DVec3, radius: f64) -> Vec<Piece> {
    let (centre, radius) = (map.place(centre), radius * map.flat_scale());
    vec![Piece::new(false, move |p| {
        let arm = p - centre;
        Seen { distance: arm.length() - radius, normal: arm.normalize(), within: f64::INFINITY }
    })]
}

pub(crate) fn capsule(map: &Map, a: DVec3, b: DVec3, radius: f64) -> Vec<Piece> {
    let (a, b, radius) = (map.place(a), map.place(b), radius * map.flat_scale());
    vec![Piece::new(false, move |p| {
        let rod = b - a;
        let nearest = a + rod * (rod.dot(p - a) / rod.dot(rod)).clamp(0.0, 1.0);
        let arm = p - nearest;
        Seen { distance: arm.length() - radius, normal: arm.normalize(), within: f64::INFINITY }
    })]
}

pub(crate) fn post(map: &Map, centre: DVec2, radius: f64, height: (f64, f64)) -> Vec<Piece> {
    let (axes, radius, (low, high)) = (map.axes(centre.extend(0.0)), radius * map.flat_scale(), map.heights(height));
    vec![Piece::new(false, move |p| {
        let (flat, z) = axes.seen(p);
        let normal = axes.out(flat.normalize(), 0.0);
        Seen { distance: flat.length() - radius, normal, within: (z - low).min(high - z) }
    })]
}

/// An arc from one angle on for another, hit from inside or outside.
pub(crate) fn arc(
    map: &Map,
    centre: DVec2,
    radius: f64,
    angles: (f64, f64),
    height: (f64, f64),
    inside: bool,
) -> Vec<Piece> {
    let (axes, radius, (low, high)) = (map.axes(centre.extend(0.0)), radius * map.flat_scale(), map.heights(height));
    let (start, sweep) = angles;
    let fits = if inside { radius } else { f64::INFINITY };
    let piece = Piece::new(true, move |p| {
        let (flat, z) = axes.seen(p);
        let away = flat.length();
        let angle = (libm::atan2(flat.y, flat.x) - start).rem_euclid(TAU);
        // Along the circle, from the nearer end.
        let along = if angle <= sweep { angle.min(sweep - angle) } else { -(angle - sweep).min(TAU - angle) };
        let within = if sweep >= TAU { f64::INFINITY } else { along * away };
        let sign = if inside { -1.0 } else { 1.0 };
        Seen {
            distance: (away - radius) * sign,
            normal: axes.out(flat / away * sign, 0.0),
            within: within.min(z - low).min(high - z),
        }
    });
    vec![Piece { fits, ..piece }]
}

fn circle(axes: Axes, radius: f64, within: impl Fn(f64, f64) -> f64 + 'static) -> Piece {
    Piece::new(false, move |p| {
        let (flat, z) = axes.seen(p);
        let away = flat.length();
        let arm = DVec2::new(away - radius, z);
        let normal = axes.out(flat / away * (arm.x / arm.length()), arm.y / arm.length());
        Seen { distance: arm.length(), normal, within: within(away, z) }
    })
}

pub(crate) fn rim(map: &Map, centre: DVec3, radius: f64) -> Vec<Piece> {
    let radius = radius * map.flat_scale();
    vec![circle(map.axes(centre), radius, move |away, _| radius - away)]
}

pub(crate) fn disc(map: &Map, centre: DVec3, radius: f64, both: bool) -> Vec<Piece> {
    let (axes, radius) = (map.axes(centre), radius * map.flat_scale());
    let side = |sign: f64| {
        Piece::new(true, move |p| {
            let (flat, z) = axes.seen(p);
            Seen { distance: z * sign, normal: axes.z * sign, within: radius - flat.length() }
        })
    };
    // Under a disc that is open from below, the rim is met from inside, too.
    let rim = circle(axes, radius, move |away, z| if both { away - radius } else { (away - radius).max(-z) });
    let mut pieces = vec![side(1.0), rim];
    if both {
        pieces.push(side(-1.0));
    }
    pieces
}

/// Everything within a radius of a segment on the plan, where the radius goes evenly from that of the base to that of the tip:
/// the nearest of all those circles is where the way along is shorter than the distance by the taper.
///
/// The flat back of a bat without its base counts as a border: a post stands there, and the engine's distance has a step.
pub(crate) fn bat(map: &Map, base: (DVec2, f64), tip: (DVec2, f64), height: (f64, f64), has_base: bool) -> Vec<Piece> {
    let (axes, scale, (low, high)) = (map.axes(base.0.extend(0.0)), map.flat_scale(), map.heights(height));
    let (base, tip, shaft) = (base.1 * scale, tip.1 * scale, (tip.0 - base.0) * scale);
    let length = shaft.length();
    let along = shaft / length;
    let sine = (base - tip) / length;
    let cosine = (1.0 - sine * sine).sqrt();
    let flat_seen = move |p: DVec2| {
        let (x, side) = (along.dot(p), along.perp_dot(p));
        let across = along.perp() * side.signum();
        let part = (x - side.abs() * sine / cosine) / length;
        if !has_base && (part < 0.0 || x < base * sine) {
            // The flat back, and its two ends.
            let back = along * (base * sine) + along.perp() * side.clamp(-base * cosine, base * cosine);
            return ((p - back).length(), (p - back).normalize(), 0.0);
        }
        let part = part.clamp(0.0, 1.0);
        let arm = along * (x - part * length) + across * side.abs();
        (arm.length() - (base + part * (tip - base)), arm.normalize(), f64::INFINITY)
    };
    vec![Piece::new(false, move |p| {
        let (flat, z) = axes.seen(p);
        let (distance, normal, within) = flat_seen(flat);
        let above = (z - high).max(low - z);
        let up = if z > high { 1.0 } else { -1.0 };
        let (distance, normal) = if above <= 0.0 {
            (distance, axes.out(normal, 0.0))
        } else if distance <= 0.0 {
            (above, axes.z * up)
        } else {
            let whole = (distance * distance + above * above).sqrt();
            (whole, axes.out(normal * (distance / whole), up * above / whole))
        };
        Seen { distance, normal, within }
    })]
}

/// A prism, from the feet and the tops of its edges in order, and its middle.
pub(crate) fn prism(edges: &[(DVec3, DVec3)]) -> Vec<Piece> {
    let middle = edges.iter().map(|(foot, top)| *foot + *top).sum::<DVec3>() / (2 * edges.len()) as f64;
    let mut pieces = Vec::new();
    for (k, &(foot, top)) in edges.iter().enumerate() {
        let (next_foot, next_top) = edges[(k + 1) % edges.len()];
        let (along, up) = (next_foot - foot, top - foot);
        let inside = 0.25 * (foot + top + next_foot + next_top);
        let borders = vec![(foot, up), (next_foot, up), (foot, along), (top, along)];
        pieces.extend(face(foot, along.cross(up), foot - middle, borders, inside, false));
        pieces.extend(line(foot, up, (0.0, up.length())));
    }
    pieces
}

/// m: how far a place is from an oval cylinder: the nearest of many lines of it.
pub(crate) fn distance_to_oval(map: &Map, centre: DVec2, radius: f64, p: DVec3) -> f64 {
    let axis = map.z.normalize();
    let across = |v: DVec3| v - axis * axis.dot(v);
    let arm = across(p - map.place(centre.extend(0.0)));
    let (x, y) = (across(map.x) * radius, across(map.y) * radius);
    let away = |angle: f64| (arm - x * libm::cos(angle) - y * libm::sin(angle)).length();
    let steps = 720;
    let best = (0..steps).map(|k| TAU * f64::from(k) / f64::from(steps)).min_by(|a, b| away(*a).total_cmp(&away(*b)));
    let (mut low, mut high) = (best.unwrap_or(0.0) - 0.01, best.unwrap_or(0.0) + 0.01);
    for _ in 0..60 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if away(a) < away(b) { high = b } else { low = a }
    }
    away(0.5 * (low + high))
}

/// The larger half-axis of that oval, m, seen along the matrix alone.
pub(crate) fn larger_half_axis(map: &Map, radius: f64) -> f64 {
    let away = |angle: f64| (map.x * libm::cos(angle) + map.y * libm::sin(angle)).length();
    (0..3600).map(|k| away(PI * f64::from(k) / 3600.0)).fold(0.0, f64::max) * radius
}
