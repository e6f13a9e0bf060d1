//! What a script may use up. Every limit is counted, none is timed: a script stops at the same place on every machine.

use core::cell::Cell;

/// Characters of a script.
pub const MOST_TEXT: usize = 200_000;
/// Operations of one call: a handler that needs a thousand is a long one.
pub const MOST_OPERATIONS: u64 = 20_000;
/// Operations in one second of table time, all handlers together.
pub const MOST_OPERATIONS_A_SECOND: u64 = 200_000;
/// Calls within calls. With the deepest expressions in each they fit on a stack of 1 MB, half of what a thread has.
pub const MOST_CALLS: usize = 16;
/// Expressions within expressions.
pub const MOST_DEPTH: usize = 64;
/// Expressions within expressions, in a function.
pub const MOST_DEPTH_IN_FUNCTION: usize = 48;
/// Bytes of a text, with all that it holds.
pub const MOST_STRING: usize = 2_000;
/// Values in an array, with those in arrays within.
pub const MOST_ARRAY: usize = 500;
/// Values in a map, with those in maps within.
pub const MOST_MAP: usize = 200;
/// Variables at one time in one function.
pub const MOST_VARIABLES: usize = 64;
/// Functions of a script.
pub const MOST_FUNCTIONS: usize = 500;
/// Names in `state`.
pub const MOST_KEPT: usize = 200;
/// Size of `state`: every value counts 16, and a text its bytes.
pub const MOST_KEPT_SIZE: usize = 64_000;
/// Acts of one call.
pub const MOST_ACTS: usize = 1_000;
/// Characters of what is said, and of a hint.
pub const MOST_SAID: usize = 200;
/// Characters of the name of a timer, counter, mode, sound or moment.
pub const MOST_NAME: usize = 64;
/// Timers at one time, and counters.
pub const MOST_TIMERS: usize = 200;
/// s: of a timer, and of a ball that is saved.
pub const MOST_SECONDS: f64 = 86_400.0;
/// Points at one time, up or down.
pub const MOST_POINTS: i64 = 1_000_000_000_000;
/// Faults of one handler before it is switched off.
pub const MOST_FAULTS: u32 = 20;

thread_local! {
    /// What the present call has used. Rhai tells its own count and takes nothing along, so this lies beside it.
    static METER: Meter = const { Meter { used: Cell::new(0), charged: Cell::new(0), allowed: Cell::new(0) } };
}

struct Meter {
    used: Cell<u64>,
    charged: Cell<u64>,
    allowed: Cell<u64>,
}

/// A call begins that may use so many operations.
pub(super) fn begin(allowed: u64) {
    METER.with(|meter| {
        meter.used.set(0);
        meter.charged.set(0);
        meter.allowed.set(allowed);
    });
}

/// The interpreter is at its `count`th operation: may it go on?
pub(super) fn go_on(count: u64) -> bool {
    METER.with(|meter| {
        meter.used.set(count);
        count.saturating_add(meter.charged.get()) <= meter.allowed.get()
    })
}

/// Work that the interpreter does not count, such as the copying of an array.
pub(super) fn charge(operations: usize) {
    METER.with(|meter| meter.charged.set(meter.charged.get().saturating_add(operations as u64)));
}

/// Operations that the call has used so far.
pub(super) fn used() -> u64 {
    METER.with(|meter| meter.used.get().saturating_add(meter.charged.get()))
}
