//! `carom-bench plots`: the comparison as pictures and as a page, from a record that `carom-bench all --keep` wrote.

mod accuracy;
mod gas;
mod growth;
mod machine;
mod page;
mod scale;
mod speed;
mod svg;

use std::path::{Path, PathBuf};

use crate::all::Record;
use crate::options::Plots;
use crate::{Fault, peer};

/// A picture: the name of its file, and what draws it. Nothing is drawn if the record has nothing to show.
type Picture = (&'static str, fn(&Record) -> Option<String>);

const PICTURES: [Picture; 5] = [
    ("speed.svg", speed::draw),
    ("machine.svg", machine::draw),
    ("accuracy.svg", accuracy::draw),
    ("gas.svg", gas::draw),
    ("growth.svg", growth::draw),
];

/// Writes all pictures and the tables of the page.
pub(crate) fn run(options: &Plots) -> Result<bool, Fault> {
    let from = options.from.clone().map_or_else(newest, Ok)?;
    let record = Record::read(&from)?;
    let folder = options.folder.clone().unwrap_or_else(|| root().join("docs/images/bench"));
    std::fs::create_dir_all(&folder)?;
    for (name, draw) in PICTURES {
        match draw(&record) {
            Some(picture) => std::fs::write(folder.join(name), picture)?,
            None => eprintln!("the record has nothing for {name}"),
        }
    }
    if options.folder.is_none() || options.page.is_some() {
        let page = options.page.clone().unwrap_or_else(|| root().join("docs/benchmarks.md"));
        let text = std::fs::read_to_string(&page).map_err(|fault| format!("{}: {fault}", page.display()))?;
        std::fs::write(&page, page::filled(&text, &record)?)?;
    }
    Ok(true)
}

/// The newest whole record in `bench/record`: names begin with the date.
fn newest() -> Result<PathBuf, Fault> {
    let folder = peer::workspace().join("record");
    let mut found: Vec<PathBuf> = std::fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with("-all.json")));
    found.sort();
    found.pop().ok_or_else(|| "bench/record has no record of a whole run: `cargo xtask bench --keep` makes one".into())
}

/// The root of the repository.
fn root() -> PathBuf {
    let workspace = peer::workspace();
    workspace.parent().map_or_else(|| workspace.clone(), Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page whose numbers are not those of the record is worse than none: whoever renews one renews both.
    #[test]
    fn the_page_and_its_pictures_show_the_newest_record() {
        let Ok(newest) = newest() else {
            println!("skipped: no whole run has been kept yet");
            return;
        };
        let record = Record::read(&newest).unwrap();
        let page = std::fs::read_to_string(root().join("docs/benchmarks.md")).unwrap();
        let again = "`cargo xtask bench plots` writes it anew";
        assert!(page::filled(&page, &record).unwrap() == page, "docs/benchmarks.md is older than the record: {again}");
        for (name, draw) in PICTURES {
            let kept = std::fs::read_to_string(root().join("docs/images/bench").join(name)).ok();
            assert!(draw(&record).is_none_or(|drawn| Some(drawn) == kept), "{name} is older than the record: {again}");
            assert!(kept.is_none() || page.contains(name), "{name} is shown nowhere");
        }
    }
}
