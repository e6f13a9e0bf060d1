//! Putting a machine together: parts become colliders, zones and movers of its world.

use super::PartId;
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
use crate::event::{BallId, ColliderId, ZoneId};
use crate::material::Material;
use crate::shape::{Bat, Plane, Rim};
use crate::tolerance::TOLD_APART;
use crate::zone::Zone;
use glam::{DVec2, DVec3};

/// Nobody owns the cabinet.
pub(super) const NOBODY: u32 = u32::MAX;

impl Machine {
    pub(super) fn put_up_playfield(&mut self) -> Result<(), Error> {
        if let Some(material) = self.playfield.material.clone() {
            let material = self.scattered(&material)?;
            let id = self.world.add_collider(Collider::new(Plane::floor(0.0)?, material))?;
            self.own(id, NOBODY, Role::Quiet);
            self.floor = Some(id);
        }
        for collider in self.playfield.cabinet()? {
            let id = self.world.add_collider(collider)?;
            self.own(id, NOBODY, Role::Quiet);
        }
        Ok(())
    }

    /// Adds a part. Names are for people; they need not be unique, but [`part`](Self::part) finds only the first.
    ///
    /// # Errors
    /// When a number of the part is not sane; nothing has been added then.
    pub fn add(&mut self, name: &str, part: impl Into<Part>) -> Result<PartId, Error> {
        let part = part.into();
        let index = self.parts.len() as u32;
        let place = |error: Error| error.within(format_args!("part {name:?}"));
        // Everything is made before anything is put up, so that a fault leaves nothing behind.
        let made = Made::of(&part, self.playfield.difficulty).map_err(place)?;
        let mut slot = Slot { name: name.into(), part, colliders: Vec::new(), zones: Vec::new(), mover: usize::MAX };
        for Piece { collider, role } in made.pieces {
            let material = self.scattered(collider.material())?;
            let shape = *collider.shape();
            let collider = Collider::new(shape, material).with_surface_velocity(collider.surface_velocity())?;
            let id = match role {
                Role::Quiet | Role::Tells { .. } => self.world.add_collider(collider)?,
                Role::Sling { .. } | Role::Bumper { .. } | Role::Bat | Role::Tip => self.world.add_asking(collider),
            };
            self.own(id, index, role);
            slot.colliders.push(id);
        }
        for zone in made.zones {
            slot.zones.push(self.put_up_zone(zone, index)?);
        }
        if let Some(MovingPiece { bat, material, sweep, disk, role }) = made.mover {
            let (mover, id) = self.world.add_mover(bat, material, sweep, disk);
            self.own(id, index, role);
            slot.colliders.push(id);
            slot.mover = mover;
        }
        let acts = !matches!(made.state, PartState::Still | PartState::Kicker { .. } | PartState::Trough { .. });
        if acts {
            self.mechanisms.push(index);
        }
        self.parts.push(slot);
        self.state.parts.push(made.state);
        Ok(PartId(index))
    }

    fn put_up_zone(&mut self, zone: Zone, part: u32) -> Result<ZoneId, Error> {
        let id = self.world.add_zone(zone)?;
        self.zone_owners.push(part);
        Ok(id)
    }

    fn own(&mut self, id: ColliderId, part: u32, role: Role) {
        debug_assert_eq!(id.index(), self.owners.len(), "colliders are numbered as they come");
        self.owners.push((part, role));
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
    zones: Vec<Zone>,
    mover: Option<MovingPiece>,
    state: PartState,
}

impl Made {
    fn of(part: &Part, difficulty: f64) -> Result<Self, Error> {
        let mut made = Self { pieces: Vec::new(), zones: Vec::new(), mover: None, state: PartState::Still };
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
