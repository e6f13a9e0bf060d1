//! Scenes: a world ready to run, and what a picture of it should show.

pub(crate) mod built_in;
pub(crate) mod text;

use carom::{DVec2, World};

/// A world with its balls, before the first moment.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) name: String,
    pub(crate) world: World,
    /// m: the corners of what a picture shows.
    pub(crate) low: DVec2,
    pub(crate) high: DVec2,
}
