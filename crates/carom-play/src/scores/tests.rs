use super::*;
use std::fs;
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
        fs::remove_file(folder.join("scores.json.bad")).unwrap();
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
    assert!(scores.has_unsaved());

    // As soon as it can be written, it is: with the next score, and those before it.
    fs::remove_file(folder.join("blocked")).unwrap();
    assert_eq!(scores.enter("b", 7, "ABC"), (Some(1), Ok(())));
    assert!(!scores.has_unsaved());
    let (again, _) = Scores::open(Some(folder.join("blocked").join("scores.json")));
    assert_eq!((again.list("a"), again.list("b")), (scores.list("a"), scores.list("b")));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn whoever_runs_the_server_is_told_what_is_not_saved() {
    let folder = folder("told");
    fs::write(folder.join("blocked"), "").unwrap();
    let (said, heard) = std::sync::mpsc::channel();
    let (scores, _) = Scores::open(Some(folder.join("blocked").join("scores.json")));
    let scores = scores.telling(Console::new(move |words| _ = said.send(words.to_owned())));
    let fault = scores.enter("a", 5, "ABC").1.unwrap_err();
    assert_eq!(heard.try_recv(), Ok(fault));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn two_servers_do_not_lose_each_others_scores() {
    // The file used to be written as one server remembered it: what another had saved meanwhile was gone.
    let folder = folder("two");
    let path = folder.join("scores.json");
    let servers = [(); 2].map(|()| Arc::new(Scores::open(Some(path.clone())).0));
    let threads: Vec<_> = (0..8_i64)
        .map(|k| {
            let scores = servers[k as usize % 2].clone();
            std::thread::spawn(move || scores.enter("a", 1000 + k, "ABC"))
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap().1, Ok(()));
    }
    assert_eq!(servers[0].enter("b", 5, "ABC").1, Ok(()));
    assert_eq!(servers[1].enter("c", 5, "ABC").1, Ok(()));
    let (all, _) = Scores::open(Some(path.clone()));
    let points: Vec<i64> = all.list("a").iter().map(|score| score.score).collect();
    assert_eq!(points, (1000..1008).rev().collect::<Vec<_>>());
    assert_eq!((all.list("b").len(), all.list("c").len()), (1, 1));
    assert_eq!(servers[1].list("b").len(), 1, "and each learns of the other's");
    // The same game twice on one day is two scores, not one that was written twice.
    for server in &servers {
        assert_eq!(server.enter("d", 9, "ABC").1, Ok(()));
    }
    assert_eq!(Scores::open(Some(path)).0.list("d").len(), 2);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_that_is_damaged_or_gone_while_the_server_runs_costs_nothing() {
    let folder = folder("meanwhile");
    let path = folder.join("scores.json");
    let (scores, _) = Scores::open(Some(path.clone()));
    assert_eq!(scores.enter("a", 5, "ABC").1, Ok(()));
    for damage in [Some("{"), None, Some("[]")] {
        match damage {
            Some(text) => fs::write(&path, text).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        assert_eq!(scores.enter("b", 5, "ABC").1, Ok(()));
        assert_eq!(Scores::open(Some(path.clone())).0.list("a").len(), 1, "{damage:?}");
    }
    assert_eq!(scores.list("b").len(), 3);
    for aside in ["scores.json.bad", "scores.json.bad2"] {
        assert!(folder.join(aside).exists(), "both damaged files are kept: {aside}");
    }
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
