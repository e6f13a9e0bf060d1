//! Whether obstacles together part two points: a fence of rounded strips that meet.

use crate::DVec2;
use core::f64::consts::PI;

/// All points within `radius` of the stretch between two ends: convex, like a plank with round ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post {
    from: DVec2,
    to: DVec2,
    radius: f64,
}

impl Post {
    /// A strip.
    pub(super) fn new(from: DVec2, to: DVec2, radius: f64) -> Self {
        Self { from, to, radius }
    }

    /// A disc.
    pub(super) fn round(centre: DVec2, radius: f64) -> Self {
        Self::new(centre, centre, radius)
    }

    fn middle(&self) -> DVec2 {
        0.5 * (self.from + self.to)
    }

    fn nearest(&self, point: DVec2) -> DVec2 {
        let along = self.to - self.from;
        let square = along.length_squared();
        if square == 0.0 {
            return self.from;
        }
        self.from + along * ((point - self.from).dot(along) / square).clamp(0.0, 1.0)
    }

    fn covers(&self, point: DVec2) -> bool {
        self.nearest(point).distance(point) < self.radius
    }

    /// A point that lies in both, if they come within `join` of each other.
    fn meets(&self, other: &Self, join: f64) -> Option<DVec2> {
        let (a, b) = self.closest(other);
        let sum = self.radius + other.radius;
        (a.distance(b) <= sum + join).then(|| if sum > 0.0 { a + (b - a) * (self.radius / sum) } else { a })
    }

    /// The nearest points of the two stretches.
    fn closest(&self, other: &Self) -> (DVec2, DVec2) {
        let (p, q) = (self.to - self.from, other.to - other.from);
        let cross = p.perp_dot(q);
        if cross != 0.0 {
            let way = other.from - self.from;
            let (s, t) = (way.perp_dot(q) / cross, way.perp_dot(p) / cross);
            if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
                let point = self.from + p * s;
                return (point, point);
            }
        }
        // Apart, the nearest points include an end.
        let ends = [
            (self.from, other.nearest(self.from)),
            (self.to, other.nearest(self.to)),
            (self.nearest(other.from), other.from),
            (self.nearest(other.to), other.to),
        ];
        let distance = |pair: &(DVec2, DVec2)| pair.0.distance_squared(pair.1);
        let [first, rest @ ..] = ends;
        rest.into_iter().fold(first, |best, pair| if distance(&pair) < distance(&best) { pair } else { best })
    }
}

/// Posts, and where they meet.
#[derive(Clone, Debug)]
pub(super) struct Fence {
    posts: Vec<Post>,
    meetings: Vec<(usize, usize, DVec2)>,
}

impl Fence {
    /// Posts closer than `join` count as meeting.
    pub(super) fn new(posts: Vec<Post>, join: f64) -> Self {
        let mut meetings = Vec::new();
        for (i, a) in posts.iter().enumerate() {
            for (j, b) in posts.iter().enumerate().skip(i + 1) {
                if let Some(point) = a.meets(b, join) {
                    meetings.push((i, j, point));
                }
            }
        }
        Self { posts, meetings }
    }

    /// Whether a post covers the point.
    pub(super) fn covers(&self, point: DVec2) -> bool {
        self.posts.iter().any(|post| post.covers(point))
    }

    /// Whether the posts part the two points, which no post covers.
    ///
    /// They do if a closed walk over the posts turns once more about one point than about the other. Every meeting is a
    /// step from the middle of one post through the common point to the middle of the other; posts are convex and do not
    /// cover the points, so the angles swept are known exactly. A tree of steps gives every post its angle; each step
    /// outside the tree closes a walk, and these walks make up all others.
    pub(super) fn separates(&self, a: DVec2, b: DVec2) -> bool {
        let mut steps: Vec<Vec<(usize, f64)>> = vec![Vec::new(); self.posts.len()];
        for &(i, j, point) in &self.meetings {
            let (Some(from), Some(to)) = (self.posts.get(i), self.posts.get(j)) else { continue };
            let sweep = |eye: DVec2| swept(eye, from.middle(), point) + swept(eye, point, to.middle());
            let turn = sweep(a) - sweep(b);
            if let Some(list) = steps.get_mut(i) {
                list.push((j, turn));
            }
            if let Some(list) = steps.get_mut(j) {
                list.push((i, -turn));
            }
        }
        let mut angles: Vec<Option<f64>> = vec![None; self.posts.len()];
        for root in 0..self.posts.len() {
            if angles[root].is_some() {
                continue;
            }
            angles[root] = Some(0.0);
            let mut todo = vec![(root, 0.0)];
            while let Some((post, angle)) = todo.pop() {
                for &(next, turn) in &steps[post] {
                    match angles[next] {
                        Some(known) if (angle + turn - known).abs() > PI => return true,
                        Some(_) => {}
                        None => {
                            angles[next] = Some(angle + turn);
                            todo.push((next, angle + turn));
                        }
                    }
                }
            }
        }
        false
    }
}

/// The angle by which one turns when looking from `eye` along the straight way from `from` to `to`.
fn swept(eye: DVec2, from: DVec2, to: DVec2) -> f64 {
    let (a, b) = (from - eye, to - eye);
    libm::atan2(a.perp_dot(b), a.dot(b))
}
