//! Writes frames as GIF, with a palette chosen from what the frames show.

use crate::error::Error;
use crate::png::Change;
use ::gif::{DisposalMethod, Encoder, Repeat};
use std::borrow::Cow;

/// Colours of the palette; one more means "as before".
const COLOURS: usize = 255;
const AS_BEFORE: u8 = 255;
/// Colours are told apart by their first five bits.
const CELLS: usize = 1 << 15;

/// A palette for some pictures, by median cut (Heckbert, 1982): the box of colours with the most pixels in it, weighed by its
/// length, is halved where half its pixels are, until there are enough.
#[derive(Clone, Debug)]
pub(crate) struct Palette {
    colours: Vec<[u8; 3]>,
    /// The index of the nearest, for each cell.
    nearest: Vec<u8>,
}

/// What was seen in a cell: how many pixels, and the sums of their colours.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    count: u64,
    sum: [u64; 3],
}

/// Collects what pictures show.
#[derive(Clone, Debug)]
pub(crate) struct Tally(Vec<Cell>);

impl Tally {
    pub(crate) fn new() -> Self {
        Self(vec![Cell::default(); CELLS])
    }

    pub(crate) fn add(&mut self, rgb: &[u8]) {
        for pixel in rgb.chunks_exact(3) {
            if let Some(cell) = self.0.get_mut(cell_of(pixel)) {
                cell.count += 1;
                for (sum, &part) in cell.sum.iter_mut().zip(pixel) {
                    *sum += u64::from(part);
                }
            }
        }
    }

    pub(crate) fn palette(&self) -> Palette {
        let seen = |&k: &usize| self.0[k].count > 0;
        let mut boxes: Vec<Vec<usize>> = vec![(0..CELLS).filter(seen).collect()];
        while boxes.len() < COLOURS {
            let worth = |cells: &Vec<usize>| {
                let count: u64 = cells.iter().map(|&k| self.0[k].count).sum();
                // Much that is alike needs few colours, and a rare colour still needs one: the root of the count.
                (count as f64).sqrt() * f64::from(longest(cells).1)
            };
            let best = (0..boxes.len())
                .filter(|&k| boxes[k].len() > 1)
                .max_by(|&a, &b| worth(&boxes[a]).total_cmp(&worth(&boxes[b])).then(b.cmp(&a)));
            let Some(best) = best else { break };
            let mut cells = core::mem::take(&mut boxes[best]);
            let axis = longest(&cells).0;
            cells.sort_by_key(|&k| (part_of(k, axis), k));
            let total: u64 = cells.iter().map(|&k| self.0[k].count).sum();
            let mut passed = 0;
            let half = cells.iter().position(|&k| {
                passed += self.0[k].count;
                2 * passed >= total
            });
            let cut = half.map_or(1, |k| k + 1).clamp(1, cells.len() - 1);
            boxes.push(cells.split_off(cut));
            boxes[best] = cells;
        }
        let colours: Vec<[u8; 3]> = boxes.iter().map(|cells| self.mean(cells)).collect();
        let nearest = (0..CELLS).map(|k| nearest(&colours, k)).collect();
        Palette { colours, nearest }
    }

    fn mean(&self, cells: &[usize]) -> [u8; 3] {
        let count = cells.iter().map(|&k| self.0[k].count).sum::<u64>().max(1);
        [0, 1, 2].map(|i| (cells.iter().map(|&k| self.0[k].sum[i]).sum::<u64>() / count) as u8)
    }
}

impl Palette {
    fn index(&self, pixel: &[u8]) -> u8 {
        self.nearest.get(cell_of(pixel)).copied().unwrap_or(0)
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.resize(3 * 256, 0);
        bytes
    }
}

fn cell_of(pixel: &[u8]) -> usize {
    pixel.iter().fold(0, |cell, &part| cell << 5 | usize::from(part >> 3))
}

/// The five bits of red, green or blue.
fn part_of(cell: usize, axis: usize) -> usize {
    cell >> (10 - 5 * axis) & 31
}

/// Along which axis a box is longest, and how long.
fn longest(cells: &[usize]) -> (usize, u32) {
    let length = |axis: usize| {
        let parts = cells.iter().map(|&k| part_of(k, axis));
        let (low, high) = parts.fold((31, 0), |(low, high), p| (p.min(low), p.max(high)));
        high.saturating_sub(low) as u32
    };
    let lengths = [length(0), length(1), length(2)];
    (0..3).map(|k| (k, lengths[k])).fold((0, 0), |best, (k, l)| if l > best.1 { (k, l) } else { best })
}

fn nearest(colours: &[[u8; 3]], cell: usize) -> u8 {
    // The middle of the cell. Green counts most to the eye, blue least.
    let at = [0, 1, 2].map(|axis| (part_of(cell, axis) * 8 + 4) as i64);
    let far = |colour: &[u8; 3]| {
        let d = [0, 1, 2].map(|i| i64::from(colour[i]) - at[i]);
        3 * d[0] * d[0] + 6 * d[1] * d[1] + d[2] * d[2]
    };
    (0..colours.len()).min_by_key(|&k| far(&colours[k])).unwrap_or(0) as u8
}

/// A picture that moves, for ever. A frame is shown for a whole number of hundredths; what is left over is made up later.
pub(crate) fn write_frames(
    (width, height): (u16, u16),
    count: usize,
    frames_per_second: f64,
    palette: &Palette,
    mut frame: impl FnMut(usize) -> Result<Vec<u8>, Error>,
) -> Result<Vec<u8>, Error> {
    let refused = |error: ::gif::EncodingError| Error::Encoder(error.to_string());
    let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes()).map_err(refused)?;
    encoder.set_repeat(Repeat::Infinite).map_err(refused)?;
    let hundredths = |k: usize| libm::round(100.0 * k as f64 / frames_per_second) as u64;
    let mut last: Option<Vec<u8>> = None;
    for k in 0..count {
        let indexed: Vec<u8> = frame(k)?.chunks_exact(3).map(|pixel| palette.index(pixel)).collect();
        let whole = Change { left: 0, top: 0, width: width.into(), height: height.into() };
        let change = last.as_ref().map_or(whole, |last| Change::between(last, &indexed, width.into(), 1));
        let mut cut = change.cut(&indexed, width.into(), 1);
        if let Some(last) = &last {
            let before = change.cut(last, width.into(), 1);
            // Long runs of "as before" take next to no room.
            cut.iter_mut().zip(before).filter(|(now, before)| **now == *before).for_each(|(now, _)| *now = AS_BEFORE);
        }
        let part = ::gif::Frame {
            delay: (hundredths(k + 1) - hundredths(k)).clamp(1, u16::MAX.into()) as u16,
            dispose: DisposalMethod::Keep,
            transparent: last.as_ref().map(|_| AS_BEFORE),
            left: change.left as u16,
            top: change.top as u16,
            width: change.width as u16,
            height: change.height as u16,
            buffer: Cow::Owned(cut),
            ..::gif::Frame::default()
        };
        encoder.write_frame(&part).map_err(refused)?;
        last = Some(indexed);
    }
    encoder.into_inner().map_err(|error| Error::Encoder(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_palette_keeps_rare_colours_apart() {
        let mut tally = Tally::new();
        let mut picture: Vec<u8> = (0..30_000_u32).flat_map(|k| [(k % 40) as u8, 30, 60]).collect();
        picture.extend([250, 20, 20]);
        tally.add(&picture);
        let palette = tally.palette();
        let shown = palette.colours[usize::from(palette.index(&[250, 20, 20]))];
        assert_eq!(shown, [250, 20, 20]);
        assert!(palette.colours.len() <= COLOURS);
    }

    #[test]
    fn a_palette_of_nothing_is_still_one() {
        let palette = Tally::new().palette();
        assert_eq!(palette.index(&[1, 2, 3]), 0);
        assert_eq!(palette.bytes().len(), 768);
    }
}
