//! The room in which a table stands: it may lean, hang or be larger or smaller than it was said, and what pulls there pulls
//! its balls.

use super::Machine;
use crate::ball::Ball;
use crate::error::{Error, vector_in_range};
use crate::event::BallId;
use crate::space::{Frame, In, Room, Similarity, Table, Velocity};
use crate::tolerance::MOST_ACCELERATION;
use crate::world::Gravity;
use glam::{DVec2, DVec3};

/// How a table stands in the room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    room: Frame<Table, Room>,
    /// m/s²: what pulls there; without, the playfield's own slope and gravity say it.
    gravity: Option<In<Room, Velocity>>,
}

impl Default for Standing {
    fn default() -> Self {
        Self { room: Frame::new(Similarity::IDENTITY), gravity: None }
    }
}

impl Machine {
    /// Says how the table stands in the room. Its game is the same wherever that is, but for gravity, if that was said
    /// [in the room](Self::set_gravity_in_room).
    ///
    /// # Errors
    /// When gravity would be more than sane on a table so small.
    pub fn set_room(&mut self, room: Frame<Table, Room>) -> Result<(), Error> {
        self.stand(Standing { room, ..self.standing.as_deref().copied().unwrap_or_default() })
    }

    /// How the table stands in the room; the same as the table itself if nothing was said.
    pub fn room(&self) -> Frame<Table, Room> {
        self.standing.as_deref().copied().unwrap_or_default().room
    }

    /// Says what pulls in the room, m/s². From now on it counts instead of the playfield's slope and gravity: a table that leans
    /// plays as it leans, and one that is twice as large as it was said feels half of it.
    ///
    /// ```
    /// use carom::pinball::{Machine, Playfield};
    /// use carom::space::{Frame, In, Room, Table, Transform, Velocity};
    /// use carom::{Ball, DVec3, units::{PINBALL_MASS, PINBALL_RADIUS}};
    /// let mut machine = Machine::new(&Playfield::sized(0.5, 1.0))?;
    /// let leans = Transform::rotation(DVec3::Y, 0.1)?.similarity().unwrap();
    /// machine.set_room(Frame::<Table, Room>::new(leans))?;
    /// machine.set_gravity_in_room(In::new(Velocity(DVec3::NEG_Z * 9.81)))?;
    /// let place = DVec3::new(0.25, 0.5, PINBALL_RADIUS);
    /// let ball = machine.add_ball(Ball::new(place, PINBALL_RADIUS, PINBALL_MASS)?)?;
    /// machine.advance(0.3)?;
    /// let rolled = machine.ball(ball).unwrap().position - place;
    /// assert!(rolled.x > 0.02 && rolled.y.abs() < 1e-9, "sideways: {rolled}");
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not sane.
    pub fn set_gravity_in_room(&mut self, gravity: In<Room, Velocity>) -> Result<(), Error> {
        vector_in_range("gravity", gravity.get().0, MOST_ACCELERATION)?;
        self.stand(Standing { gravity: Some(gravity), ..self.standing.as_deref().copied().unwrap_or_default() })
    }

    /// A ball as the room sees it; `None` if it is out of play.
    pub fn ball_in_room(&self, id: BallId) -> Option<In<Room, Ball>> {
        Some(self.room().out(In::new(self.ball(id)?)))
    }

    fn stand(&mut self, standing: Standing) -> Result<(), Error> {
        let before = self.standing.replace(Box::new(standing));
        let pull = Gravity::Uniform(self.pull(self.state.sway));
        let stands = self.world.set_gravity(pull);
        if stands.is_err() {
            self.standing = before;
        }
        stands
    }

    /// m/s²: what pulls the balls, seen from the table, while the cabinet accelerates by `sway`.
    pub(super) fn pull(&self, sway: DVec2) -> DVec3 {
        match self.standing.as_deref() {
            Some(Standing { room, gravity: Some(gravity) }) => {
                felt(room.enter(*gravity).get().0, sway / room.lies().scale())
            }
            _ => self.playfield.pull(sway),
        }
    }
}

/// The cabinet is pushed to and fro on the floor of the room: along its own x and y, as far as those are level there.
fn felt(gravity: DVec3, sway: DVec2) -> DVec3 {
    if sway == DVec2::ZERO {
        return gravity;
    }
    let up = -gravity.normalize_or(DVec3::NEG_Z);
    let level = |axis: DVec3| (axis - up * axis.dot(up)).normalize_or_zero();
    gravity - level(DVec3::X) * sway.x - level(DVec3::Y) * sway.y
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pinball::Playfield;
    use crate::space::Transform;

    /// A table that stands in the room as its slope says feels what the slope says, pushed or not.
    #[test]
    fn a_leaning_table_feels_what_its_slope_would_say() {
        let playfield = Playfield::default();
        let mut machine = Machine::new(&playfield).unwrap();
        // The front, at larger y, is lower: y is turned towards -z.
        let leans = Transform::rotation(DVec3::NEG_X, playfield.slope).unwrap().similarity().unwrap();
        machine.set_room(Frame::new(leans)).unwrap();
        machine.set_gravity_in_room(In::new(Velocity(DVec3::NEG_Z * playfield.gravity))).unwrap();
        for sway in [DVec2::ZERO, DVec2::new(0.4, -1.3)] {
            let (room, slope) = (machine.pull(sway), playfield.pull(sway));
            assert!((room - slope).length() < 1e-14, "{room} {slope}");
        }
    }

    /// Twice as large, it feels half the gravity, and its balls are twice as large to the room.
    #[test]
    fn a_larger_table_feels_less() {
        let mut machine = Machine::new(&Playfield::default()).unwrap();
        let twice = Transform::scaling(DVec3::splat(2.0)).unwrap().similarity().unwrap();
        machine.set_gravity_in_room(In::new(Velocity(DVec3::NEG_Z * 10.0))).unwrap();
        machine.set_room(Frame::new(twice)).unwrap();
        assert!((machine.pull(DVec2::ZERO) - DVec3::NEG_Z * 5.0).length() < 1e-14);
        let ball = machine.add_ball(Ball::new(DVec3::new(0.1, 0.2, 0.3), 0.0135, 0.08).unwrap()).unwrap();
        let seen = machine.ball_in_room(ball).unwrap().get();
        assert!((seen.position - DVec3::new(0.2, 0.4, 0.6)).length() < 1e-15 && (seen.radius - 0.027).abs() < 1e-17);
        assert!(machine.set_gravity_in_room(In::new(Velocity(DVec3::NAN))).is_err());
    }
}
