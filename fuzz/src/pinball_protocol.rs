//! What a page may send to a pinball table, without the socket: any messages, one in a line.

use carom_play::{Clock, Offer, Outgoing, Request, Scores, Session};
use carom_tables::Table;
use core::time::Duration;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use tokio::sync::mpsc::channel;

/// Messages of one page at most.
const MOST_MESSAGES: usize = 40;
/// Games that are begun, and ticks that are stepped: each is promised to be bounded, together they take long.
const MOST_GAMES: usize = 3;
const MOST_STEPS: u32 = 300;
/// Between two messages.
const BETWEEN: Duration = Duration::from_millis(9);

#[derive(Clone, Debug, Default)]
struct HandClock(Arc<AtomicU64>);

impl Clock for HandClock {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }
}

/// Sends messages to a session. Promised: no panic, whatever is sent; a message that is none is answered in words.
pub fn pinball_protocol(data: &[u8]) {
    static OFFER: OnceLock<Arc<Offer>> = OnceLock::new();
    let offer = OFFER.get_or_init(|| {
        let table = Table::parse(include_str!("small_table.toml")).expect("a sound table");
        Arc::new(Offer::new("small", "Small", table))
    });
    let clock = HandClock::default();
    let (sender, mut out) = channel(256);
    let scores = Arc::new(Scores::open(None).0);
    let mut session =
        Session::new(offer.clone(), scores, Box::new(clock.clone()), sender, 60.0).expect("a game on a sound table");
    // A session begins with a game of the autopilot by chance; ours has a seed.
    session.answer(Request::Start { players: 1, seed: Some(1) });
    let (mut games, mut steps) = (1, 0);
    for line in String::from_utf8_lossy(data).split('\n').take(MOST_MESSAGES) {
        let request = match Request::parse(line) {
            // Another game by chance would not come to the same twice.
            Ok(Request::Attract) => continue,
            Ok(Request::Start { players, seed }) => Request::Start { players, seed: seed.or(Some(1)) },
            Ok(request) => request,
            Err(fault) => {
                assert!(!fault.is_empty(), "refused without a word");
                continue;
            }
        };
        match &request {
            Request::Start { .. } | Request::Replay { .. } => games += 1,
            Request::Step { ticks } => steps += ticks,
            _ => {}
        }
        if games > MOST_GAMES || steps > MOST_STEPS {
            break;
        }
        session.answer(request);
        clock.0.fetch_add(BETWEEN.as_nanos() as u64, Ordering::Relaxed);
        session.turn();
        while let Ok(said) = out.try_recv() {
            if let Outgoing::Text(text) = said {
                assert!(text.starts_with('{') && text.ends_with('}'), "what is said is JSON: {text}");
            }
        }
    }
}
