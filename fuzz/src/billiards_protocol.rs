//! What a page may ask a billiard table for, without the socket: any messages, one in a line.

use carom_play::billiards::{Ask, Room, Setup};

/// Messages of one page at most.
const MOST_MESSAGES: usize = 24;
/// Searches take as long as they may: one is enough.
const MOST_SEARCHES: usize = 1;
/// s: the shortest search that can be asked for.
const SEARCH: f64 = 0.1;

/// Asks a room. Promised: no panic, whatever is asked; a question that is none is refused in words; the state can be told.
pub fn billiards_protocol(data: &[u8]) {
    let mut room = Room::open(&Setup { seed: Some(1), ..Setup::default() }).expect("nine-ball can be played");
    let mut searches = 0;
    for line in String::from_utf8_lossy(data).split('\n').take(MOST_MESSAGES) {
        let ask = match Ask::parse(line) {
            // By chance it would not come to the same twice.
            Ok(Ask::New(setup)) => Ask::New(Setup { seed: setup.seed.or(Some(1)), ..setup }),
            Ok(Ask::Solve { id, goal, .. }) => {
                searches += 1;
                Ask::Solve { id, goal, seconds: SEARCH }
            }
            Ok(ask) => ask,
            Err(why) => {
                assert!(!why.is_empty(), "refused without a word");
                continue;
            }
        };
        if searches > MOST_SEARCHES {
            break;
        }
        let answer = room.answer(ask);
        assert!(answer["kind"].is_string(), "an answer says what it is: {answer}");
        let state = room.state();
        for ball in state["balls"].as_array().expect("balls") {
            // What is no number is written as nothing.
            assert!(!ball.to_string().contains("null"), "a ball is nowhere: {ball}");
        }
    }
}
