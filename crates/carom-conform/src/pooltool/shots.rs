//! A recorded shot beside ours: the same events, and the same motion before and after each.

use super::play::{OurEvent, Ours};
use super::reach::{Coarse, Limit, has_chatter, limit, measure_mathavan};
use super::record::{RecordedEvent, RecordedShot};
use super::tolerance::{LEDGER, Line, NO_TIME, SPIN_FACTOR};
use super::verdict::{self, CHATTER, COARSE_MATHAVAN, Measures, Quirk, TIE, Verdict};
use carom::billiards::{BallState, Outcome, Phase, What};

/// What may differ.
#[derive(Clone, Copy, Debug)]
struct Allowed {
    time: f64,
    place: f64,
    velocity: f64,
    spin: f64,
}

impl Allowed {
    /// By the shot's own error growth.
    fn by_growth(amp: f64, line: Line) -> Self {
        let one = (line.growth * amp).max(line.floor);
        Self { time: one, place: one, velocity: one, spin: SPIN_FACTOR * one }
    }
}

/// Compares a shot, as far as it can be compared.
pub(crate) fn judge(shot: &RecordedShot, ours: &Ours, line: Line) -> Verdict {
    let mut measures = Measures::default();
    let mut limit = limit(shot);
    let coarse = measure_mathavan(shot, &mut measures);
    if let Some((first, _)) = coarse.hits.first() {
        limit = end_at_the_next_meeting(shot, *first, limit);
    }
    let pairs = match_events(shot, ours, &limit, &coarse, line, &mut measures);
    for &(recorded, our) in &pairs {
        let (Some(theirs), Some(mine)) = (shot.events.get(recorded), ours.events.get(our)) else { continue };
        let before = allowed(shot, recorded, &coarse, false, line);
        let after = allowed(shot, recorded, &coarse, true, line);
        for (ball, their_before, their_after) in &theirs.around {
            let Some((_, our_before, our_after)) = mine.around.iter().find(|(other, ..)| other == ball) else {
                measures.complain(format!("event {recorded}: {} took no part", shot.ball_name(*ball)));
                continue;
            };
            let name = |side: &str| {
                format!("event {recorded} ({}), {} {side}", shot.words(&theirs.what), shot.ball_name(*ball))
            };
            measure_state(&mut measures, their_before, our_before, &before, || name("before"));
            measure_state(&mut measures, their_after, our_after, &after, || name("after"));
        }
    }
    if coarse.hits.is_empty() {
        measure_samples(shot, ours, &limit, line, &mut measures);
    }
    if limit.events == shot.events.len() && coarse.hits.is_empty() {
        measure_end(shot, ours, line, &mut measures);
    }
    measures.take(ours.imbalance, LEDGER, || "ledger of energy".to_owned());
    if ours.outcome != Outcome::AtRest {
        measures.complain(format!("does not come to rest: {:?}", ours.outcome));
    }
    let mut verdict = measures.verdict(shot.id.clone(), quirks(shot, &coarse));
    if verdict.outcome == verdict::Outcome::Passed && coarse.beyond {
        verdict.outcome = verdict::Outcome::Excepted(COARSE_MATHAVAN);
    } else if limit.events == 0 {
        verdict.outcome = verdict::Outcome::Excepted(TIE);
    }
    let why = if limit.why.is_empty() { String::new() } else { format!(" ({})", limit.why) };
    verdict.words = format!("{} of {} events{why}; {}", limit.events, shot.events.len(), verdict.words);
    verdict
}

/// How many leading events are the same, without regard to horizons. Events within [`NO_TIME`] of each other may swap.
pub(crate) fn same_events(shot: &RecordedShot, ours: &Ours) -> usize {
    let mut left: Vec<&OurEvent> = ours.events.iter().collect();
    for (number, event) in shot.events.iter().enumerate() {
        let Some(first) = left.first().map(|first| first.time) else { return number };
        let window = left.iter().take_while(|other| other.time - first <= NO_TIME);
        match window.clone().position(|other| other.what == event.what) {
            Some(place) => {
                left.remove(place);
            }
            None => return number,
        }
    }
    shot.events.len()
}

/// After a hit with Mathavan's law an error of 1 % travels along. Where balls meet, or a jaw or pocket is reached, it
/// would grow beyond all bounds.
fn end_at_the_next_meeting(shot: &RecordedShot, first: usize, limit: Limit) -> Limit {
    let meets = |event: &RecordedEvent| matches!(event.what, What::Balls { .. } | What::Jaw { .. } | What::Pot { .. });
    let next = shot.events.iter().skip(first + 1).position(meets).map(|number| number + first + 1);
    match next {
        Some(next) if next < limit.events => Limit { events: next, why: COARSE_MATHAVAN.name },
        _ => limit,
    }
}

/// What may differ at a recorded event. After hits with Mathavan's law, what is off after each of them (1 % of the speed
/// before it, at least), and the way and the time that it makes.
fn allowed(shot: &RecordedShot, number: usize, coarse: &Coarse, after: bool, line: Line) -> Allowed {
    let event = &shot.events[number];
    let mut allowed = Allowed::by_growth(event.amp.unwrap_or(1.0), line);
    // The hit itself carries the error after it, not before.
    let earlier = |hit: usize| hit < number || after && hit == number;
    let off: f64 = coarse.hits.iter().filter(|(hit, _)| earlier(*hit)).map(|(_, off)| off).sum();
    let Some((first, _)) = coarse.hits.first().filter(|_| off > 0.0) else { return allowed };
    let moves = shot.events[*first..=number].iter().flat_map(|event| &event.around);
    let speed = moves.map(|(_, before, _)| before.velocity.length()).fold(0.0, f64::max);
    let slowest = shot.events[*first].around.iter().map(|(_, _, after)| after.velocity.length()).fold(0.1, f64::max);
    let spec = shot.balls.first().map_or(carom::billiards::BallSpec::POOL, |ball| ball.spec);
    let since = event.time - shot.events[*first].time;
    // Ways and times of rolling grow with the square and the first power of the speed; the end of sliding moves by the
    // time that friction needs for the difference.
    let slide = 2.0 * off / (7.0 * spec.slide * shot.models.gravity);
    allowed.time += 2.0 * off / slowest * since + slide;
    allowed.place += 2.0 * off * since + speed * slide;
    allowed.velocity += 2.0 * off;
    allowed.spin += 2.0 * off / spec.radius;
    allowed
}

/// Pairs of numbers: recorded event, ours. What happens the first, second, third time in the record is ours that happens
/// the first, second, third time; with the same times within what is allowed the order is the same, but for events that
/// are not farther apart than that.
fn match_events(
    shot: &RecordedShot,
    ours: &Ours,
    limit: &Limit,
    coarse: &Coarse,
    line: Line,
    measures: &mut Measures,
) -> Vec<(usize, usize)> {
    let mut used = vec![false; ours.events.len()];
    let mut pairs = Vec::new();
    let mut horizon = f64::INFINITY;
    for (number, event) in shot.events.iter().enumerate().take(limit.events) {
        let allowed = allowed(shot, number, coarse, false, line);
        if number + 1 == limit.events && limit.events < shot.events.len() {
            horizon = event.time - allowed.time;
        }
        let found = ours.events.iter().enumerate().find(|(our, other)| !used[*our] && other.what == event.what);
        let close = |other: &OurEvent| (other.time - event.time).abs() <= allowed.time;
        let lasts_no_time =
            || has_no_length(&event.what, event.time, shot.events[..number].iter().map(|e| (e.time, e.what)));
        match found {
            Some((our, other)) if close(other) => {
                used[our] = true;
                pairs.push((number, our));
                measures.take((other.time - event.time).abs(), allowed.time, || {
                    format!("event {number} ({}), time", shot.words(&event.what))
                });
            }
            _ if lasts_no_time() => {}
            Some((_, other)) => {
                measures.complain(format!(
                    "event {number} ({}) at {:.6}: ours at {:.6}",
                    shot.words(&event.what),
                    event.time,
                    other.time
                ));
                return pairs;
            }
            None => {
                let instead = ours.events.iter().zip(&used).find(|(_, used)| !**used).map_or_else(
                    || "nothing".to_owned(),
                    |(other, _)| format!("{} at {:.6}", shot.words(&other.what), other.time),
                );
                measures.complain(format!(
                    "event {number} ({}) at {:.6}: not ours; ours is {instead}",
                    shot.words(&event.what),
                    event.time
                ));
                return pairs;
            }
        }
    }
    for (our, event) in ours.events.iter().enumerate().filter(|(our, event)| !used[*our] && event.time < horizon) {
        if !has_no_length(&event.what, event.time, ours.events[..our].iter().map(|e| (e.time, e.what))) {
            measures.complain(format!("ours alone: {} at {:.6}", shot.words(&event.what), event.time));
        }
    }
    pairs
}

/// Whether a phase of motion that ends here began no time ago.
fn has_no_length(what: &What, time: f64, earlier: impl DoubleEndedIterator<Item = (f64, What)>) -> bool {
    let What::Change { ball, .. } = *what else { return false };
    let last = earlier.rev().find(|(_, what)| what.involves(ball));
    last.is_some_and(|(last, _)| time - last <= NO_TIME)
}

fn measure_state(
    measures: &mut Measures,
    theirs: &BallState,
    ours: &BallState,
    allowed: &Allowed,
    name: impl Fn() -> String,
) {
    measures.take((theirs.position - ours.position).length(), allowed.place, || format!("{}: place", name()));
    measures.take((theirs.velocity - ours.velocity).length(), allowed.velocity, || format!("{}: velocity", name()));
    measures.take((theirs.spin - ours.spin).length(), allowed.spin, || format!("{}: spin", name()));
    let same = theirs.phase == ours.phase || is_borderline(theirs, ours);
    if !same {
        let (theirs, ours) = (theirs.phase.name(), ours.phase.name());
        measures.complain(format!("{}: {theirs} in the record, {ours} here", name()));
    }
}

/// The reference calls a ball sliding after every impact, even when nothing slips; the velocities say the rest.
fn is_borderline(theirs: &BallState, ours: &BallState) -> bool {
    theirs.phase == Phase::Sliding && matches!(ours.phase, Phase::Rolling | Phase::Stationary | Phase::Spinning)
}

/// All balls at the recorded moments before the last compared event. A ball is not looked at within the uncertainty of its
/// own events.
fn measure_samples(shot: &RecordedShot, ours: &Ours, limit: &Limit, line: Line, measures: &mut Measures) {
    let whole = limit.events == shot.events.len();
    let last = shot.events.get(limit.events.wrapping_sub(1)).map_or(0.0, |event| event.time);
    for ((time, theirs), mine) in shot.samples.iter().zip(&ours.samples) {
        if !whole && *time >= last {
            break;
        }
        for (ball, (their_state, our_state)) in theirs.iter().zip(mine).enumerate() {
            let Some(amp) = growth_at(shot, ball, *time, limit.events) else { continue };
            let allowed = Allowed::by_growth(amp, line);
            let near = |event: &RecordedEvent| event.what.involves(ball) && (event.time - time).abs() <= allowed.time;
            if shot.events.iter().any(near) {
                continue;
            }
            let name = || format!("at {time:.4} s, {}", shot.ball_name(ball));
            measure_state(measures, their_state, our_state, &allowed, name);
        }
    }
}

/// The growth of errors of a ball at a moment: the greatest of its events up to then and of the next one. `None` if that
/// lies beyond what is compared.
fn growth_at(shot: &RecordedShot, ball: usize, time: f64, compared: usize) -> Option<f64> {
    let mut amp: f64 = 1.0;
    for (number, event) in shot.events.iter().enumerate().filter(|(_, event)| event.what.involves(ball)) {
        let known = event.amp.filter(|_| number < compared);
        if event.time > time {
            return known.map(|next| amp.max(next));
        }
        amp = amp.max(known?);
    }
    Some(amp)
}

fn measure_end(shot: &RecordedShot, ours: &Ours, line: Line, measures: &mut Measures) {
    for (ball, (their_state, our_state)) in shot.end.iter().zip(&ours.end).enumerate() {
        let amp = growth_at(shot, ball, f64::INFINITY, shot.events.len()).unwrap_or(1.0);
        let name = || format!("at the end, {}", shot.ball_name(ball));
        measure_state(measures, their_state, our_state, &Allowed::by_growth(amp, line), name);
    }
}

/// Quirks that show in the record itself; what the engine's switches show is found by playing without them.
fn quirks(shot: &RecordedShot, coarse: &Coarse) -> Vec<Quirk> {
    let mut quirks = Vec::new();
    if !coarse.hits.is_empty() {
        quirks.push(COARSE_MATHAVAN);
    }
    if has_chatter(shot) {
        quirks.push(CHATTER);
    }
    quirks
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::{recorded, shot};
    use super::super::tolerance::ASKED;
    use super::*;

    /// What an engine would say that repeats the record.
    fn echo(shot: &RecordedShot) -> Ours {
        let event =
            |event: &RecordedEvent| OurEvent { time: event.time, what: event.what, around: event.around.clone() };
        Ours {
            outcome: Outcome::AtRest,
            imbalance: 0.0,
            events: shot.events.iter().map(event).collect(),
            samples: shot.samples.iter().map(|(_, states)| states.clone()).collect(),
            end: shot.end.clone(),
        }
    }

    fn outcome(change: impl Fn(&mut Ours)) -> Verdict {
        let shot = recorded(&shot()).expect("readable");
        let mut ours = echo(&shot);
        change(&mut ours);
        judge(&shot, &ours, ASKED)
    }

    #[test]
    fn the_record_itself_passes() {
        let verdict = outcome(|_| {});
        assert_eq!((verdict.outcome, verdict.worst), (verdict::Outcome::Passed, 0.0), "{}", verdict.words);
    }

    #[test]
    fn every_difference_is_seen() {
        let missed = |words: &str, change: &dyn Fn(&mut Ours)| {
            let verdict = outcome(change);
            assert_eq!(verdict.outcome, verdict::Outcome::Missed, "{words}: {}", verdict.words);
            assert!(verdict.words.contains(words), "{words}: {}", verdict.words);
        };
        missed("not ours; ours is jaw cue 1t", &|ours| ours.events[1].what = What::Jaw { ball: 0, jaw: 0 });
        missed("ours at 0.40", &|ours| ours.events[1].time += 1e-4);
        missed("after: velocity", &|ours| ours.events[1].around[0].2.velocity.x += 1e-4);
        missed("before: place", &|ours| ours.events[1].around[0].1.position.y += 1e-4);
        missed("before: spin", &|ours| ours.events[0].around[0].1.spin.z += 1e-3);
        missed("at 0.2000 s, cue: place", &|ours| ours.samples[0][0].position.x += 1e-4);
        missed("at the end, cue: place", &|ours| ours.end[0].position.x += 1e-4);
        missed("ours alone: landing cue", &|ours| {
            let mut more = ours.events[1].clone();
            more.what = What::Landing { ball: 0 };
            ours.events.push(more);
        });
        missed("does not come to rest", &|ours| ours.outcome = Outcome::Budget);
        missed("ledger", &|ours| ours.imbalance = 1e-9);
    }

    #[test]
    fn small_differences_pass_by_the_growth_of_errors() {
        let verdict = outcome(|ours| ours.events[1].time += 5e-6);
        assert_eq!(verdict.outcome, verdict::Outcome::Passed, "amp 2 allows 6e-6: {}", verdict.words);
        assert!((verdict.worst - 5.0 / 6.0).abs() < 1e-6, "{}", verdict.worst);
    }

    #[test]
    fn events_at_one_moment_may_swap_and_phases_without_length_may_be_left_out() {
        let verdict = outcome(|ours| ours.events.swap(0, 1));
        assert_eq!(
            verdict.outcome,
            verdict::Outcome::Passed,
            "times decide, not places in the list: {}",
            verdict.words
        );
        let verdict = outcome(|ours| {
            let mut more = ours.events[1].clone();
            more.what = What::Change { ball: 0, from: Phase::Sliding, to: Phase::Rolling };
            ours.events.push(more);
        });
        assert_eq!(verdict.outcome, verdict::Outcome::Passed, "no length: {}", verdict.words);
    }
}
