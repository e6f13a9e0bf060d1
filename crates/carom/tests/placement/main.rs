//! Parts may stand anywhere: moved, turned about any axis, in groups within groups, larger or smaller, the game is the same.
//! And parts that lean do their work.
//!
//! `CAROM_PLACEMENTS=1000 cargo test --release -p carom --test placement` tries as many placements for each scene.

mod common;
mod invariance;
mod parts;
mod room;
mod scale;
mod shapes;
mod tilted;
