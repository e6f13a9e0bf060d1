//! Hands on the balls: putting them into play, taking them out, pushing them, between two calls of `advance`.

use super::body::Body;
use super::{World, book, contact};
use crate::ball::Ball;
use crate::error::{Error, vector_in_range};
use crate::event::BallId;
use crate::tolerance::{MOST_LENGTH, MOST_SPEED, MOST_SPIN};
use glam::DVec3;

/// Changing balls while the world runs: each counts from the world's present moment.
impl World {
    /// Puts a ball into play.
    ///
    /// # Errors
    /// When one of its numbers is not sane.
    pub fn add_ball(&mut self, ball: Ball) -> Result<BallId, Error> {
        let index = self.state.bodies.len();
        ball.check().map_err(|error| error.within(format_args!("ball {index}")))?;
        let book = book::opened(self, &ball);
        self.state.bodies.push(Body { book, ..Body::new(ball, self.state.time) });
        self.state.queue.grow(index + 1);
        self.state.fresh.push(index as u32);
        Ok(BallId(index as u32))
    }

    /// Takes a ball out of play.
    ///
    /// # Errors
    /// When there is no such ball in play.
    pub fn remove_ball(&mut self, id: BallId) -> Result<Ball, Error> {
        let ball = self.body(id)?.at(self.state.time);
        self.state.fresh.retain(|&i| i != id.0);
        self.take_out(id.index());
        Ok(ball)
    }

    /// Gives a ball another velocity.
    ///
    /// # Errors
    /// When there is no such ball in play, or the velocity is not sane.
    pub fn set_velocity(&mut self, id: BallId, velocity: DVec3) -> Result<(), Error> {
        vector_in_range("velocity", velocity, MOST_SPEED)?;
        self.change(id, |ball| ball.velocity = velocity)
    }

    /// Gives a ball another spin.
    ///
    /// # Errors
    /// When there is no such ball in play, or the spin is not sane.
    pub fn set_spin(&mut self, id: BallId, spin: DVec3) -> Result<(), Error> {
        vector_in_range("spin", spin, MOST_SPIN)?;
        self.change(id, |ball| ball.spin = spin)
    }

    /// Sets the force (N, at the centre) and torque (N m) that act on a ball beside gravity from now on.
    ///
    /// # Errors
    /// When there is no such ball in play, or a number is not sane.
    pub fn set_force(&mut self, id: BallId, force: DVec3, torque: DVec3) -> Result<(), Error> {
        Ball { force, torque, ..self.body(id)?.ball }.check()?;
        self.change(id, |ball| (ball.force, ball.torque) = (force, torque))
    }

    /// Gives a ball an impulse (N s) at the point at `arm` from its centre.
    ///
    /// # Errors
    /// When there is no such ball in play, or the ball would become too fast.
    pub fn push(&mut self, id: BallId, impulse: DVec3, arm: DVec3) -> Result<(), Error> {
        let mut pushed = self.body(id)?.at(self.state.time);
        pushed.push(impulse, arm);
        pushed.check().map_err(|error| error.within("after the push"))?;
        self.change(id, |ball| (ball.velocity, ball.spin) = (pushed.velocity, pushed.spin))
    }

    /// Puts a ball elsewhere, as it is. If it overlaps something there, it is pushed out and an event says so.
    ///
    /// # Errors
    /// When there is no such ball in play, or the place is not sane.
    pub fn set_position(&mut self, id: BallId, position: DVec3) -> Result<(), Error> {
        vector_in_range("position", position, MOST_LENGTH)?;
        self.change(id, |ball| ball.position = position)?;
        self.state.fresh.push(id.0);
        Ok(())
    }

    /// Changes a ball at the present moment. Whatever carried it does so no longer, until it is found again.
    pub(super) fn change(&mut self, id: BallId, change: impl FnOnce(&mut Ball)) -> Result<(), Error> {
        let mut ball = self.body(id)?.at(self.state.time);
        change(&mut ball);
        let i = id.index();
        contact::release_all(self, i);
        let now = self.state.time;
        book::changed(&mut self.state.bodies[i], now, &ball, &self.gravity);
        self.state.bodies[i].begin(now, ball, DVec3::ZERO, DVec3::ZERO);
        self.state.bodies[i].grazes.clear();
        self.state.disturbed.push(id.0);
        Ok(())
    }
}
