//! A case of a campaign, written down whole: which balls are fired when and how, and every input. Nothing in it depends on what
//! happens, so that it can be cut down: any part of a plan is a plan.

use super::super::arena::Arena;
use carom::math::rng::Stream;
use carom::pinball::part::Part;
use carom::pinball::{Drive, Input, Machine, PartId, TICK};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS, radians};
use carom::{Ball, DVec2, DVec3};
use core::f64::consts::TAU;
use serde::{Deserialize, Serialize};

/// Balls in play at most: more are not fired.
const MOST_BALLS: usize = 24;
/// s: about how long a ball stays in play; so often another one is fired in its place.
const LIFE: f64 = 3.0;
/// m/s: most balls are as fast as a flipper shoots, some faster than any coil, a few as fast as a bullet train.
const SPEEDS: [f64; 8] = [1.0, 2.0, 4.0, 4.0, 4.0, 8.0, 15.0, 60.0];
/// rad/s: the fastest spin.
const FASTEST_SPIN: f64 = 300.0;
/// 2 is a firm push.
const HARDEST_NUDGE: f64 = 4.0;
/// How many times as long pushes and serves are apart: in a third of all cases the cabinet is hardly ever at rest, and a trough
/// serves until its lane is full; in the others balls are left to themselves now and then.
const EASE: [f64; 3] = [1.0, 3.0, 8.0];
/// m/s²: the hardest that a sensor feels the cabinet go.
const HARDEST_SWAY: f64 = 5.0;
/// m, rad and s: how far driven groups without a track are sent, and in which time at least.
const FARTHEST: f64 = 0.03;
const WIDEST: f64 = 0.6;
const QUICKEST: f64 = 0.1;

/// A case, written down.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    /// Of the machine's own random numbers: scatter and kicks.
    pub(crate) seed: u64,
    /// How long it is played.
    pub(crate) ticks: u64,
    pub(crate) balls: Vec<Fired>,
    pub(crate) deeds: Vec<Deed>,
}

/// A ball that is fired, if there is room for it then.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fired {
    pub(crate) tick: u64,
    /// m.
    pub(crate) at: [f64; 3],
    /// m/s.
    pub(crate) velocity: [f64; 3],
    /// rad/s.
    pub(crate) spin: [f64; 3],
}

/// Something that is done to the machine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Deed {
    pub(crate) tick: u64,
    #[serde(flatten)]
    pub(crate) what: What,
}

/// The kinds of deed. Parts and groups go by their numbers in the machine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum What {
    /// A coil goes on or off.
    Coil { part: usize, on: bool },
    /// A plunger is pulled back.
    Pull { part: usize },
    /// It is let go.
    Release { part: usize },
    /// A kicker throws its ball in this direction.
    Kick { part: usize, angle: f64, speed: f64, inclination: f64 },
    /// The cabinet is pushed.
    Nudge { angle: f64, force: f64 },
    /// The cabinet accelerates, until told otherwise.
    Sway { x: f64, y: f64 },
    /// A drop target goes down or up.
    Drop { part: usize, down: bool },
    /// A group follows its track from the beginning.
    Run { group: usize },
    /// It stops.
    Stop { group: usize },
    /// It goes somewhere.
    Go { group: usize, shift: [f64; 3], angle: f64, time: f64 },
}

impl Fired {
    /// Puts the ball in, if there is room for it.
    pub(crate) fn fire(&self, machine: &mut Machine) {
        let place = DVec3::from(self.at);
        let ball = Ball::new(place, PINBALL_RADIUS, PINBALL_MASS);
        if machine.balls().count() < MOST_BALLS
            && machine.is_free(place, PINBALL_RADIUS)
            && let Ok(ball) = ball
        {
            let ball = ball.with_velocity(DVec3::from(self.velocity)).with_spin(DVec3::from(self.spin));
            // A ball that is refused is not fired: a file may say anything.
            machine.add_ball(ball).map(drop).unwrap_or_default();
        }
    }
}

impl Deed {
    /// The input that it is in a machine; none if there is no such part.
    pub(crate) fn input(&self, machine: &Machine) -> Option<Input> {
        let part = |k: usize| machine.parts().nth(k).map(|(id, ..)| id);
        let group = |k: usize| machine.groups().nth(k).map(|(id, _)| id);
        Some(match self.what {
            What::Coil { part: k, on } => Input::Coil { part: part(k)?, on },
            What::Pull { part: k } => Input::Pull { part: part(k)?, retract: false },
            What::Release { part: k } => Input::Release { part: part(k)? },
            What::Kick { part: k, angle, speed, inclination } => {
                Input::Kick { part: part(k)?, angle, speed, inclination }
            }
            What::Nudge { angle, force } => Input::Nudge { angle, force },
            What::Sway { x, y } => Input::Sway { acceleration: DVec2::new(x, y) },
            What::Drop { part: k, down } => Input::Drop { part: part(k)?, down },
            What::Run { group: k } => Input::Drive { group: group(k)?, drive: Drive::Run },
            What::Stop { group: k } => Input::Drive { group: group(k)?, drive: Drive::Stop },
            What::Go { group: k, shift, angle, time } => {
                Input::Drive { group: group(k)?, drive: Drive::Go { shift: DVec3::from(shift), angle, time } }
            }
        })
    }

    /// The part that it is done to.
    pub(crate) fn part(&self) -> Option<usize> {
        match self.what {
            What::Coil { part, .. }
            | What::Pull { part }
            | What::Release { part }
            | What::Kick { part, .. }
            | What::Drop { part, .. } => Some(part),
            What::Nudge { .. } | What::Sway { .. } | What::Run { .. } | What::Stop { .. } | What::Go { .. } => None,
        }
    }
}

impl Plan {
    /// The case of this number on a table: from the seed, what is in the table, and the number alone.
    pub(crate) fn of(arena: &Arena, table: u64, seed: u64, number: u64, seconds: f64) -> Self {
        let luck = Stream::new(seed, &format!("campaign on {table:016x}, case {number}"));
        let ticks = ((seconds / TICK) as u64).max(1);
        let mut draft = Draft { luck, ticks, ease: 1.0, deeds: Vec::new() };
        draft.ease = draft.pick(&EASE).unwrap_or(1.0);
        let balls = draft.balls(arena, number);
        // In every second case nobody pushes the cabinet: where nothing works on a ball, its energy can be seen not to grow.
        if number % 2 == 1 {
            draft.pushes();
        }
        draft.parts(&arena.bare);
        draft.groups(&arena.bare);
        let seed = draft.luck.bits();
        let mut deeds = draft.deeds;
        deeds.sort_by_key(|deed| deed.tick);
        Self { seed, ticks, balls, deeds }
    }

    /// How much there is of it.
    pub(crate) fn size(&self) -> (usize, usize, u64) {
        (self.balls.len(), self.deeds.len(), self.ticks)
    }
}

/// A plan in the making.
struct Draft {
    luck: Stream,
    ticks: u64,
    /// How many times as long pushes and serves are apart.
    ease: f64,
    deeds: Vec<Deed>,
}

impl Draft {
    fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        of.get((self.luck.unit() * of.len() as f64) as usize).copied()
    }

    /// The moments at which something is done again and again, so many seconds apart.
    fn moments(&mut self, least: f64, most: f64) -> Vec<u64> {
        let mut moments = Vec::new();
        let mut at = self.luck.between(0.0, most);
        while at < self.ticks as f64 * TICK {
            moments.push((at / TICK) as u64);
            at += self.luck.between(least, most);
        }
        moments
    }

    fn balls(&mut self, arena: &Arena, number: u64) -> Vec<Fired> {
        let wanted = [1, 3, 2, 6, 1, 4, 12, 20][(number / 2 % 8) as usize];
        let mut balls = Vec::new();
        for _ in 0..wanted {
            let mut tick = (self.luck.unit() * 50.0) as u64;
            while tick < self.ticks {
                balls.extend(self.ball(arena, tick));
                tick += (self.luck.between(0.5, 1.5) * LIFE / TICK) as u64;
            }
        }
        balls.sort_by_key(|ball: &Fired| ball.tick);
        balls
    }

    fn ball(&mut self, arena: &Arena, tick: u64) -> Option<Fired> {
        let off = DVec3::new(self.luck.between(-3e-3, 3e-3), self.luck.between(-3e-3, 3e-3), 1e-4);
        let mut at = self.pick(&arena.floor.open)? + off;
        let heading = self.luck.between(0.0, TAU);
        let speed = self.pick(&SPEEDS)? * self.luck.unit();
        let mut velocity = DVec3::new(libm::cos(heading), libm::sin(heading), 0.0) * speed;
        if self.luck.unit() < 0.25 {
            velocity.z = self.luck.between(-1.0, 1.0) * speed;
            // Some begin in the air, where the way up to there is free.
            let glass = arena.bare.playfield().border.map_or(0.1, |border| border.glass);
            let high = at + DVec3::Z * self.luck.unit() * (glass - 2.5 * PINBALL_RADIUS).max(0.0);
            if arena.bare.clear_way(at, high, PINBALL_RADIUS) >= 1.0 {
                at = high;
            }
        }
        let mut turn = || self.luck.between(-1.0, 1.0) * FASTEST_SPIN;
        let spin = [turn(), turn(), turn()];
        let spin = if self.luck.unit() < 0.5 { spin } else { [0.0; 3] };
        Some(Fired { tick, at: at.to_array(), velocity: velocity.to_array(), spin })
    }

    fn pushes(&mut self) {
        for tick in self.moments(0.05 * self.ease, 2.0 * self.ease) {
            let what = What::Nudge {
                angle: self.luck.between(0.0, TAU),
                force: HARDEST_NUDGE * self.luck.unit() * self.luck.unit(),
            };
            self.deeds.push(Deed { tick, what });
        }
        for tick in self.moments(1.0, 6.0) {
            let hard = HARDEST_SWAY * self.luck.unit();
            let (x, y) = (self.luck.between(-hard, hard), self.luck.between(-hard, hard));
            self.deeds.push(Deed { tick, what: What::Sway { x, y } });
            self.deeds.push(Deed { tick: tick + 40, what: What::Sway { x: 0.0, y: 0.0 } });
        }
    }

    /// On and off, with these times between.
    fn switch(&mut self, least: f64, most: f64, what: impl Fn(bool) -> What) {
        let deeds = self.moments(least, most).into_iter().enumerate();
        self.deeds.extend(deeds.map(|(k, tick)| Deed { tick, what: what(k % 2 == 0) }));
    }

    fn parts(&mut self, machine: &Machine) {
        let list: Vec<(PartId, &Part)> = machine.parts().map(|(id, _, part)| (id, part)).collect();
        for (id, part) in list {
            let part_index = id.index();
            match part {
                Part::Flipper(_) => {
                    let slowest = self.luck.between(0.05, 0.8);
                    self.switch(0.015, slowest, |on| What::Coil { part: part_index, on });
                }
                Part::Plunger(_) => {
                    for tick in self.moments(0.3, 2.5) {
                        let held = (self.luck.between(0.01, 0.9) / TICK) as u64;
                        self.deeds.push(Deed { tick, what: What::Pull { part: part_index } });
                        self.deeds.push(Deed { tick: tick + held, what: What::Release { part: part_index } });
                    }
                    self.switch(0.5, 4.0, |on| What::Coil { part: part_index, on });
                }
                Part::Gate(_) | Part::Magnet(_) | Part::Turntable(_) => {
                    self.switch(0.2, 4.0, |on| What::Coil { part: part_index, on });
                }
                Part::Trough(_) => {
                    let (least, most) = (0.1 * self.ease, self.ease);
                    self.switch(least, most, |on| What::Coil { part: part_index, on });
                }
                Part::Kicker(_) => {
                    for tick in self.moments(0.1, 2.0) {
                        let what = if self.luck.unit() < 0.5 {
                            What::Coil { part: part_index, on: true }
                        } else {
                            What::Kick {
                                part: part_index,
                                angle: self.luck.between(0.0, TAU),
                                speed: 8.0 * self.luck.unit(),
                                inclination: radians(90.0) * self.luck.unit(),
                            }
                        };
                        self.deeds.push(Deed { tick, what });
                    }
                }
                Part::Target(target) if target.kind.drops() => {
                    self.switch(0.1, 3.0, |down| What::Drop { part: part_index, down });
                }
                _ => {}
            }
        }
    }

    fn groups(&mut self, machine: &Machine) {
        let list: Vec<(usize, bool)> = machine
            .groups()
            .filter(|(_, group)| group.driven)
            .map(|(id, group)| (id.index(), group.track.is_some()))
            .collect();
        for (group, has_track) in list {
            for tick in self.moments(0.2, 3.0) {
                let mut along = || self.luck.between(-FARTHEST, FARTHEST);
                let shift = [along(), along(), along().abs()];
                let what = match self.luck.unit() {
                    x if x < 0.4 && has_track => What::Run { group },
                    x if x < 0.6 => What::Stop { group },
                    _ => What::Go {
                        group,
                        shift,
                        angle: self.luck.between(-WIDEST, WIDEST),
                        time: self.luck.between(QUICKEST, 2.0),
                    },
                };
                self.deeds.push(Deed { tick, what });
            }
        }
    }
}
