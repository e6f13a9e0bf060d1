//! A break of every game, with the default laws, with the reference's, and with those of some papers.

use super::Found;
use carom::billiards::rules::GameKind;
use carom::billiards::{BallFriction, CushionModel, Models, Outcome, PairModel, Shot, Strike};

/// The default laws.
pub(super) fn by_default(game: GameKind) -> Found {
    play(game, &Models::default())
}

/// The reference's laws.
pub(super) fn as_pooltool(game: GameKind) -> Found {
    play(game, &Models::pooltool())
}

/// Mathavan's and Han's.
pub(super) fn by_papers(game: GameKind) -> Found {
    let papers = Models {
        pair: PairModel::Mathavan2014 { friction: BallFriction::Average, steps: 200 },
        rail: CushionModel::Mathavan2010,
        jaw: CushionModel::Han2005,
        ..Models::default()
    };
    play(game, &papers)
}

fn play(game: GameKind, models: &Models) -> Found {
    let table = game.table();
    let balls = game.rack(&table, 1e-3, 12);
    let aim = balls[1].state.position - balls[0].state.position;
    let strike = Strike {
        speed: 6.0,
        direction: libm::atan2(aim.y, aim.x) + 0.002,
        side: 0.2,
        height: 0.3,
        elevation: 0.1,
        ..Strike::level(0, game.cue_spec())
    };
    let mut shot = Shot::new(&table, models, &balls, Some(&strike)).unwrap();
    assert_eq!(shot.run(), Outcome::AtRest);
    (shot.events().len() as u64, shot.hash())
}
