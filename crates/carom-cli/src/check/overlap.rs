//! Things that are in one place: balls in walls, flippers that swing through posts, balls that come out inside something.
//!
//! That walls overlap walls, and rubbers posts, is how tables are built; nothing is said of it. What counts is where
//! something moves or a ball is put.

use super::arena::{Arena, Body, direction};
use super::finding::{Finding, Kind, Level};
use carom::DVec3;
use carom::pinball::part::{Bumper, Flipper, Kicker, Part, Plunger, Trough};
use carom::units::PINBALL_RADIUS;

/// m: what touches is not yet an overlap.
const TOUCH: f64 = 5e-4;
/// m: deeper than this a flipper cannot be meant to be in something.
const DEEP: f64 = 2e-3;
/// Poses of a flipper's swing, and places on its bat, that are looked at. The round of its base, which stands still, is not.
const POSES: usize = 13;
const STATIONS: usize = 9;
const FIRST_STATION: f64 = 0.3;
/// m: thickness with which plates of gates and spinners and the rod of a plunger are felt for, and the middle part of a plate
/// that is: its ends may touch the posts between which it hangs.
const THIN: f64 = 1.5e-3;
const MIDDLE: f64 = 0.6;

/// All overlaps that matter.
pub(super) fn overlaps(arena: &Arena) -> Vec<Finding> {
    let mut found = Vec::new();
    balls(arena, &mut found);
    let parts = arena.bare.parts().filter(|(id, ..)| arena.parts.get(id.index()).is_some_and(|who| who.is_there));
    for (id, _, data) in parts {
        let part = id.index();
        match data {
            Part::Flipper(flipper) => swing(arena, part, flipper, &mut found),
            Part::Bumper(bumper) => bumper_body(arena, part, bumper, &mut found),
            Part::Plunger(rod) => plunger(arena, part, rod, &mut found),
            Part::Kicker(kicker) => seat(arena, part, kicker, &mut found),
            Part::Trough(trough) => exit(arena, part, trough, &mut found),
            Part::Gate(gate) => {
                let across = carom::DVec2::new(libm::cos(gate.rotation), libm::sin(gate.rotation));
                let at = gate.centre.extend(gate.low + 0.5 * gate.height);
                plate(arena, part, at, across.extend(0.0) * (0.5 * gate.length), &mut found);
            }
            Part::Spinner(spinner) => {
                let across = carom::DVec2::new(libm::cos(spinner.rotation), libm::sin(spinner.rotation));
                let at = spinner.centre.extend(spinner.low + 0.5 * spinner.height);
                plate(arena, part, at, across.extend(0.0) * (0.5 * spinner.length), &mut found);
            }
            _ => {}
        }
    }
    found
}

/// The balls with which the game begins.
fn balls(arena: &Arena, found: &mut Vec<Finding>) {
    for (k, ball) in arena.balls.iter().enumerate() {
        let (place, radius) = (ball.position, ball.radius);
        let error = |message: String| {
            Finding::new(Level::Error, Kind::Overlap, message)
                .of(&format!("ball {}", k + 1))
                .at(place - DVec3::Z * radius)
                .on_line(arena.ball_lines.get(k).copied().flatten())
                .help("move the ball to where it has room")
        };
        for (part, depth) in in_bodies(arena, place, radius, |_| true) {
            let (mm, what) = (millimetres(depth), arena.called(part));
            let message = format!("ball {} begins {mm} mm deep in {what}", k + 1);
            found.push(error(message).with(arena.names(&[part])));
        }
        for (j, other) in arena.balls.iter().enumerate().skip(k + 1) {
            let depth = radius + other.radius - (other.position - place).length();
            if depth > TOUCH {
                let message =
                    format!("balls {} and {} begin {} mm deep in each other", k + 1, j + 1, millimetres(depth));
                found.push(error(message));
            }
        }
        let has_floor = arena.bare.playfield().material.is_some();
        if has_floor && place.z < radius - TOUCH {
            found.push(error(format!("ball {} begins below the playfield", k + 1)));
        }
        if let Some(border) = arena.bare.playfield().border {
            let (low, high) = (border.min + (radius - TOUCH), border.max - (radius - TOUCH));
            let flat = place.truncate();
            if flat.cmplt(low).any() || flat.cmpgt(high).any() || place.z > border.glass - radius + TOUCH {
                found.push(error(format!("ball {} begins in a wall of the cabinet, or outside", k + 1)));
            }
        }
    }
}

/// A flipper, all the way from rest to the end of its stroke.
fn swing(arena: &Arena, part: usize, flipper: &Flipper, found: &mut Vec<Finding>) {
    let mut deepest: Vec<(usize, f64, DVec3)> = Vec::new();
    let difficulty = arena.bare.playfield().difficulty;
    let (home, scale) = arena.home_and_scale(part);
    let length = match flipper.least_length {
        Some(least) if least > 0.0 && least < flipper.length => flipper.length - (flipper.length - least) * difficulty,
        _ => flipper.length,
    };
    for pose in 0..POSES {
        let share = pose as f64 / (POSES - 1) as f64;
        let way = direction(flipper.start_angle + (flipper.end_angle - flipper.start_angle) * share);
        for station in 0..STATIONS {
            let along = FIRST_STATION + (1.0 - FIRST_STATION) * station as f64 / (STATIONS - 1) as f64;
            let radius = flipper.base_radius + (flipper.end_radius - flipper.base_radius) * along;
            let flat = flipper.centre + way * (length * along);
            for height in [radius.min(0.5 * flipper.height), (flipper.height - radius).max(0.5 * flipper.height)] {
                let place = home.place(flat.extend(flipper.low + height));
                // What stands above the bat or below it is not in its way.
                let radius = scale * radius.min(0.5 * flipper.height);
                for (other, depth) in in_bodies(arena, place, radius, |body| body.part != part) {
                    match deepest.iter_mut().find(|(known, ..)| *known == other) {
                        Some(known) if known.1 < depth => *known = (other, depth, place),
                        Some(_) => {}
                        None => deepest.push((other, depth, place)),
                    }
                }
            }
        }
    }
    for (other, depth, place) in deepest {
        let level = if depth > DEEP { Level::Error } else { Level::Warning };
        let (mm, flipper, what) = (millimetres(depth), arena.called(part), arena.called(other));
        let message = format!("{flipper} swings through {what}, {mm} mm deep");
        let help = "move one of them, shorten the flipper, or change its angles: a ball between them would be crushed";
        found.push(overlap(arena, level, part, other, place, message).help(help));
    }
}

fn bumper_body(arena: &Arena, part: usize, bumper: &Bumper, found: &mut Vec<Finding>) {
    let height = bumper.low + bumper.radius.min(0.5 * bumper.height);
    let (home, scale) = arena.home_and_scale(part);
    let place = home.place(bumper.centre.extend(height));
    let radius = scale * bumper.radius.min(0.5 * bumper.height);
    for (other, depth) in in_bodies(arena, place, radius, |body| body.part != part) {
        let level = if depth > 0.5 * radius { Level::Error } else { Level::Warning };
        let (mm, bumper, what) = (millimetres(depth), arena.called(part), arena.called(other));
        let help = "move the bumper, or cut the other one back: balls jam in the corner between them";
        let message = format!("{bumper} stands {mm} mm deep in {what}");
        found.push(overlap(arena, level, part, other, place, message).help(help));
    }
}

fn plunger(arena: &Arena, part: usize, rod: &Plunger, found: &mut Vec<Finding>) {
    let (home, scale) = arena.home_and_scale(part);
    let height = rod.low + PINBALL_RADIUS / scale;
    let rest = rod.y - (1.0 - rod.park) * rod.stroke;
    let mut blocked = Vec::new();
    // Only from its rest forwards: behind it a rod goes through the wall of its lane, on real tables, too.
    for step in 0..=16 {
        let front = rod.y - rod.stroke;
        let place = home.place(DVec3::new(rod.x, rest + (front - rest) * f64::from(step) / 16.0, height));
        for (other, _) in in_bodies(arena, place, THIN + TOUCH, |body| body.part != part) {
            if !blocked.contains(&other) {
                blocked.push(other);
                let message = format!("{} runs into {}", arena.called(part), arena.called(other));
                let help = "keep its stroke free, or move it";
                found.push(overlap(arena, Level::Error, part, other, place, message).help(help));
            }
        }
    }
    let place = home.place(DVec3::new(rod.x, rest - (PINBALL_RADIUS + TOUCH) / scale, height));
    for (other, depth) in in_bodies(arena, place, PINBALL_RADIUS, |body| body.part != part) {
        if !blocked.contains(&other) {
            let (mm, plunger, what) = (millimetres(depth), arena.called(part), arena.called(other));
            let message = format!("a ball before {plunger} has no room: {what} is {mm} mm too near");
            let help = "make the lane at least as wide as a ball, 27 mm";
            found.push(overlap(arena, Level::Warning, part, other, place, message).help(help));
        }
    }
}

fn seat(arena: &Arena, part: usize, kicker: &Kicker, found: &mut Vec<Finding>) {
    if kicker.fall_through {
        return;
    }
    let (home, scale) = arena.home_and_scale(part);
    let place = home.place(kicker.centre.extend(kicker.low + PINBALL_RADIUS / scale));
    for (other, depth) in in_bodies(arena, place, PINBALL_RADIUS, |_| true) {
        let (mm, kicker, what) = (millimetres(depth), arena.called(part), arena.called(other));
        let message = format!("a ball in {kicker} is {mm} mm deep in {what}");
        let help = "move one of them: the ball is pushed out of the overlap when it is thrown";
        found.push(overlap(arena, Level::Warning, part, other, place, message).help(help));
    }
}

fn exit(arena: &Arena, part: usize, trough: &Trough, found: &mut Vec<Finding>) {
    let exit = arena.home(part).place(trough.exit);
    for (other, depth) in in_bodies(arena, exit, PINBALL_RADIUS, |_| true) {
        let (mm, trough_name, what) = (millimetres(depth), arena.called(part), arena.called(other));
        let message = format!("a ball comes out of {trough_name} {mm} mm deep in {what}");
        let help = "move its `exit` to where a ball has room";
        found.push(overlap(arena, Level::Error, part, other, exit, message).help(help));
    }
    if arena.has_left(exit) {
        let message = format!("{} puts its balls outside of the table", arena.called(part));
        let found_one = Finding::new(Level::Error, Kind::Overlap, message).of(arena.name(part)).at(exit);
        found.push(found_one.on_line(arena.line(part)).help("move its `exit`"));
    }
}

/// The plate of a gate or spinner about `at`, its half being `half`.
fn plate(arena: &Arena, part: usize, at: DVec3, half: DVec3, found: &mut Vec<Finding>) {
    let home = arena.home(part);
    let (at, half) = (home.place(at), home.vector(half));
    let mut blocked = Vec::new();
    for step in -4..=4 {
        let place = at + half * (MIDDLE * f64::from(step) / 4.0);
        for (other, _) in in_bodies(arena, place, THIN + TOUCH, |body| body.part != part) {
            if !blocked.contains(&other) {
                blocked.push(other);
                let message = format!("the plate of {} hangs in {}", arena.called(part), arena.called(other));
                let help = "move one of them, or make the plate shorter";
                found.push(overlap(arena, Level::Warning, part, other, place, message).help(help));
            }
        }
    }
}

/// The bodies in which a ball here would be, deeper than a touch, and how deep.
fn in_bodies<'a>(
    arena: &'a Arena,
    place: DVec3,
    radius: f64,
    counts: impl Fn(&Body) -> bool + 'a,
) -> impl Iterator<Item = (usize, f64)> + 'a {
    let bodies = arena.bodies.iter().filter(move |body| counts(body));
    bodies.map(move |body| (body.part, body.depth(place, radius))).filter(|(_, depth)| *depth > TOUCH)
}

fn overlap(arena: &Arena, level: Level, part: usize, other: usize, place: DVec3, message: String) -> Finding {
    let finding = Finding::new(level, Kind::Overlap, message).of(arena.name(part)).with(arena.names(&[other]));
    finding.at(place).on_line(arena.line(part))
}

/// Tenths of a millimetre are all that a reader needs.
fn millimetres(metres: f64) -> f64 {
    libm::round(metres * 1e4) / 10.0
}

#[cfg(test)]
mod tests {
    use super::super::testing::{CLEAN, arena};
    use super::*;

    fn told(table: &str) -> Vec<(Level, String)> {
        overlaps(&arena(table)).into_iter().map(|finding| (finding.level, finding.message)).collect()
    }

    #[test]
    fn a_clean_table_has_no_overlaps() {
        assert_eq!(told(CLEAN), []);
    }

    #[test]
    fn a_flipper_through_a_post_is_found() {
        let flipper = "[[flipper]]\nname = \"left\"\nat = [150, 900]\n";
        // Straight right of the shaft, where the bat comes by half way up.
        let post = |x: f64| format!("{flipper}[[post]]\nname = \"peg\"\nat = [{x}, 900]\n");
        let found = overlaps(&arena(&post(200.0)));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].level, found[0].with.as_slice()), (Level::Error, ["peg".to_owned()].as_slice()));
        assert!(found[0].message.starts_with("flipper \"left\" swings through post \"peg\""), "{}", found[0].message);
        let [x, y, _] = found[0].place.unwrap();
        assert!((x - 200.0).abs() < 15.0 && (y - 900.0).abs() < 15.0, "{x} {y}");
        assert_eq!(told(&post(150.0 + 70.2 + 7.1 + 5.1)), [], "just beyond its tip");
    }

    #[test]
    fn a_flipper_under_a_ramp_is_none_of_our_business() {
        let above = "[[flipper]]\nat = [150, 900]\n[[wall]]\nbottom = 45\ntop = 60\noutline = [[100, 800], [300, 800], [300, 1000]]\n";
        assert_eq!(told(above), []);
    }

    #[test]
    fn balls_in_walls_and_in_each_other_are_found() {
        let wall = "[[wall]]\nname = \"block\"\noutline = [[100, 100], [300, 100], [300, 300], [100, 300]]\n";
        let ball = |x: f64| format!("[[ball]]\nat = [{x}, 200]\n");
        let words = |table: String| told(&table).into_iter().map(|(_, message)| message).collect::<Vec<_>>();
        assert_eq!(words(format!("{wall}{}", ball(200.0))), ["ball 1 begins 13.5 mm deep in wall \"block\""]);
        assert_eq!(words(format!("{wall}{}", ball(90.0))), ["ball 1 begins 3.5 mm deep in wall \"block\""]);
        assert_eq!(words(format!("{wall}{}", ball(80.0))), [""; 0]);
        assert_eq!(words(format!("{}{}", ball(80.0), ball(100.0))), ["balls 1 and 2 begin 7 mm deep in each other"]);
        assert_eq!(words(ball(5.0)), ["ball 1 begins in a wall of the cabinet, or outside"]);
    }

    #[test]
    fn what_is_away_when_the_game_begins_is_in_nobodys_way() {
        let wall = "[[wall]]\nenabled = false\noutline = [[100, 100], [300, 100], [300, 300], [100, 300]]\n";
        assert_eq!(told(&format!("{wall}[[ball]]\nat = [200, 200]\n")), []);
    }

    #[test]
    fn bumpers_plungers_holes_and_plates_need_room() {
        let wall = "[[wall]]\nname = \"w\"\noutline = [[100, 100], [300, 100], [300, 300], [100, 300]]\n";
        let level = |part: &str| told(&format!("{wall}{part}")).into_iter().map(|(level, _)| level).collect::<Vec<_>>();
        assert_eq!(level("[[bumper]]\nat = [90, 200]\n"), [Level::Error]);
        assert_eq!(level("[[bumper]]\nat = [80, 200]\n"), [Level::Warning]);
        assert_eq!(level("[[bumper]]\nat = [75, 200]\n"), []);
        assert_eq!(level("[[plunger]]\nat = [200, 340]\n"), [Level::Error], "its stroke ends in the wall");
        assert_eq!(level("[[plunger]]\nat = [200, 380]\n"), []);
        assert_eq!(level("[[plunger]]\nat = [200, 90]\n"), [], "it is pulled back up to the wall");
        assert_eq!(level("[[plunger]]\nat = [200, 110]\n"), [], "and into it");
        assert_eq!(level("[[kicker]]\nat = [90, 200]\n"), [Level::Warning]);
        assert_eq!(level("[[trough]]\ndrain = [250, 1040]\nexit = [90, 200]\n"), [Level::Error]);
        assert_eq!(level("[[gate]]\nat = [100, 90]\nrotation = 0\nlength = 40\n"), []);
        assert_eq!(level("[[gate]]\nat = [100, 90]\nrotation = 90\nlength = 40\n"), [Level::Warning]);
    }
}
