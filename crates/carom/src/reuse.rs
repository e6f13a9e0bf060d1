//! Copying a state into one that is there already, without asking for memory again.
//!
//! A derived `Clone` has a `clone_from` that makes a new copy and throws the old one away. Saving and restoring states is what
//! a search for the best shot does most, and most of its time would go into that.

/// `Clone` for a struct, field by field: its `clone_from` keeps the memory of vectors and boxes. Every field has to be named;
/// one that is forgotten does not compile.
macro_rules! clone_by_field {
    ($name:ident { $($field:ident),+ $(,)? }) => {
        impl Clone for $name {
            fn clone(&self) -> Self {
                Self { $($field: Clone::clone(&self.$field)),+ }
            }

            #[inline]
            fn clone_from(&mut self, other: &Self) {
                $(Clone::clone_from(&mut self.$field, &other.$field);)+
            }
        }
    };
}

pub(crate) use clone_by_field;
