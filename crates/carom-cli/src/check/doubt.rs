//! Numbers that can hardly be meant: parts beside the playfield, flippers that do not move.

use super::arena::{Arena, place_of};
use super::finding::{Finding, Kind, Level};
use carom::DVec2;
use carom::pinball::part::Part;
use carom::units::{PINBALL_RADIUS, degrees};

/// Degrees: a flipper that moves by less throws no ball.
const LEAST_STROKE: f64 = 5.0;

/// The parts that stand beside the playfield, farther than a ball is wide.
pub(super) fn outside(arena: &Arena) -> Vec<usize> {
    let Some(border) = arena.bare.playfield().border else { return Vec::new() };
    let margin = DVec2::splat(2.0 * PINBALL_RADIUS);
    let (min, max) = (border.min - margin, border.max + margin);
    let is_there = |part: usize| arena.parts.get(part).is_some_and(|who| who.is_there);
    let out = arena.bare.parts().filter(|(id, _, part)| {
        let place = place_of(&arena.bare, *id, part).map(|place| place.truncate());
        is_there(id.index()) && place.is_some_and(|at| at.cmplt(min).any() || at.cmpgt(max).any())
    });
    out.map(|(id, ..)| id.index()).collect()
}

/// What is to be said of the parts outside, and of flippers that hardly move.
pub(super) fn doubts(arena: &Arena, outside: &[usize]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (id, _, data) in arena.bare.parts() {
        let part = id.index();
        let message_and_help = if outside.contains(&part) {
            let help = "the origin is the back left corner, x goes to the right and y towards the player; \
                        mind the file's `units`";
            Some((format!("{} stands beside the playfield", arena.called(part)), help))
        } else if let Part::Flipper(flipper) = data {
            let stroke = degrees(flipper.end_angle - flipper.start_angle).abs();
            let help = "angles are in degrees; from 121 at rest to 70 is usual on the left";
            let message = || format!("{} moves by {:.1}° only", arena.called(part), stroke);
            (stroke < LEAST_STROKE).then(|| (message(), help))
        } else {
            None
        };
        let Some((message, help)) = message_and_help else { continue };
        let finding = Finding::new(Level::Warning, Kind::Doubt, message).help(help);
        let finding = finding.of(arena.name(part)).on_line(arena.line(part));
        found.push(match place_of(&arena.bare, id, data) {
            Some(place) => finding.at(place),
            None => finding,
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::testing::arena;
    use super::*;

    fn words(parts: &str) -> Vec<String> {
        let arena = arena(parts);
        doubts(&arena, &outside(&arena)).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn a_table_upside_down_is_doubted() {
        let words = words("[[flipper]]\nname = \"left\"\nat = [160, -930]\n[[bumper]]\nat = [257, 400]\n");
        assert_eq!(words, ["flipper \"left\" stands beside the playfield"]);
    }

    #[test]
    fn radians_are_doubted() {
        let words = words("[[flipper]]\nname = \"left\"\nat = [160, 930]\nstart_angle = 2.11\nend_angle = 1.22\n");
        assert_eq!(words, ["flipper \"left\" moves by 0.9° only"]);
    }
}
