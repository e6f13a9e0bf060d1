//! The siege: honest players and hostile ones at one server, for a while.

use crate::gaps::Gaps;
use crate::honest::{self, Got, Signals};
use crate::hostile::{Tallies, Tally, harm};
use crate::server::{Start, Usage, usage};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// Between two players who come.
const ARRIVAL: Duration = Duration::from_millis(4);
/// In which everybody must be at a table.
const SEATED: Duration = Duration::from_secs(60);
/// Between the last one's coming and what is measured.
const SETTLE: Duration = Duration::from_secs(2);
/// Between two looks at the server.
const LOOK: Duration = Duration::from_secs(1);

/// Who comes, and for how long.
#[derive(Clone, Debug)]
pub struct Options {
    /// Players who play.
    pub honest: usize,
    /// Hostile ones, of all kinds in turn.
    pub hostile: usize,
    /// For how long, from when everybody is there.
    pub time: Duration,
    /// The server.
    pub start: Start,
}

/// The server, and the machine, at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// s since the measurement began.
    pub at: f64,
    /// What the server has used.
    pub server: Usage,
    /// What this program has used.
    pub siege: Usage,
    /// Time that all processors together have been busy, s.
    pub machine: f64,
}

/// What came of it.
#[derive(Debug)]
pub struct Found {
    /// As asked for.
    pub options: Options,
    /// Of all honest players.
    pub gaps: Gaps,
    /// For every honest player: the gap, in ms, that 99 % of its gaps do not exceed. By size.
    pub players: Vec<f64>,
    /// Games played to their end.
    pub games: u64,
    /// Buttons pressed or let go.
    pub presses: u64,
    /// Why honest players were lost.
    pub lost: Vec<String>,
    /// What came of every kind of harm.
    pub tallies: Vec<Tally>,
    /// The server and the machine, once a second.
    pub looks: Vec<Look>,
    /// Did the server run to the end, answer then, and end well when it was asked to?
    pub survived: bool,
}

/// Besieges a server that is started for it, and ended.
///
/// # Errors
/// When the server cannot be started, or not everybody gets a table.
pub fn besiege(options: Options) -> io::Result<Found> {
    let mut server = options.start.start()?;
    let (address, signals, tallies) = (server.address, Arc::new(Signals::default()), Tallies::new());
    let players = good(address, options.honest, signals.clone())?;
    let begin = Instant::now();
    while signals.seated.load(Ordering::SeqCst) < options.honest {
        thread::sleep(Duration::from_millis(20));
        if begin.elapsed() > SEATED || server.ended()?.is_some() {
            signals.end.store(true, Ordering::SeqCst);
            let seated = signals.seated.load(Ordering::SeqCst);
            let lost: Vec<String> = joined(players)?.into_iter().filter_map(|got| got.lost).take(3).collect();
            return Err(io::Error::other(format!("only {seated} of {} got a table: {lost:?}", options.honest)));
        }
    }
    let villains = bad(address, options.hostile, tallies.clone(), signals.clone())?;
    thread::sleep(SETTLE);
    signals.measure.store(true, Ordering::SeqCst);
    let begin = Instant::now();
    let mut looks = Vec::new();
    let look = |server: Usage| Look {
        at: begin.elapsed().as_secs_f64(),
        server,
        siege: usage("self").unwrap_or_default(),
        machine: busy().unwrap_or_default(),
    };
    let mut running = true;
    while running && begin.elapsed() < options.time {
        looks.push(look(server.usage()));
        thread::sleep(LOOK.min(options.time.saturating_sub(begin.elapsed())));
        running = server.ended()?.is_none();
    }
    looks.push(look(server.usage()));
    signals.end.store(true, Ordering::SeqCst);
    let got = joined(players)?;
    joined(villains)?;
    let survived = running && answers(address) && server.end();
    let mut found = Found {
        options,
        gaps: Gaps::default(),
        players: Vec::new(),
        games: 0,
        presses: 0,
        lost: Vec::new(),
        tallies: tallies.get(),
        looks,
        survived,
    };
    for got in got {
        found.gaps.add(&got.gaps);
        found.players.push(got.gaps.at(0.99));
        found.games += u64::from(got.games);
        found.presses += u64::from(got.presses);
        found.lost.extend(got.lost);
    }
    found.players.sort_by(f64::total_cmp);
    Ok(found)
}

/// Honest players, all on one thread: there is little to do for each.
fn good(address: SocketAddr, count: usize, signals: Arc<Signals>) -> io::Result<JoinHandle<io::Result<Vec<Got>>>> {
    let tables = ["kingfisher", "fairground"];
    thread::Builder::new().name("honest".to_owned()).spawn(move || {
        tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
            let mut players = JoinSet::new();
            for k in 0..count {
                players.spawn(honest::play(address, tables[k % tables.len()], k as u64, signals.clone()));
                sleep(ARRIVAL).await;
            }
            Ok(players.join_all().await)
        })
    })
}

/// Hostile ones, on another.
fn bad(
    address: SocketAddr,
    count: usize,
    tallies: Tallies,
    signals: Arc<Signals>,
) -> io::Result<JoinHandle<io::Result<()>>> {
    thread::Builder::new().name("hostile".to_owned()).spawn(move || {
        tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
            let mut villains = JoinSet::new();
            for k in 0..count {
                villains.spawn(harm(address, k, tallies.clone()));
            }
            while !signals.end.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(20)).await;
            }
            villains.shutdown().await;
            Ok(())
        })
    })
}

fn joined<T>(thread: JoinHandle<io::Result<T>>) -> io::Result<T> {
    thread.join().map_err(|_| io::Error::other("a thread of the siege has failed"))?
}

/// Does the server still answer?
fn answers(address: SocketAddr) -> bool {
    use std::io::{Read as _, Write as _};
    let ask = || {
        let mut stream = std::net::TcpStream::connect_timeout(&address, Duration::from_secs(10))?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        write!(stream, "GET /api/games HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        io::Result::Ok(answer.starts_with("HTTP/1.1 200"))
    };
    ask().unwrap_or(false)
}

/// s: how long all processors together have been busy, as `/proc` tells it.
fn busy() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/stat").ok()?;
    let line = text.lines().next()?.strip_prefix("cpu ")?;
    let ticks: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    // user nice system idle iowait irq softirq steal
    Some((ticks.iter().take(8).sum::<f64>() - ticks.get(3)? - ticks.get(4)?) / 100.0)
}
