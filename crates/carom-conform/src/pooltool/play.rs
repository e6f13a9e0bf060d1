//! A recorded shot, played by Carom.

use super::record::RecordedShot;
use super::verdict::{FLIES_THROUGH, LANDING_SPIN, Quirk, ROUGH_PAIR, SEPARATION, UPRIGHT};
use carom::billiards::{BallState, Models, Outcome, Quirks, Shot, What};

/// What Carom makes of a shot.
#[derive(Clone, Debug)]
pub(crate) struct Ours {
    pub(crate) outcome: Outcome,
    /// What the ledger of energy does not account for, as a share of what was given.
    pub(crate) imbalance: f64,
    pub(crate) events: Vec<OurEvent>,
    /// All balls at the moments of the record's samples.
    pub(crate) samples: Vec<Vec<BallState>>,
    /// All balls at the end.
    pub(crate) end: Vec<BallState>,
}

/// One of our events.
#[derive(Clone, Debug)]
pub(crate) struct OurEvent {
    pub(crate) time: f64,
    pub(crate) what: What,
    /// The balls of the event: number, right before, right after.
    pub(crate) around: Vec<(usize, BallState, BallState)>,
}

/// Which quirk a switch of the engine repeats.
type Switch = (Quirk, fn(&mut Quirks) -> &mut bool);

/// The quirks that change what a law says.
pub(crate) const SWITCHES: [Switch; 5] = [
    (SEPARATION, |quirks| &mut quirks.friction_by_separation),
    (ROUGH_PAIR, |quirks| &mut quirks.rough_pair_integral),
    (UPRIGHT, |quirks| &mut quirks.upright_cushions),
    (LANDING_SPIN, |quirks| &mut quirks.landing_takes_side_spin),
    (FLIES_THROUGH, |quirks| &mut quirks.cushions_ignore_flight),
];

/// With all of the reference's quirks, its housekeeping of contacts included.
pub(crate) const LIKE_THE_REFERENCE: Quirks = Quirks { spacer: true, ..Quirks::POOLTOOL };

/// Plays it to the end, with these quirks.
///
/// # Errors
/// Why it cannot be set up.
pub(crate) fn play(recorded: &RecordedShot, quirks: Quirks) -> Result<Ours, String> {
    let models = Models { quirks, ..recorded.models.clone() };
    let mut shot = Shot::new(&recorded.table, &models, &recorded.balls, recorded.strike.as_ref())
        .map_err(|error| format!("cannot be set up: {error}"))?;
    let outcome = shot.run();
    let mut events = Vec::new();
    for (number, event) in shot.events().iter().enumerate() {
        let (first, second) = event.what.balls();
        let around = [Some(first), second]
            .into_iter()
            .flatten()
            .filter_map(|ball| shot.around(number, ball).map(|(before, after)| (ball, before, after)))
            .collect();
        events.push(OurEvent { time: event.time, what: event.what, around });
    }
    let all = |state: &dyn Fn(usize) -> BallState| -> Vec<BallState> { (0..recorded.balls.len()).map(state).collect() };
    let samples = recorded.samples.iter().map(|(time, _)| all(&|ball| shot.state_at(ball, *time))).collect();
    let ledger = shot.ledger();
    let imbalance = ledger.balance().abs() / ledger.given.max(1e-12);
    Ok(Ours { outcome, imbalance, events, samples, end: all(&|ball| shot.state(ball)) })
}
