//! The engine's own proof of exactness, file by file: the reference in 256 bits, its cases and its judge.
#![allow(dead_code, reason = "the proof runs cases by their numbers; here they come from bytes")]

#[path = "../../crates/carom/tests/reference/big.rs"]
pub(crate) mod big;
#[path = "../../crates/carom/tests/reference/cases.rs"]
pub(crate) mod cases;
#[path = "../../crates/carom/tests/reference/dice.rs"]
mod dice;
#[path = "../../crates/carom/tests/reference/part.rs"]
mod part;
#[path = "../../crates/carom/tests/reference/poly.rs"]
pub(crate) mod poly;
#[path = "../../crates/carom/tests/reference/runner.rs"]
pub(crate) mod runner;
#[path = "../../crates/carom/tests/reference/scene.rs"]
pub(crate) mod scene;
#[path = "../../crates/carom/tests/reference/shapes.rs"]
mod shapes;
