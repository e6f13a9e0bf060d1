//! The interpreter: which parts of rhai there are for scripts, and which are not.

use super::api::{self, Book};
use super::desk;
use super::limits::{
    self, MOST_ARRAY, MOST_CALLS, MOST_DEPTH, MOST_DEPTH_IN_FUNCTION, MOST_FUNCTIONS, MOST_MAP, MOST_STRING,
    MOST_VARIABLES,
};
use super::numbers;
use super::state::StateWord;
use super::values;
use crate::act::Act;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicMapPackage, BasicStringPackage, LogicPackage,
    MoreStringPackage, Package as _,
};
use rhai::{Dynamic, Engine};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The interpreter of all scripts. It keeps nothing of them: what a script has lies with the script.
pub(super) struct Interpreter {
    pub(super) engine: Engine,
    /// The functions that Carom adds.
    pub(super) book: Book,
    /// All functions there are, those of rhai's packages included.
    pub(super) known: BTreeSet<String>,
}

/// The one interpreter.
pub(super) fn interpreter() -> &'static Interpreter {
    static ONE: OnceLock<Interpreter> = OnceLock::new();
    ONE.get_or_init(build)
}

fn build() -> Interpreter {
    // Names of functions without a name come from a hash; with a seed of our own they are the same in every build.
    _ = rhai::config::hashing::set_hashing_seed(Some([0x6361, 0x726f, 0x6d20, 0x7363]));
    let mut engine = Engine::new_raw();
    // Not taken: functions that sleep, tags, the names of functions, blobs, and mathematics of the system, whose last
    // digit differs between machines (`numbers.rs` has those of libm).
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicStringPackage::new().register_into_engine(&mut engine);
    MoreStringPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    BasicMapPackage::new().register_into_engine(&mut engine);
    // `**` takes the system's power of real numbers: `pow` is there instead. `eval` would hide names from the check.
    for symbol in ["eval", "**", "**="] {
        engine.disable_symbol(symbol);
    }
    engine
        .set_max_call_levels(MOST_CALLS)
        .set_max_expr_depths(MOST_DEPTH, MOST_DEPTH_IN_FUNCTION)
        .set_max_string_size(MOST_STRING)
        .set_max_array_size(MOST_ARRAY)
        .set_max_map_size(MOST_MAP)
        .set_max_variables(MOST_VARIABLES)
        .set_max_functions(MOST_FUNCTIONS)
        .set_max_strings_interned(0);
    engine.on_progress(|count| (!limits::go_on(count)).then_some(Dynamic::UNIT));
    engine.on_print(|text| _ = desk::at(|desk| desk.act(Act::Say(text.chars().take(limits::MOST_SAID).collect()))));
    engine.on_debug(|text, _, place| {
        let line = place.line().unwrap_or(0);
        let text = format!("{line}: {text}").chars().take(limits::MOST_SAID).collect();
        _ = desk::at(|desk| desk.act(Act::Say(text)));
    });
    #[expect(deprecated, reason = "marked so because it may change, not because something else takes its place")]
    engine.on_var(|name, index, context| {
        // Variables of the function itself come first.
        if index > 0 || context.scope().contains(name) {
            return Ok(None);
        }
        if name == "state" {
            return Ok(Some(Dynamic::from(StateWord)));
        }
        desk::at(|desk| {
            let value = desk.constants.get(name).cloned();
            limits::charge(value.as_ref().map_or(0, |value| usize::from(value.is_array() || value.is_map()) * 100));
            Ok(value)
        })
    });
    numbers::register(&mut engine);
    values::register(&mut engine);
    let book = api::register(&mut engine);
    let known = engine.collect_fn_metadata(None, |function| Some(function.metadata.name.to_string()), true);
    Interpreter { engine, book, known: known.into_iter().collect() }
}
