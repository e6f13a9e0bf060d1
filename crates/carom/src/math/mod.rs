//! The arithmetic under everything: numbers of three precisions, roots of polynomials, one bracketed search, seeded
//! random streams and the trigonometry that gives the same bits on every machine.

pub mod bend;
mod dd;
pub mod fall;
pub(crate) mod hull;
pub mod poly;
mod qd;
mod real;
pub mod rng;
pub mod root;
pub mod trig;

pub use dd::Dd;
pub use qd::Qd;
pub use real::Real;
pub(crate) use real::{cross, dot};
