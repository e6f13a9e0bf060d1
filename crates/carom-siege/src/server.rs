//! The server under siege: a process of its own, started here and ended here, by its id.

use std::io::{self, BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Start {
    /// The program.
    pub program: PathBuf,
    /// What it is told first: `play --no-open` for the `carom` command.
    pub words: Vec<String>,
    /// Tables that can be played at a time.
    pub players: usize,
    /// The file of high scores.
    pub scores: PathBuf,
    /// The folder of recordings.
    pub recordings: PathBuf,
    /// A table file to be offered as well.
    pub table: Option<PathBuf>,
}

/// A server that runs.
#[derive(Debug)]
pub struct Running {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

/// What a process has used so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Memory that it holds now, in bytes.
    pub memory: u64,
    /// Time on processors, s.
    pub cpu: f64,
    /// Threads that it has now.
    pub threads: u64,
}

impl Start {
    /// The command line.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.words).arg("--players").arg(self.players.to_string());
        command.arg("--scores").arg(&self.scores).arg("--recordings").arg(&self.recordings);
        command.args(&self.table);
        command
    }

    /// Starts it, and waits until it says where it listens.
    ///
    /// # Errors
    /// When it cannot be started, or says something else.
    pub fn start(&self) -> io::Result<Running> {
        Running::of(self.command())
    }
}

impl Running {
    /// Starts this command, and waits until it says where it listens.
    ///
    /// # Errors
    /// When it cannot be started, or says something else.
    pub fn of(mut command: Command) -> io::Result<Self> {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let address = line.trim().split_once("http://").and_then(|(_, rest)| rest.trim_end_matches('/').parse().ok());
        match address {
            Some(address) => Ok(Self { child, address }),
            None => {
                _ = child.kill();
                _ = child.wait();
                Err(io::Error::other(format!("the server does not say where it listens: {line:?}")))
            }
        }
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it has used so far; nothing where the system does not say.
    pub fn usage(&self) -> Usage {
        usage(&self.id().to_string()).unwrap_or_default()
    }

    /// How it has ended, if it has.
    ///
    /// # Errors
    /// When the system does not know.
    pub fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }

    /// Ends it at once, with no time to tidy up: SIGKILL, where there are signals.
    ///
    /// # Errors
    /// When it has gone already.
    pub fn kill(mut self) -> io::Result<()> {
        self.child.kill()?;
        self.child.wait().map(drop)
    }

    /// Asks it to end, and waits for that. Whether it did, and well.
    pub fn end(mut self) -> bool {
        let asked = Command::new("kill").arg(self.id().to_string()).status().is_ok_and(|status| status.success());
        for _ in 0..500 {
            match self.child.try_wait() {
                Ok(Some(status)) => return asked && status.success(),
                _ => std::thread::sleep(Duration::from_millis(20)),
            }
        }
        false
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// What a process has used, as `/proc` tells it.
pub fn usage(process: &str) -> Option<Usage> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let number = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in brackets may hold anything; what follows is counted from its end.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(Usage { memory: number("VmRSS:")? * 1024, cpu: ticks / 100.0, threads: number("Threads:")? })
}
