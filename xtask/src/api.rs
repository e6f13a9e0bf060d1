//! The names that each published crate offers, written down in `docs/api`, so that none goes or comes unnoticed.
//!
//! They are read from the pages that rustdoc has made anyway: which items there are, and the anchors of their fields,
//! variants, methods and traits, which have been the same for years. Types of arguments are not compared: `cargo xtask semver`
//! does that. (Rustdoc's JSON would hold everything, but needs a nightly compiler.)

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use crate::command::{Cmd, root};
use crate::package::PUBLISHED;
use crate::step::{Done, Failure, Step, run_all};
use crate::wrong_usage;

/// Where the names are written down, seen from the root.
const RECORD: &str = "docs/api";

/// What follows is not part of what an item offers by itself: what others do for every type.
const BLANKET: &str = "id=\"blanket-implementations\"";

/// Where the item's own members end.
const AFTER_MEMBERS: [&str; 4] =
    ["id=\"trait-implementations\"", "id=\"synthetic-implementations\"", "id=\"foreign-impls\"", "id=\"implementors\""];

/// Anchors of members: how they begin, and what they are.
const MEMBERS: [(&str, &str); 7] = [
    ("structfield.", "fields"),
    ("variant.", "variants"),
    ("method.", "methods"),
    ("tymethod.", "must have"),
    ("associatedconstant.", "constants"),
    ("associatedtype.", "types"),
    ("impl-", "traits"),
];

/// Traits that the compiler and not the author decides on, but for the two that users lean on: Send and Sync.
const NOT_OURS: [&str; 6] = ["Freeze", "RefUnwindSafe", "Unpin", "UnsafeUnpin", "UnwindSafe", "StructuralPartialEq"];

/// `cargo xtask api`: documents the crates, then compares, or writes down.
pub(crate) fn run(args: &[String]) -> ExitCode {
    let mut document = Cmd::line("cargo doc --no-deps --quiet");
    for name in with_library() {
        document = document.args(["--package", name]);
    }
    let document = Step::command("documentation", document);
    match args {
        [] => run_all(vec![document, unchanged()]),
        [flag] if flag == "--bless" => run_all(vec![document, Step::task("api", "writes the names down", write)]),
        _ => wrong_usage(&format!("`api` takes nothing but --bless, not `{}`", args.join(" "))),
    }
}

/// The names are those that were written down. Needs documentation that is made already.
pub(crate) fn unchanged() -> Step {
    Step::task("api", format!("the names that the crates offer are those in {RECORD}"), || {
        let mut changed = Vec::new();
        for name in with_library() {
            let now = names(name)?;
            let file = format!("{RECORD}/{name}.txt");
            let then = fs::read_to_string(root().join(&file)).unwrap_or_default();
            changed.extend(difference(&then, &now).into_iter().map(|line| format!("{name}: {line}")));
        }
        if changed.is_empty() {
            return Ok(Done::Passed);
        }
        let text = format!(
            "the public interface has changed:\n  {}\n  if that is meant, say so in CHANGELOG.md and write it down",
            changed.join("\n  ")
        );
        Err(Failure::new(text).repeat("cargo xtask api --bless"))
    })
}

fn write() -> Result<Done, Failure> {
    let cannot = |error: std::io::Error| Failure::new(format!("cannot write to {RECORD}: {error}"));
    fs::create_dir_all(root().join(RECORD)).map_err(cannot)?;
    for name in with_library() {
        let names = names(name)?;
        println!("   {name}: {} lines", names.lines().count());
        fs::write(root().join(format!("{RECORD}/{name}.txt")), names).map_err(cannot)?;
    }
    Ok(Done::Passed)
}

/// The published crates that others can build on: all but the command.
fn with_library() -> impl Iterator<Item = &'static str> {
    PUBLISHED.into_iter().filter(|name| *name != "carom-cli")
}

/// All names of a crate, from its pages.
fn names(package: &str) -> Result<String, Failure> {
    let folder = root().join("target/doc").join(package.replace('-', "_"));
    let mut text = format!("# What {package} offers. Written by `cargo xtask api --bless`.\n");
    for item in items(&read(&folder.join("all.html"))?) {
        text += &entry(package, &item, &read(&folder.join(&item))?);
    }
    Ok(text)
}

fn read(page: &Path) -> Result<String, Failure> {
    let text = fs::read_to_string(page);
    text.map_err(|error| Failure::new(format!("cannot read {}: {error}", page.display())).repeat("cargo xtask api"))
}

/// The pages of all items, as the list of a crate names them, in order.
fn items(list: &str) -> Vec<String> {
    let links = list.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let is_item = |link: &&str| {
        let file = link.rsplit('/').next().unwrap_or_default();
        !link.starts_with('.') && !link.contains(':') && file.ends_with(".html") && file.split('.').count() == 3
    };
    let mut items: Vec<String> = links.filter(is_item).map(str::to_owned).collect();
    items.sort();
    items.dedup();
    items
}

/// One item: its kind and path, and below them its members.
fn entry(package: &str, page: &str, text: &str) -> String {
    let (module, file) = page
        .rsplit_once('/')
        .map_or((String::new(), page), |(module, file)| (format!("{}::", module.replace('/', "::")), file));
    let mut words = file.split('.');
    let (kind, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let library = package.replace('-', "_");
    let mut entry = format!("{kind} {library}::{module}{name}\n");
    // What another crate's types can do is that crate's to say: they have no sources of ours.
    if !text.contains(&format!("src/{library}/")) {
        return entry;
    }
    for (what, members) in members(text) {
        entry += &format!("    {what}: {}\n", members.join(", "));
    }
    entry
}

/// The members of an item by kind, in the order of the alphabet. Methods that a trait brings are the trait's.
fn members(text: &str) -> BTreeMap<&'static str, Vec<String>> {
    let text = text.split(BLANKET).next().unwrap_or(text);
    let own = AFTER_MEMBERS.iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    let mut found: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for (place, _) in text.match_indices(" id=\"") {
        let Some(anchor) = text[place + 5..].split('"').next() else { continue };
        let Some((start, what)) = MEMBERS.iter().find(|(start, _)| anchor.starts_with(start)) else { continue };
        let name = if *what == "traits" { implemented(anchor) } else { member(&anchor[start.len()..]) };
        // Anchors of traits count wherever they stand, those of members only among the item's own.
        if let Some(name) = name.filter(|_| *what == "traits" || place < own) {
            found.entry(*what).or_default().push(name);
        }
    }
    for names in found.values_mut() {
        names.sort();
        names.dedup();
    }
    found
}

/// A member's name; none for the headline over the fields of a variant.
fn member(name: &str) -> Option<String> {
    (!name.ends_with(".fields")).then(|| name.replace(".field.", "."))
}

/// The trait of an anchor such as `impl-Clone-for-World`; none for the item's own `impl-World`.
fn implemented(anchor: &str) -> Option<String> {
    let (name, _) = anchor.strip_prefix("impl-")?.split_once("-for-")?;
    let name = name.replace("%3C", "<").replace("%3E", ">").replace("%26", "&").replace('-', " ");
    (!NOT_OURS.contains(&name.as_str())).then_some(name)
}

/// Lines that went and lines that came.
fn difference(then: &str, now: &str) -> Vec<String> {
    // Members are told apart by their item.
    let lines = |text: &str| {
        let mut item = String::new();
        let mut lines = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if line.starts_with(' ') {
                lines.push(format!("{item} {}", line.trim()));
            } else {
                line.clone_into(&mut item);
                lines.push(line.to_owned());
            }
        }
        lines
    };
    let (then, now) = (lines(then), lines(now));
    let gone = then.iter().filter(|line| !now.contains(line)).map(|line| format!("- {line}"));
    let come = now.iter().filter(|line| !then.contains(line)).map(|line| format!("+ {line}"));
    gone.chain(come).collect()
}

#[cfg(test)]
mod tests {
    use super::{difference, entry, items};

    const PAGE: &str = "<h2 id=\"fields\"><span id=\"structfield.mass\"><div id=\"implementations-list\"><section id=\"impl-Ball\">\
        <section id=\"method.new\"><h2 id=\"trait-implementations\"><section id=\"impl-Clone-for-Ball\"><section id=\"method.clone\">\
        <section id=\"impl-From%3Cu8%3E-for-Ball\"><h2 id=\"synthetic-implementations\"><section id=\"impl-Unpin-for-Ball\">\
        <h2 id=\"blanket-implementations\"><section id=\"impl-Any-for-T\">";

    #[test]
    fn an_item_is_told_with_its_own_members_and_traits() {
        let page = format!("{PAGE}<a class=\"src\" href=\"../../src/carom_x/part.rs.html\">");
        let told = entry("carom-x", "part/struct.Ball.html", &page);
        let expected = "struct carom_x::part::Ball\n    fields: mass\n    methods: new\n    traits: Clone, From<u8>\n";
        assert_eq!(told, expected, "no methods of traits, nothing that all types have");
        let strange = entry("carom-x", "struct.DVec3.html", PAGE);
        assert_eq!(strange, "struct carom_x::DVec3\n", "of another crate's type only the name");
    }

    #[test]
    fn only_links_to_items_are_items() {
        let list = "<a href=\"../x.css\"><a href=\"a/struct.B.html\"><a href=\"fn.c.html\"><a href=\"index.html\"><a href=\"fn.c.html\">";
        assert_eq!(items(list), ["a/struct.B.html", "fn.c.html"], "each once, in order");
    }

    #[test]
    fn what_went_and_what_came_is_named() {
        let then = "# note\nstruct A\n    methods: x, y\nfn f\n";
        let now = "struct A\n    methods: x\nfn f\nfn g\n";
        assert_eq!(difference(then, now), ["- struct A methods: x, y", "+ struct A methods: x", "+ fn g"], "by item");
        assert!(difference(now, now).is_empty(), "nothing has changed");
    }
}
