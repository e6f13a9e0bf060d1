//! The pushes of all contacts of a group at once: a linear problem in which nothing pulls.
//!
//! With `J` the directions in which the contacts push and `M` the masses, pushes `x` change how the contacts open by
//! `A x = J M⁻¹ Jᵀ x`. What is wanted is `x ≥ 0` where a contact does not open, and nothing where it does (Signorini's
//! condition). Which contacts push is guessed from last time; their equations are solved by elimination; what would pull is
//! left out, what would close is taken in, until neither is found. That is quick for the few contacts of most groups; whoever
//! asks checks the answer by going round, which also serves where no answer is found.

use super::group::Row;
use crate::ball::Ball;

/// Contacts up to which the equations are solved at once: elimination costs their cube, going round some tens of times them.
const MOST: usize = 40;
/// Guesses of who pushes.
const GUESSES: usize = 12;
/// The square of the sine of an angle: a contact that pushes within it of what others already say is left to going round. Forces
/// that nearly cancel would otherwise be found in any size.
pub(super) const DEPENDENT: f64 = 1e-3;
/// The same where velocities are asked for, and going round has found no end: pushes that nearly cancel are what it takes to stop a ball in a
/// narrow wedge, and are gone when it has stopped. With the rounding of the cosine, 1e-16, a part of 1e-8 of its speed is left.
pub(super) const NARROW: f64 = 1e-8;

/// Room for the equations.
#[derive(Debug, Default)]
pub(super) struct Dense {
    count: usize,
    /// `A`, row by row.
    matrix: Vec<f64>,
    /// The rows of those who push, eliminated: below the diagonal `L`, on it `D`.
    lower: Vec<f64>,
    pushing: Vec<usize>,
    /// How each contact opens by itself, to be filled in before [`solve`](Self::solve).
    pub(super) opening: Vec<f64>,
    /// Whether it may pull as well.
    pub(super) holds: Vec<bool>,
    /// The answer.
    pub(super) push: Vec<f64>,
    part: Vec<f64>,
}

impl Dense {
    /// Is it worth while? One ball on fixed things needs no equations (`cone`).
    pub(super) fn is_worth_while(rows: &[Row]) -> bool {
        rows.iter().any(|row| row.other.is_some())
    }

    /// Sets up the equations of these contacts. Are there few enough?
    pub(super) fn set_up(&mut self, rows: &[Row], balls: &[Ball]) -> bool {
        self.count = rows.len();
        if rows.len() < 2 || rows.len() > MOST {
            return false;
        }
        self.matrix.clear();
        self.matrix.resize(self.count * self.count, 0.0);
        for (i, one) in rows.iter().enumerate() {
            for (j, two) in rows.iter().enumerate().take(i + 1) {
                let coupling = coupling(one, two, balls);
                if coupling != 0.0 {
                    let value = coupling * one.touch.normal.dot(two.touch.normal);
                    self.matrix[i * self.count + j] = value;
                    self.matrix[j * self.count + i] = value;
                }
            }
        }
        true
    }

    /// Begins to fill in what is asked.
    pub(super) fn ask(&mut self, opening: impl Iterator<Item = f64>, holds: impl Iterator<Item = bool>) {
        self.opening.clear();
        self.opening.extend(opening);
        self.holds.clear();
        self.holds.extend(holds);
    }

    /// Finds `push`; `likely` says who pushed last time, and `rounding` which speed or acceleration is none. Contacts that are more
    /// `dependent` on others than that are left out. Was it found?
    pub(super) fn solve(&mut self, likely: impl Fn(usize) -> bool, rounding: f64, dependent: f64) -> bool {
        let Self { opening, holds, pushing, .. } = self;
        pushing.clear();
        pushing.extend((0..opening.len()).filter(|&k| holds[k] || likely(k) || opening[k] < -rounding));
        for _ in 0..GUESSES {
            self.eliminate(dependent);
            let (holds, push) = (&self.holds, &self.push);
            let before = self.pushing.len();
            self.pushing.retain(|&k| holds[k] || push[k] >= 0.0);
            if self.pushing.len() < before {
                continue;
            }
            let closes = |k: &usize| self.push[*k] == 0.0 && self.opens(*k) < -rounding && !self.pushing.contains(k);
            let Some(worst) = (0..self.count).filter(closes).min_by(|&a, &b| self.opens(a).total_cmp(&self.opens(b)))
            else {
                return self.push.iter().all(|push| push.is_finite());
            };
            self.pushing.push(worst);
        }
        false
    }

    /// How contact `k` opens under the pushes found.
    fn opens(&self, k: usize) -> f64 {
        let row = &self.matrix[k * self.count..(k + 1) * self.count];
        self.pushing.iter().fold(self.opening[k], |sum, &j| sum + row[j] * self.push[j])
    }

    /// The pushes of those who push, so that none of them opens or closes (elimination, `L D Lᵀ`).
    fn eliminate(&mut self, dependent: f64) {
        let Self { count, matrix, lower, pushing, opening, push, part, .. } = self;
        let size = pushing.len();
        lower.clear();
        lower.resize(size * size, 0.0);
        part.clear();
        for (i, &k) in pushing.iter().enumerate() {
            let own = matrix[k * *count + k];
            let mut sum = -opening[k];
            let mut pivot = own;
            for j in 0..i {
                let mut value = matrix[k * *count + pushing[j]];
                for m in 0..j {
                    value -= lower[i * size + m] * lower[j * size + m] * lower[m * size + m];
                }
                let diagonal = lower[j * size + j];
                let value = if diagonal > 0.0 { value / diagonal } else { 0.0 };
                lower[i * size + j] = value;
                pivot -= value * value * diagonal;
                sum -= value * part[j];
            }
            let says = pivot > dependent * own;
            lower[i * size + i] = if says { pivot } else { 0.0 };
            part.push(if says { sum } else { 0.0 });
        }
        push.clear();
        push.resize(*count, 0.0);
        for i in (0..size).rev() {
            let diagonal = lower[i * size + i];
            if diagonal > 0.0 {
                let later = (i + 1..size).fold(0.0, |sum, j| sum + lower[j * size + i] * push[pushing[j]]);
                push[pushing[i]] = part[i] / diagonal - later;
            }
        }
    }
}

/// 1/kg: how much a push of one contact is felt by another along the same direction.
fn coupling(one: &Row, two: &Row, balls: &[Ball]) -> f64 {
    let share = |a: usize, b: Option<usize>| if Some(a) == b { 1.0 / balls[a].mass } else { 0.0 };
    let mut sum = share(one.member, Some(two.member)) - share(one.member, two.other);
    if let Some(other) = one.other {
        sum += share(other, two.other) - share(other, Some(two.member));
    }
    sum
}
