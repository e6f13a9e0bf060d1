//! A shot in a few words.

use crate::Prepared;
use crate::report::word;
use carom::billiards::{Phase, Shot, What};

/// What the struck ball did, what fell, and where the struck ball ended: `cue hits 3 after 1 cushion; 3 into lt; cue stops
/// at (0.512, 1.203)`.
pub fn summary(prepared: &Prepared, shot: &Shot, struck: usize) -> String {
    let name = |ball: usize| prepared.balls.get(ball).map_or("?", |ball| ball.name.as_str());
    let mut parts = Vec::new();
    let mut cushions = 0_usize;
    let mut met = Vec::new();
    let mut missed = 0_usize;
    for event in shot.events() {
        match event.what {
            What::Rail { ball, .. } | What::Jaw { ball, .. } if ball == struck => cushions += 1,
            What::Balls { balls: [a, b] } if a == struck || b == struck => {
                let other = if a == struck { b } else { a };
                if met.contains(&other) {
                    continue;
                }
                met.push(other);
                // A break touches everything: the first few tell enough.
                if met.len() > 3 {
                    missed += 1;
                    continue;
                }
                let way = match cushions {
                    0 => String::new(),
                    1 => " after 1 cushion".to_owned(),
                    more => format!(" after {more} cushions"),
                };
                parts.push(format!("{} hits {}{way}", name(struck), name(other)));
            }
            What::Pot { ball, pocket } => {
                let pocket = prepared.table.pockets.get(pocket).map_or("?", |pocket| pocket.name.as_str());
                parts.push(format!("{} into {pocket}", name(ball)));
            }
            What::Off { ball } => parts.push(format!("{} leaves the table", name(ball))),
            _ => {}
        }
    }
    if missed > 0 {
        parts.push(format!("and {missed} more"));
    }
    if met.is_empty() {
        parts.insert(0, format!("{} hits no ball", name(struck)));
    }
    let end = shot.state(struck);
    if !end.phase.is_out() {
        let stops = if end.phase == Phase::Stationary { "stops" } else { "is" };
        parts.push(format!("{} {stops} at ({:.3}, {:.3})", name(struck), end.position.x, end.position.y));
    }
    parts.join("; ")
}

/// A whole shot for people: one line for every event, and where the balls end.
pub fn brief(prepared: &Prepared, shot: &Shot) -> String {
    let Prepared { table, balls, .. } = prepared;
    let name = |ball: usize| balls.get(ball).map_or("?", |ball| ball.name.as_str());
    let mut text = String::new();
    for event in shot.events() {
        let (first, second) = event.what.balls();
        let rest = match event.what {
            What::Balls { .. } => format!("and {} meet", second.map_or("?", name)),
            What::Strike { .. } => "is struck".to_owned(),
            What::Rail { rail, .. } => format!("meets rail {}", table.rails.get(rail).map_or("?", |rail| &rail.name)),
            What::Jaw { jaw, .. } => format!("meets jaw {}", table.jaws.get(jaw).map_or("?", |jaw| &jaw.name)),
            What::Tip { pocket, .. } | What::Rattle { pocket, .. } | What::Pot { pocket, .. } => {
                let pocket = table.pockets.get(pocket).map_or("?", |pocket| &pocket.name);
                match word(&event.what) {
                    "tip" => format!("comes over the edge of {pocket}"),
                    "rattle" => format!("rattles in {pocket}"),
                    _ => format!("is potted in {pocket}"),
                }
            }
            What::Landing { .. } => "lands".to_owned(),
            What::Off { .. } => "leaves the table".to_owned(),
            What::Change { from, to, .. } => format!("changes from {} to {}", from.name(), to.name()),
        };
        text += &format!("{:>10.6} s  {} {rest}\n", event.time, name(first));
    }
    let moves = (0..balls.len()).any(|k| shot.state(k).phase.moves());
    // Cut off by time, the balls are shown at that time; by the number of events, at the last of them.
    let cut_by_time = moves && shot.events().len() < prepared.events && prepared.time.is_finite();
    let end = if cut_by_time { prepared.time } else { shot.time() };
    if moves {
        let why = if cut_by_time { "the time is up" } else { "as many events as are allowed have happened" };
        text += &format!("{end:>10.6} s  {why}; balls still move\n");
    }
    for (k, ball) in balls.iter().enumerate() {
        let end = if moves { shot.state_at(k, end) } else { shot.state(k) };
        let at = if end.phase.is_out() {
            String::new()
        } else {
            format!(" at ({:.6}, {:.6})", end.position.x, end.position.y)
        };
        text += &format!("{} is {}{at}\n", ball.name, end.phase.name());
    }
    text
}
