//! Looks through a script before the first ball: names of parts, lamps, functions and variables that are not there.
//!
//! A fault that only shows when a certain target falls would be found by a player, and not by the author.

use super::api::Names as First;
use super::desk::{Names, shortened};
use super::engine::Interpreter;
use super::fault::ScriptFault;
use rhai::{AST, ASTNode, Expr, FnCallExpr, Position, Stmt};
use std::collections::BTreeSet;

/// What was seen in a script.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Functions that something calls, or that stand somewhere as a value.
    pub(super) called: BTreeSet<String>,
}

/// Looks through a script.
///
/// # Errors
/// The first thing that cannot be right.
pub(super) fn check(ast: &AST, interpreter: &Interpreter, names: &Names) -> Result<Seen, ScriptFault> {
    let mut looker = Looker {
        interpreter,
        names,
        functions: ast.iter_functions().map(|function| function.name.to_owned()).collect(),
        constants: BTreeSet::new(),
        variables: BTreeSet::new(),
        seen: Seen::default(),
        fault: None,
    };
    for statement in ast.statements() {
        if let Stmt::Var(definition, flags, _) = statement {
            let name = definition.0.name.to_string();
            let constant = flags.intersects(rhai::ASTFlags::CONSTANT);
            _ = if constant { looker.constants.insert(name) } else { looker.variables.insert(name) };
        }
    }
    ast.walk(&mut |path| {
        if let Some(node) = path.last() {
            looker.look(node);
        }
        true
    });
    match looker.fault {
        Some(fault) => Err(fault),
        None => Ok(looker.seen),
    }
}

struct Looker<'a> {
    interpreter: &'a Interpreter,
    names: &'a Names,
    functions: BTreeSet<String>,
    /// Names at the top of the script.
    constants: BTreeSet<String>,
    variables: BTreeSet<String>,
    seen: Seen,
    fault: Option<ScriptFault>,
}

impl Looker<'_> {
    fn look(&mut self, node: &ASTNode<'_>) {
        match node {
            ASTNode::Stmt(Stmt::FnCall(call, place)) => self.call(call, false, *place),
            ASTNode::Expr(Expr::FnCall(call, place)) => self.call(call, false, *place),
            ASTNode::Expr(Expr::MethodCall(call, place)) => self.call(call, true, *place),
            ASTNode::Expr(Expr::Variable(variable, None, place)) if variable.0.is_none() => {
                self.variable(&variable.1, *place);
            }
            _ => {}
        }
    }

    /// A variable that the function does not have itself.
    fn variable(&mut self, name: &str, place: Position) {
        if name == "state" || self.constants.contains(name) {
            return;
        }
        if self.functions.contains(name) {
            self.seen.called.insert(name.to_owned());
            return;
        }
        let message = if self.variables.contains(name) {
            format!(
                "functions do not see `{name}`: write `state.{name}`, at the top as well, and it is kept between calls"
            )
        } else {
            let known = self.constants.iter().map(String::as_str).chain(["state"]);
            match carom_tables::meant(name, known) {
                Some(meant) => format!("there is no variable `{name}`: did you mean `{meant}`?"),
                None => format!("there is no variable `{name}`"),
            }
        };
        self.wrong(message, place);
    }

    fn call(&mut self, call: &FnCallExpr, method: bool, place: Position) {
        let name = call.name.as_str();
        if call.op_token.is_some() {
            return;
        }
        if self.functions.contains(name) {
            self.seen.called.insert(name.to_owned());
        } else if !self.interpreter.known.contains(name) && !BUILT_IN.contains(&name) && !name.contains('$') {
            let known = self.interpreter.book.iter().map(|entry| entry.name);
            let known = known.chain(self.functions.iter().map(String::as_str));
            let message = match carom_tables::meant(name, known) {
                Some(meant) => format!("there is no function `{}`: did you mean `{meant}`?", shortened(name)),
                None => format!("there is no function `{}`", shortened(name)),
            };
            return self.wrong(message, place);
        }
        if name == "Fn"
            && let Some(Expr::StringConstant(function, _)) = call.args.first()
        {
            self.seen.called.insert(function.to_string());
        }
        let entry = self.interpreter.book.iter().find(|entry| entry.name == name);
        let Some(entry) = entry.filter(|_| !method && !self.functions.contains(name)) else { return };
        match call.args.first() {
            Some(Expr::StringConstant(text, place)) => self.named(entry.first, text, *place),
            Some(Expr::Array(list, _)) => {
                for one in list {
                    if let Expr::StringConstant(text, place) = one {
                        self.named(entry.first, text, *place);
                    }
                }
            }
            Some(Expr::DynamicConstant(value, place)) => {
                let texts = value.as_array_ref().map(|list| {
                    list.iter()
                        .filter_map(|one| one.as_immutable_string_ref().ok().map(|text| text.to_string()))
                        .collect()
                });
                let texts: Vec<String> = texts.unwrap_or_default();
                texts.iter().for_each(|text| self.named(entry.first, text, *place));
            }
            _ => {}
        }
    }

    fn named(&mut self, first: First, name: &str, place: Position) {
        let found = match first {
            First::Part => self.names.part(name).map(|_| ()),
            First::Kicker => self.names.part_of(name, "kicker").map(|_| ()),
            First::Target => self.names.part_of(name, "target").map(|_| ()),
            First::Group => self.names.group(name).map(|_| ()),
            First::Driven => self.names.driven(name).map(|_| ()),
            First::Lamp => self.names.lamp(name).map(|_| ()),
            First::Other => Ok(()),
        };
        if let Err(message) = found {
            self.wrong(message, place);
        }
    }

    /// The fault that stands first counts; functions are not looked through in the order of the text.
    fn wrong(&mut self, message: String, place: Position) {
        let fault = ScriptFault::at(message, place);
        let before = |other: &ScriptFault| (other.line, other.column) <= (fault.line, fault.column);
        if !self.fault.as_ref().is_some_and(before) {
            self.fault = Some(fault);
        }
    }
}

/// What the language itself has in the form of a function.
const BUILT_IN: &[&str] = &["Fn", "call", "curry", "is_def_fn", "is_def_var", "type_of", "print", "debug", "is_shared"];
