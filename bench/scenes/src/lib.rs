//! The scenes on which Carom and its peers are measured, and what the right answer is.
//!
//! A scene is plain data ([`Scene`]) and knows no engine. It comes from a text file ([`text`]) or from one of the
//! generators ([`pinball`], [`field`], [`gas`], [`shots`], [`long`]); [`catalogue`] names them and says at which step,
//! gravity and restitution each is run. Every generator draws from one small generator of numbers ([`lcg`]) in a fixed
//! order, so that every engine is given the same scene. [`exact`] and [`double`] answer the scenes that have an
//! answer in closed form, with twice the digits of `f64`, so that an error of 1e-12 is the engine's and not the
//! reference's.

pub mod catalogue;
pub mod double;
pub mod exact;
pub mod field;
pub mod gas;
pub mod kick;
pub mod lcg;
pub mod long;
pub mod pinball;
pub mod place;
pub mod probe;
pub mod request;
pub mod shots;
pub mod text;

/// Radius of every ball but the gas's, in metres: that of a pinball.
pub const BALL_RADIUS: f64 = 0.0135;

/// A wall between two points, hit from both sides; metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    pub a: [f64; 2],
    pub b: [f64; 2],
}

/// A disk that does not move; metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disk {
    pub centre: [f64; 2],
    pub radius: f64,
}

/// A box along the axes that does not move; metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slab {
    pub centre: [f64; 2],
    pub half: [f64; 2],
}

/// A ball at the start; metres and metres per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    pub position: [f64; 2],
    pub velocity: [f64; 2],
    pub radius: f64,
}

/// Obstacles that stand still and balls that do not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    pub segments: Vec<Segment>,
    pub disks: Vec<Disk>,
    pub slabs: Vec<Slab>,
    pub balls: Vec<Ball>,
}

impl Segment {
    /// The wall from (`x1`, `y1`) to (`x2`, `y2`).
    pub fn new(x1: f64, y1: f64, x2: f64, y2: f64) -> Self {
        Segment { a: [x1, y1], b: [x2, y2] }
    }

    /// How far `p` is from the nearest point of the wall, its ends included.
    pub fn distance(&self, p: [f64; 2]) -> f64 {
        let along = [self.b[0] - self.a[0], self.b[1] - self.a[1]];
        let from = [p[0] - self.a[0], p[1] - self.a[1]];
        let length2 = along[0] * along[0] + along[1] * along[1];
        let share = (from[0] * along[0] + from[1] * along[1]) / length2;
        // A wall of no length is the point it shrank to.
        let share = if length2 > 0.0 { share.clamp(0.0, 1.0) } else { 0.0 };
        libm::hypot(from[0] - share * along[0], from[1] - share * along[1])
    }
}

impl Slab {
    /// The four sides, counter-clockwise from the lower left corner: for engines that know walls but not boxes.
    pub fn sides(&self) -> [Segment; 4] {
        let [cx, cy] = self.centre;
        let [hx, hy] = self.half;
        border(cx - hx, cy - hy, cx + hx, cy + hy)
    }

    /// How far `p` is outside the box; negative inside, by the distance to the nearest side.
    pub fn distance(&self, p: [f64; 2]) -> f64 {
        let dx = (p[0] - self.centre[0]).abs() - self.half[0];
        let dy = (p[1] - self.centre[1]).abs() - self.half[1];
        if dx > 0.0 || dy > 0.0 { libm::hypot(dx.max(0.0), dy.max(0.0)) } else { dx.max(dy) }
    }
}

/// The four sides of a rectangle, counter-clockwise from (`x0`, `y0`).
pub fn border(x0: f64, y0: f64, x1: f64, y1: f64) -> [Segment; 4] {
    [
        Segment::new(x0, y0, x1, y0),
        Segment::new(x1, y0, x1, y1),
        Segment::new(x1, y1, x0, y1),
        Segment::new(x0, y1, x0, y0),
    ]
}

impl Scene {
    /// The rectangle the balls cannot leave, as lower left and upper right corner, if the scene has one: the four
    /// sides of the box around all walls along the axes must be walls themselves, and all balls start inside. (Other
    /// walls may stick out of it: the short ones of S3 do.) Without it no ball can be said to have escaped.
    pub fn enclosure(&self) -> Option<[[f64; 2]; 2]> {
        let along_axis = |s: &&Segment| s.a[0] == s.b[0] || s.a[1] == s.b[1];
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for p in self.segments.iter().filter(along_axis).flat_map(|s| [s.a, s.b]) {
            for axis in [0, 1] {
                low[axis] = low[axis].min(p[axis]);
                high[axis] = high[axis].max(p[axis]);
            }
        }
        let is_wall = |side: &Segment| {
            self.segments.iter().any(|s| (s.a == side.a && s.b == side.b) || (s.a == side.b && s.b == side.a))
        };
        let closed = border(low[0], low[1], high[0], high[1]).iter().all(is_wall);
        let found = closed.then_some([low, high]);
        found.filter(|_| !self.balls.iter().any(|b| self.escaped(found, b.position)))
    }

    /// Whether a ball of this scene at `p` is outside the enclosure; never, when there is none.
    pub fn escaped(&self, enclosure: Option<[[f64; 2]; 2]>, p: [f64; 2]) -> bool {
        enclosure.is_some_and(|[low, high]| {
            // Written so that a NaN counts as escaped.
            !(p[0] >= low[0] && p[0] <= high[0] && p[1] >= low[1] && p[1] <= high[1])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_to_a_wall_counts_its_ends() {
        let wall = Segment::new(0.0, 0.0, 2.0, 0.0);
        assert_eq!(wall.distance([1.0, 3.0]), 3.0);
        assert_eq!(wall.distance([5.0, 4.0]), 5.0);
        assert_eq!(Segment::new(1.0, 1.0, 1.0, 1.0).distance([1.0, 2.0]), 1.0);
    }

    #[test]
    fn a_slab_knows_inside_from_outside() {
        let slab = Slab { centre: [0.0, 0.0], half: [1.0, 2.0] };
        assert_eq!(slab.distance([2.0, 0.0]), 1.0);
        assert_eq!(slab.distance([4.0, 6.0]), 5.0);
        assert_eq!(slab.distance([0.5, 0.0]), -0.5);
    }

    #[test]
    fn only_a_closed_rectangle_is_an_enclosure() {
        let mut scene = Scene { segments: border(0.0, 0.0, 1.0, 2.0).to_vec(), ..Scene::default() };
        assert_eq!(scene.enclosure(), Some([[0.0, 0.0], [1.0, 2.0]]));
        assert!(scene.escaped(scene.enclosure(), [0.5, f64::NAN]));
        assert!(!scene.escaped(scene.enclosure(), [0.5, 1.5]));
        scene.segments.pop();
        assert_eq!(scene.enclosure(), None);
    }
}
