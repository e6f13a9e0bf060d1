//! Whole checks of small tables: what is wrong is found, and nothing else.

use super::finding::{Finding, Kind, Level, Report};
use super::testing::{CLEAN, report};

fn of(report: &Report, kind: Kind) -> Vec<&Finding> {
    report.findings.iter().filter(|finding| finding.kind == kind).collect()
}

fn is_near(finding: &Finding, x: f64, y: f64) -> bool {
    finding.place.is_some_and(|[a, b, _]| (a - x).abs() < 20.0 && (b - y).abs() < 20.0)
}

#[test]
fn a_clean_table_gives_no_error_and_no_warning() {
    let report = report(CLEAN, 40, 12.0);
    assert_eq!((report.errors, report.warnings), (0, 0), "{}", report.text());
    assert!(report.figures.flipper_hits > 50 && report.figures.drained > 3, "it was played: {:?}", report.figures);
}

#[test]
fn a_pocket_is_a_trap_at_its_place() {
    // A V in the middle of the table, open to the top: a ball that comes there stays.
    let pocket = "[[wall]]\nname = \"vee\"\noutline = [[150, 480], [235, 540], [320, 480], [320, 490], [235, 555], [150, 490]]\n";
    let report = report(&format!("{CLEAN}{pocket}"), 40, 12.0);
    let traps = of(&report, Kind::Trap);
    assert_eq!(traps.len(), 1, "one spot: {}", report.text());
    let [trap] = traps.as_slice() else { panic!() };
    assert_eq!(trap.level, Level::Error);
    assert!(is_near(trap, 235.0, 524.0), "{:?}", trap.place);
    assert_eq!(trap.part.as_deref(), Some("vee"));
    assert!(trap.count.unwrap() > 3, "{trap:?}");
    assert!(of(&report, Kind::Leak).is_empty(), "{}", report.text());
}

#[test]
fn a_ball_on_a_ledge_asks_for_a_push_only() {
    // The game begins with a ball on the flat end of a wall of 0.4 mm: a push, which moves it by a millimetre, rolls it off.
    let ledge = "[[wall]]\nname = \"ledge\"\noutline = [[234.8, 500], [235.2, 500], [235.2, 520], [234.8, 520]]\n\
                 [[ball]]\nat = [235, 486.5]\n";
    let report = report(&format!("{CLEAN}{ledge}"), 8, 8.0);
    let traps = of(&report, Kind::Trap);
    assert!(!traps.is_empty() && traps.iter().all(|trap| trap.level == Level::Warning), "{}", report.text());
    assert!(traps[0].message.contains("only a push"), "{}", traps[0].message);
}

#[test]
fn what_the_game_opens_is_no_trap() {
    let pocket = "[[wall]]\nname = \"vee\"\noutline = [[150, 480], [235, 540], [320, 480], [320, 490], [235, 555], [150, 490]]\n\
                  [[ball]]\nat = [235, 520]\n";
    let door = "[[input]]\ntime = 100\naction = \"disable\"\npart = \"vee\"\n";
    let closed = report(&format!("{CLEAN}{pocket}"), 8, 8.0);
    assert_eq!(of(&closed, Kind::Trap).len(), 1, "{}", closed.text());
    let opened = report(&format!("{CLEAN}{pocket}{door}"), 8, 8.0);
    assert_eq!(of(&opened, Kind::Trap).len(), 0, "{}", opened.text());
}

#[test]
fn on_a_level_playfield_nothing_is_a_trap() {
    let report = report(&format!("[playfield]\nslope = 0\n{CLEAN}"), 8, 8.0);
    assert!(report.figures.rests > 0 && of(&report, Kind::Trap).is_empty(), "{}", report.text());
}

#[test]
fn a_hole_in_a_table_without_cabinet_is_a_leak() {
    // Walls on three sides and in front, but the left one has a gap of 100 mm.
    let walls = "[playfield]\ncabinet = false\n\
        [[wall]]\noutline = [[-20, -20], [534, -20], [534, 0], [-20, 0]]\n\
        [[wall]]\noutline = [[514, 0], [534, 0], [534, 1067], [514, 1067]]\n\
        [[wall]]\noutline = [[-20, 1067], [534, 1067], [534, 1087], [-20, 1087]]\n\
        [[wall]]\noutline = [[-20, 0], [0, 0], [0, 400], [-20, 400]]\n\
        [[wall]]\noutline = [[-20, GAP], [0, GAP], [0, 1067], [-20, 1067]]\n";
    let open = report(&format!("{}{CLEAN}", walls.replace("GAP", "500")), 40, 10.0);
    let leaks = of(&open, Kind::Leak);
    assert!(!leaks.is_empty(), "{}", open.text());
    for leak in &leaks {
        let [x, y, _] = leak.place.unwrap();
        assert!(x < 0.0 && (390.0..510.0).contains(&y), "{leak:?}");
        assert!(leak.message.contains("on the left"), "{}", leak.message);
    }
    let closed = report(&format!("{}{CLEAN}", walls.replace("GAP", "400")), 40, 10.0);
    assert_eq!(closed.errors, 0, "{}", closed.text());
}

#[test]
fn a_bumper_behind_walls_is_unreachable() {
    let hidden = "[[wall]]\noutline = [[0, 0], [110, 0], [110, 110], [0, 110], [0, 105], [105, 105], [105, 5], [0, 5]]\n\
                  [[bumper]]\nname = \"hidden\"\nat = [52, 55]\n";
    let report = report(&format!("{CLEAN}{hidden}"), 24, 8.0);
    let unreachable = of(&report, Kind::Unreachable);
    let names: Vec<_> = unreachable.iter().map(|finding| finding.part.as_deref()).collect();
    assert_eq!(names, [Some("hidden")], "{}", report.text());
    assert_eq!(unreachable[0].level, Level::Warning);
    assert!(is_near(unreachable[0], 52.0, 55.0));
    assert_eq!(report.errors, 0, "and there is nothing else: {}", report.text());
}

#[test]
fn the_same_seed_gives_the_same_report_with_any_number_of_threads() {
    let pocket = "[[wall]]\noutline = [[150, 480], [235, 540], [320, 480], [320, 490], [235, 555], [150, 490]]\n";
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| report(&format!("{CLEAN}{pocket}"), 16, 6.0)).json()
    };
    assert_eq!(with(1), with(2));
}
