//! Where a part or a group lies: in which parent, and how.

use crate::value::{Angle, Notes, Number, Place3, Value, called};
use serde_json::{Value as Json, json};
use toml::Spanned;
use toml::de::DeValue;

/// What a part or a group says of its place. First it is scaled, then turned, then shifted; or a matrix does all of that.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placement<'a> {
    /// The name of the group in which it lies.
    pub parent: Option<&'a str>,
    /// By how much it is moved.
    pub shift: Option<Place3>,
    /// How it is turned, about x, then y, then z.
    pub turn: Option<[Angle; 3]>,
    /// How many times as large it is made.
    pub scale: Option<Scale>,
    /// How it lies, instead of these three.
    pub matrix: Option<Matrix>,
}

impl Placement<'_> {
    /// Is anything said of its place?
    pub fn is_said(&self) -> bool {
        *self != Self::default()
    }
}

/// What has a place: every part, and every group.
pub trait Placed {
    /// What it says of its place.
    fn placement(&self) -> Placement<'_>;
}

/// How many times as large something is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// As much along every axis.
    Even(Number),
    /// So much along x, y and z.
    Each([Number; 3]),
}

impl Scale {
    /// The factors along x, y and z.
    pub fn factors(self) -> [f64; 3] {
        match self {
            Self::Even(number) => [number.0; 3],
            Self::Each(numbers) => numbers.map(|number| number.0),
        }
    }
}

impl Default for Scale {
    fn default() -> Self {
        Self::Even(Number(1.0))
    }
}

impl Value for Scale {
    fn kind() -> String {
        "number or [number, number, number]".to_owned()
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        match value.get_ref() {
            DeValue::Array(_) => <[Number; 3]>::read(value, notes).map(Self::Each),
            _ => Number::read(value, notes).map(Self::Even),
        }
    }

    fn write(&self) -> String {
        match self {
            Self::Even(number) => number.write(),
            Self::Each(numbers) => numbers.write(),
        }
    }

    fn example() -> String {
        "2 or [1, 1, 2]".to_owned()
    }

    fn schema() -> Json {
        json!({ "oneOf": [Number::schema(), <[Number; 3]>::schema()] })
    }
}

/// Three rows of a matrix; the last number of each is a length in the file's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix(pub [[Number; 4]; 3]);

impl Matrix {
    /// Its bare numbers, by rows.
    pub fn rows(self) -> [[f64; 4]; 3] {
        self.0.map(|row| row.map(|number| number.0))
    }
}

impl Default for Matrix {
    fn default() -> Self {
        let row = |k: usize| core::array::from_fn(|j| Number(if j == k { 1.0 } else { 0.0 }));
        Self(core::array::from_fn(row))
    }
}

impl Value for Matrix {
    fn kind() -> String {
        "3 rows of 4 numbers".to_owned()
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        let rows = match value.get_ref() {
            DeValue::Array(list) if list.len() == 3 && list.iter().all(|row| row.get_ref().as_array().is_some()) => {
                list
            }
            other => {
                let message = format!("this is {}, but three rows of four numbers are wanted here", called(other));
                notes.fault(value.span(), message, format_args!("write them like {}", Self::example()));
                return None;
            }
        };
        let mut read = Self::default().0;
        let mut sound = true;
        for (slot, row) in read.iter_mut().zip(rows.iter()) {
            match <[Number; 4]>::read(row, notes) {
                Some(row) => *slot = row,
                None => sound = false,
            }
        }
        sound.then_some(Self(read))
    }

    fn write(&self) -> String {
        self.0.write()
    }

    fn example() -> String {
        Self::default().write()
    }

    fn schema() -> Json {
        <[[Number; 4]; 3]>::schema()
    }
}
