//! What came of a siege, for people and for programs.

use crate::crowd::{Found, Look};
use crate::hostile::KINDS;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// ms: honest players must not wait longer for 99 of 100 updates.
pub const GAP: f64 = 50.0;
/// Of memory from the middle of the siege to its end: as a part of it, and in bytes on top.
const GROWTH: (f64, f64) = (0.05, 4e6);

impl Found {
    /// What went wrong, in words; timing only if it is to be judged.
    pub fn faults(&self, timing: bool) -> Vec<String> {
        let mut faults = Vec::new();
        if !self.survived {
            faults.push("the server did not survive, or did not end well".to_owned());
        }
        if !self.lost.is_empty() {
            faults.push(format!("{} honest players were lost: {:?}", self.lost.len(), self.lost.first()));
        }
        for (kind, tally) in KINDS.iter().zip(&self.tallies).filter(|(_, tally)| tally.breaches > 0) {
            faults.push(format!("{}: {} breaches", kind.name, tally.breaches));
        }
        let late = self.gaps.at(0.99);
        // Not "more": no gap at all is no number, and nothing to be content with.
        if timing && (late.is_nan() || late >= GAP) {
            faults.push(format!("1 % of all updates came after more than {late:.1} ms, and {GAP} is the most"));
        }
        let [_, middle, end] = self.memory();
        if timing && end > middle * (1.0 + GROWTH.0) + GROWTH.1 {
            faults.push(format!("memory grew from {:.1} to {:.1} MB", middle * 1e-6, end * 1e-6));
        }
        faults
    }

    /// The server's memory at the beginning, in the middle and at the end, in bytes: each the mean of a tenth of all looks, for
    /// what one sees in a moment depends on who is just being refused.
    fn memory(&self) -> [f64; 3] {
        let count = self.looks.len();
        let tenth = count.div_ceil(10);
        let mean = |from: usize| {
            let looks = self.looks.get(from..from + tenth).unwrap_or_default();
            looks.iter().map(|look| look.server.memory as f64).sum::<f64>() / looks.len().max(1) as f64
        };
        [0, (count - tenth) / 2, count - tenth].map(mean)
    }

    /// Bytes a minute by which the memory grew in the second half: the slope of the straight line through all looks.
    fn slope(&self) -> f64 {
        let half = self.looks.get(self.looks.len() / 2..).unwrap_or_default();
        let count = half.len() as f64;
        let mean = |of: fn(&Look) -> f64| half.iter().map(of).sum::<f64>() / count;
        let (time, memory) = (mean(|look| look.at), mean(|look| look.server.memory as f64));
        let above: f64 = half.iter().map(|look| (look.at - time) * (look.server.memory as f64 - memory)).sum();
        let below: f64 = half.iter().map(|look| (look.at - time) * (look.at - time)).sum();
        if below > 0.0 { 60.0 * above / below } else { 0.0 }
    }

    /// Processors in use on average: by the server, by the siege, by all others on the machine.
    fn load(&self) -> [f64; 3] {
        let (Some(first), Some(last)) = (self.looks.first(), self.looks.last()) else { return [0.0; 3] };
        let per = |time: f64| time / (last.at - first.at).max(1e-9);
        let (server, siege) = (last.server.cpu - first.server.cpu, last.siege.cpu - first.siege.cpu);
        [per(server), per(siege), per(last.machine - first.machine - server - siege)]
    }

    /// As JSON.
    pub fn json(&self, faults: &[String]) -> Value {
        let kinds: Value = KINDS
            .iter()
            .zip(&self.tallies)
            .map(|(kind, tally)| {
                json!({ "kind": kind.name, "begun": tally.begun, "outcomes": tally.outcomes, "breaches": tally.breaches })
            })
            .collect();
        let ([first, middle, end], [server, siege, others]) = (self.memory(), self.load());
        json!({
            "honest": self.options.honest,
            "hostile": self.options.hostile,
            "seconds": self.options.time.as_secs_f64(),
            "updates": self.gaps.count(),
            "updates_a_second": self.rate(),
            "gaps_ms": {
                "median": self.gaps.at(0.5),
                "99_percent": self.gaps.at(0.99),
                "99.9_percent": self.gaps.at(0.999),
                "longest": self.gaps.longest(),
                "99_percent_of_the_worst_player": self.players.last(),
            },
            "kept": self.options.honest - self.lost.len().min(self.options.honest),
            "lost": self.lost,
            "games": self.games,
            "presses": self.presses,
            "memory_bytes": { "begin": first, "middle": middle, "end": end, "a_minute_in_the_second_half": self.slope() },
            "processors": { "server": server, "siege": siege, "others": others },
            "threads": self.looks.iter().map(|look| look.server.threads).max(),
            "survived": self.survived,
            "hostile_kinds": kinds,
            "faults": faults,
        })
    }

    /// Updates a second of one honest player, on average.
    fn rate(&self) -> f64 {
        let time = self.looks.last().map_or(0.0, |look| look.at);
        self.gaps.count() as f64 / time.max(1e-9) / self.options.honest.max(1) as f64
    }

    /// For people.
    pub fn text(&self, faults: &[String]) -> String {
        let (options, gaps, players) = (&self.options, &self.gaps, self.options.honest);
        let mut text =
            format!("{players} honest and {} hostile ones for {:.0} s\n", options.hostile, options.time.as_secs_f64());
        let [server, siege, others] = self.load();
        let [first, middle, end] = self.memory().map(|bytes| bytes * 1e-6);
        let threads = self.looks.iter().map(|look| look.server.threads).max().unwrap_or_default();
        let mut line = |name: &str, words: String| _ = writeln!(text, "  {name:<12}{words}");
        let kept = players.saturating_sub(self.lost.len());
        line("kept", format!("{kept} of {players}; {} games to their end, {} presses", self.games, self.presses));
        line("updates", format!("{}, {:.1} a second for everyone", gaps.count(), self.rate()));
        line(
            "gaps",
            format!(
                "median {:.2} ms, 99 % {:.2} ms, 99.9 % {:.2} ms, longest {:.1} ms; 99 % of the worst player {:.2} ms",
                gaps.at(0.5),
                gaps.at(0.99),
                gaps.at(0.999),
                gaps.longest(),
                self.players.last().unwrap_or(&f64::NAN)
            ),
        );
        line(
            "memory",
            format!(
                "{first:.1} MB at first, {middle:.1} MB in the middle, {end:.1} MB at the end; {:+.3} MB a minute in the second half",
                self.slope() * 1e-6
            ),
        );
        line(
            "processors",
            format!(
                "server {server:.2} ({:.3} ms a second for everyone), siege {siege:.2}, all others {others:.2}; {threads} threads",
                server * 1e3 / players.max(1) as f64
            ),
        );
        for (kind, tally) in KINDS.iter().zip(&self.tallies).filter(|(_, tally)| tally.begun > 0) {
            let outcomes: Vec<String> = tally.outcomes.iter().map(|(said, count)| format!("{said}: {count}")).collect();
            _ = writeln!(text, "  {:<22}{:>6} begun; {}", kind.name, tally.begun, outcomes.join(", "));
        }
        for fault in faults {
            _ = writeln!(text, "  FAULT: {fault}");
        }
        text
    }
}
