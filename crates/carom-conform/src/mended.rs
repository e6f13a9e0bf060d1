//! Where the engine differs from Visual Pinball on purpose. Each entry follows from physics, never from a case's name; a
//! case that differs must obey the law stated here instead. docs/conformance.md is the same list for people.

use crate::case::{Case, Fault};
use crate::judge::{Finding, laws};
use crate::record::Record;
use crate::tolerance::{CREEP_SPEED, SLOW_TOUCH};
use carom::math::trig;
use carom::units::radians;

/// One difference: when it can show, why it is there, and what must hold instead.
#[derive(Clone, Copy)]
pub(crate) struct Mend {
    pub(crate) name: &'static str,
    pub(crate) reason: &'static str,
    /// What must hold, in words.
    pub(crate) law_says: &'static str,
    applies: fn(&Case) -> Result<bool, Fault>,
    pub(crate) law: fn(&Case, &Record) -> Result<Finding, Fault>,
}

impl std::fmt::Debug for Mend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mend({})", self.name)
    }
}

impl PartialEq for Mend {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

const MASS: &str = "Visual Pinball adds the supporting impulse to the velocity without dividing by mass, so balls that are not \
                    of mass one hop or sink";
const FADING: &str = "Visual Pinball's friction on a slipping ball fades with its slip, so on a slope the slip never ends and \
                      the ball is a little too fast; ours slips until it rolls";

/// All of them.
pub(crate) static LIST: [Mend; 12] = [
    Mend {
        name: "line of centres",
        reason: "Visual Pinball extrapolates the line between two balls with the wrong sign of their relative velocity, \
                 and strikes balls in its touch layer early; ours is the line at the moment they touch",
        law_says: "momentum, restitution 0.8 and the true line of centres, to 1e-3",
        applies: |case| {
            if case.family == "ball_ball" { laws::is_mirrored(case) } else { Ok(false) }
        },
        law: laws::true_normal,
    },
    Mend {
        name: "support by mass",
        reason: MASS,
        law_says: "on a thing that stands still a ball of any mass does what a standard ball does",
        applies: |case| Ok(case.family == "free_roll" && case.params().number_or("ball_mass", 1.0)? != 1.0),
        law: laws::mass_does_not_matter,
    },
    Mend {
        name: "support by mass, before a plunger",
        reason: MASS,
        law_says: "the tip moves as recorded, and the ball is shot with the same speed",
        applies: |case| Ok(case.family == "plunger" && case.params().number_or("ball_mass", 1.0)? != 1.0),
        law: laws::same_launch,
    },
    Mend {
        name: "killed spin",
        reason: "Visual Pinball takes the spin from a ball that spins but hardly moves, by a rule of thumb; ours keeps it \
                 until friction has taken it",
        law_says: "as recorded until the spin is killed",
        applies: |case| Ok(laws::killed_at(case)?.is_some()),
        law: laws::until_spin_is_killed,
    },
    Mend {
        name: "speed within a tick",
        reason: "Visual Pinball moves a ball through a tick with the speed of its end, so a spinner gets a little more or less \
                 than from a ball that is as fast as it is (a gate likewise); a plate that just makes it over the top shows \
                 that in time",
        law_says: "balls faster and slower by one tick's gravity take the recorded events between them",
        applies: |case| Ok(case.family == "spinner" || case.family == "gate"),
        law: laws::between_ticks,
    },
    Mend {
        name: "endless slip",
        reason: FADING,
        law_says: "the record is met but for the speed and the way of that slip",
        applies: |case| if case.family == "free_roll" { laws::slips(case) } else { Ok(false) },
        law: laws::slip_ends,
    },
    Mend {
        name: "endless slip in contact",
        reason: FADING,
        law_says: "the ball ends in the same place but for the way of that slip",
        applies: still_rolls,
        law: laws::slip_on_ramp_ends,
    },
    Mend {
        name: "friction of a rail",
        reason: "Visual Pinball does not see a ball that touches a wall slowly before it overlaps (its \"0.5 rule\"), so a \
                 rail's friction hardly acts on a ball that rolls along it; ours feels it all the time",
        law_says: "the record ends between our run and our run without that friction",
        applies: rolls_along_wall,
        law: laws::between_frictions,
    },
    Mend {
        name: "wedged ball",
        reason: "Visual Pinball handles the contacts of a wedged ball one after the other, and it creeps through; ours \
                 solves them together, and it holds",
        law_says: "in the second half of the run the ball does not move",
        applies: is_wedged,
        law: laws::holds,
    },
    Mend {
        name: "kicker's bowl",
        reason: "the bowl of a kicker that is not legacy is a mesh of Visual Pinball's that is not in the data: compared \
                 by what comes of it",
        law_says: "a ball that both have caught leaves the same way, and one that flies over gains nothing",
        applies: |case| {
            let kicker = case.params().find("kicker");
            Ok(case.family == "kicker" && !kicker.map_or(Ok(true), |kicker| kicker.flag("legacy"))?)
        },
        law: laws::bowl,
    },
    Mend {
        name: "over the bat",
        reason: "Visual Pinball's bat has sides and no top: a ball more than half its radius above it passes, and may sink into \
                 it; ours has a top with a rim",
        law_says: "as recorded until the ball is that high",
        applies: |case| Ok(laws::flies_over_at(case)?.is_some()),
        law: laws::until_it_flies_over,
    },
    Mend {
        name: "several balls",
        reason: "once two balls have met, the turned line of centres has sent them elsewhere (and Visual Pinball itself \
                 differs from seed to seed)",
        law_says: "the same events and places until two balls first meet",
        applies: |case| {
            Ok(case.family == "mini_table" && case.params().find("balls").map_or(Ok(0), |b| Ok(b.list()?.len()))? > 1)
        },
        law: laws::until_balls_meet,
    },
];

/// The differences that can show in a case.
pub(crate) fn of(case: &Case) -> Result<Vec<&'static Mend>, Fault> {
    let mut found = Vec::new();
    for mend in &LIST {
        if (mend.applies)(case)? {
            found.push(mend);
        }
    }
    Ok(found)
}

/// Is this an impact below the speed at which Visual Pinball bounces at all?
pub(crate) fn slow_touch(case: &Case) -> Result<Option<&'static str>, Fault> {
    let params = case.params();
    let (Some(angle), Some(speed)) = (params.find("incidence_deg_from_normal"), params.find("speed")) else {
        return Ok(None);
    };
    let approach = speed.number()? * trig::cos(radians(angle.number()?));
    Ok((approach.abs() < SLOW_TOUCH).then_some("slower than Visual Pinball's contact speed: it does not bounce"))
}

/// Does the ball still roll at the end, on a ramp or along a rail?
fn still_rolls(case: &Case) -> Result<bool, Fault> {
    let rolls = case.record.rows.last().and_then(|row| row.balls.first());
    Ok(case.family == "rest_contact" && rolls.is_some_and(|ball| ball.velocity.truncate().length() > CREEP_SPEED))
}

/// Does the ball still roll at the end, and is there a wall with friction beside it?
fn rolls_along_wall(case: &Case) -> Result<bool, Fault> {
    if !still_rolls(case)? {
        return Ok(false);
    }
    let mut rough = case.params().get("colliders")?.list()?.into_iter().map(|collider| {
        Ok(collider.get("type")?.text()? == "line_segment_wall" && collider.number_or("friction", 0.0)? > 0.0)
    });
    rough.try_fold(false, |any, one: Result<bool, Fault>| Ok(any || one?))
}

/// Do two posts leave less room between them than the ball needs?
fn is_wedged(case: &Case) -> Result<bool, Fault> {
    if case.family != "rest_contact" {
        return Ok(false);
    }
    let params = case.params();
    let width = 2.0 * params.num("ball_radius")?;
    let mut posts = Vec::new();
    for collider in params.get("colliders")?.list()? {
        match collider.get("type")?.text()? {
            "circle" => posts.push((collider.vec2("center")?, collider.num("radius")?)),
            "vertical_line" => posts.push((collider.vec2("xy")?, 0.0)),
            "point" => posts.push((collider.vec3("p")?.truncate(), 0.0)),
            _ => {}
        }
    }
    let narrow = |k: usize| {
        let (a, r) = posts[k];
        posts[k + 1..].iter().any(|(b, s)| (*b - a).length() - r - s < width)
    };
    Ok((0..posts.len()).any(narrow))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn case(family: &str, params: Value) -> Case {
        let value = json!({"name": "n", "params": params, "columns": ["t_ms"], "samples": [[0]], "events": []});
        Case::read(family, "test.json", &value, 0).expect("readable")
    }

    fn names(case: &Case) -> Vec<&'static str> {
        of(case).expect("readable").iter().map(|mend| mend.name).collect()
    }

    #[test]
    fn what_is_slow() {
        let slow = |angle: f64, speed: f64| {
            let case = case("bounce_line", json!({"incidence_deg_from_normal": angle, "speed": speed}));
            slow_touch(&case).expect("readable").is_some()
        };
        assert!(slow(0.0, 0.098), "head on, just below");
        assert!(!slow(0.0, 0.105), "head on, just above");
        assert!(slow(85.0, 0.5), "grazing");
        assert!(!slow(85.0, 2.0), "grazing and faster");
    }

    #[test]
    fn what_is_wedged() {
        let wedged = |x: f64| {
            let post = |x: f64| json!({"type": "circle", "center": [x, 0.0], "radius": 10.0});
            let case = case("rest_contact", json!({"colliders": [post(0.0), post(x)], "ball_radius": 25.0}));
            names(&case)
        };
        assert_eq!(wedged(60.0), ["wedged ball"], "40 between posts, a ball of 50");
        assert!(wedged(80.0).is_empty(), "room enough");
    }

    #[test]
    fn what_mass_excuses() {
        let name = |mass: f64| {
            let still = [0.0, 0.0, 0.0];
            let params = json!({"ball_mass": mass, "pos": [0, 0, 25], "vel": still, "omega": still, "ball_radius": 25,
                "gravity": 1.76, "slope_deg": 6, "playfield_friction": 0.075});
            names(&case("free_roll", params))
        };
        assert_eq!(name(2.0), ["support by mass"], "a heavy ball");
        assert!(name(1.0).is_empty(), "a standard ball has no excuse");
    }
}
