//! One case, row by row: the record and our run beside each other, for whoever wants to know where they part.

use crate::case::{Case, Fault};
use crate::record::{Record, Row};
use crate::run;
use std::fmt::Write as _;

/// Tables of both: rows with place, velocity and spin of every ball and the parts' motion, then the events.
pub(crate) fn trace(case: &Case) -> Result<String, Fault> {
    let ours = run::run(case)?;
    let mut out = format!("{} {}\n", case.family, case.name);
    for (expected, got) in case.record.rows.iter().zip(&ours.rows) {
        line(&mut out, "record", expected);
        line(&mut out, "ours", got);
    }
    events(&mut out, "record", &case.record);
    events(&mut out, "ours", &ours);
    Ok(out)
}

fn line(out: &mut String, who: &str, row: &Row) {
    let _ = write!(out, "{:5} {who:6}", row.ms);
    for ball in &row.balls {
        let (p, v, w) = (ball.place, ball.velocity, ball.spin);
        let _ = write!(out, "  {:10.4} {:10.4} {:9.4}  {:9.4} {:9.4} {:8.4}", p.x, p.y, p.z, v.x, v.y, v.z);
        let _ = write!(out, "  {:8.4} {:8.4} {:8.4}", w.x, w.y, w.z);
    }
    for mover in &row.movers {
        let _ = write!(out, "  {:10.5} {:9.5}", mover.place, mover.speed);
    }
    out.push_str(if row.held { "  held\n" } else { "\n" });
}

fn events(out: &mut String, who: &str, record: &Record) {
    for told in &record.events {
        let _ = writeln!(out, "{who:6} {:9.3} {} {} {:.4}", told.ms, told.who, told.what, told.value);
    }
}
