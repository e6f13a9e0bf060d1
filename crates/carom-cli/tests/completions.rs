//! `carom completions`.

mod common;

use common::{folder, good, run};

#[test]
fn every_shell_gets_completions_that_know_the_commands() {
    let folder = folder("completions");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = good(&folder, &["completions", shell]);
        for word in ["simulate", "draw", "import", "autopilot"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let (code, _, err) = run(&folder, &["completions", "cmd"]);
    assert!(code == 2 && err.contains("bash"), "{err}");
}
