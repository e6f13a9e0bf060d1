//! What nudges do to the energy of balls, for the ledger: a pushed cabinet is felt as a pull, the same all through a tick, so its
//! work on a ball is its mass times that pull along the way that the ball has come.

use super::Machine;
use crate::event::BallId;
use glam::{DVec2, DVec3};

/// Where the balls are before a tick in which the cabinet is pushed; nobody, if it is not or no ledger is kept.
#[derive(Debug, Default)]
pub(super) struct Before {
    places: Vec<(BallId, DVec3)>,
}

impl Before {
    #[inline]
    pub(super) fn of(machine: &Machine) -> Self {
        if machine.state.sway == DVec2::ZERO || !machine.world.keeps_ledger() {
            return Self::default();
        }
        let free = machine.balls().filter(|id| !machine.is_held(*id));
        Self { places: free.map(|id| (id, machine.position(id))).collect() }
    }

    /// Enters what the push has done meanwhile.
    #[inline]
    pub(super) fn enter(&self, machine: &mut Machine) {
        if self.places.is_empty() {
            return;
        }
        let push = machine.pull(machine.state.sway) - machine.pull(DVec2::ZERO);
        for &(id, before) in &self.places {
            if let Some(ball) = machine.ball(id).filter(|_| !machine.is_held(id)) {
                machine.state.nudged += ball.mass * push.dot(ball.position - before);
            }
        }
    }
}
