//! `carom man`.

mod common;

use common::{folder, good, run};
use std::fs;

#[test]
fn the_manual_has_its_sections_and_a_page_for_every_command() {
    let folder = folder("man");
    let page = good(&folder, &["man"]);
    for section in [".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH SUBCOMMANDS", "carom\\-simulate(1)"] {
        assert!(page.contains(section), "{section}: {page}");
    }
    good(&folder, &["man", "-o", "pages/man1"]);
    let pages = folder.join("pages/man1");
    assert_eq!(fs::read_to_string(pages.join("carom.1")).unwrap(), page);
    for command in ["simulate", "check", "draw", "import", "list", "schema", "demo", "completions", "man"] {
        let page = fs::read_to_string(pages.join(format!("carom-{command}.1"))).unwrap();
        assert!(page.contains(".SH OPTIONS") && page.contains("Examples:"), "{command}: {page}");
    }
    fs::write(folder.join("file"), "").unwrap();
    let (code, _, err) = run(&folder, &["man", "-o", "file"]);
    assert!(code == 1 && err.starts_with("error: cannot write file"), "{err}");
}
