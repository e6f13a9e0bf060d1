//! Comparing and searching of arrays and maps. Rhai's own do it element by element without counting: an array of 500,
//! compared in a loop, would take seconds before the script is stopped. These count.

use super::limits;
use rhai::{Array, Dynamic, Engine, Map};

pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("==", |one: &mut Array, other: Array| same_arrays(one, &other));
    engine.register_fn("!=", |one: &mut Array, other: Array| !same_arrays(one, &other));
    engine.register_fn("==", |one: &mut Map, other: Map| same_maps(one, &other));
    engine.register_fn("!=", |one: &mut Map, other: Map| !same_maps(one, &other));
    engine.register_fn("contains", |list: &mut Array, value: Dynamic| find(list, &value, 0).is_some());
    engine.register_fn("index_of", |list: &mut Array, value: Dynamic| place(find(list, &value, 0)));
    engine.register_fn("index_of", |list: &mut Array, value: Dynamic, start: i64| {
        place(find(list, &value, usize::try_from(start).unwrap_or(0)))
    });
    engine.register_fn("dedup", |list: &mut Array| {
        limits::charge(list.len());
        list.dedup_by(|one, other| same(one, other));
    });
}

fn place(found: Option<usize>) -> i64 {
    found.map_or(-1, |at| at as i64)
}

fn find(list: &Array, value: &Dynamic, start: usize) -> Option<usize> {
    limits::charge(list.len() / 4);
    list.iter().skip(start).position(|one| same(one, value)).map(|at| at + start)
}

fn same_arrays(one: &Array, other: &Array) -> bool {
    limits::charge(one.len() / 4);
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
}

fn same_maps(one: &Map, other: &Map) -> bool {
    limits::charge(one.len());
    one.len() == other.len()
        && one.iter().zip(other).all(|((name, one), (same_name, other))| name == same_name && same(one, other))
}

/// Are two values the same? Whole and real numbers are compared as numbers.
fn same(one: &Dynamic, other: &Dynamic) -> bool {
    if let (Ok(one), Ok(other)) = (one.as_int(), other.as_int()) {
        return one == other;
    }
    let number = |value: &Dynamic| value.as_float().ok().or_else(|| value.as_int().ok().map(|whole| whole as f64));
    if let (Some(one), Some(other)) = (number(one), number(other)) {
        return one == other;
    }
    if let (Ok(one), Ok(other)) = (one.as_immutable_string_ref(), other.as_immutable_string_ref()) {
        return *one == *other;
    }
    if let (Ok(one), Ok(other)) = (one.as_array_ref(), other.as_array_ref()) {
        return same_arrays(&one, &other);
    }
    if let (Ok(one), Ok(other)) = (one.as_map_ref(), other.as_map_ref()) {
        return same_maps(&one, &other);
    }
    let plain = |value: &Dynamic| (value.as_bool().ok(), value.as_char().ok(), value.is_unit());
    plain(one) == plain(other) && plain(one) != (None, None, false)
}
