//! Hostile ones, of every kind. Each does one kind of harm over and over, and takes down how it was answered; what must never
//! happen is a breach.

mod request;
mod socket;

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::sleep;

/// Between two tries of one hostile one.
const REST: Duration = Duration::from_millis(50);

/// How a try ended, in words.
#[derive(Debug)]
pub struct Outcome {
    said: String,
    breach: bool,
}

impl Outcome {
    fn good(said: impl Into<String>) -> Self {
        Self { said: said.into(), breach: false }
    }

    fn breach(said: impl Into<String>) -> Self {
        Self { said: said.into(), breach: true }
    }

    /// The server must have ended it; `code` is what it said, if it has.
    fn ended(code: Option<Option<u16>>) -> Self {
        match code {
            Some(Some(code)) => Self::good(format!("sent away with {code}")),
            Some(None) => Self::good("cut off"),
            None => Self::breach("not sent away"),
        }
    }
}

type Attempt = Pin<Box<dyn Future<Output = io::Result<Outcome>> + Send>>;

/// A kind of harm: its name, and how the k-th try goes.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// In a word or two.
    pub name: &'static str,
    attempt: fn(SocketAddr, usize) -> Attempt,
}

macro_rules! kind {
    ($name:literal, $attempt:path) => {
        Kind { name: $name, attempt: |address, k| Box::pin($attempt(address, k)) }
    };
}

/// All of them.
pub const KINDS: &[Kind] = &[
    kind!("never reads", socket::never_reads),
    kind!("slow headers", request::slow_headers),
    kind!("slow frames", socket::slow_frames),
    kind!("floods", socket::floods),
    kind!("malformed frames", socket::malformed),
    kind!("wrong host", request::wrong_host),
    kind!("wrong origin", request::wrong_origin),
    kind!("paths that lead out", request::paths),
    kind!("huge headers", request::huge_headers),
    kind!("many connections", request::many),
    kind!("resets", socket::resets),
    kind!("half closed", socket::half_closed),
    kind!("rubbish in a row", request::rubbish),
    kind!("too large", socket::too_large),
    kind!("storms of new games", socket::storms),
    kind!("false recordings", socket::recordings),
    kind!("searches and shots", socket::searches),
];

/// What came of one kind of harm.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Tries that were begun.
    pub begun: u64,
    /// How many ended in which way.
    pub outcomes: BTreeMap<String, u64>,
    /// What must not happen, and did.
    pub breaches: u64,
}

/// What came of every kind, in the order of [`KINDS`].
#[derive(Clone, Debug, Default)]
pub struct Tallies(Arc<Mutex<Vec<Tally>>>);

impl Tallies {
    /// Nothing yet.
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new(vec![Tally::default(); KINDS.len()])))
    }

    /// As it stands now.
    pub fn get(&self) -> Vec<Tally> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn with(&self, kind: usize, then: impl FnOnce(&mut Tally)) {
        if let Some(tally) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get_mut(kind) {
            then(tally);
        }
    }
}

/// Does harm of the kind of this number until somebody puts an end to it.
pub async fn harm(address: SocketAddr, number: usize, tallies: Tallies) {
    let which = number % KINDS.len();
    let Some(kind) = KINDS.get(which) else { return };
    for k in number.. {
        tallies.with(which, |tally| tally.begun += 1);
        let outcome = match (kind.attempt)(address, k).await {
            Ok(outcome) => outcome,
            // A connection that breaks while harm is done over it was sent away, in the shortest of ways.
            Err(fault) => Outcome::good(format!("broken: {:?}", fault.kind())),
        };
        tallies.with(which, |tally| {
            *tally.outcomes.entry(outcome.said).or_default() += 1;
            tally.breaches += u64::from(outcome.breach);
        });
        sleep(REST).await;
    }
}
