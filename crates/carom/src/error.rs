//! What can be wrong with what the engine is given: said with a type, the number and the place.

use core::fmt;

/// Why something was refused: what kind of fault, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    kind: ErrorKind,
    place: String,
}

/// The kinds of fault.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A number is infinite or not a number.
    NotFinite {
        /// What it should have been.
        what: &'static str,
        /// What it was.
        value: f64,
    },
    /// A number is outside its range.
    OutOfRange {
        /// What it is.
        what: &'static str,
        /// What it was.
        value: f64,
        /// The least allowed.
        least: f64,
        /// The most allowed.
        most: f64,
    },
    /// A shape has no extent where it needs one.
    Degenerate {
        /// What it is.
        what: &'static str,
        /// Why it cannot be used, and what to do instead.
        why: &'static str,
    },
    /// A placement would make something of a shape that Carom does not have.
    Deformed {
        /// What would be placed, and what to do instead. (One word of memory: errors that are never made are carried along
        /// everywhere.)
        said: &'static [&'static str; 2],
        /// By what its three axes would be scaled.
        scales: [f32; 3],
        /// Whether they would not be square to each other any more.
        oblique: bool,
    },
    /// Too few of something.
    TooFew {
        /// Of what.
        what: &'static str,
        /// How many are needed.
        need: usize,
        /// How many there were.
        got: usize,
    },
    /// There is no such thing (or no longer).
    Unknown {
        /// What kind of thing.
        what: &'static str,
        /// Its number.
        index: usize,
    },
    /// The cue's tip slips off: its contact point is too far from the middle of the ball.
    Miscue {
        /// The distance of the contact point from the middle, as a part of the radius.
        offset: f64,
        /// The farthest that holds.
        limit: f64,
    },
    /// A moment that the world does not know: before the last event or after the next.
    UnknownMoment {
        /// The moment asked for, s.
        time: f64,
        /// The first moment known, s.
        from: f64,
        /// The last moment known, s.
        to: f64,
    },
    /// A snapshot of a world with other colliders.
    ForeignSnapshot,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind) -> Self {
        Self { kind, place: String::new() }
    }

    pub(crate) fn degenerate(what: &'static str, why: &'static str) -> Self {
        Self::new(ErrorKind::Degenerate { what, why })
    }

    pub(crate) fn unknown(what: &'static str, index: usize) -> Self {
        Self::new(ErrorKind::Unknown { what, index })
    }

    /// The same fault, said to be in `place` (outer places are put before inner ones).
    #[must_use]
    pub fn within(mut self, place: impl fmt::Display) -> Self {
        self.place = if self.place.is_empty() { place.to_string() } else { format!("{place}: {}", self.place) };
        self
    }

    /// What kind of fault it is.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Where it is: `ball 3`, `polyline point 7`; empty when the call had only one thing in it.
    pub fn place(&self) -> &str {
        &self.place
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        match &self.kind {
            ErrorKind::NotFinite { what, value } => write!(f, "{what} is {value}; it must be a finite number"),
            ErrorKind::OutOfRange { what, value, least, most } => {
                write!(f, "{what} is {value}; it must be from {least} to {most}")
            }
            ErrorKind::Degenerate { what, why } => write!(f, "{what} {why}"),
            ErrorKind::Deformed { said: [what, instead], scales, oblique } => {
                // Six digits: the rest of a product of turns is rounding.
                let [x, y, z] = scales.map(|scale| (f64::from(scale) * 1e6).round() / 1e6);
                let and = if *oblique { " and are not square to each other any more" } else { "" };
                write!(f, "{what} would be deformed: its axes are scaled by {x}, {y} and {z}{and}; {instead}")
            }
            ErrorKind::TooFew { what, need, got } => write!(f, "{got} {what}, but at least {need} are needed"),
            ErrorKind::Unknown { what, index } => write!(f, "there is no {what} {index}"),
            ErrorKind::Miscue { offset, limit } => {
                write!(f, "the tip is {offset} of a radius from the middle of the ball and slips off beyond {limit}")
            }
            ErrorKind::UnknownMoment { time, from, to } => {
                write!(f, "the moment {time} s is not known; the paths hold from {from} s to {to} s")
            }
            ErrorKind::ForeignSnapshot => write!(f, "the snapshot is of a world with other colliders"),
        }
    }
}

impl core::error::Error for Error {}

/// `value` if it is a number from `least` to `most`.
pub(crate) fn in_range(what: &'static str, value: f64, least: f64, most: f64) -> Result<f64, Error> {
    if !value.is_finite() {
        Err(Error::new(ErrorKind::NotFinite { what, value }))
    } else if value < least || value > most {
        Err(Error::new(ErrorKind::OutOfRange { what, value, least, most }))
    } else {
        Ok(value)
    }
}

/// `vector` if all its parts are numbers of a size up to `most`.
pub(crate) fn vector_in_range(what: &'static str, vector: glam::DVec3, most: f64) -> Result<glam::DVec3, Error> {
    for part in vector.to_array() {
        in_range(what, part, -most, most)?;
    }
    Ok(vector)
}

/// The same for a vector in the plane.
pub(crate) fn flat_in_range(what: &'static str, vector: glam::DVec2, most: f64) -> Result<glam::DVec2, Error> {
    vector_in_range(what, vector.extend(0.0), most).map(glam::DVec3::truncate)
}
