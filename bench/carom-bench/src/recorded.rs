//! The peers' figures, recorded elsewhere: single thread, best of many, on a shared two-core machine.
//!
//! They are data, not measured in this run. Another machine gives other milliseconds; Rapier, which is measured in
//! the same run, says by how much.

use crate::all::Accuracy;

/// Peers that are not installed by this program, and the versions on record.
pub(crate) const ELSEWHERE: [(&str, &str); 4] = [
    ("Box2D", "3.2-dev with AVX2"),
    ("Visual Pinball", "X of 2026-08, its own physics code alone"),
    ("DynamO", "of 2024"),
    ("Smallenburg", "event-driven molecular dynamics, of 2026"),
];

/// Milliseconds per simulated second at steps of a millisecond, and instructions per step where they were counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Speed {
    pub(crate) scene: &'static str,
    /// Chipmunk 7.0.3, 10 iterations, no continuous detection.
    pub(crate) chipmunk: f64,
    /// Box2D 3.2-dev, AVX2, 4 substeps.
    pub(crate) box2d: f64,
    /// Rapier 0.36.1, two-dimensional, f64, 4 iterations.
    pub(crate) rapier: f64,
    pub(crate) chipmunk_instructions: Option<f64>,
    /// pymunk 7.3.1.
    pub(crate) pymunk: f64,
}

const SPEED: [Speed; 7] = [
    speed("s1", [0.209, 2.16, 1.87, 2.54], Some(1_864.0)),
    speed("s2_20", [3.16, 7.5, 8.91, 8.24], Some(23_652.0)),
    speed("s2_200", [53.4, 66.3, 106.0, 123.0], Some(293_183.0)),
    speed("s3_5000_1", [0.241, 2.33, 3.4, 3.0], Some(2_016.0)),
    speed("s3_50000_1", [0.284, 3.02, 29.4, 2.35], Some(2_097.0)),
    speed("s3_5000_100", [25.5, 62.4, 81.0, 23.0], Some(122_276.0)),
    speed("s3_50000_100", [33.2, 165.0, 223.0, 38.3], None),
];

const fn speed(
    scene: &'static str,
    [chipmunk, box2d, rapier, pymunk]: [f64; 4],
    chipmunk_instructions: Option<f64>,
) -> Speed {
    Speed { scene, chipmunk, box2d, rapier, chipmunk_instructions, pymunk }
}

/// The record of a scene, if it was run exactly as recorded: at other steps the figures say nothing.
pub(crate) fn speed_of(run: &scenes::catalogue::Run) -> Option<Speed> {
    let found = SPEED.into_iter().find(|speed| speed.scene == run.name)?;
    let defined = scenes::catalogue::find(&run.name)?;
    let settings = |run: &scenes::catalogue::Run| (run.dt, run.gravity, run.restitution, run.kick);
    (settings(run) == settings(&defined)).then_some(found)
}

/// Collisions of the gas of S4 per disk and unit of time: the true rate, by which engines with steps are judged.
pub(crate) const GAS_RATE: f64 = 1.198;

/// Collisions a second that engines with steps were seen to do, in a gas of so many disks.
pub(crate) fn stepped_gas(count: u64) -> &'static [(&'static str, f64)] {
    match count {
        100 => &[("Chipmunk", 81e3), ("Rapier", 31e3), ("Box2D", 49e3)],
        1_000 => &[("Chipmunk", 57e3), ("Rapier", 33e3), ("Box2D", 44e3)],
        10_000 => &[("Chipmunk", 26e3), ("Rapier", 24e3), ("Box2D", 41e3)],
        100_000 => &[("Chipmunk", 17e3), ("Box2D", 15e3)],
        _ => &[],
    }
}

/// pooltool 0.6 on billiard shots: milliseconds of CPU time each, compiled code warm.
const POOLTOOL: [(&str, f64); 6] = [
    ("one_ball", 4.3),
    ("two_balls", 6.9),
    ("nine_break", 100.0),
    ("eight_break", 189.0),
    ("snooker_break", 162.0),
    ("random", 19.2),
];

/// The record of a case of shots.
pub(crate) fn pooltool(case: &str) -> Option<f64> {
    POOLTOOL.into_iter().find(|(name, _)| *name == case).map(|(_, milliseconds)| milliseconds)
}

/// Visual Pinball X's physics on a pinball machine, per second on the table's clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PinballSpeed {
    pub(crate) table: &'static str,
    /// Millions, by callgrind.
    pub(crate) instructions: f64,
    /// CPU time.
    pub(crate) milliseconds: f64,
}

/// With its own flags (`-O3 -ffast-math`), version of 2026-08.
const PINBALL: [PinballSpeed; 7] = [
    pinball_speed("mini_0", 0.65, 0.057),
    pinball_speed("mini_1", 2.86, 0.320),
    pinball_speed("mini_3", 8.01, 0.96),
    pinball_speed("mini_20", 97.0, 10.6),
    pinball_speed("big_0", 0.31, 0.029),
    pinball_speed("big_1", 3.66, 0.357),
    pinball_speed("big_20", 73.0, 8.3),
];

const fn pinball_speed(table: &'static str, instructions: f64, milliseconds: f64) -> PinballSpeed {
    PinballSpeed { table, instructions, milliseconds }
}

/// The record of a pinball table.
pub(crate) fn pinball(table: &str) -> Option<PinballSpeed> {
    PINBALL.into_iter().find(|speed| speed.table == table)
}

/// The S5 shots of eight engines.
const SHOTS: &str = include_str!("../data/s5_shots.txt");

/// The best and the worst peer at a shot, in words: position error after one second, and whose.
pub(crate) fn shot(dt: &str, target: &str, speed: u32) -> String {
    let rows = || SHOTS.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let engines = rows().find(|words| words.first() == Some(&"engines")).unwrap_or_default();
    let speed = speed.to_string();
    let Some(row) = rows().find(|words| words.len() > 3 && words[..3] == [dt, target, speed.as_str()]) else {
        return "-".to_owned();
    };
    let results: Vec<(&str, &str)> = engines[1..].iter().copied().zip(row[3..].iter().copied()).collect();
    let position = |text: &str| text.split_once('/').and_then(|(_, place)| place.parse::<f64>().ok());
    let mut hits: Vec<(f64, &str)> = results.iter().filter_map(|(who, text)| Some((position(text)?, *who))).collect();
    hits.sort_by(|a, b| a.0.total_cmp(&b.0));
    let through: Vec<&str> = results.iter().filter(|(_, text)| *text == "P").map(|(who, _)| *who).collect();
    let best = hits.first().map_or("-".to_owned(), |(error, who)| format!("{error:.0e} m {who}"));
    let worst = match (through.as_slice(), hits.last()) {
        ([], Some((error, who))) => format!("{error:.0e} m {who}"),
        ([], None) => "-".to_owned(),
        (names, _) => format!("P {}", names.join(", ")),
    };
    format!("{best} .. {worst}")
}

/// m/s: the shots whose errors are compared in one figure. Faster ones are lost by engines that limit the speed.
pub(crate) const PLOTTED_SPEEDS: [u32; 3] = [1, 5, 20];

/// Engine as the shots name it, as the reader knows it, and ms per simulated second on S1 at 60 and at 1000 steps a second.
const COST_OF_STEPS: [(&str, &str, f64, f64); 3] =
    [("box2d-avx2", "Box2D", 0.185, 2.16), ("rapier-f64", "Rapier", 0.193, 1.87), ("pymunk", "Chipmunk", 0.014, 0.209)];

/// The peers' largest errors of a place over the shots, beside what S1 costs them at the same steps.
pub(crate) fn accuracy(dt: &str, rate: f64) -> Vec<Accuracy> {
    let rows = || SHOTS.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let engines = rows().find(|words| words.first() == Some(&"engines")).unwrap_or_default();
    let of = |&(key, who, at_60, at_1000): &(&str, &str, f64, f64)| {
        let column = engines.iter().position(|engine| *engine == key)?;
        let milliseconds = if rate < 100.0 { at_60 } else { at_1000 };
        let mut found = Accuracy { who: who.to_owned(), rate, milliseconds, error: 0.0, through: 0 };
        let plotted = PLOTTED_SPEEDS.map(|speed| speed.to_string());
        // A line names dt, target and speed where the heading has one word.
        for row in rows().filter(|row| row.len() > 3 && row[0] == dt && plotted.iter().any(|speed| *speed == row[2])) {
            match row.get(column + 2).and_then(|text| text.split_once('/')) {
                Some((_, place)) => found.error = found.error.max(place.parse().ok()?),
                None => found.through += 1,
            }
        }
        Some(found)
    };
    COST_OF_STEPS.iter().filter_map(of).collect()
}

/// The same for the long runs: energy change, or what the case is about.
pub(crate) fn long(case: &str, dt: &str) -> &'static str {
    match (case, dt) {
        ("bounce 60 s", "1/60") => "dE -5e-3 pybox2d .. +980 % pymunk; Box2D, Rapier +8 %",
        ("bounce 60 s", "1/1000") => "dE -2e-4 pymunk .. -20 % Box2D, Rapier",
        ("arcbox 1 s", "1/60") => "1.8e-2 m rapier-f64-4 .. 1.1e-1 m Box2D, Rapier",
        ("arcbox 1 s", "1/1000") => "7e-4 m pybox2d .. 4.9e-3 m pymunk",
        ("arcbox 60 s", "1/60") => "dE +24 % pybox2d .. +710 % pymunk",
        ("arcbox 60 s", "1/1000") => "dE +0.1 % pymunk .. -20 % Box2D, Rapier",
        ("rest 10 s", "1/60") => "sink 69 um Box2D, Rapier .. 1.3 mm, jitter 1.8 mm pybox2d",
        ("rest 10 s", "1/1000") => "sink 6.5 um pymunk .. 250 um pybox2d, no jitter",
        ("stadium64 60 s", "1/60") => "dE 0 Rapier f64 .. -6e-6 Box2D; pymunk's ball got out",
        ("stadium64 60 s", "1/1000") => "dE 0 Rapier f64 .. -8e-6 Box2D",
        ("stadium1024 60 s", "1/60") => "dE +1.3 % Box2D chain .. 1e5 Rapier f64, 7e14 Rapier 3-D",
        ("stadium1024 60 s", "1/1000") => "dE -5e-6 Box2D chain .. 1e7 Box2D, Rapier",
        _ => "-",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shot_has_a_record_at_both_steps() {
        for dt in ["1/60", "1/1000"] {
            for target in scenes::shots::Target::ALL {
                for speed in scenes::shots::SPEEDS {
                    assert_ne!(shot(dt, target.name(), speed), "-", "{dt} {target:?} {speed}");
                }
            }
        }
        assert_eq!(shot("1/60", "wall", 1), "3e-5 m pybox2d .. 3e-2 m rapier-3d");
        assert_eq!(shot("1/60", "seg", 5), "7e-6 m pybox2d .. P pymunk");
    }

    #[test]
    fn the_largest_errors_and_lost_balls_are_found() {
        let found = accuracy("1/60", 60.0);
        let of = |who: &str| found.iter().find(|accuracy| accuracy.who == who).unwrap();
        assert_eq!((of("Box2D").error, of("Box2D").through), (0.61, 0));
        assert_eq!((of("Chipmunk").through, of("Chipmunk").milliseconds), (6, 0.014));
    }

    #[test]
    fn a_record_counts_only_for_the_run_it_was_made_with() {
        let mut run = scenes::catalogue::find("s1").unwrap();
        assert_eq!(speed_of(&run).map(|speed| speed.chipmunk), Some(0.209));
        run.dt = 1.0 / 60.0;
        assert!(speed_of(&run).is_none());
    }
}
