//! What copies have in common: the things of a table are the same in every game on it, and are kept once.

use core::ops::Deref;
use std::sync::Arc;

/// Read as what it holds. Whoever changes it gets a copy of its own first, if others read the same.
///
/// Hundreds of games on one table read one set of walls and one tree, which then stay in the processor's cache.
#[derive(Debug, Default)]
pub(crate) struct Shared<T>(Arc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T: Clone> Shared<T> {
    /// To be changed.
    #[inline]
    pub(crate) fn own(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_until_one_is_changed() {
        let first: Shared<Vec<u32>> = vec![1, 2].into();
        let mut second = first.clone();
        assert!(core::ptr::eq::<Vec<u32>>(&*first, &*second), "one thing");
        second.own().push(3);
        assert_eq!((first.as_slice(), second.as_slice()), (&[1, 2][..], &[1, 2, 3][..]));
    }
}
