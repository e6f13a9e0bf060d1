//! All colliders of a world, by their numbers. Those that stand still are kept once for all copies of a world; those that move,
//! a few bats, every copy has of its own.

use super::Kind;
use crate::collider::Collider;
use crate::shape::Shape;
use crate::shared::Shared;
use core::ops::Index;

/// The colliders of a world.
#[derive(Clone, Debug, Default)]
pub(super) struct Colliders {
    all: Shared<Vec<Slot>>,
    moving: Vec<Collider>,
}

/// A collider; or, where it moves, as it was put up.
#[derive(Clone, Debug)]
struct Slot {
    collider: Collider,
    /// Which of the moving ones it is.
    moving: u32,
}

/// It stands still.
const STILL: u32 = u32::MAX;

impl Colliders {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn push(&mut self, collider: Collider, kind: Kind) {
        let mut moving = STILL;
        if kind == Kind::Mover {
            moving = self.moving.len() as u32;
            self.moving.push(collider.clone());
        }
        self.all.own().push(Slot { collider, moving });
    }

    /// Puts another shape in the place of one that moves.
    pub(super) fn set_shape(&mut self, index: usize, shape: Shape) {
        let moving = self.all[index].moving;
        self.moving[moving as usize].set_shape(shape);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Collider> {
        (0..self.len()).map(|k| &self[k])
    }
}

impl Index<usize> for Colliders {
    type Output = Collider;

    #[inline]
    fn index(&self, index: usize) -> &Collider {
        let slot = &self.all[index];
        if slot.moving == STILL { &slot.collider } else { &self.moving[slot.moving as usize] }
    }
}
