//! How deep a ball is in an obstacle: the check that an engine is right, independent of any engine.

use crate::Scene;

/// Upper bound on the cells of the grid, so that one far wall does not cost all memory.
const MOST_CELLS: f64 = 4.0e6;

/// All obstacles of a scene, sorted into square cells so that 50,000 of them can be asked about every tick.
#[derive(Debug)]
pub struct Probe<'a> {
    scene: &'a Scene,
    reach: f64,
    low: [f64; 2],
    cell: f64,
    columns: usize,
    rows: usize,
    cells: Vec<Vec<Obstacle>>,
}

#[derive(Clone, Copy, Debug)]
enum Obstacle {
    Segment(u32),
    Disk(u32),
    Slab(u32),
}

impl<'a> Probe<'a> {
    /// A probe for balls up to the largest radius of the scene's own.
    pub fn new(scene: &'a Scene) -> Self {
        let reach = scene.balls.iter().map(|b| b.radius).fold(0.0, f64::max);
        let boxes = boxes(scene, reach);
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for (_, [from, to]) in &boxes {
            for axis in [0, 1] {
                low[axis] = low[axis].min(from[axis]);
                high[axis] = high[axis].max(to[axis]);
            }
        }
        if boxes.is_empty() {
            (low, high) = ([0.0; 2], [0.0; 2]);
        }
        let (width, height) = (high[0] - low[0], high[1] - low[1]);
        // About two obstacles to a cell, but no smaller than a ball.
        let share = libm::sqrt(2.0 * width * height / boxes.len().max(1) as f64);
        let cell = share.max(2.0 * reach).max(libm::sqrt(width * height / MOST_CELLS)).max(1e-9);
        let (columns, rows) = ((width / cell) as usize + 1, (height / cell) as usize + 1);

        let mut probe = Probe { scene, reach, low, cell, columns, rows, cells: vec![Vec::new(); columns * rows] };
        for (obstacle, [from, to]) in boxes {
            let (x0, y0) = probe.cell_of(from);
            let (x1, y1) = probe.cell_of(to);
            for y in y0..=y1 {
                for x in x0..=x1 {
                    probe.cells[y * probe.columns + x].push(obstacle);
                }
            }
        }
        probe
    }

    /// How deep a ball at `p` is in the obstacle it is deepest in; zero or less if it is in none nearby.
    pub fn depth(&self, p: [f64; 2], radius: f64) -> f64 {
        debug_assert!(radius <= self.reach, "the cells were widened for smaller balls");
        let (x, y) = self.cell_of(p);
        let nearby = &self.cells[y * self.columns + x];
        nearby.iter().map(|o| radius - self.distance(*o, p)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The largest overlap of two balls; zero or less if none overlap.
    pub fn overlap(&self, positions: &[[f64; 2]]) -> f64 {
        let mut most = f64::NEG_INFINITY;
        for (i, p) in positions.iter().enumerate() {
            for (j, q) in positions[..i].iter().enumerate() {
                let touch = self.scene.balls[i].radius + self.scene.balls[j].radius;
                let (dx, dy) = (p[0] - q[0], p[1] - q[1]);
                if dx * dx + dy * dy < touch * touch {
                    most = most.max(touch - libm::hypot(dx, dy));
                }
            }
        }
        most
    }

    /// The cell of `p`, or the nearest one if `p` is outside the grid.
    fn cell_of(&self, p: [f64; 2]) -> (usize, usize) {
        // A cast from below zero, and from NaN, gives 0.
        let x = ((p[0] - self.low[0]) / self.cell) as usize;
        let y = ((p[1] - self.low[1]) / self.cell) as usize;
        (x.min(self.columns - 1), y.min(self.rows - 1))
    }

    fn distance(&self, obstacle: Obstacle, p: [f64; 2]) -> f64 {
        match obstacle {
            Obstacle::Segment(i) => self.scene.segments[i as usize].distance(p),
            Obstacle::Disk(i) => {
                let disk = self.scene.disks[i as usize];
                libm::hypot(p[0] - disk.centre[0], p[1] - disk.centre[1]) - disk.radius
            }
            Obstacle::Slab(i) => self.scene.slabs[i as usize].distance(p),
        }
    }
}

/// Every obstacle with its box, widened by the reach of a ball and a hair, so that a cell holds all that a ball whose
/// centre is in it can touch.
fn boxes(scene: &Scene, reach: f64) -> Vec<(Obstacle, [[f64; 2]; 2])> {
    let widen = reach * 1.01;
    let around = |a: [f64; 2], b: [f64; 2], more: f64| {
        let low = [a[0].min(b[0]) - more, a[1].min(b[1]) - more];
        let high = [a[0].max(b[0]) + more, a[1].max(b[1]) + more];
        [low, high]
    };
    let segments = (0..).zip(&scene.segments).map(|(i, s)| (Obstacle::Segment(i), around(s.a, s.b, widen)));
    let disks = (0..).zip(&scene.disks).map(|(i, d)| (Obstacle::Disk(i), around(d.centre, d.centre, d.radius + widen)));
    let slabs = (0..).zip(&scene.slabs).map(|(i, s)| {
        let [cx, cy] = s.centre;
        let [hx, hy] = s.half;
        (Obstacle::Slab(i), around([cx - hx, cy - hy], [cx + hx, cy + hy], widen))
    });
    segments.chain(disks).chain(slabs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcg::Lcg;
    use crate::{BALL_RADIUS, Slab};

    #[test]
    fn the_grid_agrees_with_looking_at_everything() {
        let mut scene = crate::pinball::many_balls(20);
        scene.slabs.push(Slab { centre: [0.2, 0.1], half: [0.05, 0.01] });
        let probe = Probe::new(&scene);
        let mut draws = Lcg::new(7);
        for _ in 0..2000 {
            let p = [draws.draw() * 0.6 - 0.05, draws.draw() * 1.2 - 0.05];
            let walls = scene.segments.iter().map(|s| s.distance(p));
            let disks = scene.disks.iter().map(|d| libm::hypot(p[0] - d.centre[0], p[1] - d.centre[1]) - d.radius);
            let slabs = scene.slabs.iter().map(|s| s.distance(p));
            let nearest = walls.chain(disks).chain(slabs).fold(f64::INFINITY, f64::min);
            let depth = probe.depth(p, BALL_RADIUS);
            assert_eq!(depth.max(0.0), (BALL_RADIUS - nearest).max(0.0), "at {p:?}");
        }
    }

    #[test]
    fn overlapping_balls_are_found() {
        let scene = crate::pinball::many_balls(20);
        let probe = Probe::new(&scene);
        let mut positions: Vec<_> = scene.balls.iter().map(|b| b.position).collect();
        assert!(probe.overlap(&positions) <= 0.0);
        positions[3] = [positions[11][0] + 0.02, positions[11][1]];
        assert!((probe.overlap(&positions) - 0.007).abs() < 1e-15);
    }
}
