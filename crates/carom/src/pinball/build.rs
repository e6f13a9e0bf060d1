//! Putting a machine together: parts become colliders, zones and movers of its world.

use super::PartId;
use super::group::Stands;
use super::part::flipper::FlipperState;
use super::part::gate::GateState;
use super::part::plunger::PlungerState;
use super::part::spinner::SpinnerState;
use super::part::target::TargetState;
use super::part::turntable::TurntableState;
use super::part::{Part, Piece, Plunger, Role};
use super::{BallState, Machine, PartState, Slot};
use crate::ball::Ball;
use crate::broad::Aabb;
use crate::collider::Collider;
use crate::error::Error;
use crate::event::{BallId, ColliderId, DriveId, ZoneId};
use crate::material::Material;
use crate::shape::{Bat, Plane, Rim, Rule};
use crate::tolerance::TOLD_APART;
use crate::units::PINBALL_RADIUS;
use crate::zone::Zone;
use glam::{DVec2, DVec3};

/// Nobody owns the cabinet.
pub(super) const NOBODY: u32 = u32::MAX;

impl Machine {
    pub(super) fn put_up_playfield(&mut self) -> Result<(), Error> {
        if let Some(material) = self.playfield.material.clone() {
            let material = self.scattered(&material)?;
            let id = self.world.add_collider(Collider::new(Plane::floor(0.0)?, material))?;
            self.own(id, NOBODY, Role::Quiet, Rule::Native);
            self.floor = Some(id);
        }
        for collider in self.playfield.cabinet()? {
            let id = self.world.add_collider(collider)?;
            self.own(id, NOBODY, Role::Quiet, Rule::Native);
        }
        Ok(())
    }

    /// Adds a part. Names are for people; they need not be unique, but [`part`](Self::part) finds only the first.
    ///
    /// # Errors
    /// When a number of the part is not sane; nothing has been added then.
    pub fn add(&mut self, name: &str, part: impl Into<Part>) -> Result<PartId, Error> {
        self.put_up(name, part.into(), None)
    }

    /// Puts up a part where it stands: unless it was placed, in the table's own space.
    pub(super) fn put_up(&mut self, name: &str, part: Part, stands: Option<Box<Stands>>) -> Result<PartId, Error> {
        let index = self.parts.len() as u32;
        let place = |error: Error| error.within(format_args!("part {name:?}"));
        // Everything is made before anything is put up, so that a fault leaves nothing behind.
        let made = Made::of(&part, self.playfield.difficulty).map_err(place)?;
        let made = match stands.as_deref() {
            Some(stands) => {
                made.placed(stands, stands.scale(&self.world)).and_then(|made| made.low(&part)).map_err(place)?
            }
            None => made,
        };
        if stands.is_some() {
            self.world.expect_roundings();
        }
        let (colliders, zones) = (Vec::new(), Vec::new());
        let drive = stands.as_ref().and_then(|stands| stands.drive);
        let mut slot = Slot { name: name.into(), part, colliders, zones, mover: usize::MAX, stands };
        for (k, Piece { collider, role }) in made.pieces.into_iter().enumerate() {
            let material = self.scattered(collider.material())?;
            let shape = *collider.shape();
            let collider = Collider::new(shape, material).with_surface_velocity(collider.surface_velocity())?;
            let asks = !matches!(role, Role::Quiet | Role::Tells { .. });
            let id = match drive {
                None if asks => self.world.add_asking(collider),
                None => self.world.add_collider(collider)?,
                Some(drive) if asks => self.world.add_driven_asking(drive, collider)?,
                Some(drive) => self.world.add_driven_collider(drive, collider)?,
            };
            self.own(id, index, role, made.rules.get(k).copied().unwrap_or(Rule::Native));
            slot.colliders.push(id);
        }
        for zone in made.zones {
            slot.zones.push(self.put_up_zone(zone, index, drive)?);
        }
        if let Some(MovingPiece { bat, material, sweep, disk, role }) = made.mover {
            let lies = slot.stands.as_ref().and_then(|stands| stands.lies);
            let (mover, id) = self.world.add_mover(bat, material, sweep, disk, lies);
            self.own(id, index, role, if lies.is_some() { Rule::Local } else { Rule::Native });
            slot.colliders.push(id);
            slot.mover = mover;
        }
        let acts = !matches!(made.state, PartState::Still | PartState::Kicker { .. } | PartState::Trough { .. });
        if acts {
            self.state.awake.push(index);
        }
        self.parts.own().push(slot);
        self.state.parts.push(made.state);
        Ok(PartId(index))
    }

    fn put_up_zone(&mut self, zone: Zone, part: u32, drive: Option<DriveId>) -> Result<ZoneId, Error> {
        let id = match drive {
            None => self.world.add_zone(zone)?,
            Some(drive) => self.world.add_driven_zone(drive, zone)?,
        };
        self.zone_owners.own().push(part);
        Ok(id)
    }

    fn own(&mut self, id: ColliderId, part: u32, role: Role, rule: Rule) {
        debug_assert_eq!(id.index(), self.owners.len(), "colliders are numbered as they come");
        self.owners.own().push((part, role));
        self.rules.own().push(rule);
    }

    /// A material as it is on a table of this difficulty: easy tables scatter less.
    fn scattered(&self, material: &Material) -> Result<Material, Error> {
        material.clone().with_scatter(material.scatter() * self.playfield.difficulty)
    }

    /// Puts a ball into play, now.
    ///
    /// # Errors
    /// When one of its numbers is not sane.
    pub fn add_ball(&mut self, ball: Ball) -> Result<BallId, Error> {
        let id = self.world.add_ball(ball)?;
        let (place, seen) = (ball.position, self.state.ticks);
        self.state.balls.push(BallState { told_at: DVec3::splat(-TOLD_APART * 1e6), held: None, seen_at: place, seen });
        Ok(id)
    }

    /// Takes a ball out of play, now.
    ///
    /// # Errors
    /// When there is no such ball in play.
    pub fn remove_ball(&mut self, id: BallId) -> Result<Ball, Error> {
        let ball = self.ball(id).ok_or_else(|| Error::unknown("ball in play with the index", id.index()))?;
        self.forget_held(id);
        self.world.remove_ball(id)?;
        Ok(ball)
    }

    /// Puts a ball elsewhere, with another velocity and spin; its size and mass stay.
    ///
    /// # Errors
    /// When there is no such ball in play, or a number is not sane.
    pub fn set_ball(&mut self, id: BallId, ball: Ball) -> Result<(), Error> {
        ball.check()?;
        if self.is_held(id) {
            self.forget_held(id);
        }
        self.world.set_position(id, ball.position)?;
        self.world.set_velocity(id, ball.velocity)?;
        self.world.set_spin(id, ball.spin)?;
        self.world.let_through(id, None);
        if let Some(state) = self.state.balls.get_mut(id.index()) {
            (state.seen_at, state.seen) = (ball.position, self.state.ticks);
        }
        Ok(())
    }
}

/// The one piece of a part that moves.
struct MovingPiece {
    bat: Bat,
    material: Material,
    /// All places where any of it can ever be, as a box and as a disk.
    sweep: Aabb,
    disk: (DVec2, f64),
    role: Role,
}

/// What a part is made of, before it is put up.
struct Made {
    pieces: Vec<Piece>,
    /// By which rule each piece was placed, if it was.
    rules: Vec<Rule>,
    zones: Vec<Zone>,
    mover: Option<MovingPiece>,
    state: PartState,
}

impl Made {
    fn of(part: &Part, difficulty: f64) -> Result<Self, Error> {
        let (pieces, rules, zones) = (Vec::new(), Vec::new(), Vec::new());
        let mut made = Self { pieces, rules, zones, mover: None, state: PartState::Still };
        match part {
            Part::Flipper(flipper) => {
                flipper.check()?;
                let state = FlipperState::new(flipper, difficulty)?;
                made.pieces = flipper.base()?;
                let bat = state.bat();
                let (material, sweep, disk) = (flipper.material()?, round_sweep(&bat), (bat.base(), bat.reach()));
                made.mover = Some(MovingPiece { bat, material, sweep, disk, role: Role::Bat });
                made.state = PartState::Flipper { state, still: true };
            }
            Part::Plunger(plunger) => {
                plunger.check()?;
                let state = PlungerState::new(plunger);
                let felt = super::part::pinball_material(0.0, 0.0, 0.3);
                let sweep = plunger_sweep(plunger);
                let (min, max) = (sweep.min.truncate(), sweep.max.truncate());
                let disk = (0.5 * (min + max), 0.5 * (max - min).length());
                let bat = plunger_tip(plunger, state.place)?;
                made.mover = Some(MovingPiece { bat, material: felt, sweep, disk, role: Role::Tip });
                made.state = PartState::Plunger { state, still: true, since: 0.0 };
            }
            Part::Gate(gate) => {
                gate.check()?;
                made.pieces = gate.pieces()?;
                made.zones.push(plate(gate.plate())?);
                made.state = PartState::Gate { state: GateState::new(gate), since: 0.0 };
            }
            Part::Spinner(spinner) => {
                spinner.check()?;
                made.pieces = spinner.pieces()?;
                made.zones.push(plate(spinner.plate())?);
                made.state = PartState::Spinner { state: SpinnerState::new(spinner), since: 0.0 };
            }
            Part::Bumper(bumper) => {
                bumper.check()?;
                made.pieces = bumper.pieces()?;
            }
            Part::Kicker(kicker) => {
                kicker.check()?;
                made.zones.push(kicker.mouth()?);
                made.zones.extend(kicker.pit()?);
                if !kicker.legacy {
                    let rim = Rim::new(kicker.centre.extend(kicker.low), kicker.radius)?;
                    let material = super::part::pinball_material(0.25, 0.0, 0.3);
                    made.pieces.push(Piece::quiet(Collider::new(rim, material)));
                }
                made.state = PartState::Kicker { holds: None };
            }
            Part::Trigger(trigger) => {
                trigger.check()?;
                made.zones.push(trigger.zone()?);
            }
            Part::Target(target) => {
                target.check()?;
                made.pieces = target.pieces()?;
                if target.kind.drops() {
                    made.state = PartState::Target { state: TargetState::new(target) };
                }
            }
            Part::Wall(wall) => {
                wall.check()?;
                made.pieces = wall.pieces()?;
            }
            Part::Rubber(rubber) => {
                rubber.check()?;
                made.pieces = rubber.pieces()?;
            }
            Part::Ramp(ramp) => {
                ramp.check()?;
                made.pieces = ramp.pieces()?;
            }
            Part::Mesh(mesh) => {
                mesh.check()?;
                made.pieces = mesh.pieces()?;
            }
            Part::Solid(solid) => {
                solid.check()?;
                made.pieces = solid.pieces()?;
            }
            Part::Magnet(magnet) => {
                magnet.check()?;
                made.zones.push(Zone::disk(magnet.centre, magnet.radius)?);
                made.state = PartState::Magnet { on: false };
            }
            Part::Turntable(turntable) => {
                turntable.check()?;
                made.zones.push(Zone::disk(turntable.centre, turntable.radius)?);
                made.state = PartState::Turntable { state: TurntableState::default() };
            }
            Part::Trough(trough) => {
                trough.check()?;
                made.zones.push(trough.zone()?);
                made.state = PartState::Trough { waiting: trough.first_balls() };
            }
        }
        Ok(made)
    }

    /// Fields that draw and carry balls notice them only where they do, so that those far above need not look.
    fn low(mut self, part: &Part) -> Result<Self, Error> {
        let (low, height) = match part {
            Part::Magnet(magnet) => (magnet.low, magnet.height),
            Part::Turntable(turntable) => (turntable.low, turntable.height),
            _ => return Ok(self),
        };
        let height = |zone: Zone| zone.with_height(low - PINBALL_RADIUS, low + height + PINBALL_RADIUS);
        self.zones = self.zones.into_iter().map(height).collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// The same where the part stands. A piece may become several; a bat keeps its own space and is none of this.
    fn placed(self, stands: &Stands, scale: f64) -> Result<Self, Error> {
        let (mut pieces, mut rules) = (Vec::new(), Vec::new());
        for (k, Piece { collider, role }) in self.pieces.into_iter().enumerate() {
            let place = |error: Error| error.within(format_args!("its collider {}", k + 1));
            let (shapes, rule) = collider.shape().placed(&stands.transform).map_err(place)?;
            let role = role.placed(&stands.transform, scale);
            let runs = stands.transform.vector(collider.surface_velocity());
            for shape in shapes {
                let collider = Collider::new(shape, collider.material().clone().at_scale(scale));
                pieces.push(Piece { collider: collider.with_surface_velocity(runs).map_err(place)?, role });
                // Whatever is driven stands in the space of what drives it.
                rules.push(if stands.drive.is_some() { Rule::Local } else { rule });
            }
        }
        let zones = match &stands.lies {
            Some(lies) => self.zones.into_iter().map(|zone| zone.placed(lies)).collect(),
            None => self.zones.iter().map(|zone| zone.stretched(&stands.transform)).collect::<Result<_, _>>()?,
        };
        let mut state = self.state;
        if let PartState::Trough { waiting } = &mut state {
            // Standard balls are those of the trough's own space: at its exit they lie on its ground.
            waiting.iter_mut().for_each(|ball| ball.radius *= scale);
        }
        Ok(Self { pieces, rules, zones, state, ..self })
    }
}

/// Everywhere a bat can turn to about its base.
fn round_sweep(bat: &Bat) -> Aabb {
    let (reach, (low, high)) = (DVec2::splat(bat.reach()), bat.height());
    Aabb { min: (bat.base() - reach).extend(low), max: (bat.base() + reach).extend(high) }
}

/// A plunger's tip as a thin bar across the lane.
pub(super) fn plunger_tip(plunger: &Plunger, place: f64) -> Result<Bat, Error> {
    let [left, right, ..] = plunger.corners(place);
    let (low, high) = plunger.extent();
    Bat::new(left, 0.0, right, 0.0)?.with_height(low, high)
}

/// Everywhere the tip can be.
fn plunger_sweep(plunger: &Plunger) -> Aabb {
    let (low, high) = plunger.extent();
    let (front, back) = (plunger.y - plunger.stroke, plunger.y);
    let min = DVec3::new(plunger.x - plunger.width, front, low);
    Aabb { min, max: DVec3::new(plunger.x + plunger.width, back, high) }
}

fn plate((a, b, low, high): (DVec2, DVec2, f64, f64)) -> Result<Zone, Error> {
    Zone::plate(a, b)?.with_height(low, high)
}
