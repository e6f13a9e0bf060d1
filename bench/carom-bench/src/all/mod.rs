//! `carom-bench all`: every figure there is, in one table: Carom, its goals, the peers that can be measured here in the
//! same run, and what is recorded of the others.
//!
//! Every part is run by this program anew (`carom-bench scenes --json` and so on): what one leaves behind in memory is not
//! measured with the next, and one that hangs or fails does not take the others with it.

mod goals;
mod here;
mod parts;
mod print;
mod record;

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::options::{All, Entry};
use crate::peer::{Peer, SCENE_PEERS};
use crate::process::{self, Complaints};
use crate::{Fault, peer, recorded};

pub(crate) use goals::{machine as machine_goal, scene as scene_goal};
pub(crate) use parts::names;
pub(crate) use print::{figure, ratio};
pub(crate) use record::{Accuracy, Figure, Goal, PeerState, Record, Row, Section};

/// Seconds that a part may take.
const PATIENCE: u64 = 900;
/// Runs of a peer, of which the best counts.
const PEER_RUNS: u32 = 3;

/// Runs everything that was asked for; `false` if a part found something wrong. A missed goal is said, and no fault.
pub(crate) fn run(options: &All) -> Result<bool, Fault> {
    let mut run = Run::new(options);
    run.find_peers();
    for part in parts::ALL {
        part(&mut run);
    }
    run.add_what_is_missing();
    let record = run.end();
    if options.json {
        crate::say(record.as_json()?.trim_end());
    } else {
        crate::say(&print::table(&record));
    }
    if options.keep {
        keep(&record)?;
    }
    Ok(record.faults.is_empty())
}

/// Writes the table and the record down, under the date.
fn keep(record: &Record) -> Result<(), Fault> {
    let folder = peer::workspace().join("record");
    for (ending, text) in [("txt", print::table(record) + "\n"), ("json", record.as_json()?)] {
        let name = format!("{}-all.{ending}", record.date);
        std::fs::write(folder.join(&name), text)?;
        eprintln!("kept in bench/record/{name}");
    }
    Ok(())
}

/// A whole run under way.
struct Run<'a> {
    options: &'a All,
    begun: Instant,
    peers: Vec<Peer>,
    pooltool: bool,
    record: Record,
}

impl<'a> Run<'a> {
    fn new(options: &'a All) -> Self {
        let record = Record {
            date: here::date(),
            commit: here::commit(),
            machine: here::machine(),
            seconds: 0.0,
            quick: options.quick,
            peers: Vec::new(),
            rows: Vec::new(),
            growth: Vec::new(),
            accuracy: Vec::new(),
            faults: Vec::new(),
        };
        Self { options, begun: Instant::now(), peers: Vec::new(), pooltool: false, record }
    }

    /// A line about how far it has come, on standard error.
    fn progress(&self, words: &str) {
        eprintln!("[{:>4.0} s] {words}", self.begun.elapsed().as_secs_f64());
    }

    fn end(mut self) -> Record {
        self.record.seconds = self.begun.elapsed().as_secs_f64();
        self.record
    }

    /// Finds the peers that will be asked, or installs them. One that cannot be had is said, and its recorded figures are
    /// shown instead.
    fn find_peers(&mut self) {
        let scenes = self.wants("scenes", &scenes::catalogue::SPEED) || self.wants("gas", &[]);
        for (name, find) in SCENE_PEERS.into_iter().filter(|_| scenes) {
            let found = self.try_peer(name, find);
            self.peers.extend(found);
        }
        if self.wants("shots", &crate::shots::names()) {
            self.pooltool = self.try_peer("pooltool", peer::pooltool).is_some();
        }
        for (name, version) in recorded::ELSEWHERE {
            let words = format!("recorded elsewhere, {version}");
            self.record.peers.push(PeerState { name: name.to_owned(), measured: false, words });
        }
    }

    fn try_peer(&mut self, name: &str, find: fn() -> Result<Peer, Fault>) -> Option<Peer> {
        let found = if self.options.peers {
            self.progress(&format!("looking for {name}"));
            find().map_err(|fault| fault.to_string())
        } else {
            Err("--no-peers".to_owned())
        };
        let words = match &found {
            Ok(peer) => peer.version.clone(),
            Err(why) => format!("recorded figures instead ({why})"),
        };
        self.record.peers.push(PeerState { name: name.to_owned(), measured: found.is_ok(), words });
        found.ok()
    }

    /// Whether anything of a part was asked for: all of it by its name, or one of its rows.
    fn wants(&self, part: &str, rows: &[&str]) -> bool {
        let only = &self.options.only;
        only.is_empty() || only.iter().any(|name| name == part || rows.contains(&name.as_str()))
    }

    /// The rows of a part that were asked for.
    fn wanted<'n>(&self, part: &str, rows: &[&'n str]) -> Vec<&'n str> {
        let only = &self.options.only;
        let whole = only.is_empty() || only.iter().any(|name| name == part);
        rows.iter().copied().filter(|row| whole || only.iter().any(|name| name == row)).collect()
    }

    /// What `carom-bench WORDS --json` says. If it cannot be had, the fault is written down and the run goes on.
    fn ask(&mut self, words: &[&str]) -> Option<Value> {
        self.progress(&words.join(" "));
        let begun = Instant::now();
        let answer = answer(words);
        self.progress(&format!("{} took {:.1} s", words[0], begun.elapsed().as_secs_f64()));
        match answer {
            Ok((value, fine)) => {
                if !fine {
                    self.fault(words[0], "something is wrong: `cargo xtask bench` with this word shows it");
                }
                Some(value)
            }
            Err(why) => {
                self.fault(words[0], &why.to_string());
                None
            }
        }
    }

    fn fault(&mut self, part: &str, why: &str) {
        eprintln!("{part}: {why}");
        self.record.faults.push(format!("{part}: {}", why.lines().next().unwrap_or_default()));
    }

    /// What the peers need for a scene: ms of CPU time per simulated second.
    fn measure_peers(&mut self, entry: &Entry) -> Vec<Figure> {
        let runs = if self.options.quick { 1 } else { PEER_RUNS };
        let mut figures = Vec::new();
        for peer in self.peers.clone() {
            self.progress(&format!("{} on {}", peer.name, entry.run.name));
            match peer.measure(entry, runs) {
                Ok(found) => figures.push(Figure {
                    who: peer.name.to_owned(),
                    value: found.milliseconds,
                    recorded: false,
                    escaped: found.escaped,
                }),
                Err(why) => self.fault(peer.name, &format!("on {}: {why}", entry.run.name)),
            }
        }
        figures
    }

    /// What engines with steps do with a gas of so many disks, as the collisions a second that the true gas would have in
    /// the time that they simulate. The largest ones take too long.
    fn step_a_gas(&mut self, count: f64) -> Vec<Figure> {
        let seconds = match count as u64 {
            100 => 20.0,
            1_000 => 5.0,
            10_000 => 1.0,
            _ => return Vec::new(),
        };
        let source = format!("s4_{count}");
        let Some(run) = scenes::catalogue::find(&source) else { return Vec::new() };
        let entry = Entry { source, run: scenes::catalogue::Run { seconds, ..run } };
        let mut figures = self.measure_peers(&entry);
        figures.retain(|figure| figure.value > 0.0);
        for figure in &mut figures {
            figure.value = recorded::GAS_RATE * count * 1e3 / figure.value;
        }
        figures
    }

    /// A goal that nothing measured is a row as well, if all was asked for.
    fn add_what_is_missing(&mut self) {
        if !self.options.only.is_empty() {
            return;
        }
        for (section, name, goal) in goals::expected() {
            if !self.record.rows_of(section).any(|row| row.name == name) {
                self.record.rows.push(Row {
                    section,
                    name,
                    unit: String::new(),
                    carom: None,
                    goal: Some(goal),
                    n: None,
                    peers: Vec::new(),
                    note: String::new(),
                });
            }
        }
    }
}

/// Runs this program and reads its JSON; and whether it found everything right.
pub(crate) fn answer(words: &[&str]) -> Result<(Value, bool), Fault> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(words).arg("--json");
    let said = process::run(&mut command, Complaints::Shown, Duration::from_secs(PATIENCE))?;
    match serde_json::from_str(&said.out) {
        Ok(value) => Ok((value, said.fine)),
        Err(_) if !said.fine => Err("it ended without an answer".into()),
        Err(fault) => Err(format!("its answer cannot be read: {fault}").into()),
    }
}

/// The name of a gas' row.
fn gas_name(dimensions: u32, count: u64) -> String {
    format!("{dimensions}-D, N = {count}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(only: &[&str]) -> All {
        let only = only.iter().map(|name| (*name).to_owned()).collect();
        All { only, quick: true, peers: false, json: false, keep: false }
    }

    #[test]
    fn a_part_is_wanted_by_its_own_name_and_by_those_of_its_rows() {
        let rows = ["s1", "s2_20"];
        let wanted = |only: &[&str]| Run::new(&options(only)).wanted("scenes", &rows).len();
        assert_eq!([wanted(&[]), wanted(&["scenes"]), wanted(&["s1"]), wanted(&["machine"])], [2, 2, 1, 0]);
        assert!(Run::new(&options(&["s1"])).wants("scenes", &rows) && !Run::new(&options(&["s1"])).wants("gas", &[]));
    }

    #[test]
    fn a_peer_that_cannot_be_had_is_named_with_the_reason() {
        let asked = All { peers: true, ..options(&["scenes"]) };
        let mut run = Run::new(&asked);
        assert!(run.try_peer("Chipmunk", || Err("there is no C compiler".into())).is_none());
        let state = &run.record.peers[0];
        assert!(!state.measured && state.words.contains("there is no C compiler"), "{state:?}");
        assert!(print::table(&run.end()).contains("Chipmunk   NOT MEASURED: recorded figures instead (there is no C"));
    }

    #[test]
    fn a_goal_that_nobody_measured_is_missing_and_not_met() {
        let asked = options(&[]);
        let mut run = Run::new(&asked);
        run.add_what_is_missing();
        let record = run.end();
        assert!(record.rows.len() > 20 && record.rows.iter().all(|row| row.verdict() == "missing"));
        let again: Record = serde_json::from_str(&record.as_json().unwrap()).unwrap();
        assert_eq!(again, record, "a record is read back as it was written");
    }

    #[test]
    fn better_means_less_time_and_more_collisions() {
        let figure = Figure { who: "Box2D".to_owned(), value: 4.0, recorded: true, escaped: 0 };
        let row = |section: Section, unit: &str| Row {
            section,
            name: "x".to_owned(),
            unit: unit.to_owned(),
            carom: Some(2.0),
            goal: Some(Goal::AtMost(2.0)),
            n: None,
            peers: vec![figure.clone()],
            note: String::new(),
        };
        assert_eq!(row(Section::Scenes, "ms").times(&figure), Some(2.0));
        assert_eq!(row(Section::Gas, "collisions/s").times(&figure), Some(0.5));
        assert_eq!(row(Section::Scenes, "ms").verdict(), "met");
        assert!(!Goal::AtMost(1.0).is_met(f64::NAN) && !Goal::AtLeast(1.0).is_met(f64::NAN));
    }
}
