//! What a run of a table came to, for people and for programs.

use super::ledger::LedgerReport;
use crate::failure::{Failure, counted};
use crate::game::Game;
use crate::report::rounded;
use crate::told::told;
use carom::What;
use carom::pinball::{Happening, Machine, TICK};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// Parts that are named in the readable report.
const MOST_NAMED: usize = 8;

/// What happened, counted while a table runs.
#[derive(Debug, Default)]
pub(super) struct Counts {
    balls_at_first: usize,
    events: BTreeMap<&'static str, u64>,
    /// By the number of the part.
    hits: Vec<u64>,
    not_finite: u64,
}

impl Counts {
    pub(super) fn new(machine: &Machine) -> Self {
        Self { balls_at_first: machine.balls().count(), hits: vec![0; machine.parts().count()], ..Self::default() }
    }

    /// Counts the events of the last tick.
    pub(super) fn add(&mut self, machine: &Machine) {
        let mut is_lost = false;
        for event in machine.events() {
            *self.events.entry(told(machine, event).event).or_default() += 1;
            match event.what {
                Happening::Hit { part, .. } | Happening::Collide { part, .. } | Happening::Slingshot { part, .. } => {
                    if let Some(hits) = self.hits.get_mut(part.index()) {
                        *hits += 1;
                    }
                }
                Happening::Lost { .. } => is_lost = true,
                _ => {}
            }
        }
        if is_lost {
            // The world says why: a ball that is no longer finite is put out of play there.
            let quarantined = machine.raw_events().iter().filter(|event| matches!(event.what, What::Quarantined));
            self.not_finite += quarantined.count() as u64;
        }
    }

    fn of(&self, event: &str) -> u64 {
        self.events.get(event).copied().unwrap_or_default()
    }
}

/// What the autopilot did.
#[derive(Debug, Serialize)]
struct Autopilot {
    flips: u64,
    hits: u64,
    plunges: u64,
    nudges: u64,
    kicks: u64,
    served: u64,
    drained: u64,
    rescued: u64,
}

/// The figures of a run. Names and units are part of the command's contract.
#[derive(Debug, Serialize)]
pub(super) struct TableReport {
    table: String,
    /// s: on the table's clock.
    seconds: f64,
    ticks: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    balls_at_first: usize,
    balls_at_end: usize,
    /// Balls dropped in by `--balls`, and those for which there was no room or no time.
    balls_dropped_in: usize,
    balls_not_dropped_in: usize,
    events: u64,
    events_by_kind: BTreeMap<&'static str, u64>,
    /// By the part's name: hits, of flippers impacts with the bat, of slingshots their shots as well.
    hits: BTreeMap<String, u64>,
    flipper_hits: u64,
    drained: u64,
    stuck: u64,
    /// Balls that left the cabinet; balls whose numbers were no longer finite; ticks that had more work than they may have.
    lost: u64,
    not_finite: u64,
    overloaded: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    autopilot: Option<Autopilot>,
    /// Where the balls' energy came from and went, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    ledger: Option<LedgerReport>,
    /// s: how long the run took on this machine, files included, and how much faster than real time that is.
    wall_seconds: f64,
    speed_up: f64,
    /// Of the final state.
    pub(super) hash: String,
}

impl TableReport {
    pub(super) fn new(
        table: String,
        ticks: u64,
        seed: Option<u64>,
        counts: &Counts,
        game: &Game,
        took: Duration,
    ) -> Self {
        let machine = &game.machine;
        let hits = machine.parts().zip(&counts.hits).filter(|(_, hits)| **hits > 0);
        let (wall_seconds, seconds) = (took.as_secs_f64(), ticks as f64 * TICK);
        let autopilot = game.tally().map(|tally| Autopilot {
            flips: tally.flips,
            hits: tally.hits,
            plunges: tally.plunges,
            nudges: tally.nudges,
            kicks: tally.kicks,
            served: tally.served,
            drained: tally.drained,
            rescued: tally.rescued,
        });
        let (balls_dropped_in, balls_not_dropped_in) = game.dropped();
        Self {
            table,
            seconds,
            ticks,
            seed,
            balls_at_first: counts.balls_at_first,
            balls_at_end: machine.balls().count(),
            balls_dropped_in,
            balls_not_dropped_in,
            events: counts.events.values().sum(),
            events_by_kind: counts.events.clone(),
            hits: hits.map(|((_, name, _), hits)| (name.to_owned(), *hits)).collect(),
            flipper_hits: counts.of("collide"),
            drained: counts.of("drained"),
            stuck: counts.of("stuck"),
            lost: counts.of("lost").saturating_sub(counts.not_finite),
            not_finite: counts.not_finite,
            overloaded: counts.of("overloaded"),
            autopilot,
            ledger: machine.ledger().as_ref().map(LedgerReport::of),
            wall_seconds,
            speed_up: seconds / wall_seconds.max(1e-9),
            hash: format!("{:016x}", machine.hash()),
        }
    }

    pub(super) fn json(&self) -> String {
        // Plain numbers and strings: nothing in it can fail to be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Was there never a ball?
    fn is_idle(&self) -> bool {
        self.balls_at_first == 0 && self.balls_at_end == 0 && self.balls_dropped_in == 0 && self.events == 0
    }

    pub(super) fn text(&self) -> String {
        let mut lines = vec![format!("{}: {} s on the table's clock, {} ticks", self.table, self.seconds, self.ticks)];
        let mut balls = format!("  balls     {} at first, {} at the end", self.balls_at_first, self.balls_at_end);
        if self.balls_dropped_in > 0 {
            balls += &format!(", {} dropped in", self.balls_dropped_in);
        }
        if self.balls_not_dropped_in > 0 {
            balls += &format!(", no room or time for {} more", self.balls_not_dropped_in);
        }
        for (count, what) in [(self.drained, "drained"), (self.lost, "lost"), (self.not_finite, "not finite")] {
            if count > 0 {
                balls += &format!(", {count} {what}");
            }
        }
        lines.push(balls);
        if self.is_idle() {
            lines.push("            no ball came into play: --autopilot plays, --balls 1 drops one in".to_owned());
        }
        let kinds = self.events_by_kind.iter().map(|(kind, count)| (kind.replace('_', " "), *count));
        lines.push(format!("  events    {}{}", self.events, listed(kinds.collect(), usize::MAX)));
        if !self.hits.is_empty() {
            let hits: Vec<(String, u64)> = self.hits.iter().map(|(name, hits)| (name.clone(), *hits)).collect();
            let total: u64 = hits.iter().map(|(_, hits)| hits).sum();
            lines.push(format!("  hits      {total}{}", listed(hits, MOST_NAMED)));
        }
        if let Some(pilot) = &self.autopilot {
            let many = |count: u64, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
            lines.push(format!(
                "  autopilot {}, {}, {}, {}; {} served, {} drained, {} rescued",
                many(pilot.flips, "flip", "flips"),
                many(pilot.plunges, "plunge", "plunges"),
                many(pilot.nudges, "nudge", "nudges"),
                many(pilot.kicks, "kick", "kicks"),
                many(pilot.served, "ball", "balls"),
                pilot.drained,
                pilot.rescued
            ));
        }
        lines.extend(self.ledger.iter().map(LedgerReport::text));
        lines.push(format!(
            "  took      {:.3} ms, {} times as fast as real time",
            self.wall_seconds * 1e3,
            rounded(self.speed_up)
        ));
        lines.push(format!("  state     {} (the same on every machine)", self.hash));
        lines.join("\n") + "\n"
    }

    /// Was everything as it must be?
    pub(super) fn verdict(&self) -> Result<(), Failure> {
        let wrong = [
            (self.lost, "ball left the cabinet", "balls left the cabinet"),
            (self.not_finite, "ball was no longer finite", "balls were no longer finite"),
            (self.overloaded, "tick had more work than it may have", "ticks had more work than they may have"),
        ];
        let found: Vec<String> = wrong
            .iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, one, many)| counted(*count as usize, one, many))
            .collect();
        let open = self.ledger.as_ref().and_then(LedgerReport::fault);
        let found: Vec<String> = found.into_iter().chain(open).collect();
        if found.is_empty() { Ok(()) } else { Err(Failure::problem(found.join("; "))) }
    }
}

/// Names with their counts, the largest first.
fn listed(mut counts: Vec<(String, u64)>, most: usize) -> String {
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let more = counts.len().saturating_sub(most);
    let mut words: Vec<String> = counts.iter().take(most).map(|(name, count)| format!("{name} {count}")).collect();
    if more > 0 {
        words.push(format!("{more} more"));
    }
    if words.is_empty() { String::new() } else { format!(": {}", words.join(", ")) }
}
