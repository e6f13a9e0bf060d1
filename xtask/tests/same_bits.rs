//! What could make two builds or two runs disagree, and what clippy's lists cannot see: words in the engine's sources, features of
//! the mathematics that it stands on, flags of the compiler. Clippy knows methods by their paths; it does not see one that comes
//! through a trait, a macro or a new name, nor `f32`, nor a hash map that is only looked up today and walked tomorrow.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates whose results must be the same everywhere, and how strict to be.
const CRATES: [(&str, Kind); 5] = [
    ("crates/carom/src", Kind::Engine),
    ("crates/carom-tables/src", Kind::Around),
    ("crates/carom-rules/src", Kind::Around),
    ("crates/carom-shots/src", Kind::Around),
    ("crates/carom-batch/src", Kind::Around),
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Knows nothing but its arguments.
    Engine,
    /// May use threads and the like, if the answer does not depend on them.
    Around,
}

/// Methods of floating-point numbers that round as the platform likes, or whose order of multiplications is open.
const METHODS: [&str; 31] = [
    "sin",
    "cos",
    "tan",
    "sin_cos",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "exp",
    "exp2",
    "exp_m1",
    "ln",
    "ln_1p",
    "log",
    "log2",
    "log10",
    "powf",
    "powi",
    "cbrt",
    "hypot",
    "mul_add",
    "gamma",
    "ln_gamma",
    "algebraic_add",
    "algebraic_mul",
];

/// Words that have no place in the engine, and why.
const ENGINE: [(&str, &str); 27] = [
    ("HashMap", "no fixed order: use BTreeMap or Vec"),
    ("HashSet", "no fixed order: use BTreeSet or Vec"),
    ("RandomState", "another number in every run"),
    ("DefaultHasher", "its algorithm is not promised"),
    ("Instant", "the engine knows simulated time only"),
    ("SystemTime", "the engine knows simulated time only"),
    ("std::time", "the engine knows simulated time only"),
    ("std::env", "the engine's only input is its arguments"),
    ("std::fs", "the engine's only input is its arguments"),
    ("std::io", "the engine's only input is its arguments"),
    ("std::net", "the engine's only input is its arguments"),
    ("std::process", "the engine's only input is its arguments"),
    ("std::thread", "the engine is one thread"),
    ("thread_local", "what stays between calls is no argument"),
    ("LazyLock", "what stays between calls is no argument"),
    ("OnceLock", "what stays between calls is no argument"),
    ("OnceCell", "what stays between calls is no argument"),
    ("AtomicU64", "what stays between calls is no argument"),
    ("AtomicUsize", "what stays between calls is no argument"),
    ("Mutex", "the engine is one thread"),
    ("asm", "another program on every processor"),
    ("core::arch", "another program on every processor"),
    ("std::arch", "another program on every processor"),
    ("debug_assertions", "another program in release than in debug"),
    ("target_arch", "another program on every platform"),
    ("target_feature", "another program on every processor"),
    ("target_os", "another program on every platform"),
];

/// Words that have no place in the crates around it either.
const AROUND: [(&str, &str); 7] = [
    ("RandomState", "another number in every run"),
    ("DefaultHasher", "its algorithm is not promised"),
    ("thread_rng", "another number in every run"),
    ("getrandom", "another number in every run"),
    ("SystemTime", "table time only"),
    ("target_arch", "another program on every platform"),
    ("target_feature", "another program on every processor"),
];

/// Files in which a word is right after all: file, word, why.
const ALLOWED: [(&str, &str, &str); 0] = [];

/// Code without comments, without the insides of texts, and without unit tests, line by line as it was.
fn code_only(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(hashes) = raw_text(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let begin = hashes + 2;
            rest.get(begin..).and_then(|inner| inner.find(&end)).map_or(rest.len(), |at| begin + at + end.len())
        } else if letter == '"' {
            plain_text(rest)
        } else if letter == '\'' {
            // A letter between quotes, or the name of a lifetime.
            let inner: Vec<char> = rest.chars().take(4).collect();
            match inner.as_slice() {
                ['\'', '\\', ..] => rest.get(2..).and_then(|tail| tail.find('\'')).map_or(1, |at| at + 3),
                ['\'', c, '\'', ..] => 2 + c.len_utf8(),
                _ => 0,
            }
        } else {
            0
        };
        if skipped == 0 {
            code.push(letter);
            rest = &rest[letter.len_utf8()..];
        } else {
            // Lines keep their numbers.
            code.extend(rest[..skipped].chars().filter(|letter| *letter == '\n'));
            code.push(' ');
            rest = &rest[skipped..];
        }
    }
    // Unit tests stand at the end of a file.
    match code.find("#[cfg(test)]\nmod ") {
        Some(at) if code[at..].contains('{') => code[..at].to_owned(),
        _ => code,
    }
}

/// How many hashes a raw text that begins here has.
fn raw_text(rest: &str) -> Option<usize> {
    let tail = rest.strip_prefix('r')?;
    let hashes = tail.bytes().take_while(|byte| *byte == b'#').count();
    tail.as_bytes().get(hashes).filter(|byte| **byte == b'"').map(|_| hashes)
}

/// Bytes of a text that begins here, its quotes included.
fn plain_text(rest: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Is the word there, and not a part of a longer one?
fn has_word(line: &str, word: &str) -> bool {
    let is_part = |letter: Option<char>| letter.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word)
        .any(|(at, _)| !is_part(line[..at].chars().next_back()) && !is_part(line[at + word.len()..].chars().next()))
}

/// What is wrong with a source: line, what, why.
fn faults(text: &str, kind: Kind) -> Vec<(usize, String, &'static str)> {
    let mut found = Vec::new();
    for (number, line) in code_only(text).lines().enumerate().map(|(k, line)| (k + 1, line)) {
        for method in METHODS {
            // As a method, or by its path, however that is called: `x.sin()`, `f64::sin(x)`, `Float::sin`, `<f64>::sin`.
            let as_method = format!(".{method}(");
            let by_path = format!("::{method}");
            let is_libm = line.contains(&format!("libm::{method}"));
            if line.contains(&as_method) || (has_path(line, &by_path) && !is_libm) {
                found.push((number, format!("`{method}`"), "differs between platforms: use libm"));
            }
        }
        let words: &[(&str, &'static str)] = if kind == Kind::Engine { &ENGINE } else { &AROUND };
        for (word, why) in words.iter().filter(|(word, _)| has_word(line, word)) {
            found.push((number, format!("`{word}`"), why));
        }
        if has_word(line, "f32") && METHODS.iter().any(|method| line.contains(&format!("f32::{method}"))) {
            found.push((number, "`f32`".to_owned(), "differs between platforms"));
        }
        if has_word(line, "feature") && line.contains("cfg") && kind == Kind::Engine {
            found.push((
                number,
                "`cfg(feature)`".to_owned(),
                "every feature is a second program: `cargo xtask bits` must try it",
            ));
        }
        if line.contains("static mut") || has_word(line, "addr") {
            found.push((number, "an address or a static".to_owned(), "another one in every run"));
        }
    }
    // What is printed of an address stands in a text.
    for (number, _) in text.lines().enumerate().filter(|(_, line)| line.contains("{:p}")) {
        found.push((number + 1, "an address".to_owned(), "another one in every run"));
    }
    found
}

/// Is a path there that ends in this?
fn has_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        !line[at + path.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
            // The trait of the engine's numbers and its modules are ours.
            && !line[..at].ends_with("trig")
            && !line[..at].ends_with("Self")
    })
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All that is wrong in a folder, in words.
fn scan(folder: &Path, kind: Kind) -> (usize, Vec<String>) {
    let (mut files, mut told, mut waiting) = (0, Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = waiting.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
                files += 1;
                let (text, name) = (fs::read_to_string(&path).unwrap(), path.display().to_string());
                for (line, what, why) in faults(&text, kind) {
                    let is_right = ALLOWED.iter().any(|(file, word, _)| name.ends_with(file) && what.contains(word));
                    if !is_right {
                        told.push(format!("{name}:{line}: {what}: {why}"));
                    }
                }
            }
        }
    }
    (files, told)
}

#[test]
fn nothing_in_the_sources_depends_on_the_machine_or_the_run() {
    for (folder, kind) in CRATES {
        let (files, told) = scan(&root().join(folder), kind);
        assert!(files > 2, "{folder}: {files} files");
        assert!(told.is_empty(), "{}", told.join("\n"));
    }
}

#[test]
fn what_creeps_in_is_noticed() {
    let cases = [
        "let y = x.sin();",
        "let y = f64::sin(x);",
        "let y = <f64>::atan2(y, x);",
        "let y = num_traits::Float::exp(x);",
        "use std::f64 as real; let y = real::cos(x);",
        "let f = f64::hypot;",
        "let y = x.powi(3) + a.mul_add(b, c);",
        "let y = f32::sin(x);",
        "use std::collections::HashMap;",
        "let x = std::collections::HashSet::<u8>::new();",
        "use std::time::Instant;",
        "let t = SystemTime::now();",
        "let s = RandomState::new();",
        "if cfg!(debug_assertions) { x += 1.0; }",
        "#[cfg(feature = \"fast\")]",
        "#[cfg(target_arch = \"x86_64\")]",
        "use core::arch::x86_64::_mm_fmadd_pd;",
        "static mut COUNT: u64 = 0;",
        "println!(\"{:p}\", &x);",
        "std::thread_local! { static X: u8 = 0; }",
        "/* a comment */ let y = x.ln(); // and another",
        "let c = '\"'; let y = x.cos();",
        "let text = r#\"a \" b\"#; let y = x.cbrt();",
    ];
    for case in cases {
        let text = format!("//! A file.\n\nfn f() {{\n    {case}\n}}\n");
        let found = faults(&text, Kind::Engine);
        assert!(!found.is_empty(), "{case}");
        assert!(found.iter().all(|(line, ..)| *line == 4), "{case}: {found:?}");
    }
    let fine = [
        "let y = libm::sin(x) + trig::cos(y) + x.sqrt();",
        "// f64::sin differs between platforms",
        "let s = \"a HashMap of f64::sin\";",
        "let login = basin(x).len();",
        "fn f<'a>(x: &'a str) -> char { 'x' }",
    ];
    for case in fine {
        assert_eq!(faults(case, Kind::Engine), [], "{case}");
    }
    assert!(!faults("let s = RandomState::new();", Kind::Around).is_empty(), "not in the crates around either");
}

/// The same with a whole folder, as the test above reads it.
#[test]
fn a_planted_file_makes_the_scan_fail() {
    let folder = std::env::temp_dir().join(format!("carom-same-bits-{}", std::process::id()));
    fs::create_dir_all(folder.join("deep")).unwrap();
    fs::write(folder.join("deep/planted.rs"), "pub fn angle(x: f64) -> f64 {\n    x.sin()\n}\n").unwrap();
    let (files, told) = scan(&folder, Kind::Engine);
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!((files, told.len()), (1, 1), "{told:?}");
    assert!(told[0].ends_with("planted.rs:2: `sin`: differs between platforms: use libm"), "{told:?}");
}

/// Cargo unifies features over the workspace: what any crate asks of glam or libm, the engine gets.
#[test]
fn the_mathematics_below_has_only_features_that_keep_bits() {
    for (name, allowed) in [("glam", "f64,libm"), ("libm", "arch,default")] {
        let features = features_of(name);
        assert!(
            !features.is_empty() && features.iter().all(|feature| allowed.split(',').any(|other| other == feature)),
            "{name} has {features:?}; only {allowed} are known to give the same bits"
        );
    }
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let glam = manifest.lines().find(|line| line.starts_with("glam ")).expect("the workspace has glam");
    assert!(glam.contains("default-features = false") && glam.contains("\"libm\""), "{glam}");
}

/// The features that a crate has in this workspace, all crates and their tests together.
fn features_of(name: &str) -> Vec<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments =
        ["tree", "--workspace", "--all-features", "--offline", "--edges", "all", "--invert", name, "--depth", "0"];
    let output =
        Command::new(cargo).args(arguments).args(["--format", "{p}|{f}"]).current_dir(root()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().next().unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let (_, features) = line.split_once('|').expect("a name and features");
    features.split(',').map(|feature| feature.trim_end_matches(" (*)").to_owned()).collect()
}

/// Flags that let the compiler fuse or reorder, or use what only some processors have.
#[test]
fn no_flag_of_the_compiler_changes_arithmetic() {
    for file in [".cargo/config.toml", "Cargo.toml", "bench/Cargo.toml", "wasm/Cargo.toml"] {
        let text = fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(flag_in(&text), None, "{file}");
    }
    for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS"] {
        let value = std::env::var(name).unwrap_or_default();
        assert_eq!(flag_in(&value), None, "{name}={value}");
    }
    assert_eq!(flag_in("[build]\nrustflags = [\"-C\", \"target-cpu=native\"]\n"), Some("target-cpu"));
    assert_eq!(flag_in("-Ctarget-feature=+fma"), Some("target-feature"));
    assert_eq!(flag_in("glam = { version = \"0.34\", features = [\"fast-math\"] }"), Some("fast-math"));
}

fn flag_in(text: &str) -> Option<&'static str> {
    let lines: Vec<&str> = text.lines().map(|line| line.split('#').next().unwrap_or("")).collect();
    ["target-cpu", "target-feature", "fast-math", "enable-unsafe-fp-math", "llvm-args", "fp-contract"]
        .into_iter()
        .find(|flag| lines.iter().any(|line| line.contains(flag)))
}
