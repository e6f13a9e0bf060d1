//! Spaces as types: a frame takes what is said in one into another, and nothing else does.

use super::similarity::{Seen, Similarity};
use core::marker::PhantomData;

/// The room in which a table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {}

/// The table: what worlds and machines calculate in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {}

/// A part's own space, about its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Local {}

/// Something as it is seen in the space `S`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct In<S, T> {
    value: T,
    space: PhantomData<fn() -> S>,
}

impl<S, T> In<S, T> {
    /// `value` is said in the space `S`.
    #[inline]
    pub fn new(value: T) -> Self {
        Self { value, space: PhantomData }
    }

    /// The bare value: whoever takes it knows in which space it was said.
    #[inline]
    pub fn get(self) -> T {
        self.value
    }
}

/// How the space `A` lies in the space `B`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame<A, B> {
    lies: Similarity,
    spaces: PhantomData<fn(A) -> B>,
}

impl<A, B> Frame<A, B> {
    /// `A` lies so in `B`.
    #[inline]
    pub fn new(lies: Similarity) -> Self {
        Self { lies, spaces: PhantomData }
    }

    /// How it lies, without the names of the spaces.
    #[inline]
    pub fn lies(&self) -> &Similarity {
        &self.lies
    }

    /// What is said in `A`, as `B` sees it.
    #[inline]
    pub fn out<T: Seen>(&self, inside: In<A, T>) -> In<B, T> {
        In::new(inside.value.out_of(&self.lies))
    }

    /// What is said in `B`, as `A` sees it.
    #[inline]
    pub fn enter<T: Seen>(&self, outside: In<B, T>) -> In<A, T> {
        In::new(outside.value.into(&self.lies))
    }

    /// How `A` lies in `C`, in which `B` lies as `outer` says.
    pub fn then<C>(&self, outer: &Frame<B, C>) -> Frame<A, C> {
        Frame::new(self.lies.then(&outer.lies))
    }

    /// How `B` lies in `A`.
    pub fn inverse(&self) -> Frame<B, A> {
        Frame::new(self.lies.inverse())
    }
}
