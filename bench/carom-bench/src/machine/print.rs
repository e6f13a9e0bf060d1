//! The tables of `carom-bench machine`, and the same as JSON.

use super::Row;
use crate::all::machine_goal;
use crate::json::Json;
use crate::recorded::PinballSpeed;
use crate::speed::short;

pub(super) const HEADING: &str = "\
per table second |   ms: Carom  Vis. Pinball      x | M instr.: Carom  Vis. Pinball      x   goal";

pub(super) const NOTES: &str = "\
x: how many times less Carom needs. Milliseconds are wall time, best of many, one thread. Visual Pinball X's physics was
recorded elsewhere (its own fast-math flags, CPU time), on another day and perhaps another machine; its instructions were
counted in the same way. goal: a third of Visual Pinball's instructions with one ball, a tenth with twenty.";

pub(super) const RIGHT_HEADING: &str =
    "right?             set-up ms     events/s  escaped  ticks over the limit   hash";

pub(super) fn speed_line(row: &Row) -> String {
    let figure = |value: Option<f64>| value.map_or("-".to_owned(), short);
    let recorded = |pick: fn(&PinballSpeed) -> f64| row.recorded.as_ref().map(pick);
    let times = |theirs: Option<f64>, ours: Option<f64>| {
        theirs.zip(ours).map_or("-".to_owned(), |(theirs, ours)| format!("{:.2}", theirs / ours))
    };
    let (theirs_ms, theirs_count) = (recorded(|r| r.milliseconds), recorded(|r| r.instructions));
    let goal = theirs_count.and_then(|theirs| machine_goal(row.name, theirs));
    let verdict = match goal.zip(row.instructions) {
        Some((goal, ours)) if goal.is_met(ours) => "met",
        Some(_) => "MISS",
        None => "",
    };
    format!(
        "{:<16} |{:>12}{:>14}{:>7} |{:>16}{:>14}{:>7}{:>7}",
        row.name,
        short(row.milliseconds),
        figure(theirs_ms),
        times(theirs_ms, Some(row.milliseconds)),
        figure(row.instructions),
        figure(theirs_count),
        times(theirs_count, row.instructions),
        verdict,
    )
}

pub(super) fn right_line(row: &Row) -> String {
    let report = &row.report;
    format!(
        "{:<16}{:>12}{:>13.1}{:>9}{:>22}   {:016x}{}",
        row.name,
        short(row.set_up),
        report.events_per_second,
        report.escaped,
        report.overloaded,
        report.hash,
        if report.in_order { "" } else { "   EVENTS OUT OF ORDER" }
    )
}

pub(super) fn as_json(row: &Row) -> Json {
    let recorded = |pick: fn(&PinballSpeed) -> f64| Json::from(row.recorded.as_ref().map(pick));
    let report = &row.report;
    Json::Object(vec![
        ("table", row.name.into()),
        ("carom_ms_per_second", row.milliseconds.into()),
        ("carom_set_up_ms", row.set_up.into()),
        ("carom_million_instructions_per_second", row.instructions.into()),
        ("recorded_visual_pinball_ms", recorded(|r| r.milliseconds)),
        ("recorded_visual_pinball_million_instructions", recorded(|r| r.instructions)),
        ("events_per_second", report.events_per_second.into()),
        ("escaped", (report.escaped as f64).into()),
        ("ticks_over_the_limit", (report.overloaded as f64).into()),
        ("events_in_order", report.in_order.into()),
        ("hash", format!("{:016x}", report.hash).as_str().into()),
    ])
}
