//! `cargo xtask conform`: hands over to carom-conform, which runs recorded cases of another engine and compares.

use std::path::{Path, absolute};
use std::process::ExitCode;

use crate::command::Cmd;
use crate::wrong_usage;

const USAGE: &str = "`conform` takes `vpx DIR [--json]` or `pooltool DIR [--json] [--case NAME]`";

/// Builds the tool in release and passes the folder on. Its exit code is ours: 0 all is well, 1 a case fails, 2 the data
/// are damaged.
pub(crate) fn run(args: &[String]) -> ExitCode {
    let Some((engine, rest)) = args.split_first() else {
        return wrong_usage(USAGE);
    };
    let mut tool = Cmd::line("cargo run --release --quiet --package carom-conform --").args([engine]);
    let mut folders = 0;
    let mut rest = rest.iter();
    while let Some(arg) = rest.next() {
        match (engine.as_str(), arg.as_str()) {
            (_, "--json") => tool = tool.args(["--json"]),
            ("pooltool", "--case") => {
                let Some(name) = rest.next() else { return wrong_usage("`--case` needs the name of a case") };
                tool = tool.args(["--case", name]);
            }
            ("vpx" | "pooltool", folder) if !folder.starts_with("--") => {
                folders += 1;
                // The folder is meant from where the caller stands; commands run at the root.
                let path =
                    absolute(Path::new(folder)).map_or_else(|_| folder.to_owned(), |path| path.display().to_string());
                tool = tool.args([path]);
            }
            ("vpx" | "pooltool", _) => return wrong_usage(USAGE),
            _ => {
                return wrong_usage(&format!("`conform` knows the runs of `vpx` and of `pooltool`, not of `{engine}`"));
            }
        }
    }
    if folders != 1 {
        return wrong_usage(USAGE);
    }
    match tool.exit_code() {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("conform: {failure}");
            ExitCode::FAILURE
        }
    }
}
