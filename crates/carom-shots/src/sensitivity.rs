//! How much the end of a shot depends on its beginning, by playing it again with small changes.

use crate::Prepared;
use carom::billiards::{Ball, Shot, Strike};
use carom::{DVec2, DVec3, Error};
use core::f64::consts::FRAC_PI_2;
use serde_json::{Value, json};

/// How the shot changes with its strike, and how fast a small shift grows.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivity {
    /// One for every number of the strike; none for a shot without a strike.
    pub slopes: Vec<Slope>,
    /// How fast a shift of the balls grows.
    pub growth: Growth,
}

/// Change of the shot for a change of one number of the strike, by central differences.
#[derive(Clone, Debug, PartialEq)]
pub struct Slope {
    /// `direction`, `speed`, `side`, `height` or `elevation`.
    pub parameter: &'static str,
    /// `rad`, `m/s` or `1`.
    pub unit: &'static str,
    /// The change that was tried, both ways.
    pub step: f64,
    /// How many of the first events are the same ones with and without it.
    pub same: usize,
    /// Change of the time of these events, s for one unit.
    pub times: Vec<f64>,
    /// Change of where each ball ends, m for one unit. `None` if the events differ: the end is then another shot's.
    pub ends: Option<Vec<DVec3>>,
}

/// How fast a shift of the first ball that moves grows.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    /// The shift, m: along `x` and along `y`.
    pub shift: f64,
    /// How many of the first events are the same ones.
    pub same: usize,
    /// For these events: the largest change of their time (s) or of their balls' places (m) for one metre of shift.
    pub factors: Vec<f64>,
    /// The first event at which a micrometre has become a millimetre.
    pub first_thousand: Option<usize>,
}

/// Changes tried, the first first: a smaller one where a larger one changes what happens.
const STEPS: [f64; 2] = [1e-6, 1e-9];
/// The shift whose growth is told, m.
const SHIFT: f64 = 1e-9;

/// Plays the shot again with small changes of its strike and of a ball's place.
///
/// # Errors
/// A shot that cannot be played.
pub fn sensitivity(prepared: &Prepared) -> Result<Sensitivity, Error> {
    let (base, _) = prepared.play()?;
    let slopes = prepared.strike.map_or_else(Vec::new, |strike| {
        PARAMETERS.iter().map(|parameter| slope(prepared, &base, &strike, parameter)).collect()
    });
    Ok(Sensitivity { slopes, growth: growth(prepared, &base) })
}

impl Sensitivity {
    /// As JSON, balls by name.
    pub fn json(&self, prepared: &Prepared) -> Value {
        let slope = |slope: &Slope| {
            let ends = slope.ends.as_ref().map(|ends| {
                let named =
                    prepared.balls.iter().zip(ends).map(|(ball, end)| (ball.name.clone(), json!(end.to_array())));
                Value::Object(named.collect())
            });
            json!({
                "parameter": slope.parameter,
                "unit": slope.unit,
                "step": slope.step,
                "same_events": slope.same,
                "event_times": slope.times,
                "ends": ends,
            })
        };
        json!({
            "slopes": self.slopes.iter().map(slope).collect::<Vec<_>>(),
            "growth": {
                "shift": self.growth.shift,
                "same_events": self.growth.same,
                "factors": self.growth.factors,
                "first_thousand": self.growth.first_thousand,
            },
        })
    }
}

/// A number of the strike: its name, its unit, its least and most, and where it stands.
struct Parameter {
    name: &'static str,
    unit: &'static str,
    range: (f64, f64),
    place: fn(&mut Strike) -> &mut f64,
}

const PARAMETERS: [Parameter; 5] = [
    Parameter { name: "direction", unit: "rad", range: (-1e6, 1e6), place: |strike| &mut strike.direction },
    Parameter { name: "speed", unit: "m/s", range: (0.0, 100.0), place: |strike| &mut strike.speed },
    Parameter { name: "side", unit: "1", range: (-1.0, 1.0), place: |strike| &mut strike.side },
    Parameter { name: "height", unit: "1", range: (-1.0, 1.0), place: |strike| &mut strike.height },
    Parameter { name: "elevation", unit: "rad", range: (0.0, FRAC_PI_2), place: |strike| &mut strike.elevation },
];

fn slope(prepared: &Prepared, base: &Shot, strike: &Strike, parameter: &Parameter) -> Slope {
    let Parameter { name, unit, range: (least, most), place } = *parameter;
    let mut slope = Slope { parameter: name, unit, step: 0.0, same: 0, times: Vec::new(), ends: None };
    for step in STEPS {
        let moved = |by: f64| {
            let mut strike = *strike;
            let own = *place(&mut strike);
            *place(&mut strike) = (own + by).clamp(least, most);
            let by = *place(&mut strike) - own;
            let shot = Prepared { strike: Some(strike), ..prepared.clone() }.play().ok()?.0;
            Some((by, shot))
        };
        // At the edge of its range (a level cue), or of the miscue limit, one side is left.
        let here = || Some((0.0, base.clone()));
        let Some((low, high)) = moved(-step).or_else(here).zip(moved(step).or_else(here)) else { continue };
        let width = high.0 - low.0;
        if width <= 0.0 {
            continue;
        }
        let same = same_events(base, &low.1).min(same_events(base, &high.1));
        let times = low.1.events().iter().zip(high.1.events()).take(same);
        let whole = [base, &low.1, &high.1].iter().all(|shot| shot.events().len() == same);
        let ends =
            (0..prepared.balls.len()).map(|ball| (high.1.state(ball).position - low.1.state(ball).position) / width);
        slope = Slope {
            step,
            same,
            times: times.map(|(low, high)| (high.time - low.time) / width).collect(),
            ends: whole.then(|| ends.collect()),
            ..slope
        };
        if whole {
            break;
        }
    }
    slope
}

fn growth(prepared: &Prepared, base: &Shot) -> Growth {
    let first = prepared.strike.map_or_else(
        || prepared.balls.iter().position(|ball| ball.state.phase.moves()).unwrap_or(0),
        |strike| strike.ball,
    );
    let mut factors = vec![0.0_f64; base.events().len()];
    for way in [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y] {
        let mut balls: Vec<Ball> = prepared.balls.clone();
        if let Some(ball) = balls.get_mut(first) {
            ball.state.position += (way * SHIFT).extend(0.0);
        }
        // A ball that touches something cannot be moved into it: the other ways tell enough.
        let Ok((shot, _)) = (Prepared { balls, ..prepared.clone() }).play() else { continue };
        factors.truncate(same_events(base, &shot));
        for (number, factor) in factors.iter_mut().enumerate() {
            *factor = factor.max(change(base, &shot, number) / SHIFT);
        }
    }
    let first_thousand = factors.iter().position(|factor| *factor > 1e3);
    Growth { shift: SHIFT, same: factors.len(), factors, first_thousand }
}

/// The largest change of an event's time or of its balls' places.
fn change(base: &Shot, other: &Shot, number: usize) -> f64 {
    let (Some(event), Some(moved)) = (base.events().get(number), other.events().get(number)) else { return 0.0 };
    let (first, second) = event.what.balls();
    let places = core::iter::once(first).chain(second).filter_map(|ball| {
        let (_, here) = base.around(number, ball)?;
        let (_, there) = other.around(number, ball)?;
        Some((there.position - here.position).length())
    });
    places.fold((moved.time - event.time).abs(), f64::max)
}

/// How many of the first events happen in both shots.
fn same_events(a: &Shot, b: &Shot) -> usize {
    a.events().iter().zip(b.events()).take_while(|(a, b)| a.what == b.what).count()
}
