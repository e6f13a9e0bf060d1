//! The engine's golden scenes for WebAssembly, with a plain C interface: no bindings, no glue.
//!
//! The scenes and the tables are the very files that the native tests run. Whoever calls asks for the number of items, for the name
//! of each (as text in this module's memory), and for what each comes to.
#![deny(unsafe_code)]

#[path = "../../crates/carom/tests/golden/scenes/mod.rs"]
mod scenes;
#[path = "../../crates/carom-tables/tests/golden/scenes.rs"]
mod tables;

use scenes::SCENES;
use tables::TABLES;

fn name(item: usize) -> &'static str {
    let table = || item.checked_sub(SCENES.len()).and_then(|k| TABLES.get(k)).copied();
    SCENES.get(item).map(|(name, _)| *name).or_else(table).unwrap_or("")
}

/// How many events, and the hash.
fn result(item: usize) -> (u64, u64) {
    match SCENES.get(item) {
        Some((_, run)) => run(),
        None => tables::played(name(item)),
    }
}

/// What JavaScript calls. A name that must stay as it is counts as unsafe code, because two of the same would clash.
mod calls {
    #![expect(unsafe_code, reason = "functions that are called by name from outside keep their names")]

    use core::cell::Cell;

    std::thread_local! {
        static LAST: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
    }

    /// How many items there are.
    #[unsafe(no_mangle)]
    pub extern "C" fn items() -> usize {
        super::SCENES.len() + super::TABLES.len()
    }

    /// Where the name of an item begins.
    #[unsafe(no_mangle)]
    pub extern "C" fn name_at(item: usize) -> *const u8 {
        super::name(item).as_ptr()
    }

    /// How many bytes it has.
    #[unsafe(no_mangle)]
    pub extern "C" fn name_length(item: usize) -> usize {
        super::name(item).len()
    }

    /// Runs an item and gives its hash.
    #[unsafe(no_mangle)]
    pub extern "C" fn run(item: usize) -> u64 {
        LAST.set(super::result(item));
        LAST.get().1
    }

    /// Events of the item that was run last.
    #[unsafe(no_mangle)]
    pub extern "C" fn events() -> u64 {
        LAST.get().0
    }
}
