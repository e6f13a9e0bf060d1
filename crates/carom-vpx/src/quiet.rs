//! Calling code that may panic, without a panic getting out or a word on the screen.
//!
//! Behind the sieve `vpin` has no reason left to panic; this is the net below it. What a panic prints is up to a hook that
//! belongs to the whole process, so the hook is set once, and asks a flag of the panicking thread: only panics within
//! [`caught`] are kept quiet, all others go to the hook that was there before. A program built with `panic = "abort"`
//! ends at such a panic as it would at any other.

use std::cell::Cell;
use std::panic::{UnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static WITHIN: Cell<bool> = const { Cell::new(false) };
}
static HOOK: Once = Once::new();

/// What `call` returns, or what it said when it panicked.
pub(crate) fn caught<T>(call: impl FnOnce() -> T + UnwindSafe) -> Result<T, String> {
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if !WITHIN.get() {
                before(info);
            }
        }));
    });
    let outer = WITHIN.replace(true);
    let result = catch_unwind(call);
    WITHIN.set(outer);
    result.map_err(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
        format!("it cannot be read: {}", said.unwrap_or("no reason was given"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_reason() {
        assert_eq!(caught(|| 1 + 1), Ok(2));
        let number = std::hint::black_box(7);
        assert_eq!(caught(|| -> u8 { panic!("wrong kind {number}") }), Err("it cannot be read: wrong kind 7".into()));
        assert_eq!(caught(|| -> u8 { panic!("plain") }), Err("it cannot be read: plain".into()));
    }
}
