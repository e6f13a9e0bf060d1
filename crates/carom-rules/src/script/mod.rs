//! Scripts of tables, in rhai. `docs/scripts.md` is the guide.
//!
//! A script hears what rules hear and answers with the same acts. It runs between ticks, on table time, and can reach
//! nothing but the game: no file, no clock, no other script. What it uses up is counted, and a script that uses too much,
//! or fails, is stopped at its line; the game goes on without it.

mod api;
mod check;
mod desk;
mod engine;
mod fault;
mod groups;
mod handlers;
pub mod limits;
mod numbers;
mod state;
mod values;

pub use fault::ScriptFault;

use crate::act::Act;
use crate::board::Board;
use crate::occurrence::Occurrence;
use carom::math::rng::Stream;
use carom::pinball::Machine;
use carom_tables::Table;
use desk::{Desk, Names};
use engine::interpreter;
use handlers::{Handler, Handlers, Heard, KINDS};
use limits::{MOST_FAULTS, MOST_OPERATIONS, MOST_OPERATIONS_A_SECOND, MOST_TEXT};
use rhai::{AST, ASTNode, Dynamic, Scope, Stmt};
use state::Kept;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Ticks of a second.
const SECOND: u64 = 1000;

/// A script that was read, and what it keeps.
#[derive(Clone)]
pub struct Script {
    program: Arc<Program>,
    kept: Kept,
    luck: Stream,
    /// Faults of each handler so far.
    faults: Vec<u32>,
    /// Which second it is, and how many operations it has cost.
    second: u64,
    used: u64,
}

/// What does not change: the same for all copies of a script.
struct Program {
    handlers: Handlers,
    names: Arc<Names>,
    constants: Arc<BTreeMap<String, Dynamic>>,
}

impl Script {
    /// Reads a script for a table and runs what stands outside its functions.
    ///
    /// # Errors
    /// What is wrong with it, and in which line.
    pub fn compile(text: &str, machine: &Machine, table: &Table) -> Result<Self, ScriptFault> {
        if text.chars().count() > MOST_TEXT {
            return Err(ScriptFault::nowhere(format!("a script has at most {MOST_TEXT} characters")));
        }
        let interpreter = interpreter();
        let names = Arc::new(Names::of(machine, table));
        let ast = quietly(|| interpreter.engine.compile(text))?.map_err(|error| ScriptFault::of_text(&error))?;
        let seen = check::check(&ast, interpreter, &names)?;
        let constants = ast.iter_literal_variables(true, false);
        let constants: BTreeMap<_, _> = constants.map(|(name, _, value)| (name.to_owned(), value)).collect();
        let desk = Desk {
            names: names.clone(),
            constants: Arc::new(constants),
            active: vec![false; names.part_names.len()],
            loading: Some(Handlers::default()),
            ..Desk::default()
        };
        let mut scope = Scope::new();
        let (desk, ran) = at_desk(desk, MOST_OPERATIONS, || interpreter.engine.run_ast_with_scope(&mut scope, &ast));
        ran?.map_err(|error| ScriptFault::of_call(*error, MOST_OPERATIONS))?;
        let constants =
            scope.iter().filter(|(_, constant, _)| *constant).map(|(name, _, value)| (name.to_owned(), value));
        let constants = Arc::new(constants.collect());
        let handlers = all_handlers(&ast, desk.loading.unwrap_or_default(), &seen.called, &names)?;
        let faults = vec![0; handlers.list.len()];
        let program = Arc::new(Program { handlers, names, constants });
        let luck = Stream::new(machine.playfield().seed, "script");
        Ok(Self { program, kept: desk.kept, luck, faults, second: 0, used: 0 })
    }

    /// Begins the script's random numbers anew.
    pub fn set_seed(&mut self, seed: u64) {
        self.luck = Stream::new(seed, "script");
    }

    /// Tells the script of something; what it does about it is added to `out`.
    ///
    /// # Errors
    /// What went wrong, and in which line. What it did before stays done, and it can be told of more.
    pub fn hear(
        &mut self,
        what: &Occurrence,
        board: &Board,
        machine: &Machine,
        tick: u64,
        out: &mut Vec<Act>,
    ) -> Result<(), ScriptFault> {
        let Some(heard) = Heard::new(what) else { return Ok(()) };
        let program = self.program.clone();
        let mut handlers = program.handlers.of(&heard);
        handlers.retain(|handler| self.faults.get(*handler).is_some_and(|faults| *faults < MOST_FAULTS));
        if handlers.is_empty() {
            return Ok(());
        }
        let is_active = |part| machine.pose(part).is_some_and(|pose| pose.active);
        let mut desk = Desk {
            names: program.names.clone(),
            board: board.clone(),
            active: machine.parts().map(|(part, ..)| is_active(part)).collect(),
            places: groups::places(machine),
            tick,
            constants: program.constants.clone(),
            ..Desk::default()
        };
        let tells = heard.tells(&program.names);
        let mut first = None;
        for handler in handlers {
            (desk.kept, desk.luck) = (core::mem::take(&mut self.kept), Some(self.luck));
            let (after, done) = self.call(&program, handler, &tells, desk, tick);
            desk = after;
            if let Err(fault) = done {
                first.get_or_insert(fault);
            }
            self.kept = core::mem::take(&mut desk.kept);
            self.luck = desk.luck.unwrap_or(self.luck);
            out.append(&mut desk.acts);
        }
        first.map_or(Ok(()), Err)
    }

    /// Calls one handler at a desk, and gives the desk back.
    fn call(
        &mut self,
        program: &Program,
        handler: usize,
        tells: &[Dynamic],
        desk: Desk,
        tick: u64,
    ) -> (Desk, Result<(), ScriptFault>) {
        let Some(what) = program.handlers.list.get(handler) else { return (desk, Ok(())) };
        if self.second != tick / SECOND {
            (self.second, self.used) = (tick / SECOND, 0);
        }
        let allowed = MOST_OPERATIONS.min(MOST_OPERATIONS_A_SECOND.saturating_sub(self.used));
        let mut scope = Scope::new();
        for (name, value) in what.takes.iter().zip(tells) {
            scope.push_dynamic(name.as_str(), value.clone());
        }
        let (desk, done) = at_desk(desk, allowed, || interpreter().engine.run_ast_with_scope(&mut scope, &what.body));
        self.used = self.used.saturating_add(limits::used());
        let fault = match done {
            Ok(Ok(())) => return (desk, Ok(())),
            Ok(Err(error)) => ScriptFault::of_call(*error, allowed),
            Err(fault) => fault,
        };
        (desk, Err(self.count(handler, &what.title, fault)))
    }

    /// Counts a fault of a handler, and says so when it was the last.
    fn count(&mut self, handler: usize, title: &str, mut fault: ScriptFault) -> ScriptFault {
        let Some(faults) = self.faults.get_mut(handler) else { return fault };
        *faults += 1;
        if *faults == MOST_FAULTS {
            fault.message += &format!(" (`{title}` has failed {MOST_FAULTS} times and is switched off)");
        }
        fault
    }

    /// A number that differs when what the script keeps differs; the same on every machine.
    pub fn hash(&self) -> u64 {
        // FNV-1a.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut tell = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        self.kept.feed(&mut tell);
        let mut luck = self.luck;
        let next = luck.bits();
        let faults = self.faults.iter().map(|faults| u64::from(*faults));
        [next, self.second, self.used].into_iter().chain(faults).flat_map(u64::to_le_bytes).for_each(tell);
        hash
    }
}

impl core::fmt::Debug for Script {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let handlers: Vec<&str> = self.program.handlers.list.iter().map(|handler| handler.title.as_str()).collect();
        f.debug_struct("Script").field("handlers", &handlers).field("state", &self.kept).finish_non_exhaustive()
    }
}

/// The names of all functions that Carom adds for scripts, in the order of the guide.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    interpreter().book.iter().map(|entry| entry.name).chain(numbers::NAMES.iter().copied())
}

/// Those that were put down, and those that are handlers by their names; each with how many things it takes.
fn all_handlers(
    ast: &AST,
    mut handlers: Handlers,
    called: &BTreeSet<String>,
    names: &Names,
) -> Result<Handlers, ScriptFault> {
    let functions: BTreeSet<&str> = ast.iter_fn_def().map(|function| function.name.as_str()).collect();
    for name in functions.into_iter().filter(|name| !name.contains('$')) {
        match handlers::by_name(name, names) {
            Some(Ok((word, subject))) => handlers.add(word, subject, Handler::new(name.to_owned(), name)),
            // A function that something calls may be named as it likes.
            Some(Err(message)) if !called.contains(name) => {
                return Err(ScriptFault::at(format!("nothing calls `{name}`: {message}"), place_of(ast, name)));
            }
            Some(Err(_)) | None => {}
        }
    }
    let words = handlers.words();
    for (handler, word) in handlers.list.iter_mut().zip(words) {
        let Some(kind) = KINDS.iter().find(|kind| kind.word == word) else { continue };
        let able = ast.iter_fn_def().filter(|function| function.name == handler.function);
        let able = able.filter(|function| function.params.len() <= kind.tells.len());
        let Some(function) = able.max_by_key(|function| function.params.len()) else {
            let list = kind.tells.join(", ");
            let message = format!("`{}` is told ({list}), and may take no more", handler.title);
            return Err(ScriptFault::at(message, place_of(ast, &handler.function)));
        };
        handler.takes = function.params.iter().map(ToString::to_string).collect();
        handler.body = AST::new(body_of(ast, &function.name, function.params.len()), ast.shared_lib().clone());
    }
    Ok(handlers)
}

/// The statements of a function.
fn body_of(ast: &AST, name: &str, takes: usize) -> Vec<Stmt> {
    let mut alone = ast.clone_functions_only();
    alone.retain_functions(|_, _, other, count| other == name && count == takes);
    let mut body = Vec::new();
    alone.walk(&mut |path| {
        if let [ASTNode::Stmt(statement)] = path {
            body.push((*statement).clone());
        }
        true
    });
    body
}

/// Where a function stands.
fn place_of(ast: &AST, name: &str) -> rhai::Position {
    let found = ast.iter_fn_def().find(|function| function.name == name);
    found.map_or(rhai::Position::NONE, |function| function.body.start_position())
}

/// Runs something with a desk in the drawer, and gives the desk back with the result.
fn at_desk<T>(desk: Desk, allowed: u64, run: impl FnOnce() -> T) -> (Desk, Result<T, ScriptFault>) {
    limits::begin(allowed);
    let before = desk::exchange(desk);
    let result = quietly(run);
    (desk::exchange(before), result)
}

/// Runs the interpreter. It is not ours: should it panic, that is a fault of the script like any other.
fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, ScriptFault> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| ScriptFault::nowhere("the interpreter failed at this script"))
}
