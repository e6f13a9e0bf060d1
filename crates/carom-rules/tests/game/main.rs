//! Whole games on small tables: one sentence of the rules of pinball each.

mod attract;
mod buttons;
mod common;
mod driven;
mod imported;
mod multiball;
mod ruled;
mod same;
mod saved;
mod tilt;
mod turns;
