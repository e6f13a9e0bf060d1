//! Every tolerance of the comparison, in one place.

/// What times (s), places (m) and velocities (m/s) of a shot may be off: `growth` times the shot's own growth of errors, and
/// never less than `floor`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) floor: f64,
    pub(crate) growth: f64,
}

/// The line that is asked (README of the data, "Same physics, other contact handling").
pub(crate) const ASKED: Line = Line { floor: 3e-6, growth: 3e-6 };
/// The README's line for the same formulas and the same housekeeping. Told, not asked.
pub(crate) const STRICT: Line = Line { floor: 1e-9, growth: 1e-10 };
/// For Carom's own contacts, without the reference's spacer. Told, not asked. A ball that is moved by the spacer of 1e-6 m
/// before an impact turns the line of centres by 1e-6 / 2R, and the tilt of a cushion's nose by as much: velocities, and
/// what follows from them, change by some 35 times more than places, which the recorded growth does not count.
pub(crate) const OWN: Line = Line { floor: 1.2e-4, growth: 1.2e-4 };
/// Spins may be off so many times more, rad/s (the same README; about one over the radius of a ball).
pub(crate) const SPIN_FACTOR: f64 = 30.0;
/// A phase of motion that lasts no longer than this has no length, s: one engine may list its end and the other not.
pub(crate) const NO_TIME: f64 = 1e-9;
/// Mathavan 2010: velocities after a hit, as a share of the speed before.
pub(crate) const MATHAVAN: f64 = 0.01;
/// Mathavan 2010: by so much of the speed the reference's integration varies with rounding (guide 18).
pub(crate) const MATHAVAN_NOISE: f64 = 2e-3;
/// Closed forms: relative error of a single step.
pub(crate) const CLOSED_FORM: f64 = 1e-9;
/// The ledger of energy must close to this share of what was given.
pub(crate) const LEDGER: f64 = 1e-10;
/// Share of the comparable shots that must be as recorded.
pub(crate) const SHOT_QUOTA: f64 = 0.99;
/// Balls may overlap by no more, m.
pub(crate) const OVERLAP: f64 = 1e-9;
/// Places of balls put back by the referee, m.
pub(crate) const SPOT: f64 = 1e-9;
