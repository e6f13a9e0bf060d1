//! One case: a plan is played on a machine, and watched.

use super::super::arena::Arena;
use super::faces::Faces;
use super::plan::Plan;
use super::watch::{Ground, Kind, Trouble, Watch};
use carom::pinball::{Command, Machine, Snapshot};
use carom::units::PINBALL_RADIUS;
use carom::{DVec2, DVec3};
use core::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Places that are looked at along each side of a table on which nobody can tell where the game is played.
const PLACES: usize = 60;

/// A table on which cases are played.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) arena: Arena,
    pub(crate) ground: Ground,
    /// How every case begins: without balls.
    start: Snapshot,
}

/// What came of a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Played {
    /// Sum over all ticks of the balls in play.
    pub(crate) ball_ticks: u64,
    pub(crate) trouble: Option<Trouble>,
}

impl Field {
    pub(crate) fn new(mut arena: Arena) -> Self {
        if arena.floor.open.is_empty() {
            arena.floor.open = anywhere(&arena);
        }
        let (ground, start) = (Ground::of(&arena), arena.bare.snapshot());
        arena.floor.open.retain(|place| ground.is_open(*place));
        Self { arena, ground, start }
    }

    /// Plays a plan on a machine of this table, up to its end or its first trouble. A panic of the engine is one, too.
    pub(crate) fn play(&self, machine: &mut Machine, plan: &Plan) -> Result<Played, carom::Error> {
        let now = Cell::new(0);
        let played = catch_unwind(AssertUnwindSafe(|| self.play_through(machine, plan, &now)));
        played.unwrap_or_else(|panic| {
            // Nobody knows what it was about to write.
            *machine = self.arena.bare.clone();
            let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            let words = format!("the engine panicked: {}", said.unwrap_or("no reason was given"));
            let trouble = Trouble { kind: Kind::Panic, tick: now.get(), ball: None, place: None, words };
            Ok(Played { ball_ticks: 0, trouble: Some(trouble) })
        })
    }

    /// Energy that a ball seems to have gained is looked at once more, with an eye on meshes that it may have come into from behind.
    fn play_through(&self, machine: &mut Machine, plan: &Plan, now: &Cell<u64>) -> Result<Played, carom::Error> {
        let played = self.play_watched(machine, plan, now, None)?;
        if !played.trouble.as_ref().is_some_and(|found| found.kind == Kind::EnergyGain && found.ball.is_some()) {
            return Ok(played);
        }
        let faces = Faces::of(machine, self.arena.area);
        self.play_watched(machine, plan, now, Some(&faces))
    }

    pub(super) fn play_watched(
        &self,
        machine: &mut Machine,
        plan: &Plan,
        now: &Cell<u64>,
        faces: Option<&Faces>,
    ) -> Result<Played, carom::Error> {
        machine.restore(&self.start)?;
        machine.set_seed(plan.seed);
        machine.keep_ledger(false);
        machine.keep_ledger(true);
        let mut watch = Watch::new(&self.ground, faces);
        let (mut balls, mut deeds) = (plan.balls.iter().peekable(), plan.deeds.iter().peekable());
        let mut trouble = None;
        for tick in 0..plan.ticks {
            now.set(tick);
            while let Some(deed) = deeds.next_if(|deed| deed.tick <= tick) {
                watch.note(deed.what, tick);
                if let Some(input) = deed.input(machine) {
                    // An input that is refused is not given: a file may say anything.
                    machine.send(Command::now(input)).unwrap_or_default();
                }
            }
            while let Some(ball) = balls.next_if(|ball| ball.tick <= tick) {
                ball.fire(machine);
            }
            machine.tick();
            trouble = watch.look(machine, tick);
            if trouble.is_some() {
                break;
            }
        }
        let trouble = trouble.or_else(|| watch.end(machine, plan.ticks.saturating_sub(1)));
        Ok(Played { ball_ticks: watch.ball_ticks, trouble })
    }
}

/// On a table on which nobody can tell where the game is played: every place on the playfield that is open to the sky.
fn anywhere(arena: &Arena) -> Vec<DVec3> {
    let ((min, max), machine) = (arena.area, &arena.bare);
    let high = machine.playfield().border.map_or(0.1, |border| border.glass) - 1.1 * PINBALL_RADIUS;
    let places = (0..=PLACES * PLACES).map(|k| {
        let share = DVec2::new((k % PLACES) as f64, (k / PLACES) as f64) / PLACES as f64;
        (min + (max - min) * share).extend(PINBALL_RADIUS)
    });
    let is_open = |place: &DVec3| {
        let low = *place + DVec3::Z * 1e-4;
        machine.is_free(low, PINBALL_RADIUS) && machine.clear_way(place.with_z(high), low, PINBALL_RADIUS) >= 1.0
    };
    places.filter(is_open).collect()
}
