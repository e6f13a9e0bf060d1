//! An honest player: plays, sees, and measures how long it waits for every update.

use crate::gaps::Gaps;
use crate::line::{Line, Opened, opcode};
use carom::math::rng::Stream;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// What all players look at.
#[derive(Debug, Default)]
pub struct Signals {
    /// Everybody is there: what is measured begins.
    pub measure: AtomicBool,
    /// It is enough.
    pub end: AtomicBool,
    /// How many are at a table.
    pub seated: AtomicUsize,
}

/// What a player got.
#[derive(Debug, Default)]
pub struct Got {
    /// Times between two updates.
    pub gaps: Gaps,
    /// Games that were played to their end.
    pub games: u32,
    /// Buttons that were pressed or let go.
    pub presses: u32,
    /// Why it did not stay to the end, if it did not.
    pub lost: Option<String>,
}

/// Plays until the end.
pub async fn play(address: SocketAddr, table: &'static str, seed: u64, signals: Arc<Signals>) -> Got {
    let mut got = Got::default();
    if let Err(fault) = run(address, table, seed, &signals, &mut got).await {
        got.lost = Some(fault.to_string());
    }
    got
}

async fn run(address: SocketAddr, table: &str, seed: u64, signals: &Signals, got: &mut Got) -> io::Result<()> {
    let mut line = match Line::open(address, &format!("/ws?table={table}&rate=60")).await? {
        Opened::Line(line) => line,
        Opened::Refused(status) => return Err(io::Error::other(format!("refused with {status}"))),
    };
    signals.seated.fetch_add(1, Ordering::SeqCst);
    line.say(r#"{"do":"start"}"#).await?;
    let mut hands = Hands { chance: Stream::new(seed, "hands"), held: None };
    let mut next_move = pin!(sleep(Duration::from_millis(500)));
    let mut last: Option<Instant> = None;
    while !signals.end.load(Ordering::Relaxed) {
        tokio::select! {
            filled = line.fill() => filled?,
            () = next_move.as_mut() => {
                let (words, rest) = hands.next();
                line.say(&words).await?;
                got.presses += 1;
                next_move.as_mut().reset(tokio::time::Instant::now() + rest);
                continue;
            }
        }
        let now = Instant::now();
        let mut answer = Answer::Nothing;
        while let Some((kind, content)) = line.frame() {
            match kind {
                opcode::BINARY if signals.measure.load(Ordering::Relaxed) => {
                    if let Some(last) = last {
                        got.gaps.note(now - last);
                    }
                    last = Some(now);
                }
                opcode::PING => answer = Answer::Pong,
                opcode::TEXT if content.starts_with(br#"{"kind":"scores""#) => {
                    let asked = content.windows(9).any(|nine| nine == br#""asks":{""#);
                    answer = if asked { Answer::Name } else { Answer::Again };
                }
                opcode::CLOSE => {
                    let code = content.first_chunk().map_or(0, |code| u16::from_be_bytes(*code));
                    return Err(io::Error::other(format!("sent away with {code}")));
                }
                _ => {}
            }
        }
        match answer {
            Answer::Nothing => {}
            Answer::Pong => line.send(opcode::PONG, &[]).await?,
            Answer::Name => line.say(r#"{"do":"initials","text":"ABC"}"#).await?,
            Answer::Again => {
                got.games += 1;
                line.say(r#"{"do":"start"}"#).await?;
            }
        }
    }
    // Whoever saw nothing any more must not look as if all were well.
    if let Some(last) = last {
        got.gaps.note(last.elapsed());
    }
    Ok(())
}

enum Answer {
    Nothing,
    Pong,
    Name,
    Again,
}

/// What a player does with its hands: pulls the plunger and flips, down and up, about four times a second.
struct Hands {
    chance: Stream,
    held: Option<&'static str>,
}

impl Hands {
    /// What to say, and how long to rest then.
    fn next(&mut self) -> (String, Duration) {
        let (button, down) = match self.held.take() {
            Some(button) => (button, false),
            None => {
                let buttons = ["left", "right", "left", "right", "plunge"];
                let button = buttons[(self.chance.unit() * 5.0) as usize % 5];
                self.held = Some(button);
                (button, true)
            }
        };
        let rest = if down { 120.0 } else { 250.0 } * (0.5 + self.chance.unit());
        (format!(r#"{{"do":"press","button":"{button}","down":{down}}}"#), Duration::from_secs_f64(rest * 1e-3))
    }
}
