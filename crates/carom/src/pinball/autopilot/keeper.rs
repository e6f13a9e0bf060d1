//! The house keeper: does the least that a game's rules would do. Serves balls, takes out those that have drained, helps those
//! that are stuck.

use super::eyes::{Eyes, Layout, Seen};
use super::hole::{Hole, Use};
use super::player::Player;
use super::rod::Rod;
use super::toys::Toys;
use super::{Duties, Taken, Tally, place, seconds};
use crate::ball::Ball;
use crate::event::BallId;
use crate::math::rng::Stream;
use crate::math::trig;
use crate::pinball::part::Part;
use crate::pinball::{Command, Input, Machine, PartId};
use glam::{DVec2, DVec3};

/// Ticks between two serves; and how long a serve waits for balls that have not left the last place.
const SERVE_EVERY: u64 = seconds(1.0);
const SERVE_WAITS: u64 = seconds(8.0);
/// Ticks: a ball that stays is pushed after the first and the second, and taken out after the third.
const STUCK: [u64; 3] = [seconds(4.0), seconds(7.0), seconds(10.0)];
/// Ticks: a ball below the flippers of a table without a drain is out when it has stayed for so long, or is there for so long.
const OUT_STILL: u64 = seconds(0.7);
const OUT: u64 = seconds(3.0);
/// Ticks: the same where there is a drain, which it has not found.
const OUT_BESIDE_DRAIN: u64 = seconds(12.0);
/// Ticks: when no flipper has been hit for so long, a ball is brought to one; and a ball that has met none for so long is.
const DULL: u64 = seconds(25.0);
const ASTRAY: u64 = seconds(75.0);
/// Plunges after which a ball that has not left the lane is brought out by hand; and how often that happens until the lane is
/// taken for closed.
const MOST_PLUNGES: u32 = 6;
const MOST_FAILURES: u32 = 2;
/// Ticks: where somebody else plays, a ball that was taken out comes back in the usual way; one that is stuck again so soon does
/// not.
const STUCK_AGAIN: u64 = seconds(60.0);

/// How a ball was served.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Way {
    /// By somebody else.
    #[default]
    Given,
    Trough,
    Plunger(usize),
    Hole,
    Dropped,
}

/// The house keeper.
#[derive(Clone, Debug)]
pub(super) struct Keeper {
    /// Balls to be kept in play.
    pub(super) wanted: usize,
    pub(super) duties: Duties,
    /// Balls that are not its business.
    pub(super) left: Vec<BallId>,
    /// Balls that it takes out now.
    pub(super) taken: Vec<Taken>,
    holes: Vec<Hole>,
    toys: Toys,
    luck: Stream,
    /// Can a ball leave the table by itself?
    has_drain: bool,
    /// How the last ball was served, when, and from when on the next may be.
    way: Way,
    served: u64,
    next_serve: u64,
    /// Since when a ball has been missing.
    missing: Option<u64>,
    /// The tick at which a flipper was hit last.
    hit: u64,
    /// Balls to be put above the flippers instead of the usual place.
    to_flippers: u32,
    /// Balls in a row that came out of a hole and got stuck before they met a flipper.
    hole_failures: u32,
    /// The tick at which a stuck ball was taken out last.
    rescued: Option<u64>,
}

impl Keeper {
    pub(super) fn new(machine: &Machine, layout: &Layout, seed: u64) -> Self {
        let mut holes = Vec::new();
        for (id, name, part) in machine.parts() {
            if let Part::Kicker(kicker) = part {
                holes.push(Hole::new((id, name, kicker), machine.placed(id).as_ref(), layout));
            }
        }
        let has_drain = !layout.troughs.is_empty() || holes.iter().any(|hole| hole.purpose == Use::Drain);
        Self {
            wanted: 1,
            duties: Duties::default(),
            left: Vec::new(),
            taken: Vec::new(),
            holes,
            toys: Toys::new(machine, seed),
            luck: Stream::new(seed, "autopilot: keeper"),
            has_drain,
            way: Way::Given,
            served: 0,
            next_serve: 0,
            missing: None,
            hit: 0,
            to_flippers: 0,
            hole_failures: 0,
            rescued: None,
        }
    }

    pub(super) fn start_anew(&mut self) {
        self.holes.iter_mut().for_each(Hole::start_anew);
        self.toys.start_anew();
        (self.way, self.served, self.next_serve, self.missing, self.hit) = (Way::Given, 0, 0, None, 0);
        (self.to_flippers, self.hole_failures, self.rescued) = (0, 0, None);
    }

    pub(super) fn leave(&mut self, part: PartId, seconds: f64) {
        self.toys.leave(part);
        self.holes.iter_mut().filter(|hole| hole.part == part).for_each(|hole| hole.leave(seconds));
    }

    pub(super) fn is_drain(&self, part: PartId) -> bool {
        self.holes.iter().any(|hole| hole.part == part && hole.purpose == Use::Drain)
    }

    /// How a ball that is new on the table was served.
    pub(super) fn served_from(&self) -> Way {
        self.way
    }

    pub(super) fn flipper_hit(&mut self, now: u64) {
        self.hit = now;
    }

    /// Does a ball that comes over this part drop out below?
    pub(super) fn swallows(&self, part: PartId) -> bool {
        self.holes.iter().any(|hole| hole.part == part && hole.fall_through)
    }

    /// One that was lost as soon as it was served was served into nothing.
    pub(super) fn ball_lost(&mut self, now: u64) {
        if now < self.served + seconds(3.0) {
            self.to_flippers += 1;
        }
    }

    pub(super) fn keep(
        &mut self,
        machine: &mut Machine,
        layout: &Layout,
        eyes: &mut Eyes,
        player: &mut Player,
        now: u64,
        tally: &mut Tally,
    ) {
        self.taken.clear();
        for hole in &mut self.holes {
            hole.keep(machine, eyes, now, &mut self.luck, tally, &mut self.taken);
        }
        self.toys.keep(machine, eyes, now);
        let mut pushes = 0;
        for ball in &mut eyes.balls {
            if !ball.held && !self.left.contains(&ball.id) {
                pushes = pushes.max(self.care(machine, ball, &mut player.rods, now, tally));
            }
        }
        if pushes > 0 && self.duties.flips {
            player.push(machine, pushes > 1, now, tally);
        }
        if self.duties.flips {
            self.liven_up(machine, layout, eyes, now, tally);
        }
        let serves = self.serve(machine, layout, eyes, &player.rods, now, tally);
        // A new ball, a new game: nobody counts the warnings of the last.
        if self.duties.forgives && (machine.is_tilted() || (player.is_warned && serves)) {
            machine.send(Command::now(Input::ClearTilt)).unwrap_or_default();
            player.is_warned = false;
        }
    }

    /// Looks after one ball. Says whether the cabinet is to be pushed for it: 1 the first time, 2 the second.
    fn care(&mut self, machine: &mut Machine, ball: &mut Seen, rods: &mut [Rod], now: u64, tally: &mut Tally) -> u32 {
        let still = now - ball.still_since;
        if let Some(below) = ball.below_since {
            let out = if self.has_drain { OUT_BESIDE_DRAIN } else { OUT };
            let still_out = if self.has_drain { STUCK[2] } else { OUT_STILL };
            if now - below >= out || (still >= still_out && now - below >= OUT_STILL) {
                take_out(machine, ball);
                self.taken.push(Taken { ball: ball.id, drained: true });
                *(if self.has_drain { &mut tally.rescued } else { &mut tally.drained }) += 1;
                return 0;
            }
        }
        if ball.plunges > 0 && !rods.iter().any(|rod| rod.has_in_lane(ball.place)) {
            ball.plunges = 0;
            if let Way::Plunger(k) = ball.way
                && let Some(rod) = rods.get_mut(k)
            {
                rod.failures = 0;
            }
        }
        let shut_in = ball.plunges > MOST_PLUNGES || (ball.waits_since.is_some() && still >= 2 * STUCK[2]);
        if shut_in
            && let Way::Plunger(k) = ball.way
            && let Some(rod) = rods.get_mut(k)
        {
            rod.failures += 1;
        }
        let stuck = still >= STUCK[2] && ball.waits_since.is_none();
        if ball.way == Way::Hole {
            if ball.touched > ball.came {
                self.hole_failures = 0;
            } else if stuck {
                self.hole_failures += 1;
            }
        }
        if shut_in || stuck || now - ball.touched >= ASTRAY {
            self.rescue(machine, ball, shut_in, now, tally);
            return 0;
        }
        let due = STUCK.get(ball.nudges as usize).is_some_and(|&after| still >= after);
        if due && ball.waits_since.is_none() && ball.nudges < 2 {
            ball.nudges += 1;
            return ball.nudges;
        }
        0
    }

    /// Takes a ball out, to be served where it comes to a flipper for sure; unless somebody else plays, who shoots it again.
    fn rescue(&mut self, machine: &mut Machine, ball: &mut Seen, shut_in: bool, now: u64, tally: &mut Tally) {
        take_out(machine, ball);
        self.taken.push(Taken { ball: ball.id, drained: false });
        tally.rescued += 1;
        let again = self.rescued.replace(now).is_some_and(|last| now < last + STUCK_AGAIN);
        if self.duties.flips || shut_in || again {
            self.to_flippers += 1;
        }
    }

    /// When nothing has met a flipper for long, the ball that has met none for longest is brought to one.
    fn liven_up(&mut self, machine: &mut Machine, layout: &Layout, eyes: &mut Eyes, now: u64, tally: &mut Tally) {
        if layout.guards.is_empty() || now < self.hit + DULL {
            return;
        }
        let in_play = eyes.balls.iter_mut().filter(|ball| !self.left.contains(&ball.id));
        if let Some(ball) = in_play.min_by_key(|ball| ball.touched) {
            self.hit = now;
            self.rescue(machine, ball, false, now, tally);
        }
    }

    /// Puts a ball into play if one is missing. Says whether it did.
    fn serve(
        &mut self,
        machine: &mut Machine,
        layout: &Layout,
        eyes: &Eyes,
        rods: &[Rod],
        now: u64,
        tally: &mut Tally,
    ) -> bool {
        if eyes.balls.len() >= self.wanted || (layout.guards.is_empty() && layout.border.is_none()) {
            self.missing = None;
            return false;
        }
        let missing = *self.missing.get_or_insert(now);
        if now < self.next_serve {
            return false;
        }
        self.next_serve = now + seconds(0.1);
        let mut input = None;
        if self.to_flippers > 0 {
            input = self.by_hand(machine, layout);
            self.to_flippers -= 1;
        }
        let lane_is_full = eyes.balls.iter().any(|ball| {
            let tip = |rod: &Rod| machine.pose(rod.part).map_or(f64::NAN, |pose| pose.place);
            rods.iter().any(|rod| ball.plunges > 0 || rod.is_before(ball, tip(rod)))
        });
        if input.is_none() && lane_is_full && now < missing + SERVE_WAITS {
            return false;
        }
        // A lane that does not empty is no place for one more.
        if input.is_none() && !lane_is_full {
            input = self.by_trough(machine, layout).or_else(|| self.by_plunger(machine, layout, rods));
        }
        let input = input.or_else(|| self.by_hole(machine, layout)).or_else(|| self.by_hand(machine, layout));
        let Some(input) = input else { return false };
        // What a trough puts into play it tells itself.
        if !matches!(input, Input::Coil { .. }) {
            tally.served += 1;
        }
        machine.send(Command::now(input)).unwrap_or_default();
        (self.served, self.next_serve, self.missing) = (now, now + SERVE_EVERY, None);
        true
    }

    fn by_trough(&mut self, machine: &Machine, layout: &Layout) -> Option<Input> {
        for &part in &layout.troughs {
            let Some(Part::Trough(trough)) = machine.data(part) else { continue };
            let transform = machine.transform(part);
            let exit = transform.place(trough.exit);
            if !machine.is_free(exit, layout.radius * 0.98) {
                continue;
            }
            self.way = Way::Trough;
            if machine.pose(part).is_some_and(|pose| pose.active) {
                return Some(Input::Coil { part, on: true });
            }
            // Fewer balls are in it than are wanted: one more, in the same way.
            let heading = DVec2::new(trig::sin(trough.kick_angle), -trig::cos(trough.kick_angle));
            return new_ball(layout, exit, transform.vector((heading * trough.kick_speed).extend(0.0)));
        }
        None
    }

    fn by_plunger(&mut self, machine: &Machine, layout: &Layout, rods: &[Rod]) -> Option<Input> {
        for (k, rod) in rods.iter().enumerate().filter(|(_, rod)| rod.failures < MOST_FAILURES) {
            let Some(spot) = rod.spot(machine, layout.radius) else { continue };
            // A narrow lane may have room only a little farther up.
            for step in 0..12 {
                let place = spot + rod.ahead() * (0.5 * layout.radius * f64::from(step));
                if machine.is_free(place, layout.radius * 0.98) {
                    self.way = Way::Plunger(k);
                    return new_ball(layout, place, DVec3::ZERO);
                }
            }
        }
        None
    }

    fn by_hole(&mut self, machine: &Machine, layout: &Layout) -> Option<Input> {
        if self.hole_failures >= MOST_FAILURES {
            // It lets balls into a lane from which a script would shoot them.
            return None;
        }
        let hole = self.holes.iter().find(|hole| hole.purpose == Use::Release && !hole.fall_through)?;
        if machine.pose(hole.part).is_some_and(|pose| pose.active) {
            return None;
        }
        self.way = Way::Hole;
        new_ball(layout, hole.seat, DVec3::ZERO)
    }

    fn by_hand(&mut self, machine: &Machine, layout: &Layout) -> Option<Input> {
        self.way = Way::Dropped;
        let to_flippers = self.to_flippers > 0;
        let place = if to_flippers { place::above_flippers(machine, layout, &mut self.luck) } else { None };
        let place = place.or_else(|| place::upper_middle(machine, layout, &mut self.luck))?;
        let sideways = if to_flippers { 0.0 } else { self.luck.between(-0.3, 0.3) };
        new_ball(layout, place, DVec3::new(sideways, 0.0, 0.0))
    }
}

fn new_ball(layout: &Layout, place: DVec3, velocity: DVec3) -> Option<Input> {
    let ball = Ball::new(place, layout.radius, layout.mass).ok()?;
    Some(Input::AddBall(ball.with_velocity(velocity)))
}

/// Takes a ball out, at the next tick; until then nobody else does.
fn take_out(machine: &mut Machine, ball: &mut Seen) {
    machine.send(Command::now(Input::RemoveBall(ball.id))).unwrap_or_default();
    ball.held = true;
}
