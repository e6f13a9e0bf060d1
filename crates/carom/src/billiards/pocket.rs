//! A ball at a pocket.
//!
//! A pocket is an upright tube. Below the cloth its wall goes all round. Above the cloth it goes round as far as there is
//! wood and cushion, up to a little more than the height of the noses; towards the table there is the [`Mouth`], where the tube ends in a
//! sharp rim at the level of the cloth.
//!
//! A ball on the cloth whose centre comes over the rim [`tip`]s over it or flies off it. From then on it is in the air in
//! the tube, and [`next`] says what it comes to: the wall or the rim, off which it [`bounce`]s; the table again, or
//! the floor beyond it; or the depth from which no ball comes back.

mod mouth;
mod rim;
#[cfg(test)]
mod tests;
mod tube;

pub(crate) use mouth::Mouth;
pub(crate) use rim::{bounce, tip};
pub(crate) use tube::{Contact, next};

/// Which law decides whether a ball is potted.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum PocketModel {
    /// A ball is potted when its centre comes over the hole.
    Simple,
    /// A ball tips over the rim or flies off it, may strike the back of the pocket or the rim's far side, and is potted
    /// when it has fallen.
    #[default]
    Rim,
}
