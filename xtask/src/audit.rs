//! `cargo xtask audit`: the checks that are too slow for every change.

use std::process::ExitCode;

use crate::instructions::{self, Baseline};
use crate::step::{Done, Step, run_all};
use crate::{bench, bits, package, supply, wasm, wrong_usage};

/// Runs the slow checks.
pub(crate) fn run(args: &[String]) -> ExitCode {
    let known = ["--advisories", "--bless"];
    if let Some(strange) = args.iter().find(|arg| !known.contains(&arg.as_str())) {
        return wrong_usage(&format!("`audit` does not know `{strange}`"));
    }
    let given = |flag: &str| args.iter().any(|arg| arg == flag);
    let mut steps = vec![supply::dependencies()];
    if given("--advisories") {
        steps.push(supply::advisories());
    }
    steps.extend([supply::unused(), supply::oldest_compiler(), package::contents()]);
    steps.push(bench_tests());
    steps.extend(bits::with_and_without_features());
    steps.push(wasm::step(false));
    steps.push(instruction_counts(if given("--bless") { Baseline::Rewrite } else { Baseline::Compare }));
    run_all(steps)
}

/// The benchmarks' own tests: a benchmark that measures the wrong scene is worse than none. Peers are left out.
fn bench_tests() -> Step {
    Step::task("bench tests", "the tests of the workspace in bench/", || {
        bench::cargo("test --quiet --package scenes --package carom-bench")?.run().map(|()| Done::Passed)
    })
}

fn instruction_counts(baseline: Baseline) -> Step {
    Step::task("instructions", instructions::DOES, move || instructions::check(baseline))
}
