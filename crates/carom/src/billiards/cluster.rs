//! Several balls touch, and one of them is struck: who gets what.
//!
//! The rule is that of generalised reflections (Smith, Kaufman, Vouga, Tamstorf & Grinspun, *Reflections on Simultaneous
//! Impact*, 2012). In rounds: all contacts whose balls approach each other at that moment are resolved together, the others
//! not at all; then it is looked again. So a blow runs through a line of touching balls as it does in a cradle; two balls
//! struck at once share it evenly; and the outcome does not depend on the order of the balls.
//!
//! A contact that shares no ball with another one is resolved by the law of pairs in full. Where contacts share balls, the
//! impulses along the lines of centres are those for which each contact parts as fast as restitution says, or faster
//! (a linear complementarity problem, small); friction follows, limited by them.

use super::ball::{BallSpec, BallState};
use super::models::Quirks;
use super::pair::{Meeting, PairModel};
use crate::DVec3;
use crate::tolerance::BILLIARD_GRAZE;

/// Rounds with restitution. A blow crosses a rack of fifteen in five; what is left after so many is slow jostling, and ends
/// in one round without restitution.
const ROUNDS: usize = 200;
/// Sweeps over the contacts of a linear complementarity problem; each is some tens of operations a contact.
const SWEEPS: usize = 2000;

/// Two balls of the cluster that touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    /// Their places in the cluster.
    pub(super) balls: [usize; 2],
    /// From the first to the second.
    pub(super) normal: DVec3,
    /// Whether there was an impulse.
    pub(super) hit: bool,
    /// Energy it cost, J.
    pub(super) lost: f64,
}

/// Lets the blow run its course: changes velocities and spins.
pub(super) fn settle(
    law: &PairModel,
    specs: &[&BallSpec],
    states: &mut [BallState],
    contacts: &mut [Contact],
    quirks: Quirks,
    lossless: bool,
) {
    let mut active = Vec::with_capacity(contacts.len());
    let mut degree = vec![0_u32; states.len()];
    for round in 0..=ROUNDS {
        let last = round == ROUNDS;
        active.clear();
        degree.fill(0);
        for (k, contact) in contacts.iter().enumerate() {
            if last || approach(contact, states) > BILLIARD_GRAZE {
                active.push(k);
                contact.balls.iter().for_each(|&ball| degree[ball] += 1);
            }
        }
        if active.is_empty() {
            return;
        }
        let shared = |contact: &Contact| contact.balls.iter().any(|&ball| degree[ball] > 1);
        // Those that stand alone do not touch what the others change.
        let (together, apart): (Vec<usize>, Vec<usize>) = active.iter().partition(|&&k| shared(&contacts[k]));
        for k in apart {
            if last {
                reflect(law, specs, states, contacts, &[k], &degree, Some(0.0));
            } else {
                alone(law, specs, states, &mut contacts[k], quirks, lossless);
            }
        }
        if !together.is_empty() {
            let restitution = if last { Some(0.0) } else { lossless.then_some(1.0) };
            reflect(law, specs, states, contacts, &together, &degree, restitution);
        }
    }
}

pub(super) fn approach(contact: &Contact, states: &[BallState]) -> f64 {
    let [a, b] = contact.balls;
    (states[a].velocity - states[b].velocity).dot(contact.normal)
}

fn alone(
    law: &PairModel,
    specs: &[&BallSpec],
    states: &mut [BallState],
    contact: &mut Contact,
    quirks: Quirks,
    lossless: bool,
) {
    let [a, b] = contact.balls;
    if approach(contact, states) <= 0.0 {
        return;
    }
    let before = energy(specs, states, contact);
    let meeting = Meeting {
        specs: [specs[a], specs[b]],
        states: [states[a], states[b]],
        normal: contact.normal,
        lossless,
        quirks,
    };
    [states[a], states[b]] = law.resolve(&meeting);
    contact.hit = true;
    contact.lost += before - energy(specs, states, contact);
}

fn energy(specs: &[&BallSpec], states: &[BallState], contact: &Contact) -> f64 {
    contact.balls.iter().map(|&ball| states[ball].kinetic_energy(specs[ball])).sum()
}

/// Contacts that share balls, all at one moment; with a restitution of its own, or that of the balls.
fn reflect(
    law: &PairModel,
    specs: &[&BallSpec],
    states: &mut [BallState],
    contacts: &mut [Contact],
    active: &[usize],
    degree: &[u32],
    restitution: Option<f64>,
) {
    let energy_of_all = |states: &[BallState]| -> f64 {
        states.iter().zip(specs).map(|(state, spec)| state.kinetic_energy(spec)).sum()
    };
    let before = energy_of_all(states);
    // How fast each contact is to part: `-e` times how fast it closes.
    let targets: Vec<f64> = active
        .iter()
        .map(|&k| {
            let [a, b] = contacts[k].balls;
            let restitution = restitution.unwrap_or_else(|| law.restitution(specs[a], specs[b]));
            restitution * approach(&contacts[k], states).max(0.0)
        })
        .collect();
    let mut impulses = vec![0.0; active.len()];
    for _ in 0..SWEEPS {
        let mut most = 0.0_f64;
        for (slot, &k) in active.iter().enumerate() {
            let contact = contacts[k];
            let [a, b] = contact.balls;
            let yielding = 1.0 / specs[a].mass + 1.0 / specs[b].mass;
            let wanted = (approach(&contact, states) + targets[slot]) / yielding;
            let impulse: f64 = (impulses[slot] + wanted).max(0.0);
            let step = impulse - impulses[slot];
            impulses[slot] = impulse;
            states[a].velocity -= contact.normal * (step / specs[a].mass);
            states[b].velocity += contact.normal * (step / specs[b].mass);
            most = most.max(step.abs() * yielding);
        }
        if most < 1e-15 {
            break;
        }
    }
    rub(law, specs, states, contacts, active, &impulses, degree);
    let lost = before - energy_of_all(states);
    let all: f64 = impulses.iter().sum();
    for (slot, &k) in active.iter().enumerate() {
        if impulses[slot] > 0.0 {
            contacts[k].hit = true;
            // One loss for all: shared out by the size of the blows.
            contacts[k].lost += lost * impulses[slot] / all;
        }
    }
}

/// Friction at contacts with these impulses. Each takes its share of the slip only, so that together they do not turn it.
fn rub(
    law: &PairModel,
    specs: &[&BallSpec],
    states: &mut [BallState],
    contacts: &[Contact],
    active: &[usize],
    impulses: &[f64],
    degree: &[u32],
) {
    let rubs: Vec<DVec3> = active
        .iter()
        .zip(impulses)
        .map(|(&k, &impulse)| {
            let Contact { balls: [a, b], normal, .. } = contacts[k];
            let surface = |ball: usize, side: f64| {
                states[ball].velocity + states[ball].spin.cross(normal * (side * specs[ball].radius))
            };
            let slip = surface(a, 1.0) - surface(b, -1.0);
            let slip = slip - normal * slip.dot(normal);
            let speed = slip.length();
            if speed == 0.0 || impulse == 0.0 {
                return DVec3::ZERO;
            }
            let grip = speed / (3.5 * (1.0 / specs[a].mass + 1.0 / specs[b].mass));
            let share = grip / f64::from(degree[a].max(degree[b]));
            slip * (-share.min(law.friction(specs[a], specs[b], speed) * impulse) / speed)
        })
        .collect();
    for (&k, rub) in active.iter().zip(rubs) {
        let Contact { balls: [a, b], normal, .. } = contacts[k];
        states[a].velocity += rub / specs[a].mass;
        states[b].velocity -= rub / specs[b].mass;
        // The same sense for both: their surfaces rub against each other.
        states[a].spin += normal.cross(rub) * (specs[a].radius / specs[a].inertia());
        states[b].spin += normal.cross(rub) * (specs[b].radius / specs[b].inertia());
    }
}
