//! What went wrong in a script, and where.

use super::engine::interpreter;
use super::limits::{MOST_CALLS, MOST_OPERATIONS};
use rhai::{EvalAltResult, ParseError, Position};

/// Letters of a message; what a script throws can be long.
const MOST_MESSAGE: usize = 300;

/// What went wrong in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptFault {
    /// What.
    pub message: String,
    /// In which of its lines, from 1.
    pub line: Option<u32>,
    /// At which letter of the line, from 1.
    pub column: Option<u32>,
}

impl ScriptFault {
    pub(super) fn at(message: impl Into<String>, place: Position) -> Self {
        let number = |number: Option<usize>| number.and_then(|number| u32::try_from(number).ok());
        let message: String = message.into();
        let message = message.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        Self {
            message: message.take(MOST_MESSAGE).collect(),
            line: number(place.line()),
            column: number(place.position()),
        }
    }

    pub(super) fn nowhere(message: impl Into<String>) -> Self {
        Self::at(message, Position::NONE)
    }

    pub(super) fn of_text(error: &ParseError) -> Self {
        Self::at(error.err_type().to_string(), error.position())
    }

    /// A fault of a call that was given so many operations.
    pub(super) fn of_call(mut error: EvalAltResult, allowed: u64) -> Self {
        // A fault within calls is where the innermost is; that of a function of ours has no place, then the call's counts.
        let mut place = error.position();
        while let EvalAltResult::ErrorInFunctionCall(_, _, inner, _) = error {
            error = *inner;
            if !error.position().is_none() {
                place = error.position();
            }
        }
        error.set_position(Position::NONE);
        let message = match &error {
            EvalAltResult::ErrorTerminated(..) if allowed < MOST_OPERATIONS => {
                "the script has used up its operations of this second".to_owned()
            }
            EvalAltResult::ErrorTerminated(..) | EvalAltResult::ErrorTooManyOperations(..) => {
                format!("it was stopped after {MOST_OPERATIONS} operations: does a loop never end?")
            }
            EvalAltResult::ErrorStackOverflow(..) => {
                format!("it was stopped at {MOST_CALLS} calls within calls: does a function call itself without end?")
            }
            EvalAltResult::ErrorDataTooLarge(what, _) => format!("too large: {what}"),
            EvalAltResult::ErrorRuntime(value, _) => value.to_string(),
            EvalAltResult::ErrorFunctionNotFound(signature, _) => not_found(signature),
            other => other.to_string(),
        };
        Self::at(message, place)
    }
}

/// A function that is not there: with these arguments, or at all.
fn not_found(signature: &str) -> String {
    let name = signature.split([' ', '(']).next().unwrap_or(signature);
    let interpreter = interpreter();
    if let Some(entry) = interpreter.book.iter().find(|entry| entry.name == name) {
        return format!("`{name}` is called so: {}", entry.forms);
    }
    if interpreter.known.contains(name) {
        return format!("`{name}` does not work on this: {signature}");
    }
    match carom_tables::meant(name, interpreter.book.iter().map(|entry| entry.name)) {
        Some(meant) => format!("there is no function `{name}`: did you mean `{meant}`?"),
        None => format!("there is no function {signature}"),
    }
}

impl core::fmt::Display for ScriptFault {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.line {
            Some(line) => write!(f, "script line {line}: {}", self.message),
            None => write!(f, "script: {}", self.message),
        }
    }
}

impl core::error::Error for ScriptFault {}
