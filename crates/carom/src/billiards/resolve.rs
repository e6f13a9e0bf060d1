//! What an event does: the law is asked, the balls concerned get new paths, the event is noted.

use super::ball::{BallSpec, BallState, Phase};
use super::cluster::{self, Contact};
use super::cushion::{CushionModel, Touch};
use super::detect::{Flight, Wall};
use super::event::What;
use super::motion::{phase_on_cloth, turned};
use super::pair::Meeting;
use super::plan::Alone;
use super::pocket::{self, PocketModel};
use super::shot::{NONE, Shot};
use super::spacer;
use crate::DVec3;
use crate::tolerance::{BILLIARD_TOUCH, CHATTER_SPEED, CHATTER_TIME, PART_SPEED};

/// Whom a ball met: balls by their number, rails and jaws above.
const RAILS: u32 = 1 << 30;
const JAWS: u32 = 1 << 31;
/// A cluster, by its first ball.
const CLUSTER: u32 = RAILS | JAWS;

impl Shot {
    /// Settles what `ball` has come to at the present moment.
    pub(super) fn settle(&mut self, ball: usize) {
        let next = self.next[ball];
        if next.meets_at < next.alone_at {
            self.meet(ball, next.partner as usize);
            return;
        }
        match next.alone {
            Alone::Nothing => {}
            Alone::Turn => self.turn(ball),
            Alone::Wall(Wall::Rail(rail)) => {
                let side = self.bed.rails[rail];
                let mut state = self.current(ball);
                let mut level = self.fits[ball].reach;
                if self.models.quirks.spacer {
                    state = spacer::rail(state, &self.specs[ball], side.from, side.inward);
                    level += spacer::GAP;
                }
                let normal = self.lean_over(ball, side.inward.extend(0.0), level);
                self.cushion(ball, state, What::Rail { ball, rail }, self.models.rail, normal);
            }
            Alone::Wall(Wall::Jaw(jaw)) => {
                let round = self.bed.jaws[jaw];
                let quirks = self.models.quirks;
                let mut state = self.current(ball);
                let mut level = self.fits[ball].reach + if quirks.upright_cushions { round.radius } else { 0.0 };
                if quirks.spacer {
                    state = spacer::jaw(state, &self.specs[ball], round.centre, round.radius);
                    level += spacer::GAP;
                }
                let arm = (state.position.truncate() - round.centre).extend(0.0);
                let away = arm.try_normalize().unwrap_or(DVec3::X);
                let normal = self.lean_over(ball, away, level);
                self.cushion(ball, state, What::Jaw { ball, jaw }, self.models.jaw, normal);
            }
            Alone::Wall(Wall::Pocket(pocket)) => match self.models.pocket {
                PocketModel::Simple => self.pot(ball, pocket),
                PocketModel::Rim => self.tip(ball, pocket),
            },
            Alone::Flight(Flight::Landing) => self.land(ball),
            Alone::Flight(Flight::Rail(rail, normal)) => {
                self.cushion(ball, self.current(ball), What::Rail { ball, rail }, self.models.rail, normal);
            }
            Alone::Flight(Flight::Jaw(jaw, normal)) => {
                self.cushion(ball, self.current(ball), What::Jaw { ball, jaw }, self.models.jaw, normal);
            }
            Alone::Flight(Flight::Pocket(pocket)) => match self.models.pocket {
                PocketModel::Simple => self.pot(ball, pocket),
                PocketModel::Rim => {
                    // In the air over the hole: from here on the pocket decides.
                    self.falling[ball] = Some(pocket as u16);
                    let state = self.current(ball);
                    self.begin(ball, state);
                    self.plan(&[ball]);
                }
            },
            Alone::Flight(Flight::Off) => self.leave(ball),
            Alone::Tipped => self.tipped(ball),
            Alone::Pocket(contact) => self.in_pocket(ball, contact),
        }
    }

    /// Slip, roll or spin has run out.
    fn turn(&mut self, ball: usize) {
        let state = self.current(ball);
        let after = turned(state, &self.specs[ball]);
        let leg = self.begin(ball, after);
        self.note(What::Change { ball, from: state.phase, to: after.phase }, 0.0, [leg, NONE]);
        if state.phase == Phase::Spinning {
            self.stay(ball);
        } else {
            self.plan(&[ball]);
        }
    }

    /// Two balls meet; others may touch them.
    fn meet(&mut self, ball: usize, partner: usize) {
        let (a, b) = (ball.min(partner), ball.max(partner));
        let quirks = self.models.quirks;
        let mut states = [self.current(a), self.current(b)];
        if quirks.spacer {
            states = spacer::balls(states, [&self.specs[a], &self.specs[b]]);
        }
        let Some(normal) = (states[1].position - states[0].position).try_normalize() else { return };
        if !quirks.spacer
            && let Some(cluster) = self.touching(a, b)
        {
            self.meet_many(cluster);
            return;
        }
        let approach = (states[0].velocity - states[1].velocity).dot(normal);
        if approach <= 0.0 {
            // A graze, seen more closely: they do not meet now.
            self.begin(a, states[0]);
            self.begin(b, states[1]);
            self.plan(&[a, b]);
            return;
        }
        // Either may have met something else meanwhile.
        let lossless = self.chatters(a, b as u32, approach) | self.chatters(b, a as u32, approach);
        let specs = [&self.specs[a], &self.specs[b]];
        let meeting = Meeting { specs, states, normal, lossless, quirks };
        let mut after = self.models.pair.resolve(&meeting);
        if quirks.spacer {
            after = spacer::on_the_cloth(after);
        }
        if lossless {
            part(&mut after, specs, normal);
        }
        let lost = (0..2).map(|k| states[k].kinetic_energy(specs[k]) - after[k].kinetic_energy(specs[k])).sum::<f64>();
        self.ledger.balls += lost;
        let (first, more) = self.go_on(a, after[0]);
        let (second, most) = self.go_on(b, after[1]);
        self.note(What::Balls { balls: [a, b] }, lost + more + most, [first, second]);
        self.plan(&[a, b]);
    }

    /// Whether this is the next of a quick series of slow meetings of the same two. Remembers it.
    fn chatters(&mut self, ball: usize, with: u32, approach: f64) -> bool {
        let (last, when) = self.met[ball];
        self.met[ball] = (with, self.time);
        !self.models.quirks.spacer && last == with && approach < CHATTER_SPEED && self.time - when < CHATTER_TIME
    }

    /// The balls that touch `a`, `b`, or one that touches them; `None` if there are only the two, as nearly always.
    fn touching(&self, a: usize, b: usize) -> Option<Vec<usize>> {
        if !self.neighbours(a).any(|other| other != b) && !self.neighbours(b).any(|other| other != a) {
            return None;
        }
        let mut cluster = vec![a, b];
        let mut looked = 0;
        while looked < cluster.len() {
            let near: Vec<usize> = self.neighbours(cluster[looked]).filter(|other| !cluster.contains(other)).collect();
            cluster.extend(near);
            looked += 1;
        }
        Some(cluster)
    }

    /// The balls that touch `ball` right now.
    fn neighbours(&self, ball: usize) -> impl Iterator<Item = usize> {
        let place = self.legs[self.now[ball] as usize].place(self.time);
        let near = (0..self.sieve.words()).flat_map(move |word| {
            let mut bits = self.sieve.near(ball, word);
            core::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(word * 64 + bit)
            })
        });
        near.filter(move |&other| {
            let reach = self.fits[ball].radius + self.fits[other].radius + BILLIARD_TOUCH;
            self.sieve.box_of(ball).meets(self.sieve.box_of(other))
                && (self.legs[self.now[other] as usize].place(self.time) - place).length_squared() <= reach * reach
        })
    }

    /// Several balls that touch, one of them struck.
    fn meet_many(&mut self, mut cluster: Vec<usize>) {
        cluster.sort_unstable();
        let mut states: Vec<BallState> = cluster.iter().map(|&ball| self.current(ball)).collect();
        let before = states.clone();
        let specs: Vec<_> = cluster.iter().map(|&ball| &self.specs[ball]).collect();
        let mut contacts = Vec::new();
        for a in 0..cluster.len() {
            for b in a + 1..cluster.len() {
                let arm = states[b].position - states[a].position;
                let reach = specs[a].radius + specs[b].radius + BILLIARD_TOUCH;
                if arm.length_squared() <= reach * reach
                    && let Some(normal) = arm.try_normalize()
                {
                    contacts.push(Contact { balls: [a, b], normal, hit: false, lost: 0.0 });
                }
            }
        }
        let fastest = contacts.iter().map(|contact| cluster::approach(contact, &states)).fold(0.0, f64::max);
        let (last, now) = (CLUSTER + cluster[0] as u32, self.time);
        let lossless = fastest < CHATTER_SPEED
            && cluster.iter().all(|&ball| self.met[ball].0 == last && now - self.met[ball].1 < CHATTER_TIME);
        cluster::settle(&self.models.pair, &specs, &mut states, &mut contacts, self.models.quirks, lossless);
        if lossless {
            for contact in contacts.iter().filter(|contact| contact.hit) {
                let [a, b] = contact.balls;
                let mut pair = [states[a], states[b]];
                part(&mut pair, [specs[a], specs[b]], contact.normal);
                [states[a], states[b]] = pair;
            }
        }
        for &ball in &cluster {
            self.met[ball] = (last, now);
        }
        let kinetic = |states: &[BallState]| -> f64 {
            states.iter().zip(&specs).map(|(state, spec)| state.kinetic_energy(spec)).sum()
        };
        self.ledger.balls += kinetic(&before) - kinetic(&states);
        let mut legs = vec![NONE; cluster.len()];
        let mut taken = vec![0.0; cluster.len()];
        let mut changed = Vec::with_capacity(cluster.len());
        let any_hit = contacts.iter().any(|contact| contact.hit);
        for (k, &ball) in cluster.iter().enumerate() {
            if !any_hit {
                // A graze, seen more closely.
                legs[k] = self.begin(ball, states[k]);
                changed.push(ball);
            } else if states[k] != before[k] {
                (legs[k], taken[k]) = self.go_on(ball, states[k]);
                changed.push(ball);
            }
        }
        for contact in contacts.iter().filter(|contact| contact.hit) {
            let [a, b] = contact.balls;
            // What the cloth took of a ball's motion is told with its first contact.
            let lost = contact.lost + core::mem::take(&mut taken[a]) + core::mem::take(&mut taken[b]);
            self.note(What::Balls { balls: [cluster[a], cluster[b]] }, lost, [legs[a], legs[b]]);
        }
        self.plan(&changed);
    }

    /// A ball goes on after an impact, on the cloth or in the air; what the cloth takes of its motion is given back.
    fn go_on(&mut self, ball: usize, mut state: BallState) -> (u32, f64) {
        let spec = &self.specs[ball];
        let before = state.kinetic_energy(spec);
        if state.phase != Phase::Airborne {
            let hop = 0.5 * state.velocity.z * state.velocity.z / self.models.gravity;
            if self.models.jumps && state.velocity.z > 0.0 && hop >= self.models.landing.least_hop() {
                state.phase = Phase::Airborne;
            } else {
                state.velocity.z = 0.0;
                state.phase = Phase::Sliding;
            }
        }
        let taken = before - state.kinetic_energy(spec);
        self.ledger.cloth += taken;
        (self.begin(ball, state), taken)
    }

    /// From the nose of a cushion to the centre of a ball on the cloth that stands `level` away from it.
    fn lean_over(&self, ball: usize, away: DVec3, level: f64) -> DVec3 {
        let over = self.bed.nose - self.fits[ball].radius;
        (away * level - DVec3::Z * over).normalize()
    }

    fn cushion(&mut self, ball: usize, state: BallState, what: What, law: CushionModel, normal: DVec3) {
        let code = match what {
            What::Rail { rail, .. } => RAILS + rail as u32,
            What::Jaw { jaw, .. } => JAWS + jaw as u32,
            _ => NONE,
        };
        let out = DVec3::new(-normal.x, -normal.y, 0.0).try_normalize().unwrap_or(DVec3::X);
        let on_cloth = state.phase != Phase::Airborne;
        let approach = if on_cloth { state.velocity.dot(out) } else { -state.velocity.dot(normal) };
        if approach <= 0.0 {
            self.begin(ball, state);
            self.plan(&[ball]);
            return;
        }
        let lossless = self.chatters(ball, code, approach);
        let spec = &self.specs[ball];
        let lean = if on_cloth { (self.bed.nose - spec.radius) / spec.radius } else { -normal.z };
        let lean = lean.clamp(-0.999, 0.999);
        let mut after = law.resolve(&Touch { spec, state, out, normal, lean, on_cloth, lossless });
        if lossless && on_cloth {
            after.velocity.z = 0.0;
            let spinning = spec.inertia() * after.spin.length_squared();
            let (apart, kept) = apart(after.velocity, -out, spinning / spec.mass);
            after.velocity += apart;
            after.spin *= kept;
        }
        let lost = state.kinetic_energy(spec) - after.kinetic_energy(spec);
        self.ledger.cushions += lost;
        let (leg, more) = self.go_on(ball, after);
        self.note(what, lost + more, [leg, NONE]);
        self.plan(&[ball]);
    }

    fn land(&mut self, ball: usize) {
        let mut state = self.current(ball);
        // A speed too small for its square may still point upwards: then it counts as none, or it would land for ever.
        state.velocity.z = state.velocity.z.min(0.0);
        let spec = self.specs[ball];
        let mut after = self.models.landing.resolve(&spec, &state, self.models.gravity, self.models.quirks);
        after.position.z = spec.radius;
        if !self.models.quirks.cushions_ignore_flight {
            // One that comes out of a pocket may have grazed the end of a cushion from behind.
            let place = self.bed.beside(&self.fits[ball], after.position.truncate());
            after.position = place.extend(spec.radius);
        }
        after.phase = if after.velocity.z > 0.0 { Phase::Airborne } else { phase_on_cloth(&after, &spec) };
        match after.phase {
            Phase::Stationary => (after.velocity, after.spin) = (DVec3::ZERO, DVec3::ZERO),
            Phase::Spinning => {
                (after.velocity, after.spin) = (DVec3::ZERO, DVec3::new(0.0, 0.0, after.spin.z));
            }
            Phase::Sliding | Phase::Rolling => after.velocity.z = 0.0,
            _ => {}
        }
        let gravity = self.models.gravity;
        let lost = state.energy(&spec, gravity) - after.energy(&spec, gravity);
        self.ledger.cloth += lost;
        let leg = self.begin(ball, after);
        self.note(What::Landing { ball }, lost, [leg, NONE]);
        self.plan(&[ball]);
    }

    fn pot(&mut self, ball: usize, pocket: usize) {
        let hole = &self.bed.pockets[pocket];
        let place = hole.centre.extend(-hole.depth);
        self.remove(ball, Phase::Potted, place, What::Pot { ball, pocket });
    }

    fn leave(&mut self, ball: usize) {
        let place = self.current(ball).position;
        self.remove(ball, Phase::Off, place, What::Off { ball });
    }

    fn remove(&mut self, ball: usize, phase: Phase, position: DVec3, what: What) {
        let lost = self.current(ball).energy(&self.specs[ball], self.models.gravity);
        self.ledger.pockets += lost;
        self.falling[ball] = None;
        let leg = self.begin(ball, BallState { phase, position, ..BallState::default() });
        self.note(what, lost, [leg, NONE]);
        self.plan(&[ball]);
    }

    /// A ball on the cloth comes over the edge of a pocket. Faster ones fly off it; slower ones turn about it first, which
    /// takes a moment: until then the ball is seen to move evenly from the one place to the other.
    fn tip(&mut self, ball: usize, pocket: usize) {
        let state = self.current(ball);
        let gravity = self.models.gravity;
        let spec = self.specs[ball];
        let (after, span) = pocket::tip(&self.bed.pockets[pocket], &spec, &state, gravity);
        let after = BallState { phase: Phase::Airborne, ..after };
        self.falling[ball] = Some(pocket as u16);
        let leg = if span > 0.0 {
            let shown = BallState { velocity: (after.position - state.position) / span, spin: state.spin, ..state };
            let leg = self.begin(ball, BallState { phase: Phase::Airborne, ..shown });
            self.legs[leg as usize].acceleration = DVec3::ZERO;
            self.tipping[ball] = Some((self.time + span, after));
            leg
        } else {
            self.begin(ball, after)
        };
        let lost = state.energy(&spec, gravity) - self.current(ball).energy(&spec, gravity);
        self.ledger.pockets += lost;
        self.note(What::Tip { ball, pocket }, state.energy(&spec, gravity) - after.energy(&spec, gravity), [leg, NONE]);
        self.plan(&[ball]);
    }

    /// A ball that turned about the edge of a pocket leaves it.
    fn tipped(&mut self, ball: usize) {
        let Some((_, after)) = self.tipping[ball].take() else { return };
        let (spec, gravity) = (self.specs[ball], self.models.gravity);
        let shown = self.legs[self.now[ball] as usize].state;
        self.ledger.pockets += shown.energy(&spec, gravity) - after.energy(&spec, gravity);
        self.begin(ball, after);
        self.plan(&[ball]);
    }

    /// Something happens to a ball in a pocket.
    fn in_pocket(&mut self, ball: usize, contact: pocket::Contact) {
        let Some(pocket) = self.falling[ball].map(usize::from) else { return };
        match contact {
            pocket::Contact::Drop => self.pot(ball, pocket),
            pocket::Contact::Over => self.leave(ball),
            pocket::Contact::Out => {
                self.falling[ball] = None;
                let state = self.current(ball);
                self.begin(ball, state);
                self.plan(&[ball]);
            }
            pocket::Contact::Wall(normal) | pocket::Contact::Rim(normal) => {
                let state = self.current(ball);
                let spec = &self.specs[ball];
                let gravity = self.models.gravity;
                let after = pocket::bounce(spec, &state, normal, gravity);
                let lost = state.energy(spec, gravity) - after.energy(spec, gravity);
                self.ledger.pockets += lost;
                let leg = self.begin(ball, BallState { phase: Phase::Airborne, ..after });
                self.note(What::Rattle { ball, pocket }, lost, [leg, NONE]);
                self.plan(&[ball]);
            }
        }
    }
}

/// Two balls that lean on each other part with a least speed.
fn part(states: &mut [BallState; 2], specs: [&BallSpec; 2], normal: DVec3) {
    let [a, b] = specs.map(|spec| spec.mass);
    let spinning = (0..2).map(|k| specs[k].inertia() * states[k].spin.length_squared()).sum::<f64>();
    let mass = a * b / (a + b);
    let (apart, kept) = apart(states[1].velocity - states[0].velocity, normal, spinning / mass);
    states[0].velocity -= apart * (mass / a);
    states[1].velocity += apart * (mass / b);
    states.iter_mut().for_each(|state| state.spin *= kept);
}

/// What to add to the velocity of one thing past another so that they part along `normal` with a least speed, and which
/// part of their spins they keep. The energy for it is taken from their motion past each other, which only turns; where
/// there is none, from their spins (`spinning`: twice their energy, over the mass), which is what presses them together.
fn apart(velocity: DVec3, normal: DVec3, spinning: f64) -> (DVec3, f64) {
    let parting = velocity.dot(normal).max(0.0);
    let past = velocity - normal * velocity.dot(normal);
    let there = past.length_squared();
    if parting >= PART_SPEED {
        return (DVec3::ZERO, 1.0);
    }
    let wanted = PART_SPEED.min((parting * parting + there + spinning).sqrt());
    let cost = wanted * wanted - parting * parting;
    let paid = cost.min(there);
    let left = if there > 0.0 { (1.0 - paid / there).max(0.0).sqrt() } else { 1.0 };
    let kept = if cost > paid { (1.0 - (cost - paid) / spinning).max(0.0).sqrt() } else { 1.0 };
    (normal * (wanted - velocity.dot(normal)) + past * (left - 1.0), kept)
}
