//! Targets: plates that tell when a ball strikes them. Standing ones stay; drop targets go down into the playfield.

use super::wall::{Block, BlockPart};
use super::{Piece, Role};
use crate::error::{Error, in_range, vector_in_range};
use crate::material::Material;
use crate::math::trig;
use crate::pinball::TICK;
use crate::tolerance::{MOST_LENGTH, MOST_SPEED, TARGET_THERE};
use crate::units::{VP_LENGTH, VP_SPEED, radians};
use glam::{DVec2, DVec3};

/// m: how far a drop target goes down.
const DROP: f64 = 52.0 * VP_LENGTH;

/// The kinds of target, by the shapes of their plates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TargetKind {
    /// A drop target with slanted borders.
    DropBeveled,
    /// A drop target.
    #[default]
    DropSimple,
    /// A thin drop target.
    DropFlat,
    /// A round standing target.
    Round,
    /// A rectangular one.
    Rectangle,
    /// A thick rectangular one.
    FatRectangle,
    /// A thick square one.
    FatSquare,
    /// A narrow one.
    Slim,
    /// A thick narrow one.
    FatSlim,
}

impl TargetKind {
    /// Does it drop when it is struck?
    pub fn drops(self) -> bool {
        matches!(self, Self::DropBeveled | Self::DropSimple | Self::DropFlat)
    }

    /// From where to where it reaches in x, y and z, in units of its size. The front of a drop target is the plate that
    /// stands a little before it.
    fn extents(self) -> [[f64; 2]; 3] {
        match self {
            Self::DropBeveled => [[-0.525, 0.525], [-0.25, 0.2517], [-0.163, 1.737]],
            Self::DropSimple => [[-0.525, 0.525], [-0.175, 0.1817], [-0.165, 1.735]],
            Self::DropFlat => [[-0.55, 0.55], [-0.10, 0.1317], [-0.160, 1.790]],
            Self::Round => [[-0.624, 0.600], [-0.209, 0.221], [-0.283, 1.792]],
            Self::Rectangle => [[-0.694, 0.657], [-0.208, 0.222], [-0.288, 1.788]],
            Self::FatRectangle => [[-0.812, 0.788], [-0.238, 0.212], [-0.105, 1.795]],
            Self::FatSquare => [[-0.617, 0.583], [-0.237, 0.214], [-0.103, 1.797]],
            Self::Slim => [[-0.340, 0.310], [-0.320, 0.111], [-0.103, 1.972]],
            Self::FatSlim => [[-0.387, 0.387], [-0.237, 0.213], [-0.126, 1.774]],
        }
    }
}

/// A target. It is a plain box; before it is turned its front looks towards the player (+y).
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `kind` | | | simple drop target | `TargetType` |
/// | `position` | of the middle of its foot | m | origin | `Position` |
/// | `size` | about half its width, depth and height | m | 32 units each | `Size` |
/// | `heading` | turned by this, clockwise to the player | rad | 0 | `RotZ` |
/// | `material` | | | e 0.35, falloff 0.5, friction 0.2, scatter 5° | `Elasticity` and so on |
/// | `tells` | impacts are told of, and drop it | | yes | `HasHitEvent` |
/// | `tells_all_round` | a drop target tells of impacts on its sides and back, too | | no | `LegacyMode` |
/// | `threshold` | slowest approach that is told of | m/s | 2 units | `Threshold` |
/// | `drop_speed` | at which it goes down and comes up | m/s | 0.5 units per ms | `DropSpeed` |
/// | `raise_delay` | from the command to rise until it moves | s | 0.1 | `RaiseDelay` |
/// | `starts_down` | it is down when the game begins | | no | `IsDropped` |
///
/// A standing target tells from all round.
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "HitTarget")]
pub struct Target {
    /// The shape of its plate, and whether it drops.
    pub kind: TargetKind,
    /// m: of the middle of its foot.
    pub position: DVec3,
    /// m: about half its width, depth and height.
    pub size: DVec3,
    /// rad: turned by this, clockwise to the player; at 0 its front looks towards the player.
    pub heading: f64,
    /// What it is made of.
    pub material: Material,
    /// Are impacts told of? A drop target that tells nothing does not drop by itself.
    pub tells: bool,
    /// Does a drop target tell of impacts on its sides and back, too?
    pub tells_all_round: bool,
    /// m/s: slowest approach that is told of.
    pub threshold: f64,
    /// m/s: at which it goes down and comes up.
    pub drop_speed: f64,
    /// s: from the command to rise until it moves.
    pub raise_delay: f64,
    /// Is it down when the game begins?
    pub starts_down: bool,
}

impl Default for Target {
    fn default() -> Self {
        Self {
            kind: TargetKind::default(),
            position: DVec3::ZERO,
            size: DVec3::splat(32.0 * VP_LENGTH),
            heading: 0.0,
            material: Material::pinball(0.35, 0.5, 0.2, radians(5.0)).unwrap_or_default(),
            tells: true,
            tells_all_round: false,
            threshold: 2.0 * VP_SPEED,
            drop_speed: 0.5 * VP_LENGTH / TICK,
            raise_delay: 0.1,
            starts_down: false,
        }
    }
}

impl Target {
    pub(crate) fn check(&self) -> Result<(), Error> {
        vector_in_range("position of a target", self.position, MOST_LENGTH)?;
        for part in self.size.to_array() {
            in_range("size of a target", part, 1e-6, MOST_LENGTH)?;
        }
        in_range("heading of a target", self.heading, -1e6, 1e6)?;
        in_range("threshold of a target", self.threshold, 0.0, MOST_SPEED)?;
        in_range("drop speed of a target", self.drop_speed, 1e-6, MOST_SPEED)?;
        in_range("raise delay of a target", self.raise_delay, 0.0, 1e6).map(drop)
    }

    /// m: the corners of the plate seen from above; the first two are those of its front.
    pub fn corners(&self) -> [DVec2; 4] {
        let [x, y, _] = self.kind.extents();
        let (sin, cos) = (trig::sin(self.heading), trig::cos(self.heading));
        let corner = |x: f64, y: f64| {
            let at = DVec2::new(x, y) * self.size.truncate();
            DVec2::new(at.x * cos - at.y * sin, at.x * sin + at.y * cos) + self.position.truncate()
        };
        [corner(x[0], y[1]), corner(x[1], y[1]), corner(x[1], y[0]), corner(x[0], y[0])]
    }

    /// A box: four sides, of which the front tells, and a lid. Its foot is in the playfield, unless it is put up higher.
    pub(crate) fn pieces(&self) -> Result<Vec<Piece>, Error> {
        self.check()?;
        let [_, _, z] = self.kind.extents();
        // Walked with the outside on the side of (-dy, dx), beginning with the front.
        let corners = self.corners();
        let height = |z: f64| self.position.z + z * self.size.z;
        // What is below the playfield cannot be touched; a block that stands on it needs no underside.
        let bottom = if height(z[0]) < 0.0 && height(z[1]) > 0.0 { 0.0 } else { height(z[0]) };
        let block = Block::new(&corners, bottom, height(z[1]))?;
        let tells = if self.tells { Role::Tells { threshold: self.threshold } } else { Role::Quiet };
        let all_round = self.tells_all_round || !self.kind.drops();
        block.pieces(bottom != 0.0, &self.material, |part| match part {
            _ if all_round => tells,
            BlockPart::Side { a, .. } if a == corners[0] => tells,
            _ => Role::Quiet,
        })
    }
}

/// What a target has to tell of its own motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TargetSaid {
    /// It is down.
    Dropped,
    /// It is up again.
    Raised,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Still,
    Down,
    /// Up, when these ticks are over.
    Up {
        wait: f64,
    },
}

/// Where a target is, and where it goes. It moves by the tick, never by the frame, and whether anybody sees it or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TargetState {
    drops: bool,
    /// m: per tick.
    step: f64,
    /// Ticks.
    delay: f64,
    /// m: 0 up, -[`DROP`] down.
    height: f64,
    way: Way,
    solid: bool,
}

impl TargetState {
    pub(crate) fn new(target: &Target) -> Self {
        let down = target.kind.drops() && target.starts_down;
        Self {
            drops: target.kind.drops(),
            step: target.drop_speed * TICK,
            delay: (target.raise_delay / TICK).round(),
            height: if down { -DROP } else { 0.0 },
            way: Way::Still,
            solid: !down,
        }
    }

    /// A ball has struck it where it tells: a drop target begins to go down, and stays solid until it is down.
    pub(crate) fn struck(&mut self) {
        if self.drops && self.solid {
            self.way = Way::Down;
        }
    }

    /// It is told to go down, and is not there for the ball from now on; or to come up, and is there at once.
    pub(crate) fn drop(&mut self, down: bool) {
        if !self.drops || down == self.is_sent_down() {
            return;
        }
        self.solid = !down;
        self.way = if down { Way::Down } else { Way::Up { wait: self.delay } };
    }

    /// Down, or told to go there.
    fn is_sent_down(&self) -> bool {
        !self.solid
    }

    /// Does it stay as it is?
    pub(crate) fn is_still(&self) -> bool {
        self.way == Way::Still
    }

    /// One millisecond.
    pub(crate) fn tick(&mut self) -> Option<TargetSaid> {
        match self.way {
            Way::Still => None,
            Way::Down => {
                self.height -= self.step;
                if self.height > -DROP + TARGET_THERE * self.step {
                    return None;
                }
                *self = Self { height: -DROP, way: Way::Still, solid: false, ..*self };
                Some(TargetSaid::Dropped)
            }
            Way::Up { wait } if wait >= 1.0 => {
                self.way = Way::Up { wait: wait - 1.0 };
                None
            }
            Way::Up { .. } => {
                self.height += self.step;
                self.way = Way::Up { wait: 0.0 };
                if self.height < -TARGET_THERE * self.step {
                    return None;
                }
                *self = Self { height: 0.0, way: Way::Still, ..*self };
                Some(TargetSaid::Raised)
            }
        }
    }

    /// Can a ball hit it?
    pub(crate) fn is_solid(&self) -> bool {
        self.solid
    }

    /// m: how far it is lowered, 0 or less, to be shown.
    pub(crate) fn height(&self) -> f64 {
        self.height
    }

    /// All that can change, for hashes.
    pub(crate) fn numbers(&self) -> [f64; 4] {
        let (way, wait) = match self.way {
            Way::Still => (0.0, 0.0),
            Way::Down => (1.0, 0.0),
            Way::Up { wait } => (2.0, wait),
        };
        [self.height, way, wait, f64::from(u8::from(self.solid))]
    }
}

#[cfg(test)]
mod tests {
    use super::super::mesh::testing::world_of;
    use super::*;
    use crate::shape::Shape;
    use crate::{Ball, What};
    use core::f64::consts::FRAC_PI_2;

    fn ticks_until(state: &mut TargetState, said: TargetSaid) -> usize {
        (1..10_000).find(|_| state.tick() == Some(said)).expect("it arrives")
    }

    #[test]
    fn a_struck_target_is_solid_until_it_is_down() {
        let mut state = TargetState::new(&Target::default());
        assert_eq!(state.tick(), None, "it stays up by itself");
        state.struck();
        for _ in 0..50 {
            state.tick();
        }
        assert!(state.is_solid() && (state.height() / VP_LENGTH + 25.0).abs() < 1e-9, "half a unit each millisecond");
        state.struck();
        assert_eq!(ticks_until(&mut state, TargetSaid::Dropped), 54, "52 units in 104 ms, however often it is struck");
        assert!(!state.is_solid() && state.tick().is_none());
        state.struck();
        assert_eq!(state.tick(), None, "what is down cannot be struck");
    }

    #[test]
    fn a_command_counts_at_once() {
        let mut state = TargetState::new(&Target::default());
        state.drop(false);
        assert_eq!(state.tick(), None, "it is up already");
        state.drop(true);
        assert!(!state.is_solid());
        assert_eq!(ticks_until(&mut state, TargetSaid::Dropped), 104);
        state.drop(true);
        assert_eq!(state.tick(), None, "it is down already");
        state.drop(false);
        assert!(state.is_solid(), "there at once");
        assert_eq!(ticks_until(&mut state, TargetSaid::Raised), 204, "100 ms of waiting, 104 of rising");
        assert_eq!(state.numbers(), [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn standing_targets_stand_and_some_drop_targets_begin_below() {
        let mut state = TargetState::new(&Target { kind: TargetKind::Round, starts_down: true, ..Target::default() });
        state.struck();
        state.drop(true);
        assert!(state.tick().is_none() && state.is_solid() && state.height() == 0.0);
        let below = TargetState::new(&Target { starts_down: true, ..Target::default() });
        assert!(!below.is_solid() && below.height() == -DROP);
    }

    fn told(target: &Target) -> Vec<(DVec2, DVec2)> {
        let side = |piece: &Piece| match (piece.role, piece.collider.shape()) {
            (Role::Tells { .. }, Shape::Wall(side)) => Some((side.a() / VP_LENGTH, side.b() / VP_LENGTH)),
            _ => None,
        };
        target.pieces().unwrap().iter().filter_map(side).collect()
    }

    #[test]
    fn the_front_of_a_drop_target_tells() {
        let front = told(&Target::default());
        assert_eq!(front.len(), 1);
        let near = |p: DVec2, x: f64, y: f64| (p - DVec2::new(x, y)).length() < 1e-9;
        assert!(near(front[0].0, -16.8, 5.8144) && near(front[0].1, 16.8, 5.8144), "{front:?}");
        // Turned by a right angle clockwise, to the player: from the front to the left.
        let turned = told(&Target { heading: FRAC_PI_2, ..Target::default() });
        assert!(near(turned[0].0, -5.8144, -16.8) && near(turned[0].1, -5.8144, 16.8), "{turned:?}");
        assert_eq!(told(&Target { kind: TargetKind::Round, ..Target::default() }).len(), 4, "from all round");
        assert_eq!(told(&Target { tells_all_round: true, ..Target::default() }).len(), 4);
        assert_eq!(told(&Target { tells: false, ..Target::default() }).len(), 0);
        // Four sides, corners, edges and points, and two triangles; with an underside if it is put up.
        assert_eq!(Target::default().pieces().unwrap().len(), 18);
        let high = Target { position: DVec3::new(0.0, 0.0, 0.1), ..Target::default() };
        assert_eq!(high.pieces().unwrap().len(), 28);
    }

    /// A ball rolls against the front and comes back with the elasticity of the material.
    #[test]
    fn a_ball_bounces_off_the_front() {
        let material = Material::pinball(0.35, 0.5, 0.2, 0.0).unwrap();
        let target = Target { position: DVec3::new(0.2, 0.3, 0.0), material, ..Target::default() };
        let pieces = target.pieces().unwrap();
        let mut world = world_of(&pieces, DVec3::ZERO);
        let radius = 25.0 * VP_LENGTH;
        let ball = Ball::new(DVec3::new(0.2, 0.4, radius), radius, 0.08).unwrap();
        let ball = world.add_ball(ball.with_velocity(DVec3::new(0.0, -18.53 * VP_SPEED, 0.0))).unwrap();
        world.advance(0.2).unwrap();
        let hit = world.events().iter().find_map(|event| match event.what {
            What::Impact { hit, .. } => Some(hit),
            _ => None,
        });
        assert!(hit.is_some(), "it was met");
        assert!((world.velocity(ball).y / VP_SPEED - 18.53 * 0.35 / 1.5).abs() < 1e-9, "{}", world.velocity(ball));
    }

    #[test]
    fn faults_are_named() {
        let message = |target: Target| target.pieces().unwrap_err().to_string();
        assert!(message(Target { size: DVec3::ZERO, ..Target::default() }).starts_with("size of a target is 0"));
        assert!(message(Target { drop_speed: f64::NAN, ..Target::default() }).starts_with("drop speed of a target"));
        assert!(message(Target { heading: f64::INFINITY, ..Target::default() }).starts_with("heading of a target"));
    }

    #[test]
    fn the_first_two_corners_are_the_front() {
        let target = Target { heading: FRAC_PI_2, ..Target::default() };
        let [a, b, c, d] = target.corners();
        // Turned by a right angle clockwise, the front looks to the left.
        assert!(a.x < 0.0 && b.x < 0.0 && c.x > 0.0 && d.x > 0.0, "{a} {b} {c} {d}");
    }
}
