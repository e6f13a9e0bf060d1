//! Balls that got where no ball can be: out of the table, or into a block.

use super::arena::Arena;
use super::finding::{Finding, Kind, Level, counted};
use super::fire::Leak;
use carom::DVec3;
use carom::units::PINBALL_RADIUS;

/// m: balls that were seen last no farther apart than this went the same way.
const ONE_WAY: f64 = 0.06;

/// What is to be said of the balls that got out, of `balls` that were in play.
pub(super) fn leaks(arena: &Arena, leaks: &[Leak], balls: u64) -> Vec<Finding> {
    let mut ways: Vec<Vec<&Leak>> = Vec::new();
    for leak in leaks {
        let same = |first: &&Leak| first.inside == leak.inside && (first.place - leak.place).length() < ONE_WAY;
        match ways.iter_mut().find(|way| way.first().is_some_and(same)) {
            Some(way) => way.push(leak),
            None => ways.push(vec![leak]),
        }
    }
    ways.iter().filter_map(|way| told(arena, way, balls)).collect()
}

fn told(arena: &Arena, way: &[&Leak], balls: u64) -> Option<Finding> {
    let first = way.first()?;
    let times = if way.len() == 1 { "once".to_owned() } else { counted(way.len(), "time") };
    let finding = match first.inside {
        Some(part) => {
            let message = format!("a ball came into {} ({times} with {balls} balls)", arena.called(part));
            let help = "look for a gap in its outline, or for something that presses balls into it";
            Finding::new(Level::Error, Kind::Leak, message).of(arena.name(part)).on_line(arena.line(part)).help(help)
        }
        None => {
            let message = format!("a ball left the table {} ({times} with {balls} balls)", side(arena, first));
            let help = "close the table there: with a wall, or with the cabinet (`cabinet = true` in [playfield])";
            Finding::new(Level::Error, Kind::Leak, message).help(help)
        }
    };
    Some(finding.at(first.place - DVec3::Z * PINBALL_RADIUS).seen(way.len()))
}

/// On which side it left: the one that it would have come to first.
fn side(arena: &Arena, leak: &Leak) -> &'static str {
    let (min, max) = arena.area;
    let (at, way) = (leak.place, leak.velocity);
    let time = |distance: f64, speed: f64| if speed > 0.0 { (distance / speed).max(0.0) } else { f64::INFINITY };
    let sides = [
        (time(at.x - min.x, -way.x), "on the left"),
        (time(max.x - at.x, way.x), "on the right"),
        (time(at.y - min.y, -way.y), "at the back"),
        (time(max.y - at.y, way.y), "at the front"),
        (time(at.z + PINBALL_RADIUS, -way.z), "through the playfield"),
    ];
    sides.iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or("", |side| side.1)
}
