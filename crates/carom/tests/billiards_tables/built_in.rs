use carom::DVec2;
use carom::billiards::{BallSpec, PocketSpec, Table};

fn table(name: &str) -> Table {
    Table::named(name).unwrap_or_else(|| panic!("no table {name}"))
}

/// Coordinates of the reference tables: a side of every kind of mouth, in more than one quarter.
#[test]
fn rails_lie_where_the_reference_has_them() {
    let known = [
        ("pool-7", "3", [0.0, 0.09100172278778171], [0.0, 0.91508373076875], [1.0, 0.0]),
        ("pool-7", "12", [0.9906, 1.0661162692312498], [0.9906, 1.8901982772122183], [-1.0, 0.0]),
        ("pool-7", "9", [0.09100172278778171, 1.9812], [0.8995982772122183, 1.9812], [0.0, -1.0]),
        (
            "pool-7",
            "5",
            [-0.0508, 1.0527858533727004],
            [-0.006961860911672622, 1.0582279182538834],
            [0.12319433307820017, -0.9923825654944859],
        ),
        (
            "pool-7",
            "14",
            [1.0414, 0.9284141466272995],
            [0.9975618609116726, 0.9229720817461166],
            [-0.1231943330781975, 0.9923825654944863],
        ),
        (
            "pool-7",
            "1",
            [0.022249704426935843, -0.0508],
            [0.07761953701082994, -0.0048310793217675495],
            [-0.6387678175155977, 0.7693995550468951],
        ),
        (
            "pool-7",
            "11",
            [1.0414, 1.9589502955730642],
            [0.9954310793217676, 1.90358046298917],
            [-0.7693995550468953, 0.6387678175155972],
        ),
        (
            "pool-7",
            "16",
            [1.0414, 0.022249704426935843],
            [0.9954310793217676, 0.07761953701082994],
            [-0.7693995550468943, -0.6387678175155985],
        ),
        ("snooker", "5", [-0.04763, 1.826785], [-0.0669, 1.826785], [0.0, -1.0]),
        (
            "snooker",
            "8",
            [0.009037537444289923, 3.61663],
            [0.030629330291773997, 3.5950382071525158],
            [-0.7071067811865468, -0.7071067811865483],
        ),
        ("carom", "12", [1.42, 2.84], [1.42, 0.0], [-1.0, 0.0]),
    ];
    for (name, rail, from, to, inward) in known {
        let table = table(name);
        let found = table.rails.iter().find(|found| found.name == rail).unwrap();
        let far = |a: DVec2, b: [f64; 2]| (a - DVec2::from(b)).length();
        assert!(far(found.from, from) < 1e-12, "{name} {rail}: from {}", found.from);
        assert!(far(found.to, to) < 1e-12, "{name} {rail}: to {}", found.to);
        assert!(far(found.inward, inward) < 1e-12, "{name} {rail}: inward {}", found.inward);
    }
}

#[test]
fn tips_and_pockets_lie_where_the_reference_has_them() {
    let known = [
        ("pool-7", "2t", [-0.02095, 0.09100172278778171], 0.02095),
        ("pool-7", "13t", [0.99855, 1.0661162692312498], 0.00795),
        ("pool-7", "10t", [0.8995982772122183, 2.00215], 0.02095),
        ("snooker", "16t", [1.8669, 0.09349112313925807], 0.0889),
    ];
    for (name, jaw, centre, radius) in known {
        let table = table(name);
        let found = table.jaws.iter().find(|found| found.name == jaw).unwrap();
        assert!((found.centre - DVec2::from(centre)).length() < 1e-12, "{name} {jaw}: {}", found.centre);
        assert_eq!(found.radius, radius);
    }
    let known = [
        ("pool-7", "lb", [-0.029486352775479032, -0.029486352775479032], 0.062),
        ("pool-7", "rc", [1.0591, 0.9906], 0.0645),
        ("snooker", "rt", [1.825623641712914, 3.616623641712914], 0.0889),
    ];
    for (name, pocket, centre, radius) in known {
        let table = table(name);
        let found = &table.pockets[table.pocket(pocket).unwrap()];
        assert!((found.centre - DVec2::from(centre)).length() < 1e-12, "{name} {pocket}: {}", found.centre);
        assert_eq!((found.radius, found.depth), (radius, 0.08));
    }
}

#[test]
fn names_come_in_the_order_of_the_reference() {
    let table = table("pool-7");
    let rails: Vec<&str> = table.rails.iter().map(|rail| rail.name.as_str()).collect();
    let order = ["3", "6", "15", "12", "18", "9", "5", "4", "13", "14", "1", "2", "8", "7", "11", "10", "16", "17"];
    assert_eq!(rails, order);
    let jaws: Vec<&str> = table.jaws.iter().map(|jaw| jaw.name.as_str()).collect();
    assert_eq!(jaws, ["1t", "2t", "4t", "5t", "7t", "8t", "10t", "11t", "13t", "14t", "16t", "17t"]);
    let pockets: Vec<&str> = table.pockets.iter().map(|pocket| pocket.name.as_str()).collect();
    assert_eq!(pockets, ["lb", "lc", "lt", "rb", "rc", "rt"]);
}

#[test]
fn every_built_in_table_is_sound_for_its_balls() {
    for name in Table::NAMES {
        let table = table(name);
        assert_eq!(table.name, name);
        for spec in [BallSpec::POOL, BallSpec::SNOOKER, BallSpec::CAROM] {
            table.check_for(spec.radius).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    Table::field(600.0).check_for(0.03).unwrap();
    for spec in [PocketSpec::POOL_7, PocketSpec::POOL_8, PocketSpec::POOL_9, PocketSpec::SNOOKER] {
        spec.check().unwrap();
    }
    assert!(Table::named("pool-10").is_none());
}

#[test]
fn a_mouth_side_touches_its_tip() {
    // Corner mouths are exact tangents. Side mouths end in the tangent point but lean by a hair (sine for tangent).
    let table = table("pool-9");
    for jaw in &table.jaws {
        let side = table.rails.iter().find(|rail| format!("{}t", rail.name) == jaw.name).unwrap();
        let distance = (side.to - jaw.centre).length();
        assert!((distance - jaw.radius).abs() < 1e-15, "{}: {distance}", jaw.name);
        let off = (side.from - jaw.centre).dot(side.inward) - jaw.radius;
        let allowed = if jaw.radius < 0.01 { 1e-4 } else { 1e-15 };
        assert!(off.abs() < allowed, "{}: {off}", jaw.name);
    }
}

#[test]
fn diamonds_stand_on_the_wood_and_not_over_a_pocket() {
    for (name, count) in [("pool-7", 18), ("pool-9", 18), ("carom", 20), ("snooker", 0)] {
        let table = table(name);
        let diamonds = table.diamonds();
        assert_eq!(diamonds.len(), count, "{name}");
        for diamond in diamonds {
            let out = (-diamond).max(diamond - table.point(1.0, 1.0)).max_element();
            assert!(out > table.cushion_width, "{name}: {diamond} lies on cushion or cloth");
        }
    }
}
