//! S3: a square field of short walls, 250 to the square metre, in which balls fly straight and lose nothing.

use core::f64::consts::PI;

use crate::lcg::Lcg;
use crate::place::{Area, place};
use crate::{Scene, Segment, border};

/// Half the length of a wall, in metres.
const HALF: f64 = 0.01;

/// `walls` short walls and `count` balls of 2 m/s; the mean free path is about 0.1 m whatever the number of walls.
pub fn field(walls: u32, count: u32) -> Scene {
    let side = libm::sqrt(f64::from(walls) / 250.0);
    let mut draws = Lcg::new(u64::from(walls));
    let mut segments = border(0.0, 0.0, side, side).to_vec();
    for _ in 0..walls {
        let (x, y) = (side * draws.draw(), side * draws.draw());
        let angle = PI * draws.draw();
        let (dx, dy) = (HALF * libm::cos(angle), HALF * libm::sin(angle));
        segments.push(Segment::new(x - dx, y - dy, x + dx, y + dy));
    }
    let mut scene = Scene { segments, ..Scene::default() };
    let area = Area { low: [0.02, 0.02], high: [side - 0.02, side - 0.02] };
    scene.balls = place(&scene, &mut Lcg::new(u64::from(walls + count)), count as usize, area, 2.0);
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_has_its_border_its_walls_and_its_balls() {
        let scene = field(5000, 100);
        assert_eq!((scene.segments.len(), scene.balls.len()), (5004, 100));
        let side = libm::sqrt(20.0);
        assert_eq!(scene.enclosure(), Some([[0.0, 0.0], [side, side]]));
        assert!(scene.balls.iter().all(|b| (libm::hypot(b.velocity[0], b.velocity[1]) - 2.0).abs() < 1e-15));
        assert!(
            scene.segments[4..]
                .iter()
                .all(|s| { (libm::hypot(s.b[0] - s.a[0], s.b[1] - s.a[1]) - 0.02).abs() < 1e-14 })
        );
    }
}
