//! `carom play`: the command itself. What it serves is tested in `carom-play`.

mod common;

use common::{TABLE, carom, folder, run};
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A server that runs, and where.
struct Running {
    child: Child,
    address: String,
}

impl Running {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        Self::of(carom(folder, &["play", "--no-open", "--scores", "scores.json"]), arguments)
    }

    fn of(mut command: std::process::Command, arguments: &[&str]) -> Self {
        let mut child = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("carom plays at http://").and_then(|rest| rest.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("where it plays: {line}")).to_owned();
        Self { child, address }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[test]
fn it_says_where_it_plays_and_offers_the_given_table_first() {
    let folder = folder("play");
    fs::write(folder.join("my table.toml"), TABLE).unwrap();
    let running = Running::start(&folder, &["my table.toml"]);
    assert!(running.address.starts_with("127.0.0.1:"), "{}", running.address);
    let tables = running.get("/api/tables");
    let names: Vec<_> = ["\"my-table\"", "\"kingfisher\"", "\"fairground\""].map(|name| tables.find(name)).into();
    assert!(names.is_sorted() && names.iter().all(Option::is_some), "{tables}");
    assert!(running.get("/").contains("<!doctype html>"), "the page is in the binary");
}

#[test]
fn without_a_command_it_plays_and_takes_the_same_options() {
    let folder = folder("play-alone");
    let running = Running::of(carom(&folder, &["--no-open", "--scores", "scores.json"]), &[]);
    assert!(running.get("/api/tables").contains("\"kingfisher\""));
    let (code, out, err) = run(&folder, &["--no-open", "list"]);
    assert!(code == 2 && out.is_empty() && err.contains("--no-open"), "{err}");
}

#[test]
fn a_table_with_faults_or_a_port_that_is_taken_is_said_and_ends_with_one() {
    let folder = folder("play-faults");
    fs::write(folder.join("broken.toml"), TABLE.replace("at = [200, 500]", "at = [200]")).unwrap();
    let (code, out, err) = run(&folder, &["play", "--no-open", "broken.toml"]);
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    assert!(err.contains("broken.toml") && err.contains("[200]"), "{err}");
    let (code, _, err) = run(&folder, &["play", "--no-open", "kingfish"]);
    assert!(code == 2 && err.contains("did you mean \"kingfisher\""), "{err}");

    let running = Running::start(&folder, &[]);
    let port = running.address.rsplit(':').next().unwrap();
    let (code, out, err) = run(&folder, &["play", "--no-open", "--port", port]);
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    assert!(err.contains(&format!("port {port}")) && err.contains("--port"), "{err}");
    let second = Running::start(&folder, &[]);
    assert_ne!(running.address, second.address, "without a wish the next port is taken");
}

#[cfg(unix)]
#[test]
fn it_ends_well_when_it_is_told_to() {
    let folder = folder("play-end");
    for signal in ["INT", "TERM"] {
        let mut running = Running::start(&folder, &[]);
        assert!(running.get("/api/tables").starts_with("HTTP/1.1 200"));
        let begin = Instant::now();
        let id = running.child.id().to_string();
        let sent = std::process::Command::new("kill").args(["-s", signal, &id]).status().unwrap();
        assert!(sent.success());
        let status = running.child.wait().unwrap();
        assert_eq!(status.code(), Some(0), "{signal}: {status}");
        assert!(begin.elapsed() < Duration::from_secs(3), "{signal}: {:?}", begin.elapsed());
    }
}
