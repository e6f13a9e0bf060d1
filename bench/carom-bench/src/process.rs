//! Other programs, with a limit on how long they may take: one that hangs must not hide what the others said.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Fault;

/// What a program said, and whether it ended well.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) fine: bool,
    pub(crate) out: String,
    /// Empty if it spoke on our own terminal.
    pub(crate) err: String,
}

/// Where a program's complaints go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Complaints {
    /// Kept, to be quoted.
    Kept,
    /// On our own standard error: its progress is ours.
    Shown,
}

/// Runs a program to its end, or ends it after `limit`.
pub(crate) fn run(command: &mut Command, complaints: Complaints, limit: Duration) -> Result<Said, Fault> {
    let name = command.get_program().to_string_lossy().into_owned();
    let err = if complaints == Complaints::Kept { Stdio::piped() } else { Stdio::inherit() };
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(err)
        .spawn()
        .map_err(|fault| format!("{name} could not be started: {fault}"))?;
    // Read while it runs: a full pipe would stop it.
    let (out, err) = (child.stdout.take().map(reader), child.stderr.take().map(reader));
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if begun.elapsed() > limit {
            // It may have ended by itself meanwhile; then there is nothing left to do.
            _ = child.kill();
            _ = child.wait();
            break None;
        }
        thread::sleep(Duration::from_millis(5));
    };
    let text = |reader: Option<thread::JoinHandle<String>>| reader.and_then(|r| r.join().ok()).unwrap_or_default();
    match status {
        Some(status) => Ok(Said { fine: status.success(), out: text(out), err: text(err) }),
        None => Err(format!("{name} was given up after {} s", limit.as_secs()).into()),
    }
}

/// Whether a program can be started and ends well; what it says is lost.
pub(crate) fn works(command: &mut Command) -> bool {
    run(command, Complaints::Kept, Duration::from_secs(120)).is_ok_and(|said| said.fine)
}

fn reader(mut source: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What came before a fault is still worth showing.
        _ = source.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_program_that_takes_too_long_is_ended_and_one_that_talks_much_is_heard_out() {
        let begun = Instant::now();
        let limit = Duration::from_millis(50);
        let fault = run(Command::new("sleep").arg("60"), Complaints::Kept, limit).unwrap_err();
        assert!(fault.to_string().contains("given up") && begun.elapsed().as_secs() < 30, "{fault}");
        let mut talk = Command::new("sh");
        talk.args(["-c", "yes | head -c 300000; echo no >&2; exit 3"]);
        let said = run(&mut talk, Complaints::Kept, Duration::from_secs(20)).unwrap();
        assert_eq!((said.fine, said.out.len(), said.err.as_str()), (false, 300_000, "no\n"));
    }

    #[test]
    fn a_missing_program_is_named() {
        let fault = run(&mut Command::new("no-such-program"), Complaints::Kept, Duration::from_secs(1)).unwrap_err();
        assert!(fault.to_string().contains("no-such-program"));
    }
}
