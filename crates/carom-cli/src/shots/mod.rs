//! `carom shot`, `rack` and `solve`: billiards from the command line.

mod rack;
mod solve;

pub(crate) use rack::run as rack;
pub(crate) use solve::run as solve;

use crate::args::ShotOptions;
use crate::failure::Failure;
use crate::output;
use carom_shots::{Fault, Request};
use std::path::Path;

/// Plays a shot and says what happened.
pub(crate) fn shot(options: &ShotOptions) -> Result<(), Failure> {
    let mut request = read(&options.file, carom_shots::read_with)?;
    let (shot, _) = request.shot.play()?;
    if options.brief {
        return output::print(&carom_shots::brief(&request.shot, &shot));
    }
    request.samples = options.samples.or(request.samples);
    request.legs |= options.legs;
    let mut report = carom_shots::report_request(&request, &shot);
    if options.sensitivity
        && let serde_json::Value::Object(report) = &mut report
    {
        let told = carom_shots::sensitivity(&request.shot)?;
        report.insert("sensitivity".to_owned(), told.json(&request.shot));
    }
    output::print(&carom_shots::pretty(&report))
}

/// Reads a shot's text, with a function that brings the table's file.
pub(crate) type Reader = fn(&str, &mut dyn FnMut(&str) -> Result<String, String>) -> Result<Request, Vec<Fault>>;

/// Reads a shot's file with `reader`. A table's file is looked for beside it.
fn read(file: &Path, reader: Reader) -> Result<Request, Failure> {
    read_text(file, &output::read(file)?, reader)
}

/// The same, of a file that was read already.
pub(crate) fn read_text(file: &Path, text: &str, reader: Reader) -> Result<Request, Failure> {
    let folder = if output::is_standard(file) { None } else { file.parent() };
    let mut table_file = |name: &str| {
        let path = folder.map_or_else(|| name.into(), |folder| folder.join(name));
        if output::is_standard(&path) {
            return Err("a table's file must have a name".to_owned());
        }
        output::read(&path).map_err(|failure| failure.words())
    };
    let name = if output::is_standard(file) { "standard input".to_owned() } else { file.display().to_string() };
    reader(text, &mut table_file).map_err(|faults| Failure::ShotFaults { file: name, faults })
}

/// One of some names, or what could have been meant.
fn unknown(what: &str, word: &str, names: &[&str]) -> Failure {
    Failure::usage(format_args!("there is no {what} '{word}'; it can be {}", names.join(", ")))
}
