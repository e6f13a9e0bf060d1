//! Campaigns on small tables: what leaks is found, cut down and comes again; what does not is clean; threads change nothing.

use super::super::testing::{CLEAN, arena};
use super::case::Field;
use super::faces::Faces;
use super::plan::{Fired, Plan};
use super::shrink::shrink;
use super::watch::Kind;
use core::cell::Cell;

/// Four walls instead of a cabinet; the last is missing.
const LEAKY: &str = r#"
[playfield]
cabinet = false

[[wall]]
name = "left"
outline = [[-10, -10], [0, -10], [0, 1077], [-10, 1077]]
[[wall]]
name = "back"
outline = [[0, -10], [514, -10], [514, 0], [0, 0]]
[[wall]]
name = "right"
outline = [[514, -10], [524, -10], [524, 1077], [514, 1077]]

[[flipper]]
name = "flipper"
at = [150, 905]

[[ball]]
at = [250, 500]
"#;

/// The first case with trouble among some.
fn first_trouble(field: &Field, cases: u64) -> Option<(u64, Plan)> {
    let mut machine = field.arena.bare.clone();
    (0..cases).find_map(|number| {
        let plan = Plan::of(&field.arena, 1, 1, number, 4.0);
        let played = field.play(&mut machine, &plan).unwrap();
        played.trouble.is_some().then_some((number, plan))
    })
}

#[test]
fn a_table_without_a_wall_leaks_and_the_plan_is_cut_down_to_one_ball() {
    let field = Field::new(arena(LEAKY));
    let (number, plan) = first_trouble(&field, 8).expect("balls roll out at the front");
    let mut machine = field.arena.bare.clone();
    let trouble = field.play(&mut machine, &plan).unwrap().trouble.unwrap();
    assert_eq!(trouble.kind, Kind::Escape, "case {number}: {trouble:?}");
    let shrunk = shrink(&field, &mut machine, &plan, &trouble);
    let (balls, deeds, ticks) = shrunk.plan.size();
    assert_eq!((balls, deeds), (1, 0), "one ball and no input will do: {:?}", shrunk.plan);
    assert!(ticks <= plan.ticks && ticks == shrunk.trouble.tick + 1, "{ticks} ticks");
    let again = field.play(&mut machine, &shrunk.plan).unwrap();
    assert_eq!(again.trouble, Some(shrunk.trouble), "it comes again, to the letter");
}

#[test]
fn a_sound_table_is_clean() {
    let field = Field::new(arena(CLEAN));
    let mut machine = field.arena.bare.clone();
    let mut ball_ticks = 0;
    for number in 0..12 {
        let plan = Plan::of(&field.arena, 1, 1, number, 3.0);
        let played = field.play(&mut machine, &plan).unwrap();
        assert_eq!(played.trouble, None, "case {number}");
        ball_ticks += played.ball_ticks;
    }
    assert!(ball_ticks > 12 * 3_000, "balls were in play for {ball_ticks} ticks");
}

#[test]
fn a_case_is_the_same_whatever_was_played_before() {
    let field = Field::new(arena(CLEAN));
    let plan = |number: u64| Plan::of(&field.arena, 7, 3, number, 2.0);
    let (mut fresh, mut used) = (field.arena.bare.clone(), field.arena.bare.clone());
    for number in 0..3 {
        field.play(&mut used, &plan(number)).unwrap();
    }
    field.play(&mut fresh, &plan(9)).unwrap();
    field.play(&mut used, &plan(9)).unwrap();
    assert_eq!(fresh.hash(), used.hash(), "to the bit");
    assert_ne!(plan(1), plan(2), "cases differ");
    assert_eq!(plan(1), plan(1), "and are what they are");
}

#[test]
fn a_plan_hammers_every_part_that_listens() {
    let field = Field::new(arena(CLEAN));
    let plan = Plan::of(&field.arena, 1, 1, 1, 12.0);
    for name in ["left flipper", "right flipper", "plunger", "trough"] {
        let part = field.arena.bare.part(name).unwrap().index();
        assert!(plan.deeds.iter().any(|deed| deed.part() == Some(part)), "{name} is left alone");
    }
    assert!(plan.deeds.iter().any(|deed| deed.part().is_none()), "nobody pushes the cabinet");
    assert!(plan.deeds.is_sorted_by_key(|deed| deed.tick) && plan.balls.is_sorted_by_key(|ball| ball.tick), "in order");
}

/// A lid over the playfield, solid from above only, that leads down to a wall.
const LID: &str = r#"
[[mesh]]
points = [[100, 300, 30], [400, 300, 30], [400, 900, 30], [100, 900, 30]]
triangles = [[0, 1, 2], [0, 2, 3]]

[[wall]]
name = "stop"
outline = [[90, 700], [410, 700], [410, 720], [90, 720]]

[[ball]]
at = [250, 200]
"#;

/// Found on an imported table, whose drain lies under a hollow apron: a ball that was kicked up through it lay half in it, and was
/// laid on top when it met an edge.
#[test]
fn a_ball_that_comes_through_a_mesh_from_behind_has_gained_nothing() {
    let field = Field::new(arena(LID));
    let mut machine = field.arena.bare.clone();
    let up = Fired { tick: 0, at: [0.25, 0.682, 0.0136], velocity: [0.0, 0.0, 0.6], spin: [0.0; 3] };
    let plan = Plan { seed: 1, ticks: 2000, balls: vec![up], deeds: Vec::new() };
    let careless = field.play_watched(&mut machine, &plan, &Cell::new(0), None).unwrap();
    let kind = careless.trouble.as_ref().map(|trouble| trouble.kind);
    assert_eq!(kind, Some(Kind::EnergyGain), "it is lifted by most of its radius: {careless:?}");
    let played = field.play(&mut machine, &plan).unwrap();
    assert_eq!((played.trouble, played.ball_ticks), (None, 2000));
}

/// Only who was behind a face comes from behind.
#[test]
fn a_ball_that_goes_into_a_mesh_from_in_front_is_not_excused() {
    let field = Field::new(arena(LID));
    let faces = Faces::of(&field.arena.bare, field.arena.area);
    let at = |z: f64| carom::DVec3::new(0.25, 0.6, z);
    let radius = 0.0135;
    for (place, before, was_in, is_in) in [
        (at(0.035), Some(at(0.029)), false, true),
        (at(0.035), Some(at(0.044)), false, false),
        (at(0.035), Some(at(0.036)), true, true),
        (at(0.035), None, false, true),
        (at(0.0432), Some(at(0.04)), true, false),
        (at(0.029), Some(at(0.028)), false, false),
        (at(0.035).with_x(0.09), Some(at(0.029).with_x(0.09)), false, false),
    ] {
        assert_eq!(faces.hold(place, radius, before, was_in), is_in, "{before:?} to {place:?}");
    }
}
