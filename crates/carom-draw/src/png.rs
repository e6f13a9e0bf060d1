//! Writes pixels as PNG, and frames as APNG.

use crate::error::Error;
use ::png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder};

/// One picture.
pub(crate) fn write(rgb: &[u8], width: u32, height: u32) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    let mut writer = encoder.write_header().map_err(refused)?;
    writer.write_image_data(rgb).map_err(refused)?;
    writer.finish().map_err(refused)?;
    Ok(out)
}

/// A picture that moves, written frame by frame: of each only the box in which it differs from the one before.
pub(crate) fn write_frames(
    width: u32,
    height: u32,
    count: u32,
    frames_per_second: u16,
    mut frame: impl FnMut(usize) -> Result<Vec<u8>, Error>,
) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_animated(count, 0).map_err(refused)?;
    encoder.set_frame_delay(1, frames_per_second).map_err(refused)?;
    encoder.set_blend_op(BlendOp::Over).map_err(refused)?;
    encoder.set_dispose_op(DisposeOp::None).map_err(refused)?;
    let mut writer = encoder.write_header().map_err(refused)?;
    let mut last: Option<Vec<u8>> = None;
    for k in 0..count as usize {
        let rgb = frame(k)?;
        let change = match &last {
            None => Change { left: 0, top: 0, width, height },
            Some(last) => Change::between(last, &rgb, width, 3),
        };
        let now = change.cut(&rgb, width, 3);
        let before = last.as_ref().map(|last| change.cut(last, width, 3)).unwrap_or_default();
        let mut pixels = Vec::with_capacity(now.len() / 3 * 4);
        for (k, pixel) in now.chunks_exact(3).enumerate() {
            // What stays as it was is clear: runs of nothing take next to no room.
            let stays = before.get(3 * k..3 * k + 3) == Some(pixel);
            pixels.extend(if stays { [0; 4] } else { [pixel[0], pixel[1], pixel[2], 255] });
        }
        writer.reset_frame_position().map_err(refused)?;
        writer.set_frame_dimension(change.width, change.height).map_err(refused)?;
        writer.set_frame_position(change.left, change.top).map_err(refused)?;
        writer.write_image_data(&pixels).map_err(refused)?;
        last = Some(rgb);
    }
    writer.finish().map_err(refused)?;
    Ok(out)
}

fn refused(error: ::png::EncodingError) -> Error {
    Error::Encoder(error.to_string())
}

/// The box in which two pictures of one size differ; a single pixel if they do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Change {
    /// `bytes` for each pixel.
    pub(crate) fn between(before: &[u8], after: &[u8], width: u32, bytes: usize) -> Self {
        let row = width as usize * bytes;
        let mut found: Option<[usize; 4]> = None;
        for (y, (a, b)) in before.chunks_exact(row).zip(after.chunks_exact(row)).enumerate() {
            if a == b {
                continue;
            }
            let differs = |x: &usize| a[x * bytes..(x + 1) * bytes] != b[x * bytes..(x + 1) * bytes];
            let first = (0..width as usize).find(differs).unwrap_or(0);
            let last = (0..width as usize).rev().find(differs).unwrap_or(first);
            found = Some(match found {
                None => [first, y, last, y],
                Some([left, top, right, _]) => [left.min(first), top, right.max(last), y],
            });
        }
        let [left, top, right, bottom] = found.unwrap_or_default().map(|c| c as u32);
        Self { left, top, width: right - left + 1, height: bottom - top + 1 }
    }

    /// What of a picture lies in the box.
    pub(crate) fn cut(&self, picture: &[u8], width: u32, bytes: usize) -> Vec<u8> {
        let rows = picture.chunks_exact(width as usize * bytes).skip(self.top as usize).take(self.height as usize);
        let columns = self.left as usize * bytes..(self.left + self.width) as usize * bytes;
        rows.flat_map(|row| row[columns.clone()].iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_boxed_in() {
        let before = vec![0_u8; 5 * 4];
        let mut after = before.clone();
        after[5 + 2] = 1;
        after[3 * 5 + 4] = 2;
        let change = Change::between(&before, &after, 5, 1);
        assert_eq!(change, Change { left: 2, top: 1, width: 3, height: 3 });
        assert_eq!(change.cut(&after, 5, 1), [1, 0, 0, 0, 0, 0, 0, 0, 2]);
        assert_eq!(Change::between(&before, &before, 5, 1), Change { left: 0, top: 0, width: 1, height: 1 });
    }
}
