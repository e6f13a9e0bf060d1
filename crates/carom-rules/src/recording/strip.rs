//! Bytes that only grow, in pieces of one size.
//!
//! A server takes down hundreds of games for hours. A vector that grows leaves holes of every size behind it, and keeps up to as
//! much again in reserve; a piece that one game gives back fits the next.

/// Bytes in a piece.
const PIECE: usize = 512;

/// Bytes that only grow.
#[expect(clippy::vec_box, reason = "pieces of one size are the point")]
#[derive(Clone, Debug, Default)]
pub(super) struct Strip {
    full: Vec<Box<[u8; PIECE]>>,
    /// The last piece, and how much of it is written.
    last: Option<Box<[u8; PIECE]>>,
    written: usize,
}

impl Strip {
    pub(super) fn extend(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let mut piece = self.last.take().unwrap_or_else(|| Box::new([0; PIECE]));
            let count = bytes.len().min(PIECE - self.written);
            let (now, later) = bytes.split_at(count);
            piece[self.written..self.written + count].copy_from_slice(now);
            (self.written, bytes) = (self.written + count, later);
            if self.written == PIECE {
                self.full.push(piece);
                self.written = 0;
            } else {
                self.last = Some(piece);
            }
        }
    }

    /// All of it in one piece.
    pub(super) fn joined(&self) -> Vec<u8> {
        let mut all: Vec<u8> = Vec::with_capacity(self.full.len() * PIECE + self.written);
        self.full.iter().for_each(|piece| all.extend(piece.iter()));
        all.extend(self.last.iter().flat_map(|piece| &piece[..self.written]));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_a_strip_comes_off_it() {
        let bytes: Vec<u8> = (0..5_000_u32).map(|k| (k * 37 % 251) as u8).collect();
        for step in [1, 7, 511, 512, 513, 5_000] {
            let mut strip = Strip::default();
            for part in bytes.chunks(step) {
                strip.extend(part);
            }
            assert_eq!(strip.joined(), bytes, "in steps of {step}");
            assert_eq!(strip.full.len(), bytes.len() / PIECE);
        }
        assert!(Strip::default().joined().is_empty());
    }
}
