//! Where the balls' energy comes from and goes: a ledger that always balances, because what cannot be named is booked as the
//! rest of its tick.

use super::{thing, tiny};
use carom::pinball::Machine;
use carom::{BallId, DVec3, What};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// J: the energy of all balls in play.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Energy {
    pub(super) motion: f64,
    pub(super) spin: f64,
    /// Above the lowest place of the playfield.
    pub(super) height: f64,
}

impl Energy {
    fn total(self) -> f64 {
        self.motion + self.spin + self.height
    }
}

/// What impacts on one kind of thing have done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Account {
    impacts: u64,
    /// J
    lost: f64,
    /// J: by things that moved or kicked.
    given: f64,
}

/// The books.
#[derive(Debug)]
pub(super) struct Ledger {
    now: Energy,
    /// J: what there was when the books were opened.
    opening: f64,
    by_kind: BTreeMap<&'static str, Account>,
    /// J: gained without an impact: springs, magnets, nudges.
    pushed: f64,
    /// J: lost without an impact: rolling, sliding, air.
    rubbed: f64,
    /// J: brought or taken by balls that came, went, were caught or let go.
    carried: f64,
    /// Which balls are in play, and which of them are held.
    present: Vec<(BallId, bool)>,
}

impl Ledger {
    pub(super) fn new(machine: &Machine) -> Self {
        let now = energy(machine);
        Self {
            now,
            opening: now.total(),
            by_kind: BTreeMap::new(),
            pushed: 0.0,
            rubbed: 0.0,
            carried: 0.0,
            present: present(machine),
        }
    }

    /// Books the last tick.
    pub(super) fn tick(&mut self, machine: &Machine) {
        let mut by_impacts = 0.0;
        for event in machine.raw_events() {
            let (kind, lost) = match event.what {
                What::Impact { collider, hit } => {
                    (thing(machine, machine.owner(collider), hit.normal), hit.energy_lost)
                }
                What::BallImpact { hit, .. } => ("ball", hit.energy_lost),
                _ => continue,
            };
            let account = self.by_kind.entry(kind).or_default();
            account.impacts += 1;
            if lost > 0.0 {
                account.lost += lost;
            } else {
                account.given -= lost;
            }
            by_impacts -= lost;
        }
        let before = core::mem::replace(&mut self.now, energy(machine)).total();
        let rest = self.now.total() - before - by_impacts;
        let present = present(machine);
        if present != self.present {
            self.carried += rest;
            self.present = present;
        } else if rest > 0.0 {
            self.pushed += rest;
        } else {
            self.rubbed -= rest;
        }
    }

    pub(super) fn now(&self) -> Energy {
        self.now
    }

    pub(super) fn value(&self) -> Value {
        let account = |(kind, account): (&&str, &Account)| json!({"kind": *kind, "impacts": account.impacts, "lost": tiny(account.lost), "given": tiny(account.given)});
        json!({
            "motion": tiny(self.now.motion),
            "spin": tiny(self.now.spin),
            "height": tiny(self.now.height),
            "total": tiny(self.now.total()),
            "opening": tiny(self.opening),
            "impacts": self.by_kind.iter().map(account).collect::<Vec<_>>(),
            "pushed": tiny(self.pushed),
            "rubbed": tiny(self.rubbed),
            "carried": tiny(self.carried),
        })
    }
}

fn present(machine: &Machine) -> Vec<(BallId, bool)> {
    machine.balls().map(|id| (id, machine.is_held(id))).collect()
}

fn energy(machine: &Machine) -> Energy {
    let playfield = machine.playfield();
    let (sine, cosine) = (libm::sin(playfield.slope), libm::cos(playfield.slope));
    let front = playfield.border.as_ref().map_or(0.0, |border| border.max.y);
    // How high a place is above the playfield's front edge.
    let height = |p: DVec3| (front - p.y) * sine + p.z * cosine;
    let mut sum = Energy::default();
    for id in machine.balls() {
        let Some(ball) = machine.ball(id) else { continue };
        sum.motion += 0.5 * ball.mass * ball.velocity.length_squared();
        sum.spin += 0.5 * ball.inertia() * ball.spin.length_squared();
        sum.height += ball.mass * playfield.gravity * height(ball.position);
    }
    sum
}
