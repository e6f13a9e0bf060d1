//! Kills: servers that save scores and recordings as fast as they can are killed at random moments. After every kill, what a
//! player was told to be saved must be there, and whole.
//!
//! Two servers share one file of scores and one folder of recordings, so they must not lose each other's either.

use crate::line::{Line, Opened, opcode};
use crate::server::{Running, Start};
use carom::math::rng::Stream;
use carom_rules::Recording;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::task::JoinSet;

/// The table that is played.
const TILL: &str = include_str!("till.toml");
/// What the buttons of that table are worth.
const BUTTONS: [(i64, &str); 4] = [(1000, "right_extra"), (100, "left_extra"), (10, "right"), (1, "left")];
/// Servers at a time.
const SERVERS: usize = 2;
/// Players at each.
const PLAYERS: usize = 2;
/// Scores in a list.
const BEST: usize = 10;
/// s: the latest moment of a kill, from when the server listens.
const LATEST: f64 = 0.7;
/// One in so many servers is killed while it starts.
const EARLY: f64 = 0.1;

/// What to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many servers are killed.
    pub kills: usize,
    /// Decides the moments.
    pub seed: u64,
    /// The server, as in [`Start`].
    pub program: PathBuf,
    /// What it is told first.
    pub words: Vec<String>,
    /// Where scores and recordings lie. It is made, and what lies there is taken away first.
    pub folder: PathBuf,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Found {
    /// Servers that were killed.
    pub kills: usize,
    /// Of those, while they started.
    pub early: usize,
    /// Scores that players were told to be saved.
    pub scores: usize,
    /// Recordings, the same.
    pub recordings: usize,
    /// Kills that left a half-written file behind. The next server must have swept it away.
    pub torn: usize,
    /// What was lost, damaged or left behind, in words.
    pub faults: Vec<String>,
}

impl Found {
    /// As JSON.
    pub fn json(&self) -> Value {
        json!({
            "kills": self.kills,
            "early": self.early,
            "scores_saved": self.scores,
            "recordings_saved": self.recordings,
            "kills_in_the_middle_of_a_file": self.torn,
            "faults": self.faults,
        })
    }

    /// For people.
    pub fn text(&self) -> String {
        let Self { kills, early, scores, recordings, torn, faults } = self;
        let faults: String = faults.iter().map(|fault| format!("  FAULT: {fault}\n")).collect();
        format!(
            "{kills} kills, {early} of them while the server started\n  saved   {scores} scores and {recordings} recordings, all \
             looked for after every kill\n  torn    {torn} kills hit a file that was being written\n{faults}"
        )
    }
}

/// What players were told to be saved.
#[derive(Debug, Default)]
struct Saved {
    scores: BTreeSet<i64>,
    recordings: BTreeSet<String>,
}

type Shared = Arc<Mutex<Saved>>;

/// Kills so many servers.
///
/// # Errors
/// When a server cannot be started, or the folder not be made.
pub fn kill(options: &Options) -> io::Result<Found> {
    _ = fs::remove_dir_all(&options.folder);
    fs::create_dir_all(&options.folder)?;
    let place = Place { scores: options.folder.join("scores.json"), recordings: options.folder.join("recordings") };
    let table = options.folder.join("till.toml");
    fs::write(&table, TILL)?;
    let start = Start {
        program: options.program.clone(),
        words: options.words.clone(),
        players: 64,
        scores: place.scores.clone(),
        recordings: place.recordings.clone(),
        table: Some(table),
    };
    let (mut found, mut chance) = (Found::default(), Stream::new(options.seed, "kills"));
    let (saved, next) = (Shared::default(), Arc::new(AtomicI64::new(1)));
    while found.kills < options.kills && found.faults.is_empty() {
        let before = place.temporaries();
        let mut servers = Vec::new();
        for _ in 0..SERVERS.min(options.kills - found.kills) {
            if chance.unit() < EARLY {
                let mut early = start.command().stdout(std::process::Stdio::null()).spawn()?;
                thread::sleep(Duration::from_secs_f64(chance.between(0.0, 0.1)));
                early.kill()?;
                early.wait()?;
                (found.kills, found.early) = (found.kills + 1, found.early + 1);
            } else {
                servers.push(start.start()?);
            }
        }
        if !servers.is_empty() {
            let left = place.temporaries().into_iter().filter(|path| before.contains(path)).count();
            if left > 0 {
                found.faults.push(format!("{left} files that a kill had torn were not swept away by the next server"));
            }
        }
        let players: Vec<_> = servers
            .iter()
            .map(|server| players(server.address, saved.clone(), next.clone()))
            .collect::<io::Result<_>>()?;
        let mut moments: Vec<(f64, Running)> =
            servers.into_iter().map(|server| (chance.between(0.0, LATEST), server)).collect();
        moments.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let mut now = 0.0;
        for (moment, server) in moments {
            thread::sleep(Duration::from_secs_f64(moment - now));
            now = moment;
            server.kill()?;
            found.kills += 1;
            // The other one may still write; what is whole is whole all the same.
            place.look(&saved, &mut found.faults);
        }
        for thread in players {
            _ = thread.join();
        }
        found.torn += usize::from(!place.temporaries().is_empty());
        place.look(&saved, &mut found.faults);
    }
    place.look_at_everything(&mut found.faults)?;
    let saved = saved.lock().unwrap_or_else(PoisonError::into_inner);
    (found.scores, found.recordings) = (saved.scores.len(), saved.recordings.len());
    Ok(found)
}

/// Where things are saved.
struct Place {
    scores: PathBuf,
    recordings: PathBuf,
}

impl Place {
    /// Files that are not finished.
    fn temporaries(&self) -> HashSet<PathBuf> {
        let folders = [self.scores.parent().unwrap_or(Path::new(".")), &self.recordings];
        let entries = folders.into_iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        paths.filter(|path| path.extension().is_some_and(|end| end == "tmp")).collect()
    }

    /// Is everything there that was said to be saved?
    fn look(&self, saved: &Shared, faults: &mut Vec<String>) {
        // What is said to be saved after the file was read may not be in it: so what was said comes first.
        let (scores, recordings) = {
            let saved = saved.lock().unwrap_or_else(PoisonError::into_inner);
            (saved.scores.clone(), saved.recordings.clone())
        };
        match listed(&self.scores) {
            Ok(list) => {
                let pushed_out = |score: &i64| list.len() >= BEST && list.iter().all(|better| better > score);
                let lost: Vec<&i64> =
                    scores.iter().filter(|score| !list.contains(score) && !pushed_out(score)).collect();
                if !lost.is_empty() {
                    faults.push(format!("scores that were saved are lost: {lost:?} are not in {list:?}"));
                }
            }
            Err(_) if scores.is_empty() => {}
            Err(fault) => faults.push(fault),
        }
        for name in &recordings {
            if !self.recordings.join(name).is_file() {
                faults.push(format!("a recording that was kept is lost: {name}"));
            }
        }
    }

    /// Is every file whole, and is nothing there that does not belong?
    fn look_at_everything(&self, faults: &mut Vec<String>) -> io::Result<()> {
        let scores: HashSet<String> =
            ["scores.json", "scores.json.lock", "recordings", "till.toml"].map(String::from).into();
        for entry in fs::read_dir(self.scores.parent().unwrap_or(Path::new(".")))? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if !scores.contains(&name) && !name.ends_with(".tmp") {
                faults.push(format!("what is {name}?"));
            }
        }
        if !self.recordings.is_dir() {
            return Ok(());
        }
        for entry in fs::read_dir(&self.recordings)? {
            let path = entry?.path();
            if path.extension().is_some_and(|end| end == "tmp") {
                continue;
            }
            if let Err(fault) = Recording::parse(&fs::read_to_string(&path)?) {
                faults.push(format!("{}: {fault}", path.display()));
            }
        }
        Ok(())
    }
}

/// The scores in the file, of the one table that is played.
fn listed(path: &Path) -> Result<Vec<i64>, String> {
    let text = fs::read_to_string(path).map_err(|fault| format!("the file of scores is lost: {fault}"))?;
    let book: Value = serde_json::from_str(&text).map_err(|fault| format!("the file of scores is damaged: {fault}"))?;
    let tables = book["tables"].as_object().ok_or("the file of scores holds no tables")?;
    let pages = tables.values().filter_map(|page| page["list"].as_array()).flatten();
    Ok(pages.filter_map(|score| score["score"].as_i64()).collect())
}

/// Players at one server, on a thread of their own, until it is gone.
fn players(address: SocketAddr, saved: Shared, next: Arc<AtomicI64>) -> io::Result<thread::JoinHandle<io::Result<()>>> {
    thread::Builder::new().name("players".to_owned()).spawn(move || {
        tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
            let mut all = JoinSet::new();
            for _ in 0..PLAYERS {
                let (saved, next) = (saved.clone(), next.clone());
                all.spawn(async move { play(address, &saved, &next).await });
            }
            // Each ends when the server does, with a fault that everybody expects.
            while all.join_next().await.is_some() {}
            Ok(())
        })
    })
}

/// Plays one game after the other, each better than all before, and takes down what is said to be saved.
async fn play(address: SocketAddr, saved: &Shared, next: &AtomicI64) -> io::Result<()> {
    let Opened::Line(mut line) = Line::open(address, "/ws?table=till").await? else { return Ok(()) };
    loop {
        let score = next.fetch_add(1, Ordering::SeqCst);
        line.say(r#"{"do":"start"}"#).await?;
        line.say(r#"{"do":"pause","on":true}"#).await?;
        let mut at = 20;
        let mut left = score;
        for (worth, button) in BUTTONS {
            for _ in 0..left / worth {
                for down in [true, false] {
                    line.say(&format!(r#"{{"do":"press","button":"{button}","down":{down},"at":{at}}}"#)).await?;
                    at += 1;
                }
            }
            left %= worth;
        }
        let mut kept = false;
        let mut named = false;
        line.say(r#"{"do":"step","ticks":1000}"#).await?;
        while !(kept && named) {
            let Some((kind, content)) = line.frame() else {
                line.fill().await?;
                continue;
            };
            match kind {
                // Time goes on as long as the game does.
                opcode::BINARY if !named && !kept => line.say(r#"{"do":"step","ticks":1000}"#).await?,
                opcode::PING => line.send(opcode::PONG, &[]).await?,
                opcode::CLOSE => return Ok(()),
                opcode::TEXT => {
                    let message: Value = serde_json::from_slice(content)?;
                    match message["kind"].as_str() {
                        Some("kept") => {
                            let file = message["file"].as_str().unwrap_or_default().to_owned();
                            saved.lock().unwrap_or_else(PoisonError::into_inner).recordings.insert(file);
                            kept = true;
                        }
                        Some("scores") if message["asks"].is_object() => {
                            line.say(r#"{"do":"initials","text":"ABC"}"#).await?;
                        }
                        Some("scores") => {
                            if message["place"].is_u64() {
                                saved.lock().unwrap_or_else(PoisonError::into_inner).scores.insert(score);
                            }
                            named = true;
                        }
                        Some("fault") => return Err(io::Error::other(message["message"].to_string())),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the look finds wrong when the file of scores holds this, and players were told that 5 and 7 and a recording are saved.
    fn faults(name: &str, scores: Option<&str>, recording: bool) -> Vec<String> {
        let folder = std::env::temp_dir().join(format!("carom-kills-{name}-{}", std::process::id()));
        _ = fs::remove_dir_all(&folder);
        let place = Place { scores: folder.join("scores.json"), recordings: folder.join("recordings") };
        fs::create_dir_all(&place.recordings).unwrap();
        if let Some(text) = scores {
            fs::write(&place.scores, text).unwrap();
        }
        if recording {
            fs::write(place.recordings.join("a.json"), "").unwrap();
        }
        let saved = Saved { scores: [5, 7].into(), recordings: ["a.json".to_owned()].into() };
        let mut faults = Vec::new();
        place.look(&Arc::new(Mutex::new(saved)), &mut faults);
        fs::remove_dir_all(folder).unwrap();
        faults
    }

    fn book(scores: &[i64]) -> String {
        let list: Vec<Value> = scores.iter().map(|score| json!({ "score": score, "initials": "ABC" })).collect();
        json!({ "version": 1, "tables": { "till": { "changed": 0, "list": list } } }).to_string()
    }

    #[test]
    fn what_is_lost_or_damaged_is_noticed() {
        assert!(faults("whole", Some(&book(&[9, 7, 5])), true).is_empty());
        let ten: Vec<i64> = (7..17).rev().collect();
        assert!(faults("pushed-out", Some(&book(&ten)), true).is_empty(), "ten better ones");
        assert!(faults("lost", Some(&book(&[9, 5])), true)[0].contains("[7]"));
        assert!(faults("torn", Some(&book(&[9, 7, 5])[..40]), true)[0].contains("damaged"));
        assert!(faults("gone", None, true)[0].contains("lost"));
        assert!(faults("unkept", Some(&book(&[9, 7, 5])), false)[0].contains("a.json"));
    }
}
