//! A table in real time: lets a session go on whenever something is due.
//!
//! A table is a task among those that shuttle bytes, not a thread: hundreds of threads that wake sixty times a second cost more
//! than the games they play. What takes longer than a moment is done elsewhere, so that nobody waits for another's table.

use crate::crew;
use crate::request::{Burden, Request};
use crate::session::Session;
use core::time::Duration;
use std::pin::pin;
use std::time::Instant;
use tokio::sync::mpsc::Receiver;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

/// Requests answered in one turn at most.
const AT_ONCE: usize = 64;
/// How often a table that waits for the crew looks whether its page is still there.
const GONE: Duration = Duration::from_millis(100);
/// A turn that takes longer than this is long.
const LONG: Duration = Duration::from_millis(4);
/// After so many long turns without a short one between, a table is heavy. Others that press on the machine make a turn long
/// now and then; a table makes all of them so.
const TOO_MANY: u32 = 8;

/// Plays until the page or the server is gone.
pub(crate) async fn play(mut session: Session, mut requests: Receiver<Request>) {
    let mut weight = Weight::default();
    let mut due = pin!(sleep(Duration::ZERO));
    while session.is_open() {
        let asked = tokio::select! {
            biased;
            asked = requests.recv() => match asked {
                Some(asked) => Some(asked),
                None => return,
            },
            () = due.as_mut() => None,
        };
        let more: Vec<Request> = core::iter::from_fn(|| requests.try_recv().ok()).take(AT_ONCE).collect();
        let mut moments = 0;
        for request in asked.into_iter().chain(more) {
            let burden = request.burden();
            moments += u32::from(burden == Burden::Little);
            let done = match burden {
                Burden::None => {
                    session.answer(request);
                    continue;
                }
                // Nobody starts two games at a time but to keep the server busy.
                Burden::Little if moments == 1 && !weight.is_heavy() => {
                    let begin = Instant::now();
                    session.answer(request);
                    weight.note(begin.elapsed());
                    continue;
                }
                Burden::Little | Burden::Work => heavy(session, &requests, |session| session.answer(request)).await,
                Burden::Disk => apart(session, |session| session.answer(request)).await,
            };
            let Some(back) = done else { return };
            session = back;
        }
        let begin = Instant::now();
        if weight.is_heavy() {
            let Some(back) = heavy(session, &requests, Session::turn).await else { return };
            session = back;
        } else {
            session.turn();
        }
        weight.note(begin.elapsed());
        if session.has_chore() {
            let Some(back) = apart(session, Session::chore).await else { return };
            session = back;
        }
        due.as_mut().reset(tokio::time::Instant::now() + session.wait());
    }
}

/// Does something with a session that keeps a processor busy for a while: the crew does it, in turn. A table whose page has gone
/// does not wait for that: whoever asks for much and goes would leave a table behind each time.
async fn heavy(
    mut session: Session,
    requests: &Receiver<Request>,
    what: impl FnOnce(&mut Session) + Send + 'static,
) -> Option<Session> {
    let work = crew::work(move || {
        what(&mut session);
        session
    });
    tokio::select! {
        done = work => done,
        () = gone(requests) => None,
    }
}

/// Comes when the page has gone.
pub(crate) async fn gone(requests: &Receiver<Request>) {
    while !requests.is_closed() {
        sleep(GONE).await;
    }
}

/// Does something with a session that waits for the disk. Nothing comes back from a table that has failed.
async fn apart(mut session: Session, what: impl FnOnce(&mut Session) + Send + 'static) -> Option<Session> {
    let done = spawn_blocking(move || {
        what(&mut session);
        session
    });
    done.await.ok()
}

/// How long the turns of a table take.
#[derive(Debug, Default)]
struct Weight {
    long: u32,
}

impl Weight {
    fn note(&mut self, took: Duration) {
        self.long = if took > LONG { (self.long + 1).min(TOO_MANY) } else { self.long.saturating_sub(1) };
    }

    fn is_heavy(&self) -> bool {
        self.long >= TOO_MANY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_heavy_when_its_turns_are_and_light_again_when_they_are_not() {
        let mut weight = Weight::default();
        for _ in 0..100 {
            weight.note(LONG * 3);
            weight.note(LONG / 4);
        }
        assert!(!weight.is_heavy(), "the machine was busy with something else");
        for _ in 0..TOO_MANY {
            weight.note(LONG * 3);
        }
        assert!(weight.is_heavy());
        weight.note(LONG / 4);
        assert!(!weight.is_heavy());
    }
}
