//! A zone: a place that notices balls and does not touch them. A rollover, a hole, the plane of a gate.

use crate::broad::Aabb;
use crate::error::{Error, ErrorKind, flat_in_range, in_range};
use crate::gap::Window;
use crate::math::poly::{self, Trust};
use crate::path::Path;
use crate::space::{Seen, Similarity, Transform};
use crate::tolerance::{MOST_LENGTH, ZONE_DEPTH, ZONE_INSTANT};
use glam::{DVec2, DVec3};

/// What a zone covers, seen from above.
#[derive(Clone, Debug, PartialEq)]
enum Area {
    /// Everything within a radius.
    Disk { centre: DVec2, radius: f64 },
    /// A polygon, by its corners.
    Outline(Vec<DVec2>),
    /// All places at which a ball overlaps the upright plane over a segment.
    Plate { a: DVec2, along: DVec2, length: f64 },
}

/// A place that notices balls. A ball is inside when its centre is (for a plate, when any of it reaches across).
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    area: Area,
    low: f64,
    high: f64,
    /// How the space lies in which all this is said, if it is another than the table's: then the ball goes there.
    lies: Option<Box<Similarity>>,
}

impl Zone {
    /// Everything within `radius` of `centre`.
    ///
    /// # Errors
    /// When a number is not finite or the radius not positive.
    pub fn disk(centre: DVec2, radius: f64) -> Result<Self, Error> {
        flat_in_range("centre of a zone", centre, MOST_LENGTH)?;
        in_range("radius of a zone", radius, 1e-9, MOST_LENGTH)?;
        Ok(Self::new(Area::Disk { centre, radius }))
    }

    /// Everything within a polygon.
    ///
    /// # Errors
    /// When a number is not finite or there are fewer than three corners.
    pub fn outline(corners: &[DVec2]) -> Result<Self, Error> {
        if corners.len() < 3 {
            let got = corners.len();
            return Err(Error::new(ErrorKind::TooFew { what: "corners of a zone", need: 3, got }));
        }
        for (k, &corner) in corners.iter().enumerate() {
            let checked = flat_in_range("corner of a zone", corner, MOST_LENGTH);
            checked.map_err(|error| error.within(format_args!("corner {k}")))?;
        }
        Ok(Self::new(Area::Outline(corners.to_vec())))
    }

    /// The upright plane over the segment from `a` to `b`: a ball is inside while it reaches across.
    ///
    /// # Errors
    /// When a number is not finite or the segment has no length.
    pub fn plate(a: DVec2, b: DVec2) -> Result<Self, Error> {
        flat_in_range("first end of a plate", a, MOST_LENGTH)?;
        flat_in_range("second end of a plate", b, MOST_LENGTH)?;
        let Some(along) = (b - a).try_normalize() else {
            return Err(Error::degenerate("a plate", "has no length"));
        };
        Ok(Self::new(Area::Plate { a, along, length: (b - a).length() }))
    }

    fn new(area: Area) -> Self {
        Self { area, low: f64::NEG_INFINITY, high: f64::INFINITY, lies: None }
    }

    /// The same zone in a space that lies so: it may lean, and be larger or smaller.
    ///
    /// ```
    /// use carom::{DVec2, DVec3, Zone, space::Transform};
    /// // A round of 2 cm, stood up: it is crossed by whoever comes along y.
    /// let stood_up = Transform::rotation(DVec3::X, core::f64::consts::FRAC_PI_2)?.similarity().unwrap();
    /// let zone = Zone::disk(DVec2::ZERO, 0.02)?.with_height(0.0, 0.01)?.placed(&stood_up);
    /// assert!(zone.holds(DVec3::new(0.0, -0.005, 0.015), 0.0135));
    /// assert!(!zone.holds(DVec3::new(0.0, 0.005, 0.015), 0.0135));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn placed(self, lies: &Similarity) -> Self {
        let lies = self.lies.as_ref().map_or(*lies, |inner| inner.then(lies));
        Self { lies: Some(Box::new(lies)), ..self }
    }

    /// The same zone with other numbers, where it stays upright: an outline may be stretched and mirrored, a round one mirrored.
    ///
    /// # Errors
    /// When it would lean, or would not be round any more; or is a plate, whose width is the ball's.
    pub(crate) fn stretched(&self, by: &Transform) -> Result<Self, Error> {
        let flat = |p: DVec2| by.place(p.extend(0.0)).truncate();
        let refused = |why: &'static str| Err(Error::degenerate("a zone", why));
        let area = match &self.area {
            _ if self.lies.is_some() || !by.keeps_upright() => {
                return refused("that leans can be shifted, turned and evenly scaled only");
            }
            Area::Disk { centre, radius } if by.keeps_circles() => {
                Area::Disk { centre: flat(*centre), radius: radius * by.scales().x }
            }
            Area::Outline(corners) => Area::Outline(corners.iter().map(|&corner| flat(corner)).collect()),
            Area::Disk { .. } => return refused("that is round cannot be scaled unevenly; give it an outline"),
            Area::Plate { .. } => return refused("across which a ball reaches can be evenly scaled only"),
        };
        let height = |z: f64| by.origin().z + by.linear().z_axis.z * z;
        Ok(Self { area, low: height(self.low), high: height(self.high), lies: None })
    }

    /// How the space lies in which it was said; `None` if that is the table's own.
    pub fn lies(&self) -> Option<&Similarity> {
        self.lies.as_deref()
    }

    /// The same zone, for balls whose centre is from `low` to `high`.
    ///
    /// # Errors
    /// When `low` is not below `high`.
    pub fn with_height(mut self, low: f64, high: f64) -> Result<Self, Error> {
        if low >= high || low.is_nan() || high.is_nan() {
            return Err(Error::degenerate("a zone", "must reach from a lower to a higher place"));
        }
        (self.low, self.high) = (low, high);
        Ok(self)
    }

    /// m: from where to where it reaches, in its own space.
    pub fn height(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// m: its border seen from above the table, for drawing: a polygon's corners, points round a disk, the two ends of a
    /// plate.
    pub fn border(&self) -> Vec<DVec2> {
        match &self.lies {
            None => self.own_border(),
            Some(_) => self.rim().into_iter().map(DVec3::truncate).collect(),
        }
    }

    /// m: the same border where it lies, at its lower end (at nothing, if it has none).
    pub fn rim(&self) -> Vec<DVec3> {
        let low = if self.low.is_finite() { self.low } else { 0.0 };
        let seen = |p: DVec2| self.lies.as_ref().map_or(p.extend(low), |lies| lies.place_out(p.extend(low)));
        self.own_border().into_iter().map(seen).collect()
    }

    fn own_border(&self) -> Vec<DVec2> {
        match &self.area {
            Area::Disk { centre, radius } => {
                let angle = |k: u32| f64::from(k) * core::f64::consts::TAU / 24.0;
                let point = |k| *centre + DVec2::new(libm::cos(angle(k)), libm::sin(angle(k))) * *radius;
                (0..24).map(point).collect()
            }
            Area::Outline(corners) => corners.clone(),
            Area::Plate { a, along, length } => vec![*a, *a + *along * *length],
        }
    }

    /// The box that holds the centres of all balls inside, but for the width of a plate.
    pub(crate) fn bounds(&self) -> Aabb {
        let own = self.own_bounds();
        self.lies.as_ref().map_or(own, |lies| lies.bounds(&own))
    }

    fn own_bounds(&self) -> Aabb {
        let (min, max) = match &self.area {
            Area::Disk { centre, radius } => (*centre - *radius, *centre + *radius),
            Area::Outline(corners) => {
                corners.iter().fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), &c| (low.min(c), high.max(c)))
            }
            Area::Plate { a, along, length } => {
                let b = *a + *along * *length;
                (a.min(b), a.max(b))
            }
        };
        Aabb { min: min.extend(self.low), max: max.extend(self.high) }
    }

    /// Is a ball of `radius` at `p` inside?
    pub fn holds(&self, p: DVec3, radius: f64) -> bool {
        match &self.lies {
            None => self.holds_here(p, radius),
            Some(lies) => self.holds_here(lies.place_in(p), lies.length_in(radius)),
        }
    }

    /// The same in its own space.
    fn holds_here(&self, p: DVec3, radius: f64) -> bool {
        if p.z < self.low || p.z > self.high {
            return false;
        }
        let p = p.truncate();
        match &self.area {
            Area::Disk { centre, radius } => (p - *centre).length_squared() < radius * radius,
            Area::Outline(corners) => within(corners, p),
            Area::Plate { a, along, length } => {
                let arm = p - *a;
                let w = arm.dot(*along);
                // A ball that lies against a wall in the same place does not reach across.
                w >= 0.0 && w <= *length && along.perp_dot(arm).abs() < radius - ZONE_DEPTH
            }
        }
    }

    /// When a ball on `path` that is `inside`, or is not, comes to be the other.
    ///
    /// All moments at which it could are found in closed form; between two of them nothing changes, so the middle tells.
    pub(crate) fn next_change(&self, path: &Path, radius: f64, window: Window, inside: bool) -> Option<f64> {
        match &self.lies {
            None => self.next_change_here(path, radius, window, inside),
            Some(lies) => self.next_change_here(&Seen::into(*path, lies), lies.length_in(radius), window, inside),
        }
    }

    /// The same in its own space, in which moments are the same.
    fn next_change_here(&self, path: &Path, radius: f64, window: Window, inside: bool) -> Option<f64> {
        let mut moments = Moments { few: [0.0; FEW], count: 0, many: Vec::new(), window };
        for level in [self.low, self.high] {
            if level.is_finite() {
                moments.add([path.p.z - level, path.v.z, 0.5 * path.a.z, 0.0, 0.0]);
            }
        }
        let flat = |v: DVec3| v.truncate();
        match &self.area {
            Area::Disk { centre, radius } => {
                let (p, v, a) = (flat(path.p) - *centre, flat(path.v), flat(path.a) * 0.5);
                let c = [
                    p.length_squared() - radius * radius,
                    2.0 * p.dot(v),
                    v.length_squared() + 2.0 * p.dot(a),
                    2.0 * v.dot(a),
                    a.length_squared(),
                ];
                moments.add(c);
            }
            Area::Outline(corners) => {
                for (k, &a) in corners.iter().enumerate() {
                    let b = corners[(k + 1) % corners.len()];
                    let across = DVec2::new(a.y - b.y, b.x - a.x);
                    let line = |w: DVec3| across.dot(flat(w));
                    moments.add([line(path.p) - across.dot(a), line(path.v), 0.5 * line(path.a), 0.0, 0.0]);
                }
            }
            Area::Plate { a, along, length } => {
                let across = DVec2::new(-along.y, along.x);
                let arm = flat(path.p) - *a;
                let line = |n: DVec2, offset: f64| {
                    [n.dot(arm) - offset, n.dot(flat(path.v)), 0.5 * n.dot(flat(path.a)), 0.0, 0.0]
                };
                moments.add(line(across, radius - ZONE_DEPTH));
                moments.add(line(across, ZONE_DEPTH - radius));
                moments.add(line(*along, 0.0));
                moments.add(line(*along, *length));
            }
        }
        self.first_change(&mut moments, path, radius, inside)
    }

    fn first_change(&self, moments: &mut Moments, path: &Path, radius: f64, inside: bool) -> Option<f64> {
        let Window { from, to } = moments.window;
        let found = moments.found();
        found.sort_unstable_by(f64::total_cmp);
        let mut start = from;
        for k in 0..=found.len() {
            let end = if k < found.len() { found[k] } else { to };
            // Shorter stretches are the rounding of one moment.
            if end - start > ZONE_INSTANT {
                if self.holds_here(path.at(0.5 * (start + end)), radius) != inside {
                    return Some(start);
                }
                start = end;
            } else if k < found.len() {
                start = start.max(end);
            }
        }
        None
    }
}

/// Moments that need no memory from elsewhere: enough for an outline of fourteen edges, and every ball near a zone asks.
const FEW: usize = 32;

/// Moments in a window at which some polynomial is zero.
struct Moments {
    /// So many of them; all of them, as long as there are none in `many`.
    few: [f64; FEW],
    count: usize,
    /// All of them, if they are more.
    many: Vec<f64>,
    window: Window,
}

impl Moments {
    fn add(&mut self, c: [f64; 5]) {
        let Window { from, to } = self.window;
        for c in [c, c.map(|x| -x)] {
            if let Ok(closings) = poly::closings(&c, from, to, Trust::FULL) {
                closings.as_slice().iter().for_each(|closing| self.note(closing.at));
            }
        }
    }

    fn note(&mut self, moment: f64) {
        if let Some(place) = self.few.get_mut(self.count) {
            *place = moment;
            self.count += 1;
        } else {
            if self.many.is_empty() {
                self.many.extend_from_slice(&self.few);
            }
            self.many.push(moment);
        }
    }

    fn found(&mut self) -> &mut [f64] {
        if self.many.is_empty() { &mut self.few[..self.count] } else { &mut self.many }
    }
}

/// Is a point within a polygon? By the crossings of a ray (even or odd).
fn within(corners: &[DVec2], p: DVec2) -> bool {
    let mut inside = false;
    for (k, &a) in corners.iter().enumerate() {
        let b = corners[(k + 1) % corners.len()];
        if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) {
            inside = !inside;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// An outline of so many teeth has more edges than there is room for without asking for memory.
    #[test]
    fn a_ball_that_crosses_many_edges_is_noticed_at_each() {
        let teeth = 25;
        let tooth = |k: u32| [DVec2::new(f64::from(k), 1.0), DVec2::new(f64::from(k) + 0.5, -1.0)];
        let mut corners: Vec<DVec2> = (0..teeth).flat_map(tooth).collect();
        corners.extend([DVec2::new(f64::from(teeth), 2.0), DVec2::new(0.0, 2.0)]);
        let zone = Zone::outline(&corners).unwrap();
        let path = Path { p: DVec3::new(-0.5, 0.0, 0.0), v: DVec3::X, a: DVec3::ZERO };
        let (mut from, mut inside, mut changes) = (0.0, false, 0);
        while let Some(at) = zone.next_change(&path, 0.01, Window { from, to: 30.0 }, inside) {
            (from, inside, changes) = (at, !inside, changes + 1);
            assert_eq!(zone.holds(path.at(at + 1e-6), 0.01), inside, "at {at}");
        }
        assert_eq!(changes, 2 * teeth);
    }

    fn zones() -> [Zone; 3] {
        let outline = [[-0.05, -0.05], [0.06, -0.04], [0.01, 0.0], [0.05, 0.06], [-0.04, 0.05]].map(DVec2::from);
        [
            Zone::disk(DVec2::ZERO, 0.05).unwrap().with_height(-0.02, 0.03).unwrap(),
            Zone::outline(&outline).unwrap().with_height(-0.02, 0.03).unwrap(),
            Zone::plate(DVec2::new(-0.04, 0.01), DVec2::new(0.05, -0.01)).unwrap().with_height(-0.02, 0.03).unwrap(),
        ]
    }

    fn lies() -> Similarity {
        let turned = Transform::turns(DVec3::new(0.4, -1.1, 2.0)).unwrap();
        let larger = Transform::scaling(DVec3::splat(1.5)).unwrap().then(&turned);
        larger.then(&Transform::translation(DVec3::new(0.02, -0.01, 0.03))).similarity().unwrap()
    }

    proptest! {
        /// Every coming and going is found, where a fine walk along the path sees it; also where the zone leans.
        #[test]
        fn changes_are_those_of_a_walk(
            p in proptest::array::uniform3(-0.1..0.1_f64), v in proptest::array::uniform3(-1.0..1.0_f64),
            a in proptest::array::uniform3(-5.0..5.0_f64), which in 0..3_usize, leans in proptest::bool::ANY,
        ) {
            let zone = zones()[which].clone();
            let zone = if leans { zone.placed(&lies()) } else { zone };
            let path = Path { p: DVec3::from(p), v: DVec3::from(v), a: DVec3::from(a) };
            let (mut inside, mut from) = (zone.holds(path.p, 0.0135), 0.0);
            let mut told = vec![(0.0, inside)];
            while let Some(t) = zone.next_change(&path, 0.0135, Window { from, to: 0.3 }, inside) {
                inside = !inside;
                from = t;
                told.push((t, inside));
                prop_assert!(told.len() < 20, "no end: {told:?}");
            }
            for k in 0..3000 {
                let t = f64::from(k) * 1e-4 + 1e-5;
                let near = told.iter().any(|(at, _)| (at - t).abs() < 1e-6);
                let state = told.iter().rev().find(|(at, _)| *at <= t).unwrap().1;
                prop_assert!(near || state == zone.holds(path.at(t), 0.0135), "at {t}: {told:?}");
            }
        }
    }

    #[test]
    fn an_outline_can_be_stretched_and_a_round_cannot() {
        let by = Transform::scaling(DVec3::new(-2.0, 0.5, 3.0)).unwrap();
        let by = by.then(&Transform::translation(DVec3::new(0.1, 0.0, 0.2)));
        let [disk, outline, plate] = zones();
        let wide = outline.stretched(&by).unwrap();
        let (mut inside, mut outside) = (0, 0);
        for k in 0..5000_u32 {
            let part = |n: u32| f64::from(k.wrapping_mul(n) % 1009) / 1009.0 - 0.5;
            let p = DVec3::new(part(7919), part(104_729), part(1_299_709)) * 0.15;
            assert_eq!(outline.holds(p, 0.01), wide.holds(by.place(p), 0.01), "{p}");
            *(if outline.holds(p, 0.01) { &mut inside } else { &mut outside }) += 1;
        }
        assert!(inside > 100 && outside > 100, "{inside} {outside}");
        assert!(disk.stretched(&by).unwrap_err().to_string().contains("outline"));
        assert!(plate.stretched(&by).is_err());
        let leans = Transform::rotation(DVec3::X, 0.1).unwrap();
        assert!(outline.stretched(&leans).unwrap_err().to_string().contains("leans"));
        let mirror = Transform::scaling(DVec3::new(-1.0, 1.0, 1.0)).unwrap();
        assert_eq!(disk.stretched(&mirror).unwrap(), disk);
    }

    /// The tree asks the box first: a ball that is inside must be in it, wherever the zone lies.
    #[test]
    fn the_box_of_a_leaning_zone_holds_all_that_is_inside() {
        let mut seen = 0;
        for zone in zones().map(|zone| zone.placed(&lies())) {
            let bounds = zone.bounds().grown(0.0135);
            for k in 0..20_000_u32 {
                let part = |n: u32| f64::from(k.wrapping_mul(n) % 1009) / 1009.0 - 0.5;
                let p = DVec3::new(part(7919), part(104_729), part(1_299_709)) * 0.3;
                if zone.holds(p, 0.0135) {
                    seen += 1;
                    assert!((p - p.clamp(bounds.min, bounds.max)).length() == 0.0, "{p} is outside of {bounds:?}");
                }
            }
        }
        assert!(seen > 500, "{seen}");
    }
}
