//! The text layout: spellings, missing files, hostile names.

use carom_tables::parts::{RampKind, TargetKind};
use carom_vpx::{Error, Import, Outcome, import};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/layout")
}

/// An empty folder of this name.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("carom-vpx-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(path.join("gameitems")).unwrap();
    path
}

fn item<'a>(import: &'a Import, name: &str) -> &'a carom_vpx::ItemReport {
    import.report.items.iter().find(|item| item.name == name).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn both_spellings_are_read() {
    let import = import(&data()).unwrap();
    let table = &import.table;
    assert_eq!((table.name.as_deref(), table.author.as_deref()), (Some("Layout"), Some("Nobody")));
    assert_eq!(import.report.version, Some(1081));
    assert_eq!((table.playfield.width.unwrap().0, table.playfield.length.unwrap().0), (800.0, 1600.0));
    assert_eq!(table.playfield.slope.unwrap().0, 6.5, "glass and slope of other versions' spelling");
    assert_eq!(table.walls.len(), 2);
    let [snake, camel] = table.walls.as_slice() else { panic!("two walls") };
    assert_eq!((snake.top, snake.elasticity, snake.droppable), (camel.top, camel.elasticity, camel.droppable));
    assert_eq!((snake.top.unwrap().0, snake.droppable), (60.0, Some(true)));
    assert_eq!(table.ramps[0].kind, Some(RampKind::ThreeWireLeft));
    let kinds: Vec<_> = table.targets.iter().map(|target| target.kind.unwrap()).collect();
    assert_eq!(
        kinds,
        [TargetKind::FatSquare, TargetKind::FatSquare, TargetKind::FatSquare],
        "by name, in camels, by number"
    );
    assert_eq!(table.flippers[0].return_ratio.unwrap().0, 0.07);
    assert_eq!(table.flippers[0].strength, table.flippers[1].strength, "not said: the default");
    assert_eq!(table.rubbers[0].elasticity.unwrap().0, 0.55, "of its material");
    assert_eq!(import.report.collections, 1);
    table.machine().unwrap();
}

#[test]
fn a_mesh_comes_from_its_obj_file() {
    let import = import(&data()).unwrap();
    let mesh = &import.table.meshes[0];
    assert_eq!((mesh.points.len(), mesh.triangles.len()), (4, 4));
    // A tetrahedron with its fronts outside has a positive volume.
    let at = |k: u64| mesh.points[k as usize].map(|x| x.0);
    let volume = |[a, b, c]: [[f64; 3]; 3]| {
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    };
    let sum: f64 = mesh.triangles.iter().map(|corners| volume(corners.map(at))).sum();
    assert!((sum / 6.0 - 1.0 / 6.0).abs() < 1e-9, "{sum}");
    assert!(item(&import, "NoMesh").notes[0].contains("Primitive.NoMesh.obj cannot be found"));
    assert!(item(&import, "Gltf").notes[0].contains(".glb"));
}

/// Some versions write the corners the other way round; the normals tell.
#[test]
fn a_folder_of_meshes_inside_out_is_turned() {
    let folder = fresh("turned");
    let obj = fs::read_to_string(data().join("gameitems/Primitive.Tetra.obj")).unwrap();
    let turned: Vec<String> = obj
        .lines()
        .map(|line| match line.strip_prefix("f ") {
            Some(corners) => format!("f {}", corners.split(' ').rev().collect::<Vec<_>>().join(" ")),
            None => line.to_owned(),
        })
        .collect();
    fs::write(folder.join("gameitems/Primitive.Tetra.obj"), turned.join("\n")).unwrap();
    fs::copy(data().join("gameitems/Primitive.Tetra.json"), folder.join("gameitems/Primitive.Tetra.json")).unwrap();
    let (right, wrong) = (import(&data()).unwrap(), import(&folder).unwrap());
    let sorted = |import: &Import| {
        let mesh = &import.table.meshes[0];
        let corner = |k: u64| mesh.points[k as usize].map(|x| x.0.to_bits());
        // A triangle may begin at any of its corners.
        let triangle = |corners: &[u64; 3]| {
            let [a, b, c] = corners.map(corner);
            [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap()
        };
        let mut all: Vec<_> = mesh.triangles.iter().map(triangle).collect();
        all.sort();
        all
    };
    assert_eq!(sorted(&right), sorted(&wrong));
    assert!(wrong.report.notes.iter().any(|note| note.contains("the other way round")));
}

#[test]
fn the_list_may_be_missing() {
    let folder = fresh("no-list");
    for entry in fs::read_dir(data().join("gameitems")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.join("gameitems").join(path.file_name().unwrap())).unwrap();
    }
    let import = import(&folder).unwrap();
    assert_eq!(import.table.walls.len(), 2);
    assert!(import.report.notes.iter().any(|note| note.contains("gameitems.json")), "{:?}", import.report.notes);
    assert!(import.report.notes.iter().any(|note| note.contains("gamedata.json")));
}

/// Names in the list are somebody else's.
#[test]
fn names_do_not_lead_out_of_the_folder() {
    let folder = fresh("hostile");
    let secret = r#"{ "Bumper": { "name": "Stolen", "center": { "x": 1, "y": 2 } } }"#;
    fs::write(folder.join("secret.json"), secret).unwrap();
    fs::write(folder.join("gameitems/Bumper.Honest.json"), secret.replace("Stolen", "Honest")).unwrap();
    let names = [
        "../secret.json",
        "..",
        "",
        ".",
        "gameitems/Bumper.Honest.json",
        "..\\secret.json",
        "/etc/hostname",
        "C:secret.json",
        "Bumper.\u{0}.json",
        "Bumper.Link.json",
        "Bumper.Missing.json",
        "Bumper.Honest.json",
    ];
    let list: Vec<_> = names.iter().map(|name| serde_json::json!({ "file_name": name })).collect();
    fs::write(folder.join("gameitems.json"), serde_json::to_string(&list).unwrap()).unwrap();
    #[cfg(unix)]
    {
        let outside = fresh("outside").join("Bumper.Link.json");
        fs::write(&outside, secret).unwrap();
        std::os::unix::fs::symlink(&outside, folder.join("gameitems/Bumper.Link.json")).unwrap();
    }
    let import = import(&folder).unwrap();
    let taken: Vec<_> =
        import.report.items.iter().filter(|item| item.part.is_some()).map(|item| item.name.as_str()).collect();
    assert_eq!(taken, ["Honest"]);
    assert_eq!(import.report.items.len(), names.len());
    #[cfg(unix)]
    assert!(item(&import, "Link").notes[0].contains("outside"), "{:?}", item(&import, "Link"));
    assert_eq!(item(&import, "Missing").outcome, Outcome::LeftOut);
}

#[test]
fn other_folders_and_files_are_told_apart() {
    let folder = fresh("empty");
    fs::remove_dir(folder.join("gameitems")).unwrap();
    assert!(matches!(import(&folder), Err(Error::NotATable(_))));
    assert!(matches!(import(&folder.join("none.vpx")), Err(Error::Io { .. })));
    let text = folder.join("table.vpx");
    fs::write(&text, "Dear reader").unwrap();
    assert_eq!(import(&text).unwrap_err().to_string(), r#"not a Visual Pinball table: it begins with "Dear reader""#);
    assert_eq!(import(&data().join("gamedata.json")).unwrap(), import(&data()).unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_text_never_panics(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), "[0-9eE.,:{}\\[\\]\"a-z-]{0,4}"), 1..10)) {
        let folder = fresh("changed");
        let mut files: Vec<(PathBuf, String)> = Vec::new();
        for sub in ["", "gameitems"] {
            for entry in fs::read_dir(data().join(sub)).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() {
                    let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
                    files.push((folder.join(sub).join(path.file_name().unwrap()), text));
                }
            }
        }
        files.sort();
        for (file, at, text) in changes {
            let index = file.index(files.len());
            let old = &mut files[index].1;
            if old.is_ascii() && !old.is_empty() {
                let at = at.index(old.len());
                let end = (at + text.len()).min(old.len());
                old.replace_range(at..end, &text);
            }
        }
        for (path, text) in &files {
            fs::write(path, text).unwrap();
        }
        if let Ok(import) = import(&folder) {
            prop_assert!(import.table.machine().is_ok());
            prop_assert_eq!(carom_tables::Table::parse(&import.table.to_toml()).unwrap(), import.table);
        }
    }
}
