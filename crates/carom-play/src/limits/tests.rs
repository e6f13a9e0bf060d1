//! SECURITY.md says every limit with its number. Here the numbers are those that the server uses.

use super::Limits;
use crate::{billiards, house, outbox, play, request, scores, server, session, shelf, socket};
use std::fs;
use std::path::Path;

const BEGIN: &str = "<!-- limits: begin -->\n";
const END: &str = "<!-- limits: end -->";

/// The table that stands in SECURITY.md.
fn table() -> String {
    let Limits {
        sessions,
        connections,
        request_time,
        answer_time,
        header_bytes,
        message_bytes,
        messages_a_second,
        bytes_a_second,
        faults,
        ping,
        silence,
        write_time,
        farewell,
    } = Limits::default();
    let (rates, frames, best) = (request::RATES, outbox::FRAMES_WAIT, scores::BEST);
    let rows = [
        ("tables played at a time", format!("{sessions}; `carom play --players N`, up to 1000"), "503"),
        (
            "connections that are no table (yet)",
            format!("{connections}"),
            "who has stood there longest without asking for anything is cut off",
        ),
        ("a request's headers", format!("{} KiB", header_bytes >> 10), "431, or cut off"),
        (
            "time for a request to come in, or for a connection that asks for nothing",
            format!("{request_time:?}"),
            "cut off",
        ),
        ("time for all answers on one connection", format!("{answer_time:?}"), "ended after the present one"),
        ("a WebSocket message, in one piece or in many", format!("{} KiB", message_bytes >> 10), "1009"),
        ("messages a second", format!("{messages_a_second}, and {} at once", 2 * messages_a_second), "1008"),
        (
            "bytes of messages a second",
            format!("{} KiB, and {} KiB at once", bytes_a_second >> 10, bytes_a_second >> 8),
            "1008",
        ),
        ("messages that are not understood", format!("{faults}"), "1008"),
        ("requests that wait for a pinball table", format!("{}", socket::REQUESTS), "1013"),
        ("questions that wait for a billiard table", format!("{}", billiards::socket::WAITING), "1013"),
        ("presses that wait for their tick", format!("{}", session::MOST_PRESSES), "the press is refused"),
        ("frames a second", format!("{} to {}", rates.start(), rates.end()), "refused"),
        (
            "messages that wait for a page that does not read",
            format!("{}; no frame is added to {frames}", outbox::WAITING),
            "frames are left out, then 1008",
        ),
        ("bytes that the system keeps for such a page", format!("{} KiB", server::SEND_BUFFER >> 10), "it waits"),
        (
            "time that a page may read nothing",
            format!("{:?}; {write_time:?} for one message", outbox::PATIENCE),
            "1008",
        ),
        ("silence", format!("a ping every {ping:?}; {silence:?} without any answer"), "1008"),
        (
            "tables set up, new games beyond one at a time, long steps and billiards shots that are computed at a time",
            "as many as half of the processors".to_owned(),
            "they wait in turn",
        ),
        ("searches for shots at a time, on half of the processors", format!("{}", house::SEARCHES), "refused in words"),
        ("presses in a recording", format!("{}", play::MOST_RECORDED), "the game goes on, unrecorded"),
        ("recordings in the folder of `--recordings`", format!("{}", shelf::MOST_KEPT), "no more are kept; said"),
        (
            "high scores",
            format!("{best} a table, {} tables, {} MiB", scores::MOST_TABLES, scores::file::LARGEST >> 20),
            "the lowest, or the table played longest ago, goes",
        ),
        ("time for everything to end when the server does", format!("{farewell:?}"), "cut off"),
    ];
    let rows = rows.map(|(what, number, then)| format!("| {what} | {number} | {then} |\n"));
    format!("| what | how much | beyond |\n|---|---|---|\n{}", rows.concat())
}

#[test]
fn security_md_says_every_limit_as_it_is() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../SECURITY.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("where the limits begin");
    let (held, after) = rest.split_once(END).expect("where they end");
    let expected = table();
    if held != expected && std::env::var_os("CAROM_BLESS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(held, expected, "SECURITY.md is out of date: run CAROM_BLESS=1 cargo test -p carom-play security_md");
}
