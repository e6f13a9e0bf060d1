//! The mini table's rules, which stand in the data as sentences: when the flippers are on, and what becomes of a drained
//! ball. They are read by their form; another sentence is refused.

use crate::case::{Fault, Field};
use crate::record::State;
use carom::DVec3;

/// The numbers of a sentence, if it has the given form; `#` stands for a number.
fn numbers(sentence: &str, form: &str) -> Option<Vec<f64>> {
    let mut found = Vec::new();
    let mut rest = sentence;
    let mut pieces = form.split('#');
    rest = rest.strip_prefix(pieces.next()?)?;
    for piece in pieces {
        let ends = |(k, c): (usize, char)| (!c.is_ascii_digit() && c != '.' && (c != '-' || k > 0)).then_some(k);
        let length = rest.char_indices().find_map(ends).unwrap_or(rest.len());
        found.push(rest[..length].parse().ok()?);
        rest = rest[length..].strip_prefix(piece)?;
    }
    rest.is_empty().then_some(found)
}

fn read<const N: usize>(field: &Field<'_>, form: &str) -> Result<[f64; N], Fault> {
    let sentence = field.text()?;
    let numbers = numbers(sentence, form).and_then(|found| <[f64; N]>::try_from(found).ok());
    numbers.ok_or_else(|| Fault::new(field.at(), format_args!("not of the form `{form}`: `{sentence}`")))
}

/// A coil that goes on and off again and again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Flapping {
    start: f64,
    period: f64,
    on: f64,
}

impl Flapping {
    pub(crate) fn read(field: &Field<'_>) -> Result<Self, Fault> {
        let [start, again, period, on] = read(field, "on when t>=# and (t-#) mod # < # (ms)")?;
        if start != again || period <= 0.0 {
            return Err(Fault::new(field.at(), "starts at two times, or has no period"));
        }
        Ok(Self { start, period, on })
    }

    /// Is the coil on in the tick that begins at `ms`?
    pub(crate) fn is_on(&self, ms: f64) -> bool {
        ms >= self.start && (ms - self.start) % self.period < self.on
    }
}

/// Where a drained ball comes in again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Drain([f64; 11]);

impl Drain {
    pub(crate) fn read(field: &Field<'_>) -> Result<Self, Fault> {
        let form = "after each ms: if y># then pos=(#+#*(id mod #),#,#) vel=(#-#*(id mod #),#,#) spin=0";
        read(field, form).map(Self)
    }

    /// The new state of a ball with this number, if it is drained.
    pub(crate) fn again(&self, ball: usize, place: DVec3) -> Option<State> {
        let [line, x, step, count, y, z, vx, less, count_again, vy, vz] = self.0;
        let which = |count: f64| if count > 0.0 { ball as f64 % count } else { 0.0 };
        (place.y > line).then(|| State {
            place: DVec3::new(x + step * which(count), y, z),
            velocity: DVec3::new(vx - less * which(count_again), vy, vz),
            spin: DVec3::ZERO,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn flippers_flap() {
        let text = json!("on when t>=300 and (t-300) mod 370 < 120 (ms)");
        let flap = Flapping::read(&Field::new(&text, "test")).expect("readable");
        let times = [(0.0, false), (299.0, false), (300.0, true), (419.0, true), (420.0, false), (670.0, true)];
        times.into_iter().for_each(|(ms, on)| assert_eq!(flap.is_on(ms), on, "at {ms} ms"));
        let other = json!("on at full moon");
        assert!(Flapping::read(&Field::new(&other, "test")).is_err(), "another sentence");
    }

    #[test]
    fn drained_balls_come_again() {
        let text =
            json!("after each ms: if y>1140 then pos=(250+50*(id mod 3),90,25) vel=(10-8*(id mod 3),30,0) spin=0");
        let drain = Drain::read(&Field::new(&text, "test")).expect("readable");
        assert_eq!(drain.again(0, DVec3::new(0.0, 1140.0, 25.0)), None, "not yet");
        let second = drain.again(4, DVec3::new(0.0, 1141.0, 25.0)).expect("drained");
        assert_eq!(second.place, DVec3::new(300.0, 90.0, 25.0), "ball 4 like ball 1");
        assert_eq!(second.velocity, DVec3::new(2.0, 30.0, 0.0), "and its velocity");
    }
}
