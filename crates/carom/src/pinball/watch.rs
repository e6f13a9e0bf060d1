//! Phase four of a tick, once in a while: has a ball left the cabinet, or got stuck? Does nothing happen any more?

use super::{Happening, Machine, PartState};
use crate::error::{Error, in_range};
use crate::event::BallId;
use crate::units::PINBALL_RADIUS;

/// When a ball counts as stuck.
///
/// | field | meaning | unit | default |
/// |---|---|---|---|
/// | `stuck_after` | a ball that has not come farther than `stuck_within` for so long is stuck | s | 6 |
/// | `stuck_within` | see there | m | one ball radius |
/// | `search_after` | balls in play, and nothing told for so long: time to search | s | 15 |
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the table above says what each is")]
pub struct Watch {
    pub stuck_after: f64,
    pub stuck_within: f64,
    pub search_after: f64,
}

impl Default for Watch {
    fn default() -> Self {
        Self { stuck_after: 6.0, stuck_within: PINBALL_RADIUS, search_after: 15.0 }
    }
}

impl Watch {
    pub(crate) fn check(&self) -> Result<(), Error> {
        in_range("watch: stuck after", self.stuck_after, 0.1, 1e9)?;
        in_range("watch: stuck within", self.stuck_within, 0.0, 1e3)?;
        in_range("watch: search after", self.search_after, 0.1, 1e9)?;
        Ok(())
    }
}

/// Ticks between two looks.
const EVERY: u64 = 64;

pub(super) fn look(machine: &mut Machine, now: f64) {
    if !machine.state.ticks.is_multiple_of(EVERY) {
        return;
    }
    let ticks = |seconds: f64| (seconds / super::TICK) as u64;
    let (stuck_after, search_after) = (ticks(machine.watch.stuck_after), ticks(machine.watch.search_after));
    let here = machine.state.ticks;
    // A ball that lies on a raised flipper is where the player wants it.
    let cradled = machine.state.parts.iter().any(|part| matches!(part, PartState::Flipper { state, .. } if state.coil));
    let mut free = false;
    for k in 0..machine.state.balls.len() {
        let id = BallId(k as u32);
        let Some(ball) = machine.world.ball(id) else { continue };
        if machine.state.balls[k].held.is_some() {
            continue;
        }
        if has_left(machine, ball.position) {
            drop(machine.world.remove_ball(id));
            machine.tell(now, Happening::Lost { ball: id });
            continue;
        }
        free = true;
        let state = &mut machine.state.balls[k];
        if cradled || (ball.position - state.seen_at).length() > machine.watch.stuck_within {
            (state.seen_at, state.seen) = (ball.position, here);
        } else if here - state.seen >= stuck_after {
            state.seen = here;
            // A stuck ball is not a sign of life.
            let last_event = machine.state.last_event;
            machine.tell(now, Happening::Stuck { ball: id });
            machine.state.last_event = last_event;
        }
    }
    if !free || cradled {
        machine.state.last_event = here;
    } else if here - machine.state.last_event >= search_after {
        machine.tell(now, Happening::BallSearch);
    }
}

/// Is a place outside the cabinet?
fn has_left(machine: &Machine, place: glam::DVec3) -> bool {
    let Some(border) = machine.playfield.border else { return false };
    let flat = place.truncate();
    let below = machine.floor.is_some() && place.z < -4.0 * PINBALL_RADIUS;
    below || flat.cmplt(border.min).any() || flat.cmpgt(border.max).any() || place.z > border.glass
}
