//! Tables of one's own: what is refused, and why.

use carom::DVec2;
use carom::billiards::{Jaw, Pocket, PocketSpec, Rail, Table};

const RADIUS: f64 = 0.028_575;

fn pool() -> Table {
    Table::named("pool-7").unwrap()
}

fn refusal(table: &Table) -> String {
    table.check_for(RADIUS).expect_err("the table should be refused").to_string()
}

#[test]
fn numbers_that_are_none_are_refused() {
    assert!(refusal(&Table { width: f64::NAN, ..pool() }).contains("width"));
    assert!(refusal(&Table { length: -1.0, ..pool() }).contains("length"));
    let mut table = pool();
    table.rails[4].to.x = f64::INFINITY;
    assert!(refusal(&table).starts_with("rail 18"), "{}", refusal(&table));
    let mut table = pool();
    table.pockets[1].radius = 0.0;
    assert!(refusal(&table).starts_with("pocket lc"));
    let mut table = pool();
    table.jaws[2].centre.y = f64::NAN;
    assert!(refusal(&table).starts_with("jaw 4t"));
    assert!(pool().check_for(f64::NAN).is_err());
    assert!(PocketSpec { side_angle: 2.0, ..PocketSpec::POOL_7 }.check().is_err());
}

#[test]
fn a_normal_must_be_a_unit_vector_square_to_its_rail() {
    let mut table = pool();
    table.rails[0].inward = DVec2::new(2.0, 0.0);
    assert!(refusal(&table).contains("unit"));
    table.rails[0].inward = DVec2::new(0.6, 0.8);
    assert!(refusal(&table).contains("square"));
    table.rails[0].to = table.rails[0].from;
    assert!(refusal(&table).contains("no length"));
}

#[test]
fn two_things_of_a_kind_need_two_names() {
    let mut table = pool();
    table.pockets[3].name = "lb".to_owned();
    assert!(refusal(&table).contains("name of another"));
}

#[test]
fn a_missing_rail_lets_balls_out() {
    let mut table = Table::carom(1.0, 2.0, 0.037, 0.05);
    table.check_for(RADIUS).unwrap();
    table.rails.remove(2);
    // The long rails' upper ends are bare now.
    assert!(refusal(&table).contains("bare"), "{}", refusal(&table));
    // Covered with tips they are not, but the way out is still there.
    for x in [-0.01, 1.01] {
        table.jaws.push(Jaw { name: format!("tip {x}"), centre: DVec2::new(x, 2.0), radius: 0.01 });
    }
    assert!(refusal(&table).contains("not closed"), "{}", refusal(&table));
    // A pocket as wide as the table closes it again: whatever comes there is potted.
    let centre = DVec2::new(0.5, 2.5);
    table.pockets.push(Pocket { name: "wide".to_owned(), centre, radius: 0.7, depth: 0.1 });
    table.check_for(RADIUS).unwrap();
}

#[test]
fn a_gap_counts_only_for_balls_that_fit_through_it() {
    let mut table = Table::carom(1.0, 2.0, 0.037, 0.05);
    table.rails[0].to.y = 1.0;
    table.rails.push(Rail::facing("upper", DVec2::new(0.0, 1.05), DVec2::new(0.0, 2.0), DVec2::new(0.5, 1.0)));
    for (name, y) in [("a", 1.0), ("b", 1.05)] {
        table.jaws.push(Jaw { name: name.to_owned(), centre: DVec2::new(-0.001, y), radius: 0.001 });
    }
    table.check_for(0.03).unwrap();
    assert!(table.check_for(0.02).unwrap_err().to_string().contains("not closed"));
}

#[test]
fn a_mouth_narrower_than_the_ball_makes_its_pocket_useless() {
    let spec = PocketSpec { side_width: 0.05, side_radius: 0.03, ..PocketSpec::POOL_7 };
    let table = spec.build("narrow");
    assert!(refusal(&table).starts_with("pocket lc"), "{}", refusal(&table));
    table.check_for(0.02).unwrap();
}

#[test]
fn a_wall_across_the_cloth_cuts_pockets_off() {
    let mut table = pool();
    let (left, right) = (DVec2::new(0.0, 0.5), DVec2::new(0.9906, 0.5));
    table.rails.push(Rail::facing("wall", left, right, DVec2::new(0.5, 1.0)));
    assert!(refusal(&table).starts_with("pocket lb"), "{}", refusal(&table));
}

#[test]
fn a_table_of_six_corners_can_be_played_on() {
    // An L: the inner corner needs a tip, for a ball meets rails only between their ends.
    let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)].map(DVec2::from);
    let mut table = Table::carom(2.0, 2.0, 0.037, 0.05);
    table.rails = (0..6)
        .map(|k| {
            let (from, to) = (corners[k], corners[(k + 1) % 6]);
            Rail::facing(k.to_string(), from, to, 0.5 * (from + to) + (to - from).perp())
        })
        .collect();
    assert!(refusal(&table).contains("bare"), "{}", refusal(&table));
    table.jaws.push(Jaw { name: "inner".to_owned(), centre: corners[3], radius: 1e-4 });
    table.check_for(RADIUS).unwrap();
}

#[test]
fn a_table_full_of_pocket_has_no_room() {
    let mut table = Table::carom(1.0, 1.0, 0.037, 0.05);
    let centre = DVec2::new(0.5, 0.5);
    table.pockets.push(Pocket { name: "all".to_owned(), centre, radius: 5.0, depth: 0.1 });
    assert!(refusal(&table).contains("no free place"));
}
