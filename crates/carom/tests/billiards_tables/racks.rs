use carom::billiards::rules::GameKind;
use carom::billiards::{Ball, BallSpec, Table};

fn gap(a: &Ball, b: &Ball) -> f64 {
    (a.state.position - b.state.position).length() - a.spec.radius - b.spec.radius
}

/// Pairs whose gap is less than `gap`.
fn near(balls: &[Ball], most: f64) -> usize {
    let pairs = (0..balls.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.filter(|&(i, j)| gap(&balls[i], &balls[j]) < most).count()
}

fn names(balls: &[Ball]) -> Vec<&str> {
    balls.iter().map(|ball| ball.name.as_str()).collect()
}

#[test]
fn frozen_racks_touch_and_do_not_overlap() {
    // Neighbours in a triangle of 15: 30 pairs, with the pink one more; in the diamond of nine: 16.
    for (game, touching) in [(GameKind::EightBall, 30), (GameKind::NineBall, 16), (GameKind::Snooker, 31)] {
        for name in ["pool-7", "pool-8", "pool-9", "snooker"] {
            let table = Table::named(name).unwrap();
            let balls = game.rack(&table, 0.0, 3);
            assert_eq!(near(&balls, 1e-12), touching, "{game:?} on {name}");
            assert_eq!(near(&balls, -1e-15), 0, "{game:?} on {name} overlaps");
        }
    }
}

#[test]
fn shaken_racks_never_overlap_and_stay_in_their_places() {
    for game in GameKind::ALL {
        let table = game.table();
        for (seed, spacing) in [1e-3, 0.02, 0.3, 1.0].into_iter().cycle().take(80).enumerate() {
            let balls = game.rack(&table, spacing, seed as u64);
            assert_eq!(near(&balls, 0.0), 0, "{game:?} {seed} {spacing}");
            assert!(balls.iter().all(|ball| ball.state.position.z == ball.spec.radius));
        }
        // The farthest ball of a triangle is ten radii from its apex, and so grows with it ten times as much.
        let (still, shaken) = (game.rack(&table, 0.0, 5), game.rack(&table, 1e-3, 5));
        for (a, b) in still.iter().zip(&shaken) {
            assert_eq!(a.name, b.name);
            let moved = (a.state.position - b.state.position).length();
            assert!(moved > 0.0 && moved < 1e-3 * a.spec.radius * 12.0, "{game:?} {}: {moved}", a.name);
        }
    }
}

#[test]
fn a_seed_gives_one_rack_and_another_seed_another() {
    for game in [GameKind::EightBall, GameKind::NineBall, GameKind::Snooker] {
        let table = game.table();
        assert_eq!(game.rack(&table, 1e-3, 7), game.rack(&table, 1e-3, 7));
        assert_ne!(names(&game.rack(&table, 0.0, 7)), names(&game.rack(&table, 0.0, 8)));
    }
}

#[test]
fn the_cue_ball_comes_first_and_every_ball_once() {
    let counts = [16, 10, 22, 3, 2, 10];
    for (game, count) in GameKind::ALL.into_iter().zip(counts) {
        let balls = game.rack(&game.table(), 1e-3, 1);
        let mut sorted = names(&balls);
        assert!(["cue", "white"].contains(&sorted[0]), "{game:?}");
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!((balls.len(), sorted.len()), (count, count), "{game:?}");
    }
}

#[test]
fn the_one_leads_and_the_nine_is_in_the_middle() {
    let table = Table::named("pool-9").unwrap();
    for seed in 0..20 {
        let balls = GameKind::NineBall.rack(&table, 0.0, seed);
        let of = |name: &str| balls.iter().find(|ball| ball.name == name).unwrap().state.position;
        assert_eq!((of("1").x, of("1").y), (0.635, 1.905));
        assert_eq!(of("9").x, 0.635);
        assert!((of("9").y - 1.905 - 12_f64.sqrt() * BallSpec::POOL.radius).abs() < 1e-15);
    }
}

#[test]
fn the_eight_is_in_the_middle_and_the_back_corners_differ() {
    let table = Table::named("pool-9").unwrap();
    for seed in 0..20 {
        let balls = GameKind::EightBall.rack(&table, 0.0, seed);
        let number = |place: usize| balls[place + 1].name.parse::<u32>().unwrap();
        assert_eq!(number(4), 8);
        assert!(number(0) < 8);
        assert!(number(10) < 8 && number(14) > 8);
    }
}

#[test]
fn own_balls_are_racked_by_their_own_size() {
    let table = Table::named("pool-9").unwrap();
    let spec = BallSpec { radius: 0.02, mass: 0.1, ..BallSpec::POOL };
    let balls = GameKind::EightBall.rack_of(spec, &table, 0.0, 1);
    assert!(balls.iter().all(|ball| ball.spec == spec));
    assert_eq!(near(&balls, 1e-12), 30);
}

#[test]
fn a_spacing_that_is_no_number_is_taken_as_none() {
    let table = Table::named("pool-9").unwrap();
    let frozen = GameKind::NineBall.rack(&table, 0.0, 1);
    for spacing in [f64::NAN, -1.0, f64::INFINITY] {
        assert_eq!(GameKind::NineBall.rack(&table, spacing, 1), frozen);
    }
}

#[test]
fn games_are_found_by_their_names() {
    for game in GameKind::ALL {
        assert_eq!(GameKind::from_name(game.name()), Some(game));
        assert!(Table::NAMES.contains(&game.table().name.as_str()));
    }
    assert_eq!(GameKind::from_name("bowls"), None);
}
