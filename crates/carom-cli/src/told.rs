//! What a machine tells, with the names of its parts: for lines of JSON and for counts.

use carom::BallId;
use carom::pinball::{Event, GroupId, Happening, Machine, PartId};
use serde::Serialize;

/// An event as a line of JSON. Names and units are part of the command's contract.
#[derive(Debug, Serialize)]
pub(crate) struct Told<'a> {
    /// s: on the table's clock.
    time: f64,
    pub(crate) event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) part: Option<&'a str>,
    /// The driven group.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ball: Option<usize>,
    /// The other ball, when two meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<usize>,
    /// m/s; of what turns rad/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    speed: Option<f64>,
    /// Balls in the trough, warnings so far, ticks dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
}

/// An event of this machine.
pub(crate) fn told<'a>(machine: &'a Machine, event: &Event) -> Told<'a> {
    let blank = |event_name: &'static str| Told {
        time: event.time,
        event: event_name,
        part: None,
        group: None,
        ball: None,
        other: None,
        speed: None,
        count: None,
    };
    let of = |name: &'static str, part: PartId| Told { part: machine.name(part), ..blank(name) };
    let by = |name: &'static str, part: PartId, ball: BallId| Told { ball: Some(ball.index()), ..of(name, part) };
    let at = |name: &'static str, part: PartId, ball: BallId, speed: f64| Told {
        speed: Some(speed),
        ..by(name, part, ball)
    };
    let lone = |name: &'static str, ball: BallId| Told { ball: Some(ball.index()), ..blank(name) };
    let driven = |name: &'static str, group: GroupId| {
        let known = machine.groups().nth(group.index());
        Told { group: known.map(|(_, group)| group.name.as_str()), ..blank(name) }
    };
    match event.what {
        Happening::Hit { part, ball, speed } => at("hit", part, ball, speed),
        Happening::Unhit { part, ball } => by("unhit", part, ball),
        Happening::Collide { part, ball, speed } => at("collide", part, ball, speed),
        Happening::Slingshot { part, ball, speed } => at("slingshot", part, ball, speed),
        Happening::EndOfStroke { part, speed } => Told { speed: Some(speed), ..of("end_of_stroke", part) },
        Happening::StartOfStroke { part, speed } => Told { speed: Some(speed), ..of("start_of_stroke", part) },
        Happening::Spin { part } => of("spin", part),
        Happening::BallsMeet { one, other, speed } => {
            Told { other: Some(other.index()), speed: Some(speed), ..lone("balls_meet", one) }
        }
        Happening::Dropped { part } => of("dropped", part),
        Happening::Raised { part } => of("raised", part),
        Happening::Arrived { group } => driven("arrived", group),
        Happening::Stalled { group, ball } => Told { ball: Some(ball.index()), ..driven("stalled", group) },
        Happening::Drained { part, ball, held } => Told { count: Some(held as u64), ..by("drained", part, ball) },
        Happening::Ejected { part, ball } => by("ejected", part, ball),
        Happening::TiltWarning { count } => Told { count: Some(count.into()), ..blank("tilt_warning") },
        Happening::Tilt => blank("tilt"),
        Happening::Stuck { ball } => lone("stuck", ball),
        Happening::BallSearch => blank("ball_search"),
        Happening::Lost { ball } => lone("lost", ball),
        Happening::Overloaded => blank("overloaded"),
        Happening::Dropouts { ticks } => Told { count: Some(ticks), ..blank("dropouts") },
        _ => blank("other"),
    }
}
