//! Choices out of bytes. When they have run out, every choice is the first one.

/// Bytes to choose by.
#[derive(Clone, Debug)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut taken = [0; N];
        for byte in &mut taken {
            if let Some((first, rest)) = self.0.split_first() {
                (*byte, self.0) = (*first, rest);
            }
        }
        taken
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.take::<1>()[0]
    }

    pub(crate) fn whole(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    /// Any `f64`, not only finite ones.
    pub(crate) fn float(&mut self) -> f64 {
        f64::from_le_bytes(self.take())
    }

    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[usize::from(self.byte()) % of.len()]
    }

    /// A piece of at most `most` bytes, its length told by two.
    #[cfg(feature = "importers")]
    pub(crate) fn piece(&mut self, most: usize) -> &'a [u8] {
        let length = usize::from(u16::from_le_bytes(self.take())).min(most).min(self.0.len());
        let (piece, rest) = self.0.split_at(length);
        self.0 = rest;
        piece
    }
}
