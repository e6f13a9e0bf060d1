//! The inputs of the reference shots can all be written as shots' files, and come back as they were.

use carom_shots::{read_value, write};
use serde_json::{Value, json};
use std::path::Path;
use std::{fs, io};

fn load(path: &Path) -> io::Result<Value> {
    Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
}

/// Copies members under other names.
fn renamed(from: &Value, names: &[(&str, &str)]) -> Value {
    names
        .iter()
        .map(|(theirs, ours)| ((*ours).to_owned(), from[*theirs].clone()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn flat(point: &Value) -> Value {
    json!([point[0], point[1]])
}

/// A table of the reference with every rail, jaw and pocket.
fn table(name: &str, theirs: &Value) -> Value {
    let specs = &theirs["specs"];
    let list = |key: &str| theirs[key].as_array().cloned().unwrap_or_default();
    let rail = |rail: &Value| json!({"name": rail["id"], "from": flat(&rail["p1"]), "to": flat(&rail["p2"])});
    let jaw = |jaw: &Value| json!({"name": jaw["id"], "centre": flat(&jaw["center"]), "radius": jaw["radius"]});
    let pocket = |pocket: &Value| json!({"name": pocket["id"], "centre": flat(&pocket["center"]), "radius": pocket["radius"], "depth": pocket["depth"]});
    json!({
        "name": name, "width": specs["w"], "length": specs["l"],
        "nose_height": specs["cushion_height"], "cushion_width": specs["cushion_width"],
        "rails": list("linear").iter().map(rail).collect::<Vec<_>>(),
        "jaws": list("circular").iter().map(jaw).collect::<Vec<_>>(),
        "pockets": list("pockets").iter().map(pocket).collect::<Vec<_>>(),
    })
}

fn friction(theirs: &Value) -> Value {
    match theirs["model"].as_str() {
        Some("average") => json!("average"),
        _ => json!({"law": "alciatore", "a": theirs["a"], "b": theirs["b"], "c": theirs["c"]}),
    }
}

fn pair(theirs: &Value) -> Value {
    match theirs["model"].as_str() {
        Some("frictionless_elastic") => json!("frictionless"),
        Some("frictional_mathavan") => {
            json!({"law": "mathavan-2014", "friction": friction(&theirs["friction"]), "steps": theirs["num_iterations"]})
        }
        _ => json!({"law": "frictional", "friction": friction(&theirs["friction"])}),
    }
}

fn cushion(theirs: &Value) -> Value {
    match theirs["model"].as_str() {
        Some("han_2005") => json!("han-2005"),
        Some("mathavan_2010") => json!("mathavan-2010"),
        Some("impulse_frictional_inelastic") => json!("impulse"),
        Some("unrealistic") => json!({"law": "simple", "restitution": theirs["restitution"]}),
        _ => json!({"law": "stronge", "omega": theirs["omega_ratio"]}),
    }
}

fn shot(common: &Value, theirs: &Value) -> Value {
    let name_of = |key: &str| theirs[key].as_str().unwrap_or_default();
    let spec = [
        ("m", "mass"),
        ("R", "radius"),
        ("u_s", "slide"),
        ("u_r", "roll"),
        ("u_sp_proportionality", "spin"),
        ("u_b", "ball_friction"),
        ("e_b", "ball_restitution"),
        ("e_c", "cushion_restitution"),
        ("f_c", "cushion_friction"),
        ("e_t", "table_restitution"),
    ];
    let cue_spec = [("M", "mass"), ("end_mass", "end_mass"), ("length", "length"), ("tip_radius", "tip_radius")];
    let ball = |ball: &Value| {
        let mut record = json!({"name": ball["id"], "at": flat(&ball["r"]), "height": ball["r"][2]});
        for (own, key) in [("v", "velocity"), ("w", "spin"), ("s", "phase")] {
            if let Some(value) = ball.get(own) {
                record[key] = value.clone();
            }
        }
        record
    };
    let models = &theirs["models"];
    let mut file = json!({
        "table": table(name_of("table"), &common["tables"][name_of("table")]),
        "spec": renamed(&common["ball_params"][name_of("ball_params")], &spec),
        "balls": theirs["balls"].as_array().map(|balls| balls.iter().map(ball).collect::<Vec<_>>()),
        "models": {
            "preset": "pooltool",
            "pair": pair(&models["ball_ball"]),
            "rail": cushion(&models["ball_linear_cushion"]),
            "jaw": cushion(&models["ball_circular_cushion"]),
            "landing": {"law": "frictional", "least_hop": models["ball_table"]["min_bounce_height"]},
            "jumps": models["is_3d"],
        },
    });
    if theirs["cue"]["V0"] != json!(0.0) {
        let keys = [
            ("V0", "speed"),
            ("phi", "direction"),
            ("theta", "elevation"),
            ("a", "side"),
            ("b", "height"),
            ("ball", "ball"),
        ];
        file["cue"] = renamed(&theirs["cue"], &keys);
        file["cue"]["cue"] = renamed(&common["cue_specs"][name_of("cue_specs")], &cue_spec);
    }
    file
}

#[test]
fn every_reference_input_can_be_written_as_a_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pooltool");
    let Ok(common) = load(&folder.join("common.json")) else {
        println!("skipped: the reference shots are not beside the project");
        return;
    };
    let mut files: Vec<_> =
        fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let mut count = 0;
    for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "json")) {
        let family = load(path).expect("JSON");
        // Other files of the folder are no lists of shots.
        for theirs in family["shots"].as_array().into_iter().flatten().filter(|shot| shot.get("balls").is_some()) {
            let file = shot(&common, theirs);
            let prepared = read_value(&file).unwrap_or_else(|faults| panic!("{}: {faults:?}\n{file}", theirs["id"]));
            assert_eq!(read_value(&write(&prepared)), Ok(prepared.clone()), "{}", theirs["id"]);
            if let Some(strike) = prepared.strike {
                let phi = theirs["cue"]["phi"].as_f64().expect("a number");
                assert_eq!(strike.direction.to_bits(), phi.to_radians().to_bits(), "{}", theirs["id"]);
            }
            count += 1;
        }
    }
    assert!(count > 100, "only {count} shots were found");
    println!("{count} shots");
}
