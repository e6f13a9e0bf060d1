//! `carom import`: a Visual Pinball table into a table file, with a report of what became of every item.

use crate::args::ImportOptions;
use crate::failure::Failure;
use carom_tables::Table;
use std::path::Path;

/// The table in a Visual Pinball file or folder.
#[cfg(feature = "vpx")]
pub(crate) fn table_of(path: &Path) -> Result<Table, Failure> {
    Ok(read(path)?.table)
}

/// Without the feature there is only something to say.
#[cfg(not(feature = "vpx"))]
pub(crate) fn table_of(path: &Path) -> Result<Table, Failure> {
    Err(not_built_in(path))
}

#[cfg(not(feature = "vpx"))]
pub(crate) fn run(options: &ImportOptions) -> Result<(), Failure> {
    Err(not_built_in(&options.input))
}

#[cfg(not(feature = "vpx"))]
fn not_built_in(path: &Path) -> Failure {
    let path = path.display();
    Failure::problem(format_args!(
        "cannot read {path}: this carom was built without Visual Pinball tables (its cargo feature `vpx`)"
    ))
}

#[cfg(feature = "vpx")]
use with_vpx::read;
#[cfg(feature = "vpx")]
pub(crate) use with_vpx::run;

#[cfg(feature = "vpx")]
mod with_vpx {
    use super::{Failure, ImportOptions, Path};
    use crate::output;
    use carom_vpx::{Import, Report};
    use std::fs;

    pub(super) fn read(path: &Path) -> Result<Import, Failure> {
        carom_vpx::import(path).map_err(|error| match error {
            // It names the file itself.
            carom_vpx::Error::Io { .. } => Failure::problem(error),
            _ => Failure::problem(format_args!("{}: {error}", path.display())),
        })
    }

    pub(crate) fn run(options: &ImportOptions) -> Result<(), Failure> {
        let report_to_stdout = options.report.as_deref().map_or(options.json, output::is_standard);
        if output::is_standard(&options.output) && report_to_stdout {
            let message = "the table and the report cannot both go to standard output; give -o or --report a file name";
            return Err(Failure::usage(message));
        }
        for path in [Some(&options.output), options.report.as_ref()].into_iter().flatten() {
            keep_input(&options.input, path)?;
        }
        if options.report.as_ref() == Some(&options.output) {
            return Err(Failure::usage("the table and the report cannot go to one file"));
        }
        let Import { table, report } = read(&options.input)?;
        output::write(&options.output, table.to_toml())?;
        let json = || serde_json::to_string_pretty(&report.json()).unwrap_or_default() + "\n";
        let full = if options.json { json() } else { report.text() };
        match &options.report {
            Some(path) => output::write(path, &full)?,
            None if options.json => output::print(&full)?,
            None => {}
        }
        if report_to_stdout {
            return Ok(());
        }
        let summary = summary(&report, &options.output);
        if output::is_standard(&options.output) {
            output::say(summary.trim_end());
            return Ok(());
        }
        output::print(&summary)
    }

    /// What is read is never written over, nor is anything that lies in the folder that is read.
    fn keep_input(input: &Path, output: &Path) -> Result<(), Failure> {
        let (Ok(input), Ok(there)) = (fs::canonicalize(input), fs::canonicalize(output)) else { return Ok(()) };
        if there.starts_with(&input) {
            let output = output.display();
            return Err(Failure::usage(format_args!(
                "{output} would be written over what is read; choose another name"
            )));
        }
        Ok(())
    }

    /// What became of how many items, by kind.
    fn summary(report: &Report, output: &Path) -> String {
        let total = report.total();
        let mut text = match output::is_standard(output) {
            true => String::new(),
            false => format!("{}: ", output.display()),
        };
        text += &format!(
            "{} of {} items taken, {} approximated, {} left out, {} not physical\n",
            total.taken, total.found, total.approximated, total.left_out, total.not_physical
        );
        for (kind, counts) in report.counts() {
            let mut words = vec![format!("{} taken", counts.taken)];
            let others = [
                (counts.approximated, "approximated"),
                (counts.left_out, "left out"),
                (counts.not_physical, "not physical"),
            ];
            words.extend(others.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")));
            text += &format!("  {:14} {}\n", kind.to_string(), words.join(", "));
        }
        for note in &report.notes {
            text += &format!("  note: {note}\n");
        }
        if total.approximated + total.left_out > 0 {
            text += "  --report - says which and why\n";
        }
        text
    }
}
