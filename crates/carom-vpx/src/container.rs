//! The compound file around a table: a small file system in one file (\[MS-CFB\], an open specification).
//!
//! A tolerant reader of its own, because real tables break the letter of the specification in ways that do no harm, and
//! because strict readers refuse the whole file then. What is needed to find the streams is checked; what is not (colours
//! and order of the directory's tree, blanks in unused entries, storages that name a sector) is not looked at.
//!
//! Nothing is trusted: every chain of sectors ends, every number of sectors is held against the size of the file, and what
//! all streams together give out is bounded by twice the file, so that entries that share sectors cannot multiply it.

use crate::error::Error;
use std::cell::Cell;
use std::collections::BTreeMap;

/// Bytes of the largest file that is read.
pub(crate) const MOST_BYTES: usize = 1 << 30;

const SIGNATURE: [u8; 8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
/// Sector numbers from here on are marks, not places.
const MOST_SECTOR: u32 = 0xFFFF_FFFA;
const END_OF_CHAIN: u32 = 0xFFFF_FFFE;
const NO_ENTRY: u32 = 0xFFFF_FFFF;
const ENTRY_BYTES: usize = 128;
/// Entries of the largest directory that is read. Tables have some thousand.
const MOST_ENTRIES: usize = 500_000;
/// Storages within storages: a table's streams lie in the first.
const MOST_DEPTH: usize = 8;
/// Bytes in a sector of the small streams.
const SMALL: usize = 64;

/// Does this begin like a compound file?
pub(crate) fn is_compound(bytes: &[u8]) -> bool {
    bytes.starts_with(&SIGNATURE)
}

/// A compound file, with its tables read.
#[derive(Debug)]
pub(crate) struct Container<'a> {
    bytes: &'a [u8],
    sector: usize,
    fat: Vec<u32>,
    small_fat: Vec<u32>,
    /// The stream that holds all small streams.
    small: Vec<u8>,
    cutoff: u64,
    /// Streams with their paths, by the path in small letters.
    streams: BTreeMap<String, (String, Entry)>,
    /// Bytes that streams may still give out.
    budget: Cell<usize>,
    /// What was odd and did no harm.
    pub(crate) notes: Vec<String>,
}

#[derive(Clone, Debug)]
struct Entry {
    name: String,
    kind: u8,
    left: u32,
    right: u32,
    child: u32,
    start: u32,
    size: u64,
}

impl<'a> Container<'a> {
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, Error> {
        if !is_compound(bytes) {
            return Err(Error::NotATable(format!("it begins with {}", shown(bytes))));
        }
        if bytes.len() > MOST_BYTES {
            return Err(Error::TooLarge(format!("{} bytes; the most is {MOST_BYTES}", bytes.len())));
        }
        let cut = || Error::Damaged(format!("cut off after {} bytes, within the header", bytes.len()));
        if bytes.len() < 512 {
            return Err(cut());
        }
        let sector = match u16_at(bytes, 30) {
            Some(9) => 512,
            Some(12) => 4096,
            shift => return Err(Error::Damaged(format!("sectors of 2^{} bytes", shift.unwrap_or(0)))),
        };
        let number = |at| u32_at(bytes, at).ok_or_else(cut);
        let mut container = Self {
            bytes,
            sector,
            fat: Vec::new(),
            small_fat: Vec::new(),
            small: Vec::new(),
            // The format knows one cutoff only; a file that names another is read by what it names.
            cutoff: u64::from(number(56)?),
            streams: BTreeMap::new(),
            budget: Cell::new(2 * bytes.len()),
            notes: Vec::new(),
        };
        container.read_fat(number(68)?)?;
        container.read_directory(number(48)?, number(60)?)?;
        Ok(container)
    }

    /// The stream of this path (its parts parted by `/`, capital letters or not), if there is one.
    pub(crate) fn stream(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        match self.streams.get(&path.to_ascii_lowercase()) {
            Some((name, entry)) => self.contents(name, entry).map(Some),
            None => Ok(None),
        }
    }

    /// The paths of all streams.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.streams.values().map(|(path, _)| path.as_str())
    }

    /// How many sectors the file has, the last perhaps cut short.
    fn sectors(&self) -> usize {
        self.bytes.len().saturating_sub(self.sector).div_ceil(self.sector)
    }

    /// What there is of a sector.
    fn sector(&self, number: u32) -> Option<&'a [u8]> {
        let from = (number as usize).checked_add(1)?.checked_mul(self.sector)?;
        let to = from.checked_add(self.sector)?.min(self.bytes.len());
        self.bytes.get(from..to).filter(|part| !part.is_empty())
    }

    /// The table of what follows each sector: 109 of its own sectors are named in the header, the others in a chain.
    fn read_fat(&mut self, first_list: u32) -> Result<(), Error> {
        let mut own: Vec<u32> = (0..109).filter_map(|k| u32_at(self.bytes, 76 + 4 * k)).collect();
        let mut list = first_list;
        let each = self.sector / 4;
        let mut lists = 0;
        while list < MOST_SECTOR {
            lists += 1;
            if lists > self.sectors() {
                return Err(Error::Damaged("the compound file's list of table sectors runs in a circle".into()));
            }
            // A list beyond the end of a file cut short: what it would have named is missed where it is needed.
            let Some(part) = self.sector(list) else { break };
            own.extend((0..each - 1).filter_map(|k| u32_at(part, 4 * k)));
            list = u32_at(part, 4 * (each - 1)).unwrap_or(END_OF_CHAIN);
        }
        for number in own.into_iter().filter(|&number| number < MOST_SECTOR).take(self.sectors()) {
            let part = self.sector(number).unwrap_or_default();
            self.fat.extend((0..each).map(|k| u32_at(part, 4 * k).unwrap_or(END_OF_CHAIN)));
        }
        Ok(())
    }

    fn read_directory(&mut self, first: u32, first_small: u32) -> Result<(), Error> {
        let directory = self.chain("the directory", first, None)?;
        if directory.len() / ENTRY_BYTES > MOST_ENTRIES {
            return Err(Error::TooLarge(format!("a directory of {} entries", directory.len() / ENTRY_BYTES)));
        }
        let entries: Vec<Option<Entry>> = directory.chunks_exact(ENTRY_BYTES).map(|raw| self.entry(raw)).collect();
        let unclean = directory.chunks_exact(ENTRY_BYTES).filter(|raw| is_unused(raw) && !is_blank(raw)).count();
        if unclean > 0 {
            self.notes.push(format!(
                "{unclean} unused entries of the compound file's directory are not blank, as they should be; no harm done"
            ));
        }
        let Some(Some(root)) = entries.first() else {
            return Err(Error::Damaged("the compound file's directory has no root".into()));
        };
        self.small_fat = match first_small {
            MOST_SECTOR.. => Vec::new(),
            first => {
                let raw = self.chain("the table of small sectors", first, None)?;
                raw.chunks_exact(4).filter_map(|four| u32_at(four, 0)).collect()
            }
        };
        if root.start < MOST_SECTOR && root.size > 0 {
            self.small = self.chain("the small streams", root.start, Some(root.size))?;
        }
        let found = streams_under(&entries, root.child)?;
        self.streams = found.into_iter().map(|(path, entry)| (path.to_ascii_lowercase(), (path, entry))).collect();
        // The tables themselves do not count against what the streams may give out.
        self.budget.set(2 * self.bytes.len());
        Ok(())
    }

    fn entry(&self, raw: &[u8]) -> Option<Entry> {
        if is_unused(raw) {
            return None;
        }
        let letters = usize::from(u16_at(raw, 64)?).min(64) / 2;
        let name: Vec<u16> =
            (0..letters).filter_map(|k| u16_at(raw, 2 * k)).take_while(|&letter| letter != 0).collect();
        let low = u64::from(u32_at(raw, 120)?);
        // In files of version 3 the upper half of a size means nothing and may hold anything.
        let high = if self.sector == 512 { 0 } else { u64::from(u32_at(raw, 124)?) };
        Some(Entry {
            name: String::from_utf16_lossy(&name),
            kind: *raw.get(66)?,
            left: u32_at(raw, 68)?,
            right: u32_at(raw, 72)?,
            child: u32_at(raw, 76)?,
            start: u32_at(raw, 116)?,
            size: low | (high << 32),
        })
    }

    fn contents(&self, path: &str, entry: &Entry) -> Result<Vec<u8>, Error> {
        if entry.size == 0 {
            return Ok(Vec::new());
        }
        if entry.size >= self.cutoff {
            return self.chain(path, entry.start, Some(entry.size));
        }
        let table = &self.small_fat;
        let part = |number: u32| {
            let from = (number as usize).checked_mul(SMALL)?;
            self.small.get(from..from.checked_add(SMALL)?.min(self.small.len())).filter(|part| !part.is_empty())
        };
        self.follow(path, entry.start, Some(entry.size), table, SMALL, part)
    }

    fn chain(&self, path: &str, first: u32, size: Option<u64>) -> Result<Vec<u8>, Error> {
        self.follow(path, first, size, &self.fat, self.sector, |number| self.sector(number))
    }

    /// The bytes of a chain of sectors; all there are, if no size is known.
    fn follow<'b>(
        &self,
        path: &str,
        first: u32,
        size: Option<u64>,
        table: &[u32],
        each: usize,
        part: impl Fn(u32) -> Option<&'b [u8]>,
    ) -> Result<Vec<u8>, Error> {
        let damaged = |why: String| Err(Error::Damaged(format!("the compound file's sector chain of {path} {why}")));
        let wanted = match size {
            Some(size) if size > self.bytes.len() as u64 => {
                return damaged(format!("should hold {size} bytes, more than the whole file"));
            }
            Some(size) => size as usize,
            None => usize::MAX,
        };
        let mut found = Vec::with_capacity(wanted.min(self.bytes.len()).min(1 << 20));
        // A chain that visits more sectors than there are has been somewhere twice; so has a shorter one that repeats itself.
        let most = if each == SMALL { self.small.len().div_ceil(SMALL) } else { self.sectors() };
        let mut visited: Vec<u32> = Vec::new();
        let mut number = first;
        while number < MOST_SECTOR && found.len() < wanted {
            if visited.len() >= most.max(1) {
                return damaged("runs in a circle".into());
            }
            visited.push(number);
            let Some(bytes) = part(number) else {
                return damaged(format!("leaves the file, which is cut off after {} bytes", self.bytes.len()));
            };
            let left = self.budget.get();
            if bytes.len() > left {
                return damaged("shares its sectors with so many others that the file cannot be meant so".into());
            }
            self.budget.set(left - bytes.len());
            found.extend_from_slice(bytes);
            if bytes.len() < each && found.len() < wanted && size.is_some() {
                return damaged(format!("is cut off, with the file, after {} bytes", self.bytes.len()));
            }
            number = table.get(number as usize).copied().unwrap_or(END_OF_CHAIN);
        }
        visited.sort_unstable();
        if visited.windows(2).any(|pair| pair.first() == pair.last()) {
            return damaged("runs in a circle".into());
        }
        if size.is_some() && found.len() < wanted {
            return damaged(format!("ends after {} of {wanted} bytes", found.len()));
        }
        found.truncate(wanted);
        Ok(found)
    }
}

/// All streams under a storage's child, with their paths. The tree is walked whole, whatever its order.
fn streams_under(entries: &[Option<Entry>], child: u32) -> Result<Vec<(String, Entry)>, Error> {
    let mut found = Vec::new();
    let mut seen = vec![false; entries.len()];
    let mut ahead = vec![(child, String::new(), 0)];
    while let Some((number, folder, depth)) = ahead.pop() {
        if number == NO_ENTRY {
            continue;
        }
        let index = number as usize;
        let (Some(Some(entry)), Some(seen)) = (entries.get(index), seen.get_mut(index)) else {
            // A branch that leads nowhere: what hangs there is missed where it is needed.
            continue;
        };
        if std::mem::replace(seen, true) {
            return Err(Error::Damaged(format!("the compound file's directory runs in a circle at {:?}", entry.name)));
        }
        let path = if folder.is_empty() { entry.name.clone() } else { format!("{folder}/{}", entry.name) };
        match entry.kind {
            1 if depth < MOST_DEPTH => ahead.push((entry.child, path, depth + 1)),
            2 => found.push((path, entry.clone())),
            _ => {}
        }
        ahead.push((entry.left, folder.clone(), depth));
        ahead.push((entry.right, folder, depth));
    }
    Ok(found)
}

fn is_unused(raw: &[u8]) -> bool {
    raw.get(66) == Some(&0)
}

/// An unused entry is all zeros but for its three links, which are marks or zeros.
fn is_blank(raw: &[u8]) -> bool {
    let zeros = |from: usize, to: usize| raw.get(from..to).is_some_and(|part| part.iter().all(|&byte| byte == 0));
    zeros(0, 67) && zeros(80, 128)
}

/// The first bytes of a file that is something else, for people.
fn shown(bytes: &[u8]) -> String {
    let first: String = bytes.iter().take(16).map(|&b| if (32..127).contains(&b) { b as char } else { '.' }).collect();
    if bytes.is_empty() { "nothing: it is empty".into() } else { format!("{first:?}") }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
