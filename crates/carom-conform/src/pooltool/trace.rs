//! One shot event by event, the record beside ours.

use super::play::{LIKE_THE_REFERENCE, play};
use super::record::RecordedShot;
use std::fmt::Write as _;

/// The events of both in order of time, with the motion of the balls after each.
pub(crate) fn trace(shot: &RecordedShot) -> String {
    let mut out = String::new();
    let ours = match play(shot, LIKE_THE_REFERENCE) {
        Ok(ours) => ours,
        Err(error) => return format!("{}: {error}\n", shot.id),
    };
    let mut lines = Vec::new();
    let motion = |around: &[(usize, carom::billiards::BallState, carom::billiards::BallState)]| {
        let mut text = String::new();
        for (ball, before, after) in around {
            for (side, state) in [("before", before), ("after ", after)] {
                let _ = write!(
                    text,
                    "\n        {} {side} {:10} r {:.9} v {:.9} w {:.7}",
                    shot.ball_name(*ball),
                    state.phase.name(),
                    state.position,
                    state.velocity,
                    state.spin
                );
            }
        }
        text
    };
    for (number, event) in shot.events.iter().enumerate() {
        let amp = event.amp.map_or_else(|| "?".to_owned(), |amp| format!("{amp:.3}"));
        let text = format!(
            "{:12.9} record {number:4} {} (amp {amp}){}",
            event.time,
            shot.words(&event.what),
            motion(&event.around)
        );
        lines.push((event.time, 0, text));
    }
    for (number, event) in ours.events.iter().enumerate() {
        let text =
            format!("{:12.9} ours   {number:4} {}{}", event.time, shot.words(&event.what), motion(&event.around));
        lines.push((event.time, 1, text));
    }
    lines.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (_, _, text) in lines {
        let _ = writeln!(out, "{text}");
    }
    let _ = writeln!(out, "ours: {:?}, ledger off by {:.2e}\n", ours.outcome, ours.imbalance);
    out
}
