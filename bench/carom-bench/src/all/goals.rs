//! What each figure is to be, and what others need for the same: the goals of the project, one line each.

use super::record::{Goal, Section};

use Goal::{AtLeast, AtMost};

/// ms per simulated second.
const SCENES: [(&str, Goal); 7] = [
    ("s1", AtMost(0.03)),
    ("s2_20", AtMost(0.6)),
    ("s2_200", AtMost(15.0)),
    ("s3_5000_1", AtMost(0.02)),
    ("s3_50000_1", AtMost(0.02)),
    ("s3_5000_100", AtMost(2.0)),
    ("s3_50000_100", AtMost(2.5)),
];

/// As a share of Visual Pinball's instructions: a third with one ball, a tenth with twenty.
const MACHINE: [(&str, f64); 4] = [("mini_1", 1.0 / 3.0), ("mini_20", 0.1), ("big_1", 1.0 / 3.0), ("big_20", 0.1)];

/// A single answer: the words in the line of `carom-bench micro`, a short name, the goal in ns, and others' figures.
pub(super) struct Micro {
    pub(super) words: &'static [&'static str],
    pub(super) name: &'static str,
    pub(super) goal: Goal,
    pub(super) others: &'static [(&'static str, f64)],
}

pub(super) const MICRO: [Micro; 5] = [
    Micro {
        words: &["segment", "straight"],
        name: "ball - segment",
        goal: AtMost(15.0),
        others: &[("parry", 1017.0), ("by hand", 14.5)],
    },
    Micro {
        words: &["triangle", "3 edges", "straight"],
        name: "ball - triangle",
        goal: AtMost(60.0),
        others: &[("parry", 2367.0), ("by hand", 90.0)],
    },
    Micro {
        words: &["first hit", " 5000 "],
        name: "first hit of 5,000",
        goal: AtMost(250.0),
        others: &[("parry", 771.0), ("by hand", 310.0)],
    },
    Micro {
        words: &["first hit", " 50000 "],
        name: "first hit of 50,000",
        goal: AtMost(350.0),
        others: &[("parry", 1076.0), ("by hand", 417.0)],
    },
    Micro {
        words: &["quartic"],
        name: "first root of a quartic",
        goal: AtMost(80.0),
        others: &[("roots", 105.0), ("kurbo", 203.0)],
    },
];

/// The goal of a scene of the catalogue.
pub(crate) fn scene(name: &str) -> Option<Goal> {
    SCENES.iter().find(|(known, _)| *known == name).map(|(_, goal)| *goal)
}

/// The goal of a pinball table in millions of instructions, from Visual Pinball's.
pub(crate) fn machine(name: &str, visual_pinball: f64) -> Option<Goal> {
    MACHINE.iter().find(|(known, _)| *known == name).map(|(_, share)| AtMost(share * visual_pinball))
}

/// Collisions a second of a gas of so many disks.
pub(super) fn gas(count: u64) -> Option<Goal> {
    match count {
        1_000 | 10_000 => Some(AtLeast(2e6)),
        100_000 => Some(AtLeast(0.8e6)),
        _ => None,
    }
}

/// The largest change of a gas' energy, relative.
pub(super) const GAS_ENERGY: Goal = AtMost(1e-12);
/// How far the pressure at packing 0.3 is from the equation of state, relative.
pub(super) const GAS_PRESSURE: Goal = AtMost(0.01);
/// How many times as fast two threads are.
pub(super) const TWO_THREADS: Goal = AtLeast(1.7);
/// µs: to take a snapshot of the built-in table, and to go back to one.
pub(super) const SNAPSHOT: Goal = AtMost(2.0);

/// Rows that must be in a whole table: a goal that nobody measures any more must show.
pub(super) fn expected() -> Vec<(Section, String, Goal)> {
    let mut all: Vec<(Section, String, Goal)> =
        SCENES.iter().map(|(name, goal)| (Section::Scenes, (*name).to_owned(), *goal)).collect();
    for (name, _) in MACHINE {
        let goal = crate::recorded::pinball(name).and_then(|theirs| machine(name, theirs.instructions));
        all.extend(goal.map(|goal| (Section::Machine, name.to_owned(), goal)));
    }
    all.extend(MICRO.iter().map(|micro| (Section::Micro, micro.name.to_owned(), micro.goal)));
    all.extend(
        [1_000, 10_000, 100_000].into_iter().filter_map(|n| Some((Section::Gas, super::gas_name(2, n), gas(n)?))),
    );
    for (name, goal) in [("two threads against one", TWO_THREADS), ("snapshot and restore, one state", SNAPSHOT)] {
        all.push((Section::Batch, name.to_owned(), goal));
    }
    all
}
