//! The pinball machine: what its parts promise, by laws first.

mod autopilot;
mod big;
mod common;
mod flapping;
mod flipper;
mod found;
mod hostile;
mod lane;
mod machine_laws;
mod million;
mod mini_table;
mod parts;
mod rough_data;
mod toys;

use carom::DVec2;
use carom::pinball::Happening;
use carom::units::VP_LENGTH;
use mini_table::mini_table;

#[test]
fn the_first_events_of_the_mini_table_are_those_of_visual_pinball() {
    let mut scene = mini_table(1).unwrap();
    scene.start_as_visual_pinball().unwrap();
    let mut told = Vec::new();
    for tick in 1..=860 {
        scene.tick().unwrap();
        if tick == 260 {
            let place = scene.machine.ball(scene.balls[0]).unwrap().position / VP_LENGTH;
            assert!((place.truncate() - DVec2::new(437.144, 44.379)).length() < 1.0, "recorded at 260 ms; {place}");
        }
        for event in scene.machine.events() {
            let (part, what) = match event.what {
                Happening::Hit { part, .. } => (part, "hit"),
                Happening::EndOfStroke { part, .. } => (part, "eos"),
                Happening::StartOfStroke { part, .. } => (part, "bos"),
                other => panic!("unexpected: {other:?}"),
            };
            told.push((event.time * 1e3, scene.machine.name(part).unwrap().to_string(), what));
        }
    }
    // Recorded from Visual Pinball X: ms, part, what.
    let expected = [
        (63.080, "bumper1", "hit"),
        (111.555, "bumper0", "hit"),
        (268.051, "cornerTR", "hit"),
        (326.722, "flipperL", "eos"),
        (426.722, "flipperR", "eos"),
        (504.482, "flipperL", "bos"),
        (528.186, "bumper1", "hit"),
        (604.482, "flipperR", "bos"),
        (696.722, "flipperL", "eos"),
        (856.722, "flipperR", "eos"),
    ];
    assert!(told.len() >= expected.len(), "{told:?}");
    for ((time, part, what), (at, who, which)) in told.iter().zip(expected) {
        assert!(part == who && *what == which && (time - at).abs() < 2.0, "{who} {which} at {at}: {told:?}");
    }
}
