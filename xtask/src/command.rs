//! A program to run, written down so that it can be shown, repeated by hand, and run from the repository's root.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::step::Failure;

/// The profile in which the checks build what stands for the release: see the root's `Cargo.toml`.
pub(crate) const TRIAL: &str = "trial";

/// A program with its arguments and extra environment. `Display` gives the line to type in a shell at the root.
#[derive(Clone, Debug)]
pub(crate) struct Cmd {
    program: String,
    args: Vec<String>,
    envs: Vec<(&'static str, String)>,
}

impl Cmd {
    /// A program found on the search path, or a path relative to the repository's root.
    pub(crate) fn new(program: impl Into<String>) -> Self {
        Self { program: program.into(), args: Vec::new(), envs: Vec::new() }
    }

    /// A whole command line without quoting: words are split at spaces.
    pub(crate) fn line(line: &str) -> Self {
        let mut words = line.split_whitespace();
        Self::new(words.next().unwrap_or_default()).args(words)
    }

    /// Adds arguments.
    pub(crate) fn args(mut self, args: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Sets an environment variable for this program only.
    pub(crate) fn env(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.envs.push((name, value.into()));
        self
    }

    /// Runs it with its output on our terminal.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let status = self.prepare().status().map_err(|error| self.cannot_start(&error))?;
        if status.success() { Ok(()) } else { Err(self.failed(&format!("{status}"))) }
    }

    /// Runs it with its output on our terminal, and ends it if it takes longer than it may.
    pub(crate) fn run_within(&self, longest: Duration) -> Result<(), Failure> {
        let mut child = self.prepare().spawn().map_err(|error| self.cannot_start(&error))?;
        let began = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(self.failed(&format!("{status}"))),
                Ok(None) if began.elapsed() < longest => sleep(Duration::from_millis(20)),
                Ok(None) => {
                    end(&mut child);
                    return Err(self.failed(&format!("our patience: it ran for {} s", longest.as_secs())));
                }
                Err(error) => return Err(self.failed(&format!("no answer: {error}"))),
            }
        }
    }

    /// Runs it with its output on our terminal and hands on its exit code, whatever that is.
    pub(crate) fn exit_code(&self) -> Result<ExitCode, Failure> {
        let status = self.prepare().status().map_err(|error| self.cannot_start(&error))?;
        // No code means that a signal ended it.
        let code = status.code().map_or(1, |code| u8::try_from(code).unwrap_or(1));
        Ok(ExitCode::from(code))
    }

    /// Runs it with standard output going to a file; messages stay on our terminal.
    pub(crate) fn run_into(&self, file: &Path) -> Result<(), Failure> {
        let out = File::create(file)
            .map_err(|error| Failure::new(format!("cannot write {}: {error}", from_root(file).display())))?;
        let status = self.prepare().stdout(out).status().map_err(|error| self.cannot_start(&error))?;
        if status.success() { Ok(()) } else { Err(self.failed(&format!("{status}"))) }
    }

    /// Runs it quietly and hands back what it wrote. A failure shows its messages.
    pub(crate) fn capture(&self) -> Result<Output, Failure> {
        let output = self.prepare().output().map_err(|error| self.cannot_start(&error))?;
        if output.status.success() {
            return Ok(output);
        }
        eprint!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        Err(self.failed(&format!("{}", output.status)))
    }

    /// Runs it quietly and hands back what it wrote, however it ended.
    pub(crate) fn output(&self) -> Result<Output, Failure> {
        self.prepare().output().map_err(|error| self.cannot_start(&error))
    }

    /// Whether it can be started and ends well; its output is thrown away. Used to ask "is this tool here?".
    pub(crate) fn works(&self) -> bool {
        self.prepare().output().is_ok_and(|output| output.status.success())
    }

    /// What it wrote, if it can be started and ends well. Nothing is shown.
    pub(crate) fn quiet(&self) -> Option<String> {
        let output = self.prepare().output().ok().filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok()
    }

    fn prepare(&self) -> Command {
        let mut command = Command::new(self.executable());
        command.args(&self.args).envs(self.envs.iter().map(|(name, value)| (*name, value))).current_dir(root());
        command
    }

    /// Inside `cargo xtask` the variable CARGO names the cargo that started us: stay with that toolchain.
    fn executable(&self) -> OsString {
        if self.program == "cargo" {
            return std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        }
        let below_root = root().join(&self.program);
        if self.program.contains('/') && below_root.exists() { below_root.into() } else { (&self.program).into() }
    }

    fn cannot_start(&self, error: &std::io::Error) -> Failure {
        Failure::new(format!("cannot start `{}`: {error}", self.program)).repeat(self)
    }

    fn failed(&self, how: &str) -> Failure {
        Failure::new(format!("`{}` ended with {how}", self.program)).repeat(self)
    }
}

impl fmt::Display for Cmd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.envs {
            write!(f, "{name}={} ", quoted(value))?;
        }
        write!(f, "{}", quoted(&self.program))?;
        self.args.iter().try_for_each(|arg| write!(f, " {}", quoted(arg)))
    }
}

/// Ends a program that we started: first in a way that lets it end what it started itself.
fn end(child: &mut Child) {
    if cfg!(unix) && Cmd::line("kill -TERM").args([child.id().to_string()]).works() {
        for _ in 0..250 {
            if matches!(child.try_wait(), Ok(Some(_))) {
                return;
            }
            sleep(Duration::from_millis(20));
        }
    }
    // It may have ended by itself meanwhile; then there is nothing left to do.
    let _ = child.kill();
    let _ = child.wait();
}

/// Quotes a word for a shell if it needs it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:+,@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The repository's root: the folder above this package.
pub(crate) fn root() -> PathBuf {
    // Asked at run time so that a moved checkout still works; the built-in value serves a binary started by hand.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&package).parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// A path as seen from the repository's root, for messages.
pub(crate) fn from_root(path: &Path) -> PathBuf {
    path.strip_prefix(root()).unwrap_or(path).to_path_buf()
}

/// Whether this is the continuous build: there a check that cannot run is a failure, not a remark.
pub(crate) fn in_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Cmd;

    #[test]
    fn a_command_is_shown_as_it_would_be_typed() {
        let cmd = Cmd::line("cargo doc --no-deps").env("RUSTDOCFLAGS", "-D warnings").args(["it's"]);
        assert_eq!(cmd.to_string(), r"RUSTDOCFLAGS='-D warnings' cargo doc --no-deps 'it'\''s'", "shell line");
    }

    #[test]
    fn a_missing_program_is_a_failure_that_names_it() {
        let failure = Cmd::line("no-such-program-here").run().expect_err("there is no such program");
        assert!(failure.to_string().contains("no-such-program-here"), "{failure}");
    }

    /// The children of the browser tests are a server and a browser: a run that hangs must not leave them behind.
    #[cfg(unix)]
    #[test]
    fn a_program_that_takes_too_long_is_ended() {
        let began = Instant::now();
        let failure = Cmd::line("sleep 60").run_within(Duration::from_millis(50)).expect_err("it sleeps longer");
        assert!(failure.to_string().contains("patience"), "{failure}");
        assert!(began.elapsed() < Duration::from_secs(30), "it slept on");
    }
}
