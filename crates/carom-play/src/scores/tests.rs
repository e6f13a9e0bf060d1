use super::*;
use std::sync::Arc;

fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("carom-scores-{test}-{}", std::process::id()));
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_best_ten_are_kept_in_order_and_over_a_restart() {
    let folder = folder("order");
    let path = folder.join("deep").join("scores.json");
    let (scores, trouble) = Scores::open(Some(path.clone()));
    assert_eq!(trouble, None);
    for k in 0..12_i64 {
        let (place, written) = scores.enter("a", 100 + 7 * (k % 5), "ABC");
        assert_eq!(written, Ok(()));
        assert!(place.is_some() || k >= 10, "{k}");
    }
    let list = scores.list("a");
    assert_eq!(list.len(), BEST);
    assert!(list.is_sorted_by(|one, other| one.score >= other.score), "{list:?}");
    assert_eq!(scores.place("a", 128), Some(3), "an equal score stays behind the older ones");
    assert_eq!(scores.place("a", 100), None, "no better than the last of ten");
    assert_eq!(scores.place("b", 0), None, "nothing is no score");
    assert_eq!(Scores::open(Some(path)).0.list("a"), list);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_damaged_file_is_kept_aside_and_a_new_one_begun() {
    let folder = folder("damaged");
    let path = folder.join("scores.json");
    for damaged in [&b"{\"version\":1,\"tab"[..], b"\xff\xfe\x00", b"{\"version\":9,\"tables\":{}}", b""] {
        fs::write(&path, damaged).unwrap();
        let (scores, trouble) = Scores::open(Some(path.clone()));
        assert!(trouble.unwrap().contains("scores.json.bad"));
        assert_eq!(fs::read(folder.join("scores.json.bad")).unwrap(), damaged);
        assert_eq!(scores.enter("a", 5, "ABC"), (Some(1), Ok(())));
        assert_eq!(Scores::open(Some(path.clone())).0.list("a").len(), 1);
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_written_is_said_and_stays_in_memory() {
    let folder = folder("full");
    // A file where a folder must be made: fails for every user, the one who may write everywhere included.
    fs::write(folder.join("blocked"), "").unwrap();
    let (scores, _) = Scores::open(Some(folder.join("blocked").join("scores.json")));
    let (place, written) = scores.enter("a", 5, "ABC");
    assert_eq!(place, Some(1));
    assert!(written.unwrap_err().contains("not saved"));
    assert_eq!(scores.list("a").len(), 1);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn sessions_that_enter_at_once_lose_nothing() {
    let folder = folder("crowd");
    let path = folder.join("scores.json");
    let scores = Arc::new(Scores::open(Some(path.clone())).0);
    let threads: Vec<_> = (0..8_i64)
        .map(|k| {
            let scores = scores.clone();
            std::thread::spawn(move || scores.enter("a", 1000 + k, "ABC").1)
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), Ok(()));
    }
    let points: Vec<i64> = Scores::open(Some(path)).0.list("a").iter().map(|score| score.score).collect();
    assert_eq!(points, (1000..1008).rev().collect::<Vec<_>>());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn tables_of_one_name_have_lists_of_their_own_and_there_is_an_end_of_lists() {
    let named = |name: &str| Table { name: Some(name.to_owned()), ..Table::default() };
    assert_ne!(key("a", &named("one")), key("a", &named("other")));
    let (scores, _) = Scores::open(None);
    for k in 0..300 {
        assert_eq!(scores.enter(&format!("table {k}"), 5, "ABC").0, Some(1), "the new one always comes in");
    }
    let remembered = (0..300).filter(|k| !scores.list(&format!("table {k}")).is_empty()).count();
    assert_eq!(remembered, MOST_TABLES);
}

#[test]
fn days_are_those_of_the_calendar() {
    let days =
        [(0, "1970-01-01"), (951_782_400, "2000-02-29"), (1_798_761_599, "2026-12-31"), (4_107_542_400, "2100-03-01")];
    for (seconds, text) in days {
        assert_eq!(day(seconds), text);
    }
}
