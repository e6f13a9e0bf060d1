//! One event after the other: a meeting, a wall, a new cell.

use super::Gas;
use super::ball::{Ball, first};
use super::grid::NOBODY;
use super::look::{Look, dot};

impl<const D: usize> Gas<D> {
    /// Lets the next event happen, if it is not after `end`; `false` if it is, or if nothing will ever happen.
    #[inline(always)]
    pub(super) fn happen(&mut self, end: f64) -> bool {
        let Some((mut time, mut owner)) = self.calendar.take(end) else { return false };
        if time >= self.turn_at {
            (time, owner) = self.turn_over(time, owner);
        }
        // Rounding may put a crossing a last digit before the event that it follows from.
        self.now = if time > self.now { time } else { self.now };
        let Some(ball) = self.balls.get(owner as usize) else { return false };
        if ball.meets <= time {
            let Ball { partner, partner_impacts, .. } = *ball;
            let is_as_foreseen = |other: &Ball<D>| other.impacts == partner_impacts;
            if self.balls.get(partner as usize).is_some_and(is_as_foreseen) {
                self.collide(owner, partner);
                self.look_round(owner, partner);
                self.calendar.clear(partner);
                self.look_round(partner, owner);
            } else {
                self.done.second_looks += 1;
                self.look_round(owner, NOBODY);
            }
        } else {
            self.cross(owner);
        }
        true
    }

    /// Two balls that touch exchange their speeds along the line between their centres.
    #[inline]
    fn collide(&mut self, i: u32, j: u32) {
        let now = self.now;
        let (i, j) = (i as usize, j as usize);
        let Ok([a, b]) = self.balls.get_disjoint_mut([i, j]) else { return };
        let step = self.grid.step(a.cell, b.cell);
        a.place = a.at(now);
        b.place = b.at(now);
        let r: [f64; D] = core::array::from_fn(|d| b.place[d] - a.place[d] + step[d] * self.grid.side[d]);
        // By the true distance and not by the diameter, so that no energy is made out of the rounding of places. And by how
        // much they differ, not by the sum of squares: that is always the same number but for its last digits, rounded
        // always in the same way, and energy would creep by 4e-17 in each collision, always upwards.
        let rw = dot(&r, &core::array::from_fn(|d| b.velocity[d] - a.velocity[d]));
        let excess = r.iter().fold(-self.touch, |sum, part| sum + part * part);
        let plain = rw / self.touch;
        let share = plain - plain * (excess / self.touch);
        a.velocity = core::array::from_fn(|d| a.velocity[d] + share * r[d]);
        b.velocity = core::array::from_fn(|d| b.velocity[d] - share * r[d]);
        for ball in [a, b] {
            ball.since = now;
            ball.meets = f64::INFINITY;
            ball.impacts = ball.impacts.wrapping_add(1);
        }
        self.done.collisions += 1;
        self.measured.virial -= rw;
    }

    /// Foresees a ball's next meeting among all that are near, and enters its next event.
    #[inline]
    fn look_round(&mut self, i: u32, just_met: u32) {
        let Some(ball) = self.balls.get(i as usize) else { return };
        let number = self.grid.number(ball.cell);
        let alone = self.grid.first(number) == i && self.grid.after(i) == NOBODY;
        let mut look = Look::new(ball, self.now, self.touch, f64::INFINITY, just_met);
        look.all(&self.balls, &self.grid, number, alone);
        let partner_impacts = self.impacts(look.partner);
        let Some(ball) = self.balls.get_mut(i as usize) else { return };
        (ball.meets, ball.partner, ball.partner_impacts) = (look.meets, look.partner, partner_impacts);
        self.calendar.enter(i, first(ball.leaves(&self.grid.side), look.meets));
    }

    /// A ball reaches the border of its cell.
    #[inline(always)]
    fn cross(&mut self, i: u32) {
        let Some(ball) = self.balls.get(i as usize) else { return };
        let leaves = ball.leaves(&self.grid.side);
        let time = first(leaves, f64::INFINITY);
        // A constant axis each: so the compiler knows which numbers are meant.
        if leaves[0] <= time {
            self.cross_along::<0>(i, leaves);
        } else if D == 2 || leaves[1] <= time {
            self.cross_along::<1>(i, leaves);
        } else {
            self.cross_along::<2>(i, leaves);
        }
    }

    /// A ball enters the next cell along an axis, where only those ahead are new; or it hits a wall.
    #[inline(always)]
    fn cross_along<const AXIS: usize>(&mut self, i: u32, mut leaves: [f64; D]) {
        let Some(ball) = self.balls.get_mut(i as usize) else { return };
        let up = ball.velocity[AXIS] >= 0.0;
        let side = self.grid.side[AXIS];
        let Some((cell, number)) = self.grid.pass(i, ball.cell, AXIS, up) else {
            return self.hit_wall(i, AXIS, up);
        };
        ball.cell = cell;
        // Only the corner it is counted from moves; the path is the one it was on.
        ball.place[AXIS] -= if up { side } else { -side };
        leaves[AXIS] = ball.since + (if up { side } else { 0.0 } - ball.place[AXIS]) / ball.velocity[AXIS];
        self.done.crossings += 1;

        let mut look = Look::new(ball, self.now, self.touch, ball.meets, NOBODY);
        look.ahead(&self.balls, &self.grid, number, AXIS, up);
        if look.partner != NOBODY {
            let partner_impacts = self.impacts(look.partner);
            let Some(ball) = self.balls.get_mut(i as usize) else { return };
            (ball.meets, ball.partner, ball.partner_impacts) = (look.meets, look.partner, partner_impacts);
        }
        self.calendar.enter(i, first(leaves, look.meets));
    }

    /// A ball is thrown back by a wall.
    #[inline(never)]
    fn hit_wall(&mut self, i: u32, axis: usize, up: bool) {
        let Some(ball) = self.balls.get_mut(i as usize) else { return };
        ball.place = ball.at(self.now);
        ball.place[axis] = if up { self.grid.side[axis] } else { 0.0 };
        ball.velocity[axis] = -ball.velocity[axis];
        ball.since = self.now;
        ball.meets = f64::INFINITY;
        ball.impacts = ball.impacts.wrapping_add(1);
        self.done.wall_hits += 1;
        self.measured.wall_push += 2.0 * ball.velocity[axis].abs();
        self.look_round(i, NOBODY);
    }

    /// How many impacts a ball has had.
    #[inline]
    fn impacts(&self, ball: u32) -> u32 {
        self.balls.get(ball as usize).map_or(0, |ball| ball.impacts)
    }

    /// Foresees everyone's next event, as at the beginning.
    pub(super) fn foresee_all(&mut self) {
        for ball in &mut self.balls {
            (ball.meets, ball.partner) = (f64::INFINITY, NOBODY);
        }
        for i in 0..self.balls.len() as u32 {
            self.calendar.clear(i);
            self.look_round(i, NOBODY);
        }
    }

    /// Keeps numbers small and neighbours together, before an event of `owner` at `time`, and says how both are called then.
    ///
    /// Always before the same event, however time is cut into pieces: what follows from an event is rounded in the same way.
    #[cold]
    fn turn_over(&mut self, time: f64, owner: u32) -> (f64, u32) {
        self.now = self.now.max(time);
        let time = time - self.count_from_later();
        self.turn_at = 2.0 * self.span;
        if self.spans < self.tidy_at {
            return (time, owner);
        }
        let name = self.names.get(owner as usize).copied();
        self.tidy();
        let owner = self.names.iter().position(|&other| Some(other) == name);
        (time, owner.map_or(NOBODY, |owner| owner as u32))
    }

    /// Counts time from later on, so that its numbers stay small: the present moment is between one span and two. All times
    /// are whole multiples of the last digit of a span, so no digit is lost. Says by how much.
    pub(super) fn count_from_later(&mut self) -> f64 {
        if self.now < 2.0 * self.span {
            return 0.0;
        }
        let spans = (self.now / self.span) as u64 - 1;
        let by = self.calendar.count_from_later(spans);
        self.spans += spans;
        self.now -= by;
        for ball in &mut self.balls {
            ball.since -= by;
            ball.meets -= by;
        }
        // Before the next event it is seen to whether to tidy up.
        self.turn_at = 0.0;
        by
    }
}
