//! The tables of `carom-bench shots`, and the same as JSON.

use super::{Measured, Row};
use crate::json::Json;
use crate::speed::short;

pub(super) const HEADING: &str = "\
a shot                   |  us: best   median   events   shots/s | pooltool ms: recorded      x  this run      x | own laws us   events | k instr.   own laws";

pub(super) const NOTES: &str = "\
A shot is everything from the balls on the table to the last ball at rest: one thread, CPU time. pooltool: that of its
simulate(), recorded elsewhere on another day, and measured in this run where --peers found it. x: how many times less Carom
needs, best against best. Both play the same laws; \"own laws\" are Carom's: balls that jump, pockets with a rim. Shots per
second are those of the best run. Instructions of a shot by callgrind.";

pub(super) const RIGHT_HEADING: &str =
    "right?                    not at rest   energy unexplained   own laws: not at rest   energy unexplained";

pub(super) fn line(row: &Row) -> String {
    let Measured { best, median, events, .. } = row.reference;
    let figure = |value: Option<f64>| value.map_or("-".to_owned(), short);
    let times = |theirs: Option<f64>| theirs.map_or("-".to_owned(), |theirs| format!("{:.0}", theirs * 1e3 / best));
    format!(
        "{:<24} |{:>10}{:>9}{:>9.1}{:>10.0} |{:>22}{:>7}{:>10}{:>7} |{:>12}{:>9.1} |{:>9}{:>11}",
        row.words,
        short(best),
        short(median),
        events,
        1e6 / best,
        figure(row.recorded),
        times(row.recorded),
        figure(row.pooltool),
        times(row.pooltool),
        short(row.own.best),
        row.own.events,
        figure(row.instructions.map(|counts| counts[0] * 1e-3)),
        figure(row.instructions.map(|counts| counts[1] * 1e-3)),
    )
}

pub(super) fn right_line(row: &Row) -> String {
    format!(
        "{:<24}{:>13}{:>21.1e}{:>24}{:>21.1e}",
        row.words, row.reference.restless, row.reference.unexplained, row.own.restless, row.own.unexplained
    )
}

pub(super) fn as_json(row: &Row) -> Json {
    let measured = |m: &Measured| {
        Json::Object(vec![
            ("best_us", m.best.into()),
            ("median_us", m.median.into()),
            ("events", m.events.into()),
            ("shots_per_second", (1e6 / m.best).into()),
            ("not_at_rest", (m.restless as f64).into()),
            ("energy_unexplained", m.unexplained.into()),
        ])
    };
    let times = |theirs: Option<f64>| Json::from(theirs.map(|theirs| theirs * 1e3 / row.reference.best));
    Json::Object(vec![
        ("case", row.name.into()),
        ("reference_laws", measured(&row.reference)),
        ("own_laws", measured(&row.own)),
        ("instructions", row.instructions.map(|counts| counts[0]).into()),
        ("instructions_own_laws", row.instructions.map(|counts| counts[1]).into()),
        ("recorded_pooltool_ms", row.recorded.into()),
        ("times_faster_than_recorded", times(row.recorded)),
        ("pooltool_ms", row.pooltool.into()),
        ("times_faster", times(row.pooltool)),
    ])
}
