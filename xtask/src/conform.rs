//! `cargo xtask conform`: hands over to carom-conform, which runs recorded cases of another engine and compares.

use std::path::{Path, absolute};
use std::process::ExitCode;

use crate::command::Cmd;
use crate::wrong_usage;

/// Builds the tool in release and passes the folder on. Its exit code is ours: 0 all is well, 1 a case fails, 2 the data
/// are damaged.
pub(crate) fn run(args: &[String]) -> ExitCode {
    let (flags, names): (Vec<&String>, Vec<&String>) = args.iter().partition(|arg| arg.starts_with("--"));
    let ([engine, folder], true) = (names.as_slice(), flags.iter().all(|flag| *flag == "--json")) else {
        return wrong_usage(&format!("`conform` takes `vpx DIR [--json]`, not `{}`", args.join(" ")));
    };
    if *engine != "vpx" {
        return wrong_usage(&format!("`conform` knows the runs of `vpx`, not of `{engine}`"));
    }
    // The folder is meant from where the caller stands; commands run at the root.
    let folder = absolute(Path::new(folder)).map_or_else(|_| (*folder).clone(), |path| path.display().to_string());
    let tool = Cmd::line("cargo run --release --quiet --package carom-conform -- vpx").args([folder]).args(flags);
    match tool.exit_code() {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("conform: {failure}");
            ExitCode::FAILURE
        }
    }
}
