//! Records: what the streams of a table are made of. Four bytes of length, four of tag, the data; the length counts the
//! tag. Three tags break the rule: `CODE` and `FONT` give the length of their tag alone and bring their own lengths in
//! their data, and `DPNT` holds records of its own, up to its own `ENDB`.

/// One record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Record<'a> {
    pub(crate) tag: [u8; 4],
    /// Of a `DPNT`: its records, the last `ENDB` among them.
    pub(crate) data: &'a [u8],
}

/// The records of a stream up to `ENDB`. A stream that merely lacks its `ENDB` is whole all the same.
pub(crate) fn records(stream: &[u8]) -> Result<Vec<Record<'_>>, String> {
    let mut found = Vec::new();
    let mut rest = stream;
    while !rest.is_empty() {
        let at = stream.len() - rest.len();
        let (record, after) = next(rest).ok_or_else(|| cut(at, rest, stream.len()))?;
        if &record.tag == b"ENDB" {
            break;
        }
        found.push(record);
        rest = after;
    }
    Ok(found)
}

/// A name as far as one can be found, even in a stream that is damaged behind it.
pub(crate) fn name(stream: &[u8]) -> String {
    let mut rest = stream;
    while let Some((record, after)) = next(rest) {
        match &record.tag {
            b"NAME" => return wide_text(record.data).unwrap_or_default(),
            b"ENDB" => break,
            _ => rest = after,
        }
    }
    String::new()
}

/// Text of two bytes a letter, behind its length in bytes.
pub(crate) fn wide_text(data: &[u8]) -> Option<String> {
    let (length, rest) = split_u32(data)?;
    let letters: Vec<u16> = rest
        .get(..length as usize)?
        .chunks_exact(2)
        .filter_map(|two| two.first_chunk().map(|b| u16::from_le_bytes(*b)))
        .collect();
    Some(String::from_utf16_lossy(&letters).trim_end_matches('\0').to_owned())
}

/// Text of one byte a letter, behind its length.
pub(crate) fn text(data: &[u8]) -> Option<&[u8]> {
    let (length, rest) = split_u32(data)?;
    rest.get(..length as usize)
}

/// Adds a record.
pub(crate) fn put(stream: &mut Vec<u8>, tag: [u8; 4], data: &[u8]) {
    // Data comes out of streams of less than 2^30 bytes.
    stream.extend_from_slice(&(data.len() as u32 + 4).to_le_bytes());
    stream.extend_from_slice(&tag);
    stream.extend_from_slice(data);
}

/// Four bytes as a number, and what follows.
pub(crate) fn split_u32(data: &[u8]) -> Option<(u32, &[u8])> {
    let (four, rest) = data.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*four), rest))
}

fn next(stream: &[u8]) -> Option<(Record<'_>, &[u8])> {
    let (length, rest) = split_u32(stream)?;
    let (tag, rest) = rest.split_first_chunk::<4>()?;
    let held = (length as usize).checked_sub(4)?;
    let length = match tag {
        b"CODE" if held == 0 => 4 + split_u32(rest)?.0 as usize,
        b"FONT" if held == 0 => font_bytes(rest)?,
        b"DPNT" if held == 0 => nested_bytes(rest)?,
        _ => held,
    };
    let (data, rest) = rest.split_at_checked(length)?;
    Some((Record { tag: *tag, data }, rest))
}

/// Version, character set, attributes, weight, size, and a name behind its length.
fn font_bytes(data: &[u8]) -> Option<usize> {
    Some(11 + usize::from(*data.get(10)?))
}

/// Up to and with the `ENDB` of a record that holds records.
fn nested_bytes(data: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = data.get(at..)?;
        let (length, after) = split_u32(rest)?;
        at = at.checked_add(4)?.checked_add(length as usize).filter(|_| length >= 4)?;
        if after.get(..4)? == b"ENDB" {
            return Some(at);
        }
    }
}

fn cut(at: usize, rest: &[u8], all: usize) -> String {
    let tag: String = rest
        .get(4..8)
        .unwrap_or_default()
        .iter()
        .map(|&b| char::from(b))
        .filter(|c| c.is_ascii_alphanumeric())
        .collect();
    if tag.is_empty() {
        format!("its records break off at byte {at} of {all}")
    } else {
        format!("its record {tag} at byte {at} does not fit into its {all} bytes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_with_rules_of_their_own_are_stepped_over() {
        let mut stream = Vec::new();
        put(&mut stream, *b"ELAS", &1.0f32.to_le_bytes());
        stream.extend_from_slice(&4u32.to_le_bytes());
        stream.extend_from_slice(b"FONT");
        stream.extend_from_slice(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, b'a', b'b', b'c']);
        stream.extend_from_slice(&4u32.to_le_bytes());
        stream.extend_from_slice(b"DPNT");
        put(&mut stream, *b"VCEN", &[0; 8]);
        put(&mut stream, *b"ENDB", &[]);
        stream.extend_from_slice(&4u32.to_le_bytes());
        stream.extend_from_slice(b"CODE");
        stream.extend_from_slice(&2u32.to_le_bytes());
        stream.extend_from_slice(b"hi");
        put(&mut stream, *b"NAME", &[4, 0, 0, 0, b'A', 0, b'b', 0]);
        put(&mut stream, *b"ENDB", &[]);
        stream.extend_from_slice(b"garbage behind the end");
        let tags: Vec<[u8; 4]> = records(&stream).unwrap().iter().map(|record| record.tag).collect();
        assert_eq!(tags, [*b"ELAS", *b"FONT", *b"DPNT", *b"CODE", *b"NAME"]);
        assert_eq!(name(&stream), "Ab");
    }

    #[test]
    fn a_record_longer_than_its_stream_is_named() {
        let mut stream = Vec::new();
        put(&mut stream, *b"ELAS", &1.0f32.to_le_bytes());
        stream.extend_from_slice(&1000u32.to_le_bytes());
        stream.extend_from_slice(b"RADI");
        assert_eq!(records(&stream).unwrap_err(), "its record RADI at byte 12 does not fit into its 20 bytes");
        assert!(records(&stream[..14]).unwrap_err().contains("break off at byte 12"));
        // Lengths that do not even count the tag, and points without an end.
        assert!(records(&[3, 0, 0, 0, b'A', b'B', b'C', b'D']).is_err());
        assert!(records(&[4, 0, 0, 0, b'D', b'P', b'N', b'T', 0, 0, 0, 0, b'X', b'X', b'X', b'X']).is_err());
    }
}
