//! Switches that no ball reaches.

use super::arena::{Arena, place_of};
use super::finding::{Finding, Kind, Level, counted};
use carom::pinball::part::Part;

/// Is it a part that has something to tell when a ball comes?
fn tells(part: &Part) -> bool {
    match part {
        Part::Trigger(_) | Part::Kicker(_) | Part::Spinner(_) | Part::Gate(_) => true,
        Part::Flipper(_) | Part::Trough(_) => true,
        Part::Bumper(bumper) => bumper.fires,
        Part::Target(target) => target.tells,
        Part::Wall(wall) => wall.tells || wall.outline.iter().any(|point| point.slingshot),
        Part::Rubber(rubber) => rubber.tells,
        Part::Ramp(ramp) => ramp.tells,
        Part::Mesh(mesh) => mesh.tells,
        Part::Solid(solid) => solid.tells_from.is_some(),
        _ => false,
    }
}

/// The parts that have something to tell, are there, and were not met.
pub(super) fn unmet(arena: &Arena, met: &[bool]) -> Vec<usize> {
    let parts = arena.bare.parts().filter(|(id, _, part)| {
        let k = id.index();
        tells(part) && arena.parts.get(k).is_some_and(|who| who.is_there) && met.get(k) != Some(&true)
    });
    parts.map(|(id, ..)| id.index()).collect()
}

/// What is to be said of parts that no ball met in `runs` runs; `aimed` are those that balls shot at them met.
pub(super) fn unreachable(arena: &Arena, unmet: &[usize], aimed: &[bool], runs: usize) -> Vec<Finding> {
    let mut found = Vec::new();
    for &part in unmet {
        let Some((id, _, data)) = arena.bare.parts().nth(part) else { continue };
        let (who, runs) = (arena.called(part), counted(runs, "run"));
        let finding = if aimed.get(part) == Some(&true) {
            let message = format!("{who} is hard to reach: no ball came there in {runs}, only one that was shot at it");
            Finding::new(Level::Note, Kind::Unreachable, message)
        } else {
            let message = match data {
                Part::Trough(_) => format!("no ball comes into the drain of {who} ({runs})"),
                _ => format!("no ball reaches {who} ({runs}, and shots at it)"),
            };
            let help = "look for what is in the way; with more runs (--balls) even rare ways are found";
            Finding::new(Level::Warning, Kind::Unreachable, message).help(help)
        };
        let finding = finding.of(arena.name(part)).on_line(arena.line(part));
        found.push(match place_of(&arena.bare, id, data) {
            Some(place) => finding.at(place),
            None => finding,
        });
    }
    found
}
