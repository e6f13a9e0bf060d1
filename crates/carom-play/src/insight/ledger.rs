//! Where the balls' energy comes from and goes: the engine's own ledger, and beside it what impacts did, by what was struck.

use super::{thing, tiny};
use carom::pinball::Machine;
use carom::{DVec3, What};
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
    by_kind: BTreeMap<&'static str, Account>,
}

impl Ledger {
    pub(super) fn new(machine: &Machine) -> Self {
        Self { now: energy(machine), by_kind: BTreeMap::new() }
    }

    /// Books the last tick.
    pub(super) fn tick(&mut self, machine: &Machine) {
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
        }
        self.now = energy(machine);
    }

    pub(super) fn now(&self) -> Energy {
        self.now
    }

    pub(super) fn value(&self, machine: &Machine) -> Value {
        let account = |(kind, account): (&&str, &Account)| json!({"kind": *kind, "impacts": account.impacts, "lost": tiny(account.lost), "given": tiny(account.given)});
        json!({
            "motion": tiny(self.now.motion),
            "spin": tiny(self.now.spin),
            "height": tiny(self.now.height),
            "total": tiny(self.now.total()),
            "impacts": self.by_kind.iter().map(account).collect::<Vec<_>>(),
            "entries": ENTRIES,
            "ledger": machine.ledger().map(|ledger| {
                json!({
                    "start": tiny(ledger.start),
                    "now": tiny(ledger.now),
                    "amounts": amounts(machine),
                    // Rounding is all there is in it: it is told with all its digits.
                    "residual": ledger.residual(),
                    "turned_over": tiny(ledger.turned_over),
                })
            }),
        })
    }
}

/// What the amounts of a ledger are, in their order; a gain of the balls is positive.
const ENTRIES: [&str; 12] = [
    "gravity",
    "nudges",
    "outside forces",
    "moving surfaces",
    "coils, springs, magnets",
    "restitution",
    "friction in impacts",
    "sliding friction",
    "rolling friction",
    "repair of overlap",
    "other corrections",
    "balls in and out",
];

/// J: what the engine's ledger says under each entry since it was begun; nothing if it keeps none.
pub(super) fn amounts(machine: &Machine) -> Vec<Value> {
    let Some(ledger) = machine.ledger() else { return Vec::new() };
    let amounts = [
        ledger.gravity - ledger.nudges,
        ledger.nudges,
        ledger.pushed,
        ledger.driven,
        ledger.parts,
        -ledger.restitution,
        -(ledger.impacts - ledger.restitution),
        -ledger.friction,
        -ledger.rolling,
        ledger.overlaps,
        ledger.drift + ledger.stilled + ledger.ahead,
        ledger.put_in - ledger.taken_out,
    ];
    amounts.into_iter().map(tiny).collect()
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
