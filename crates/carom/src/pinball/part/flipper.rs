//! The flipper: a bat on a shaft, driven by a coil, between two stops. Visual Pinball's law, on which the strength of every
//! table's flippers was tuned: torque changes once a tick, and between ticks the bat turns steadily.

use super::{Piece, Role, Said};
use crate::ball::Ball;
use crate::collider::Collider;
use crate::error::{Error, flat_in_range, in_range};
use crate::event::BallId;
use crate::material::{Elasticity, Material};
use crate::math::trig;
use crate::pinball::TICK;
use crate::reuse::clone_by_field;
use crate::shape::{Bat, Disc, Post};
use crate::tolerance::{BAT_SLIP_SPEED, CONTACT_SPEED, MOST_LENGTH, OUT_OF_BAT, STOP_ANGLE, STOP_SPEED, STOP_STILL};
use crate::units::{PINBALL_MASS, PINBALL_RADIUS, VP_FALLOFF_SPEED, VP_LENGTH, VP_TIME, VP_TORQUE, radians};
use glam::{DVec2, DVec3};

/// A flipper.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `centre` | its shaft | m | 0, 0 | Center |
/// | `start_angle` | heading at rest: 0 points away from the player, clockwise | rad | 121° | StartAngle |
/// | `end_angle` | heading when up | rad | 70° | EndAngle |
/// | `base_radius` | round the shaft, rubber included | m | 11.6 mm (21.5) | BaseRadius |
/// | `end_radius` | round the tip | m | 7.0 mm (13) | EndRadius |
/// | `length` | from shaft to the middle of the tip | m | 70.2 mm (130) | FlipperRadius |
/// | `least_length` | length on the hardest table, if it depends on the difficulty | m | none | FlipperRadiusMin |
/// | `low` | height of what it stands on | m | 0 | Surface |
/// | `height` | of the bat | m | 27 mm (50) | Height |
/// | `mass` | of the bat | kg | 80 g (1) | Mass |
/// | `strength` | torque of the coil | N m | 0.513 (2200) | Strength |
/// | `return_ratio` | torque of the spring, as a part of the strength | | 0.058 | Return |
/// | `ramp_up` | how long the torque takes to rise | s | 30 ms (3) | RampUp |
/// | `eos_torque` | part of the torque that is left at the end of the stroke | | 0.75 | EOSTorque |
/// | `eos_angle` | where that begins | rad | 6° | EOSTorqueAngle |
/// | `elasticity` | part of the speed that comes back from the rubber | | 0.8 | Elasticity |
/// | `falloff` | how that falls with speed | | 0.43 | ElasticityFalloff |
/// | `curve` | elasticity over speed instead of both | m/s, | none | (VPE) |
/// | `friction` | of the rubber | | 0.6 | Friction |
/// | `stop_elasticity` | part of its speed that the bat keeps at a stop | | 0.3 | (fixed) |
/// | `live_catch` | a ball that meets the bat just as it comes up is held: how long that counts; nothing as in Visual Pinball | s | 0 | (VPE) |
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the table above says what each is")]
pub struct Flipper {
    pub centre: DVec2,
    pub start_angle: f64,
    pub end_angle: f64,
    pub base_radius: f64,
    pub end_radius: f64,
    pub length: f64,
    pub least_length: Option<f64>,
    pub low: f64,
    pub height: f64,
    pub mass: f64,
    pub strength: f64,
    pub return_ratio: f64,
    pub ramp_up: f64,
    pub eos_torque: f64,
    pub eos_angle: f64,
    pub elasticity: f64,
    pub falloff: f64,
    pub curve: Option<Elasticity>,
    pub friction: f64,
    pub stop_elasticity: f64,
    pub live_catch: f64,
}

impl Default for Flipper {
    fn default() -> Self {
        Self {
            centre: DVec2::ZERO,
            start_angle: radians(121.0),
            end_angle: radians(70.0),
            base_radius: 21.5 * VP_LENGTH,
            end_radius: 13.0 * VP_LENGTH,
            length: 130.0 * VP_LENGTH,
            least_length: None,
            low: 0.0,
            height: 50.0 * VP_LENGTH,
            mass: PINBALL_MASS,
            strength: 2200.0 * VP_TORQUE,
            return_ratio: 0.058,
            ramp_up: 3.0 * VP_TIME,
            eos_torque: 0.75,
            eos_angle: radians(6.0),
            elasticity: 0.8,
            falloff: 0.43,
            curve: None,
            friction: 0.6,
            stop_elasticity: 0.3,
            live_catch: 0.0,
        }
    }
}

/// The unit vector of a heading.
pub(crate) fn direction(heading: f64) -> DVec2 {
    DVec2::new(trig::sin(heading), -trig::cos(heading))
}

impl Flipper {
    pub(crate) fn check(&self) -> Result<(), Error> {
        flat_in_range("flipper: centre", self.centre, MOST_LENGTH)?;
        in_range("flipper: start angle", self.start_angle, -100.0, 100.0)?;
        in_range("flipper: end angle", self.end_angle, -100.0, 100.0)?;
        in_range("flipper: base radius", self.base_radius, 1e-6, 1.0)?;
        in_range("flipper: end radius", self.end_radius, 1e-6, 1.0)?;
        in_range("flipper: length", self.length, 1e-4, 10.0)?;
        in_range("flipper: least length", self.least_length.unwrap_or(0.0), 0.0, 10.0)?;
        in_range("flipper: low", self.low, -10.0, 10.0)?;
        in_range("flipper: height", self.height, 1e-6, 10.0)?;
        in_range("flipper: mass", self.mass, 1e-6, 1e3)?;
        in_range("flipper: strength", self.strength, 0.0, 1e3)?;
        in_range("flipper: return ratio", self.return_ratio, 0.0, 100.0)?;
        in_range("flipper: ramp-up", self.ramp_up, 0.0, 100.0)?;
        in_range("flipper: end-of-stroke torque", self.eos_torque, 0.0, 100.0)?;
        in_range("flipper: end-of-stroke angle", self.eos_angle, 0.0, 10.0)?;
        in_range("flipper: stop elasticity", self.stop_elasticity, 0.0, 1.0)?;
        in_range("flipper: live catch", self.live_catch, 0.0, 1.0)?;
        self.material()?;
        self.bat(0.0).map(drop)
    }

    pub(crate) fn material(&self) -> Result<Material, Error> {
        let material = Material::pinball(self.elasticity, self.falloff, self.friction, 0.0)?;
        match &self.curve {
            Some(curve) => material.with_elasticity(curve.clone()),
            None => Ok(material),
        }
    }

    /// m: from shaft to the middle of the tip, on a table of this difficulty.
    pub fn length_at(&self, difficulty: f64) -> f64 {
        match self.least_length {
            Some(least) if least > 0.0 && least < self.length => {
                let length = self.length - (self.length - least) * difficulty;
                length.max(self.base_radius - self.end_radius + 0.05 * VP_LENGTH)
            }
            _ => self.length,
        }
    }

    /// The bat as it lies at rest.
    pub(crate) fn bat(&self, difficulty: f64) -> Result<Bat, Error> {
        let tip = self.centre + direction(self.start_angle) * self.length_at(difficulty);
        let bat = Bat::new(self.centre, self.base_radius, tip, self.end_radius)?.without_base();
        // Visual Pinball's bat reaches half a ball's radius above itself: a ball that hops over it in a shot does not.
        bat.with_height(self.low, self.low + self.height + 0.5 * PINBALL_RADIUS)
    }

    /// The round about its shaft, which stands still.
    pub(crate) fn base(&self) -> Result<Vec<Piece>, Error> {
        let post = Post::new(self.centre, self.base_radius)?;
        let post = post.with_height(self.low, self.low + self.height + 0.5 * PINBALL_RADIUS)?;
        let collider = Collider::new(post, self.material()?);
        let lid = Disc::new(self.centre.extend(post.height().1), self.base_radius)?;
        let lid = Collider::new(lid, self.material()?);
        Ok(vec![Piece { collider, role: Role::Tells { threshold: TELLS_FROM } }, Piece::quiet(lid)])
    }

    fn elasticity_at(&self, speed: f64) -> f64 {
        match &self.curve {
            Some(curve) => curve.at(speed),
            None => self.elasticity / (1.0 + self.falloff * speed / VP_FALLOFF_SPEED),
        }
    }
}

/// How a flipper stands and turns.
#[derive(Debug)]
pub(crate) struct FlipperState {
    /// rad: its heading at `since`.
    pub(crate) angle: f64,
    /// kg m²/s.
    momentum: f64,
    /// N m: what the coil and the spring give now.
    pub(crate) torque: f64,
    /// N m: how it is pressed on the stop on which it lies, if it does.
    stop_torque: Option<f64>,
    pub(crate) coil: bool,
    /// Which limit is to be told next.
    pending: bool,
    /// s: when the present stretch of its motion began.
    pub(crate) since: f64,
    /// s: when a ball hit it last.
    last_hit: f64,
    /// s: when it came up to its end.
    up_since: f64,
    /// rad/s²: what coil and spring give it in this tick.
    angular_acceleration: f64,
    /// The balls near it that feel less friction of the playfield.
    pub(crate) softened: Vec<BallId>,
    /// The balls that it carries, turning.
    pub(crate) carried: Vec<CarriedBall>,
    /// Held on its stop by a torque that changes no more: nothing to do until somebody switches or hits it.
    pub(crate) asleep: bool,
    /// How often balls have hit it in this tick.
    pub(crate) hits: u32,
    /// rad/s, s: how it turns in this stretch of its motion, and when it would come to its stop.
    course: (f64, f64),
    bat: Bat,
    /// N m: what the coil gives at most, and the spring; and how much the torque changes in a tick at most.
    full: f64,
    spring: f64,
    ramp: f64,
    /// kg m²: of a rod about its end.
    inertia: f64,
    least: f64,
    most: f64,
    end: f64,
}

clone_by_field!(FlipperState {
    angle,
    momentum,
    torque,
    stop_torque,
    coil,
    pending,
    since,
    last_hit,
    up_since,
    angular_acceleration,
    softened,
    carried,
    asleep,
    hits,
    course,
    bat,
    full,
    spring,
    ramp,
    inertia,
    least,
    most,
    end,
});

/// A ball that the turning bat carries for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CarriedBall {
    pub(crate) ball: BallId,
    pub(crate) normal: DVec3,
    /// m/s: along the normal, at the beginning.
    pub(crate) parting: f64,
    /// m: between them, at the beginning.
    pub(crate) gap: f64,
}

/// What an impact with a ball means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Struck {
    /// m/s: how the bat moved where the ball met it, before.
    pub(crate) surface: DVec3,
    /// N s: what the ball got where they touch.
    pub(crate) impulse: DVec3,
    /// m/s: how fast they met; told if it is a hit worth telling.
    pub(crate) tells: Option<f64>,
}

impl FlipperState {
    pub(crate) fn new(flipper: &Flipper, difficulty: f64) -> Result<Self, Error> {
        let bat = flipper.bat(difficulty)?;
        let length = flipper.length_at(difficulty);
        let end = if flipper.start_angle == flipper.end_angle { flipper.end_angle + 1e-4 } else { flipper.end_angle };
        let rising = end >= flipper.start_angle;
        let full = if rising { flipper.strength } else { -flipper.strength };
        let rest = -full * flipper.return_ratio;
        let ramp = if flipper.ramp_up > 0.0 { flipper.strength / flipper.ramp_up * TICK } else { f64::INFINITY };
        Ok(Self {
            angle: flipper.start_angle,
            momentum: 0.0,
            torque: rest,
            stop_torque: Some(rest),
            coil: false,
            pending: false,
            since: 0.0,
            last_hit: f64::NEG_INFINITY,
            up_since: f64::NEG_INFINITY,
            angular_acceleration: 0.0,
            softened: Vec::new(),
            carried: Vec::new(),
            asleep: false,
            hits: 0,
            course: (0.0, f64::INFINITY),
            bat,
            full,
            spring: rest,
            ramp,
            inertia: flipper.mass * length * length / 3.0,
            least: flipper.start_angle.min(end),
            most: flipper.start_angle.max(end),
            end,
        })
    }

    /// rad/s.
    pub(crate) fn speed(&self) -> f64 {
        self.momentum / self.inertia
    }

    /// rad/s: how it really turns: not at all where it is on a stop and driven into it.
    pub(crate) fn turn(&self) -> f64 {
        let speed = self.speed();
        let blocked = speed > 0.0 && self.angle >= self.most || speed < 0.0 && self.angle <= self.least;
        if blocked { 0.0 } else { speed }
    }

    /// Does it lie on a stop, held by coil or spring, so that it is as good as fixed?
    pub(crate) fn is_held(&self) -> bool {
        self.momentum == 0.0 && self.stop_torque.is_some()
    }

    /// The bat as it stood at `since`.
    pub(crate) fn bat(&self) -> Bat {
        self.bat.heading(self.angle)
    }

    /// m: its shaft.
    pub(crate) fn pivot(&self) -> DVec2 {
        self.bat.base()
    }

    /// Switches the coil.
    pub(crate) fn switch(&mut self, on: bool) {
        self.coil = on;
        self.pending = true;
        self.asleep = false;
    }

    /// The change of its speed at the start of a tick (guide 6.3). `free` tells whether the bat may be laid on the stop
    /// at a heading without getting into a ball.
    #[inline]
    pub(crate) fn update(&mut self, flipper: &Flipper, mut free: impl FnMut(&Bat) -> bool) {
        self.hits = 0;
        let mut wanted = if self.coil { self.full } else { self.spring };
        let to_end = (self.angle - self.end).abs();
        if to_end < flipper.eos_angle {
            let square = (to_end / flipper.eos_angle) * (to_end / flipper.eos_angle);
            let part = square * square;
            wanted *= part + flipper.eos_torque * (1.0 - part);
        }
        self.torque += within(wanted - self.torque, -self.ramp, self.ramp);

        let (mut torque, before) = (self.torque, self.angle);
        self.stop_torque = None;
        if self.speed().abs() <= STOP_SPEED {
            let stop = if torque > 0.0 { self.most } else { self.least };
            let near = torque != 0.0 && (stop - self.angle).abs() <= STOP_ANGLE;
            // Visual Pinball lays the bat on its stop at once; here only if no ball is in the way.
            if near && (stop == self.angle || free(&self.bat.heading(stop))) {
                self.angle = stop;
                self.stop_torque = Some(torque);
                self.momentum = 0.0;
                torque = 0.0;
            }
        }
        // What is wanted depends on where the bat was: one that has just been laid on its stop may want something else there.
        self.asleep = self.stop_torque == Some(wanted) && self.angle == before;
        self.momentum += torque * TICK;
        self.angular_acceleration = torque / self.inertia;
    }

    /// Begins a stretch of steady motion at `since`, up to its next change of speed. Returns how it turns.
    #[inline]
    pub(crate) fn set_out(&mut self) -> f64 {
        let turn = self.turn();
        let stop = match turn {
            t if t > 0.0 => self.since + (self.most - self.angle) / t,
            t if t < 0.0 => self.since + (self.least - self.angle) / t,
            _ => f64::INFINITY,
        };
        self.course = (turn, stop);
        turn
    }

    /// s: when it comes to the stop that it turns to.
    pub(crate) fn stop_time(&self) -> f64 {
        self.course.1
    }

    /// Turns on to `now`; at a stop it bounces, and tells (guide 6.4).
    #[inline]
    pub(crate) fn displace(&mut self, flipper: &Flipper, now: f64) -> Option<Said> {
        let (turn, stop_time) = self.course;
        debug_assert!(turn == self.turn(), "it has set out with the speed that it has");
        let reached = stop_time <= now;
        self.angle = within(self.angle + turn * (now - self.since), self.least, self.most);
        self.since = now;
        let speed = self.speed();
        let stop = if speed > 0.0 { self.most } else { self.least };
        if reached {
            self.angle = stop;
        }
        if self.angle != stop || speed.abs() < STOP_STILL {
            return None;
        }
        self.momentum *= -flipper.stop_elasticity;
        if stop == self.end {
            self.up_since = now;
        }
        if !core::mem::take(&mut self.pending) {
            return None;
        }
        let speed = speed.abs();
        Some(if self.coil { Said::EndOfStroke { speed } } else { Said::StartOfStroke { speed } })
    }

    /// Stops where it is: a ball cannot give way.
    pub(crate) fn block(&mut self) {
        self.momentum = 0.0;
        self.stop_torque = None;
        self.asleep = false;
    }

    /// m/s: how the bat moves at a place in its plane, turning with this speed.
    fn velocity_at(&self, arm: DVec3, turn: f64) -> DVec3 {
        DVec3::new(-arm.y, arm.x, 0.0) * turn
    }

    /// m/s: how fast ball and bat approach along the normal.
    pub(crate) fn approach(&self, ball: &Ball, normal: DVec3) -> f64 {
        let arm = self.arm(ball, normal);
        (self.velocity_at(arm, self.turn()) - ball.velocity).dot(normal)
    }

    /// From the shaft to where the ball touches.
    fn arm(&self, ball: &Ball, normal: DVec3) -> DVec3 {
        let point = ball.position - normal * ball.radius;
        (point.truncate() - self.bat.base()).extend(0.0)
    }

    /// A ball meets the bat, now (guide 6.7).
    pub(crate) fn strike(&mut self, flipper: &Flipper, ball: &mut Ball, normal: DVec3, now: f64) -> Struck {
        self.hits += 1;
        self.asleep = false;
        let (n, mass) = (normal, ball.mass);
        let arm = self.arm(ball, n);
        let ball_arm = -n * ball.radius;
        let seen = |turn: f64| {
            let surface = self.velocity_at(arm, turn);
            let relative = ball.surface_velocity(ball_arm) - surface;
            (surface, relative, -relative.dot(n))
        };
        // On its stop, and driven into it by another ball in this tick, it stands, and does not pull this one along.
        let found = seen(self.speed());
        let (surface, relative, approach) = if found.2 > 0.0 { found } else { seen(self.turn()) };
        let approach = approach.max(0.0);

        // Pressed against its stop by the ball the bat is a wall, and half of the push goes into the stop.
        let lever = arm.cross(n).z;
        // A bat that another ball has knocked off its stop in this tick does not lie on it any more.
        let stop_torque = self.stop_torque.filter(|torque| self.momentum * torque >= 0.0);
        let against_stop = stop_torque.is_some_and(|torque| torque * -lever >= 0.0);
        let (give, share) = if against_stop { (0.0, 0.5) } else { (lever * lever / self.inertia, 1.0) };
        let gain = (1.0 + flipper.elasticity_at(approach)) * approach;
        let mut impulse = gain / (1.0 / mass + give);
        let mut reaction = -share * lever * impulse;
        if let Some(torque) = stop_torque
            && reaction * torque < 0.0
        {
            // Against the coil: a push that it would make good within 5 ms, or from which the ball comes off anyway, does
            // not move the bat.
            let recovery = -reaction / torque;
            let leaves = impulse / mass - approach;
            if recovery <= 0.5 * VP_TIME || leaves > 0.0 {
                impulse = gain * mass;
                reaction = 0.0;
            }
        }
        let inertia = self.inertia;
        let energy = |ball: &Ball, momentum: f64| ball.kinetic_energy() + 0.5 * momentum * momentum / inertia;
        let before = energy(ball, self.momentum);
        ball.velocity += n * (impulse / mass);
        self.momentum += reaction;
        let taken = (before - energy(ball, self.momentum)).max(0.0);
        let mut given = n * impulse;

        let slip = relative - n * relative.dot(n);
        let slip_speed = slip.length();
        if slip_speed > 0.0 && flipper.friction > 0.0 {
            let along = slip / slip_speed;
            let bat = if self.is_held() { 0.0 } else { arm.cross(along).z };
            let left = (ball.surface_velocity(ball_arm) - self.velocity_at(arm, self.speed())).dot(along);
            let give = 3.5 / mass + bat * bat / self.inertia;
            // The slip is that of before the push, which may have turned it round: friction gives back no more than the push
            // has taken.
            let most = (left + (left * left + 2.0 * give * taken).sqrt()) / give;
            let grip =
                -along * (slip_speed / self.mobility(arm, along, mass)).min(flipper.friction * impulse).min(most);
            ball.push(grip, ball_arm);
            given += grip;
            if !self.is_held() {
                self.momentum -= arm.cross(grip).z;
            }
        }
        self.catch(flipper, ball, n, approach, now);
        let rested = now - self.last_hit > 0.25;
        self.last_hit = now;
        let tells = (rested && approach > TELLS_FROM).then_some(approach);
        Struck { surface, impulse: given, tells }
    }

    /// m: the lever of a ball's push on the shaft; nothing where the bat only slides past it.
    pub(crate) fn lever(&self, ball: &Ball, normal: DVec3) -> f64 {
        self.arm(ball, normal).cross(normal).z
    }

    /// Ball and bat are to part with `speed`: the bat takes its share. Returns the ball's.
    pub(crate) fn bear(&mut self, ball: &Ball, normal: DVec3, speed: f64) -> f64 {
        let lever = self.lever(ball, normal);
        let impulse = speed / (1.0 / ball.mass + lever * lever / self.inertia);
        self.momentum -= impulse * lever;
        impulse / ball.mass
    }

    /// 1/kg: how easily ball and bat slip past each other in a direction. Visual Pinball lets the bat give way as if it could
    /// turn about any axis: its friction is tuned on that.
    fn mobility(&self, arm: DVec3, along: DVec3, mass: f64) -> f64 {
        3.5 / mass + arm.cross(along).length_squared() / self.inertia
    }

    /// `h` seconds in which the turning bat has carried a ball are over (guide 6.8): what has come up of speed between them
    /// is taken out, and the ball gets what it needs to go with the bat for as long again.
    pub(crate) fn carry(&mut self, flipper: &Flipper, ball: &mut Ball, carried: &CarriedBall, pull: DVec3, h: f64) {
        let n = carried.normal;
        let mass = ball.mass;
        if carried.gap < 0.0 {
            ball.velocity += n * OUT_OF_BAT;
        }
        let arm = self.arm(ball, n);
        let ball_arm = -n * ball.radius;
        let turn = self.speed();
        let relative = ball.surface_velocity(ball_arm) - self.velocity_at(arm, turn);
        let parting = relative.dot(n);
        if parting > CONTACT_SPEED {
            return;
        }
        let bat = self.velocity_at(arm, self.angular_acceleration) - arm * (turn * turn);
        let acceleration = pull + ball.spin.cross(ball.spin.cross(ball_arm)) - bat;
        let swing = DVec3::new(-n.y, n.x, 0.0) * turn;
        let closing = -(acceleration.dot(n) + 2.0 * swing.dot(relative));
        if closing <= 0.0 {
            return;
        }
        let lever = arm.cross(n).z;
        let force = closing / (1.0 / mass + lever * lever / self.inertia);
        ball.velocity += n * (h * force / mass - carried.parting);
        self.momentum -= h * force * lever;

        let slip = relative - n * parting;
        let slip_speed = slip.length();
        let (along, rate) = if slip_speed < BAT_SLIP_SPEED {
            let drive = acceleration - n * acceleration.dot(n);
            let size = drive.length();
            if size < 1e-9 {
                return;
            }
            (drive / size, size)
        } else {
            // Visual Pinball takes the speed of the slip for its rate: it dies away within some 10 ms.
            (slip / slip_speed, slip_speed / VP_TIME)
        };
        let grip = -along * (rate / self.mobility(arm, along, mass)).min(force * flipper.friction);
        ball.push(grip * h, ball_arm);
        self.momentum -= h * arm.cross(grip).z;
    }

    /// A live catch, where it is asked for: a ball that meets the bat just as it has come up stays on it.
    fn catch(&self, flipper: &Flipper, ball: &mut Ball, n: DVec3, approach: f64, now: f64) {
        let since = now - self.up_since;
        if self.coil && since < flipper.live_catch && approach > CATCH_FROM {
            let away = ball.velocity.dot(n).max(0.0);
            // The later, the less is caught.
            let caught = 1.0 - since / flipper.live_catch;
            ball.velocity -= n * (away * caught);
            ball.spin *= 1.0 - caught;
        }
    }

    /// Its numbers, for a hash.
    pub(crate) fn numbers(&self) -> [f64; 5] {
        [self.angle, self.momentum, self.torque, self.since, f64::from(u8::from(self.coil))]
    }
}

/// As `clamp`, but that a number that is none stays so: three instructions.
#[inline(always)]
fn within(x: f64, least: f64, most: f64) -> f64 {
    let x = if x < least { least } else { x };
    if x > most { most } else { x }
}

/// m/s: an impact worth telling (0.25 in Visual Pinball's units).
const TELLS_FROM: f64 = 0.25 * VP_LENGTH / VP_TIME;
/// m/s: a ball worth catching (3 in Visual Pinball's units).
const CATCH_FROM: f64 = 3.0 * VP_LENGTH / VP_TIME;

#[cfg(test)]
mod tests {
    use super::*;

    /// `carom check --campaign` found it: one ball had knocked the bat into its stop, and the next was pulled after it, and gained.
    #[test]
    fn a_bat_driven_into_its_stop_pulls_no_ball() {
        let flipper = Flipper::default();
        let mut state = FlipperState::new(&flipper, 0.0).unwrap();
        let tip = state.bat().tip().extend(0.01);
        for side in [1.0, -1.0] {
            let along = (tip.truncate() - state.bat().base()).normalize();
            let normal = DVec3::new(-along.y * side, along.x * side, 0.0);
            // Away from the ball, faster than it comes; it stands on the stop that is on that side.
            let away = -state.velocity_at(along.extend(0.0), 1.0).dot(normal).signum();
            state.momentum = away * state.inertia;
            state.angle = if away > 0.0 { state.most } else { state.least };
            let mut ball = Ball::new(tip + normal * 0.0135, 0.0135, 0.08).unwrap().with_velocity(-normal * 0.006);
            assert!(state.approach(&ball, normal) > 0.0, "it comes nearer: the bat stands");
            let before = ball;
            let struck = state.clone().strike(&flipper, &mut ball, normal, 1.0);
            assert!(struck.impulse.dot(normal) > 0.0, "{struck:?}");
            assert!(ball.kinetic_energy() <= before.kinetic_energy(), "{ball:?}");
        }
    }

    /// It was laid on its stop and fell asleep in the same tick, with the torque of where it had been: its next stroke began
    /// with a millionth less.
    #[test]
    fn a_bat_sleeps_only_if_another_tick_would_change_nothing() {
        let flipper = Flipper::default();
        let mut state = FlipperState::new(&flipper, 0.0).unwrap();
        for coil in [true, false, true] {
            state.switch(coil);
            let ticks = (0..3000).position(|_| {
                state.update(&flipper, |_| true);
                state.set_out();
                let end = state.since + TICK;
                state.displace(&flipper, end);
                state.asleep
            });
            assert!(ticks.is_some_and(|ticks| ticks > 20), "{ticks:?}");
            let mut awake = state.clone();
            awake.update(&flipper, |_| true);
            assert_eq!((awake.numbers(), awake.is_held()), (state.numbers(), state.is_held()), "coil {coil}");
        }
    }
}
