//! The games that can be played, as the page lists them.

use carom::billiards::Table;
use carom::billiards::rules::GameKind;
use serde_json::{Value, json};

/// What the list of games says: `[{"name","title","words","table","tables"}]`.
pub fn games() -> Value {
    let entry = |kind: GameKind| {
        let (title, words) = about(kind);
        json!({ "name": kind.name(), "title": title, "words": words, "table": kind.table().name, "tables": tables(kind) })
    };
    GameKind::ALL.into_iter().map(entry).collect()
}

/// Names of the tables on which a game can be played.
pub(super) fn tables(kind: GameKind) -> &'static [&'static str] {
    match kind {
        GameKind::EightBall | GameKind::NineBall => &["pool-7", "pool-8", "pool-9"],
        GameKind::Snooker => &["snooker"],
        GameKind::ThreeCushion | GameKind::SumToThree => &["carom"],
        GameKind::Free => &Table::NAMES,
    }
}

fn about(kind: GameKind) -> (&'static str, &'static str) {
    match kind {
        GameKind::EightBall => ("Eight-ball", "Clear the solids or the stripes, then call the eight and pot it."),
        GameKind::NineBall => ("Nine-ball", "Hit the lowest ball first. Whoever pots the nine wins."),
        GameKind::Snooker => ("Snooker", "A red, then a colour, and again; then the colours in their order."),
        GameKind::ThreeCushion => {
            ("Three-cushion", "Touch three cushions or more before the second ball. First to ten.")
        }
        GameKind::SumToThree => {
            ("Sum to three", "Hit the other ball; three cushions in all, of both balls. First to ten.")
        }
        GameKind::Free => ("Free play", "No rules: put any ball anywhere and play it."),
    }
}
