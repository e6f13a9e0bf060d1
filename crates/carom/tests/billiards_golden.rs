//! The same bits everywhere, for shots: a break of every game with the default laws and with the reference's, and the hashes
//! they must give in debug and in release, on every machine. A change of physics changes them; then say in the CHANGELOG why.

use carom::billiards::rules::GameKind;
use carom::billiards::{CushionModel, Models, Outcome, PairModel, Shot, Strike};

fn play(game: GameKind, models: &Models) -> (usize, u64) {
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
    (shot.events().len(), shot.hash())
}

#[test]
fn every_machine_gives_these_hashes() {
    let papers = Models {
        pair: PairModel::Mathavan2014 { friction: carom::billiards::BallFriction::Average, steps: 200 },
        rail: CushionModel::Mathavan2010,
        jaw: CushionModel::Han2005,
        ..Models::default()
    };
    let expected: [(GameKind, [(usize, u64); 3]); 4] = [
        (GameKind::EightBall, [(161, 0x547f4df88b5bcda0), (156, 0x8d98b5b9d013c05e), (156, 0xb9348ac687435a27)]),
        (GameKind::NineBall, [(75, 0xd5cebb9d5fe6d66f), (56, 0x7b51d1f7622d6be7), (70, 0x9baa3293d69af624)]),
        (GameKind::Snooker, [(26, 0xe9d7493a61d4ed61), (145, 0xdaf6e43ee604e785), (25, 0x049df265ff882e3c)]),
        (GameKind::ThreeCushion, [(27, 0xda801aef7f4258fc), (19, 0xe0e4e07a39c0c1f2), (21, 0xc4c7855cef89aa94)]),
    ];
    let found = expected.map(|(game, _)| {
        (game, [Models::default(), Models::pooltool(), papers.clone()].map(|models| play(game, &models)))
    });
    for (game, hashes) in found {
        let hashes = hashes.map(|(events, hash)| format!("({events}, {hash:#018x})"));
        println!("        (GameKind::{game:?}, [{}]),", hashes.join(", "));
    }
    assert_eq!(found, expected);
}
