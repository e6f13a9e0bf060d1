//! What a script keeps between calls: `state`.

use super::limits::{MOST_KEPT, MOST_KEPT_SIZE};
use rhai::{Array, Dynamic, ImmutableString, Map};
use std::collections::BTreeMap;

/// What the word `state` stands for in a script; the values themselves lie on the desk.
#[derive(Clone, Copy, Debug)]
pub(super) struct StateWord;

/// The kept values by name, in the order of their names. Copied with the game.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    values: BTreeMap<ImmutableString, (Dynamic, usize)>,
    size: usize,
}

impl Kept {
    pub(super) fn get(&self, name: &str) -> Option<(&Dynamic, usize)> {
        self.values.get(name).map(|(value, size)| (value, *size))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(ImmutableString::as_str)
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Keeps a value; says how large it is, or what is wrong with it.
    pub(super) fn set(&mut self, name: ImmutableString, value: Dynamic) -> Result<usize, String> {
        let inner = size_of(&value)?;
        let size = 16 + name.len() + inner;
        let before = self.values.get(&name).map_or(0, |(_, inner)| 16 + name.len() + inner);
        if self.size - before + size > MOST_KEPT_SIZE {
            return Err(format!("`state` would become too large: it may hold {MOST_KEPT_SIZE} bytes"));
        }
        if before == 0 && self.values.len() >= MOST_KEPT {
            return Err(format!("`state` has {MOST_KEPT} names already, and no more are allowed"));
        }
        self.size = self.size - before + size;
        self.values.insert(name, (value, inner));
        Ok(inner)
    }

    pub(super) fn remove(&mut self, name: &str) -> Dynamic {
        let Some((value, inner)) = self.values.remove(name) else { return Dynamic::UNIT };
        self.size -= 16 + name.len() + inner;
        value
    }

    /// All that is kept, told to a hasher byte by byte.
    pub(super) fn feed(&self, tell: &mut impl FnMut(u8)) {
        for (name, (value, _)) in &self.values {
            feed_text(name, tell);
            feed_value(value, tell);
        }
    }
}

/// What a value takes to keep, or why it cannot be kept. Only plain data can: what a function takes along would be hidden.
fn size_of(value: &Dynamic) -> Result<usize, String> {
    if let Ok(text) = value.as_immutable_string_ref() {
        return Ok(16 + text.len());
    }
    if let Ok(array) = value.as_array_ref() {
        return array.iter().try_fold(16, |sum, value| Ok(sum + size_of(value)?));
    }
    if let Ok(map) = value.as_map_ref() {
        return map.iter().try_fold(16, |sum, (name, value)| Ok(sum + 16 + name.len() + size_of(value)?));
    }
    if value.is_int() || value.is_float() || value.is_bool() || value.is_char() || value.is_unit() {
        return Ok(16);
    }
    let kind = if value.is_fnptr() { "a function" } else { value.type_name() };
    Err(format!("`state` keeps numbers, texts, true and false, arrays and maps; not {kind}"))
}

fn feed_text(text: &str, tell: &mut impl FnMut(u8)) {
    text.bytes().for_each(&mut *tell);
    tell(0xff);
}

fn feed_value(value: &Dynamic, tell: &mut impl FnMut(u8)) {
    let mut number = |mark: u8, bits: u64| {
        tell(mark);
        bits.to_le_bytes().into_iter().for_each(&mut *tell);
    };
    if let Ok(whole) = value.as_int() {
        number(1, whole as u64);
    } else if let Ok(real) = value.as_float() {
        number(2, real.to_bits());
    } else if let Ok(truth) = value.as_bool() {
        number(3, u64::from(truth));
    } else if let Ok(letter) = value.as_char() {
        number(4, u64::from(letter));
    } else if let Ok(text) = value.as_immutable_string_ref() {
        number(5, text.len() as u64);
        feed_text(&text, tell);
    } else if let Ok(array) = value.as_array_ref() {
        let array: &Array = &array;
        number(6, array.len() as u64);
        array.iter().for_each(|value| feed_value(value, tell));
    } else if let Ok(map) = value.as_map_ref() {
        let map: &Map = &map;
        number(7, map.len() as u64);
        for (name, value) in map {
            feed_text(name, tell);
            feed_value(value, tell);
        }
    } else {
        number(8, 0);
    }
}
