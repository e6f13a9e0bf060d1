//! `cargo xtask campaign`: builds the command in release and lets `carom check --campaign` play on all built-in tables, and on those
//! of a folder.

use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::process::ExitCode;

use crate::command::Cmd;
use crate::wrong_usage;

/// Options that are handed on with their value, and those without one.
const WITH_VALUE: [&str; 7] =
    ["--minutes", "--ball-seconds", "--cases", "--seed", "--first-case", "--threads", "--findings"];
const ALONE: [&str; 2] = ["--json", "--quiet"];
/// Folders below the one that is named.
const DEEPEST: usize = 3;

/// Passes everything on. Its exit code is ours: 0 nothing found, 1 something found, 2 wrong usage.
pub(crate) fn run(args: &[String]) -> ExitCode {
    let (options, folder) = match read(args) {
        Ok(read) => read,
        Err(complaint) => return wrong_usage(&complaint),
    };
    let mut tool = Cmd::line("cargo run --release --quiet --package carom-cli -- check --campaign").args(options);
    if let Some(folder) = folder {
        // Named by themselves the tables of a folder would be the only ones.
        tool = tool.args(["kingfisher", "fairground", "galton", "bench"]);
        match tables(&folder, DEEPEST) {
            Ok(found) if found.is_empty() => return wrong_usage(&format!("there is no table in {}", folder.display())),
            Ok(found) => tool = tool.args(found.iter().map(|path| path.display().to_string())),
            Err(fault) => return wrong_usage(&format!("cannot read {}: {fault}", folder.display())),
        }
    }
    match tool.exit_code() {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("campaign: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// What is handed on, and the folder of tables.
fn read(args: &[String]) -> Result<(Vec<String>, Option<PathBuf>), String> {
    let (mut options, mut folder) = (Vec::new(), None);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("`{arg}` needs a value"));
        match arg.as_str() {
            // Meant from where the caller stands; commands run at the root.
            "--tables" => folder = Some(from_here(&value()?)),
            "--findings" => options.extend([arg.clone(), from_here(&value()?).display().to_string()]),
            name if WITH_VALUE.contains(&name) => options.extend([arg.clone(), value()?]),
            name if ALONE.contains(&name) => options.push(arg.clone()),
            _ => return Err(format!("`campaign` does not know `{arg}`")),
        }
    }
    Ok((options, folder))
}

fn from_here(path: &str) -> PathBuf {
    absolute(Path::new(path)).unwrap_or_else(|_| path.into())
}

/// The tables in a folder and below it, by name.
fn tables(folder: &Path, depth: usize) -> std::io::Result<Vec<PathBuf>> {
    if folder.join("gamedata.json").is_file() {
        return Ok(vec![folder.to_path_buf()]);
    }
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<std::io::Result<_>>()?;
    entries.sort();
    let mut found = Vec::new();
    for path in entries {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        if path.is_dir() && depth > 0 {
            found.extend(tables(&path, depth - 1)?);
        } else if matches!(ending.as_deref(), Some("toml" | "vpx")) {
            found.push(path);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_handed_on_and_strange_ones_refused() {
        let said = |text: &str| read(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let (options, folder) = said("--minutes 5 --seed 7 --json").unwrap();
        assert_eq!((options.join(" ").as_str(), folder), ("--minutes 5 --seed 7 --json", None), "as they are");
        let (options, folder) = said("--tables somewhere").unwrap();
        assert!(options.is_empty() && folder.is_some_and(|path| path.is_absolute()), "a folder");
        assert!(said("--minutes").is_err() && said("--hours 3").is_err() && said("kingfisher").is_err(), "strange");
    }

    #[test]
    fn the_built_in_tables_are_found_in_their_folder() {
        let found = tables(&crate::command::root().join("tables"), DEEPEST).unwrap();
        let names: Vec<_> = found.iter().filter_map(|path| path.file_stem()).collect();
        assert_eq!(names, ["bench", "fairground", "galton", "kingfisher"], "those of `run`");
    }
}
