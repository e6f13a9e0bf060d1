//! The scenes by name, each with the step, gravity and restitution it is run with.

use crate::shots::{self, Target};
use crate::{Scene, field, gas, long, pinball};

/// A scene and how to run it.
#[derive(Clone, Debug)]
pub struct Run {
    pub name: String,
    pub scene: Scene,
    /// Seconds between two looks at the world.
    pub dt: f64,
    /// Simulated time of one run, in seconds.
    pub seconds: f64,
    /// Downwards (against y), in m/s².
    pub gravity: f64,
    /// Share of the approach speed that is left after an impact, between any two things.
    pub restitution: f64,
    /// Whether the kick rule acts after every tick.
    pub kick: bool,
}

impl Run {
    /// A scene from a file: a millisecond a step, five seconds, no gravity, no loss, no kicks, until told otherwise.
    pub fn of_file(path: &str, scene: Scene) -> Run {
        let stem = std::path::Path::new(path).file_stem().map(|stem| stem.to_string_lossy().replace(' ', "_"));
        let name = stem.unwrap_or_else(|| "file".to_owned());
        Run { name, scene, dt: 0.001, seconds: 5.0, gravity: 0.0, restitution: 1.0, kick: false }
    }

    /// Whole ticks in `seconds`.
    pub fn ticks(&self, seconds: f64) -> u64 {
        libm::round(seconds / self.dt) as u64
    }
}

/// The scenes of the speed table, in its order.
pub const SPEED: [&str; 7] = ["s1", "s2_20", "s2_200", "s3_5000_1", "s3_50000_1", "s3_5000_100", "s3_50000_100"];

/// All names that [`find`] knows.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = SPEED.iter().map(|name| (*name).to_owned()).collect();
    names.extend([100, 1000, 10_000, 100_000].map(|n| format!("s4_{n}")));
    for target in Target::ALL {
        names.extend(shots::SPEEDS.map(|speed| format!("s5_{}_{speed}", target.name())));
    }
    names.extend(["s5_bounce", "s5_box", "s5_rest", "s5_stadium64", "s5_stadium1024"].map(str::to_owned));
    names
}

/// The scene called `name`; capitals and `-` for `_` are welcome.
pub fn find(name: &str) -> Option<Run> {
    let name = name.to_ascii_lowercase().replace('-', "_");
    if !names().contains(&name) {
        return None;
    }
    let parts: Vec<&str> = name.split('_').collect();
    let number = |k: usize| parts.get(k).and_then(|word| word.parse::<u32>().ok()).unwrap_or(1);
    let run = |scene: Scene| Run::of_file(&name, scene);
    let pinball = |scene: Scene, seconds: f64| Run {
        gravity: pinball::GRAVITY,
        restitution: 0.7,
        kick: true,
        seconds,
        ..run(scene)
    };
    let falling = |scene: Scene, seconds: f64| Run { gravity: long::GRAVITY, seconds, ..run(scene) };
    Some(match (parts[0], parts[1..].first().copied()) {
        ("s1", _) => pinball(pinball::one_ball(), 60.0),
        ("s2", _) => pinball(pinball::many_balls(number(1) as usize), if number(1) == 20 { 10.0 } else { 5.0 }),
        ("s3", _) => {
            Run { seconds: if number(2) == 1 { 10.0 } else { 5.0 }, ..run(field::field(number(1), number(2))) }
        }
        // The time steppers were given hundredths of a second here: a unit of time is a slow thing in this gas.
        ("s4", _) => Run { dt: 0.01, ..run(gas::gas(number(1))) },
        (_, Some("bounce")) => falling(long::bounce(), 60.0),
        (_, Some("box")) => falling(long::arcbox(), 60.0),
        (_, Some("rest")) => Run { restitution: 0.5, ..falling(long::rest(), 10.0) },
        (_, Some("stadium64")) => Run { seconds: 60.0, ..run(long::stadium(64)) },
        (_, Some("stadium1024")) => Run { seconds: 60.0, ..run(long::stadium(1024)) },
        (_, kind) => {
            let target = Target::ALL.into_iter().find(|target| Some(target.name()) == kind)?;
            Run { seconds: shots::COMPARED_AT, ..run(shots::shot(target, number(2)).scene) }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_nothing_else() {
        // The largest gas and field are left out for the sake of time; the comparison with the definitions has them.
        for name in names().iter().filter(|name| !name.contains("0000")) {
            let run = find(name).unwrap_or_else(|| panic!("{name} is listed"));
            assert!(!run.scene.balls.is_empty() && run.seconds > 0.0);
        }
        assert!(find("s6").is_none());
        assert!(find("s2_21").is_none());
        assert_eq!(find("S2-20").map(|run| run.name), Some("s2_20".to_owned()));
    }
}
