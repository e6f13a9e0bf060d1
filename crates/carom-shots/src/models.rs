//! The laws of a shot in a file: a preset, and what differs from it.

use crate::fault::{Faults, shown, suggestion};
use crate::record::{Field, Record};
use crate::tree::Tree;
use carom::billiards::{BallFriction, CushionModel, LandingModel, Models, PairModel, PocketModel, Quirks, StrikeModel};
use serde_json::{Map, Value, json};

/// A law's name in files, and what it is.
type Law = (&'static str, &'static str);

/// Laws of ball against ball, by their names in files.
pub fn pair_laws() -> &'static [Law] {
    &[
        ("frictional", "restitution along the line of centres, Coulomb friction across it (the default)"),
        ("frictionless", "no friction, no loss"),
        ("mathavan-2014", "integrated over the impulse, with the cloth's friction during the impact"),
    ]
}

/// Laws of friction between balls, by their names in files.
pub fn ball_friction_laws() -> &'static [Law] {
    &[
        ("alciatore", "a + b exp(-c slip), through Marlow's measurements (the default)"),
        ("average", "the mean of the balls' own numbers, at any slip"),
    ]
}

/// Laws of ball against cushion, by their names in files.
pub fn cushion_laws() -> &'static [Law] {
    &[
        ("stronge", "tangentially compliant impact (the default)"),
        ("impulse", "one impulse with Coulomb friction at the nose"),
        ("mathavan-2010", "integrated over the impulse, with the cloth's friction during the impact"),
        ("han-2005", "one impulse, rolling or sliding at the nose"),
        ("simple", "the way back is the way in; spin is untouched"),
    ]
}

/// Laws of a ball that lands on the cloth, by their names in files.
pub fn landing_laws() -> &'static [Law] {
    &[
        ("frictional", "restitution, and Coulomb friction at the lowest point (the default)"),
        ("frictionless", "restitution only"),
    ]
}

/// Laws of a ball at a pocket, by their names in files.
pub fn pocket_laws() -> &'static [Law] {
    &[
        ("rim", "a ball tips over the edge, may rattle, and is potted when it has fallen (the default)"),
        ("simple", "a ball is potted when its centre comes over the hole"),
    ]
}

const PRESETS: [&str; 2] = ["carom", "pooltool"];

fn preset(name: &str) -> Models {
    if name == "pooltool" { Models::pooltool() } else { Models::default() }
}

/// `"pooltool"`, or `{"preset": "pooltool", "rail": "han-2005"}`.
pub(crate) fn read_models(field: &Field<'_>, faults: &mut Faults) -> Models {
    let presets = PRESETS.map(|name| (name, name));
    if let Tree::Text(_) = field.tree {
        return preset(field.choice(&presets, faults).unwrap_or_default());
    }
    let Some(mut record) = field.record(faults) else { return Models::default() };
    let base = record.take("preset").and_then(|field| field.choice(&presets, faults));
    let mut models = preset(base.unwrap_or_default());
    let mut taken = |key| record.take(key);
    if let Some(field) = taken("strike") {
        models.strike = read_strike(&field, models.strike, faults);
    }
    if let Some(field) = taken("pair") {
        models.pair = read_pair(&field, faults).unwrap_or(models.pair);
    }
    if let Some(field) = taken("rail") {
        models.rail = read_cushion(&field, faults).unwrap_or(models.rail);
    }
    if let Some(field) = taken("jaw") {
        models.jaw = read_cushion(&field, faults).unwrap_or(models.jaw);
    }
    if let Some(field) = taken("landing") {
        models.landing = read_landing(&field, faults).unwrap_or(models.landing);
    }
    if let Some(field) = taken("pocket") {
        let laws = [("rim", PocketModel::Rim), ("simple", PocketModel::Simple)];
        models.pocket = field.choice(&laws, faults).unwrap_or(models.pocket);
    }
    models.jumps = record.flag("jumps", models.jumps, faults);
    models.gravity = record.number("gravity", models.gravity, (1e-3, 1e3), faults);
    if let Some(field) = record.take("quirks") {
        models.quirks = read_quirks(&field, models.quirks, faults);
    }
    record.finish(faults);
    models
}

/// The preset from which the fewest laws differ, and these. `None`: Carom's own.
pub(crate) fn write_models(models: &Models) -> Option<Value> {
    let fewest = PRESETS.map(|name| (name, differences(models, &preset(name)))).into_iter();
    let (name, mut record) = fewest.min_by_key(|(_, record)| record.len())?;
    if name == "carom" && record.is_empty() {
        return None;
    }
    record.insert("preset".to_owned(), json!(name));
    Some(Value::Object(record))
}

fn differences(models: &Models, base: &Models) -> Map<String, Value> {
    let mut record = Map::new();
    let mut put = |key: &str, differs: bool, value: Value| {
        if differs {
            record.insert(key.to_owned(), value);
        }
    };
    let strike = models.strike;
    put(
        "strike",
        strike != base.strike,
        json!({"squirt": strike.squirt, "english": strike.english, "miscue": strike.miscue}),
    );
    put("pair", models.pair != base.pair, write_pair(&models.pair));
    put("rail", models.rail != base.rail, write_cushion(&models.rail));
    put("jaw", models.jaw != base.jaw, write_cushion(&models.jaw));
    put("landing", models.landing != base.landing, write_landing(&models.landing));
    let pocket = match models.pocket {
        PocketModel::Simple => "simple",
        PocketModel::Rim => "rim",
    };
    put("pocket", models.pocket != base.pocket, json!(pocket));
    put("jumps", models.jumps != base.jumps, json!(models.jumps));
    put("gravity", models.gravity.to_bits() != base.gravity.to_bits(), json!(models.gravity));
    let mut quirks = Map::new();
    let (mut own, mut other) = (models.quirks, base.quirks);
    for (key, place) in QUIRKS {
        if place(&mut own) != place(&mut other) {
            quirks.insert(key.to_owned(), json!(*place(&mut own)));
        }
    }
    put("quirks", !quirks.is_empty(), Value::Object(quirks));
    record
}

/// The name of a law, given alone or as `law` of an object with its numbers, and that object.
fn law<'a>(field: &Field<'a>, laws: &[Law], faults: &mut Faults) -> Option<(&'static str, Option<Record<'a>>)> {
    let (place, word, record) = match field.tree {
        Tree::Text(word) => (field.place.clone(), word.as_str(), None),
        Tree::Record(_) => {
            let mut record = field.record(faults)?;
            let law = record.need("law", "the name of the law", faults)?;
            (law.place.clone(), law.text(faults)?, Some(record))
        }
        _ => {
            faults.add(&field.place, "the name of a law is needed here, or an object with `law` and its numbers");
            return None;
        }
    };
    let Some((name, _)) = laws.iter().find(|(name, _)| *name == word) else {
        let hint = suggestion(word, laws.iter().map(|(name, _)| *name));
        faults.add(place, format_args!("there is no law `{}`{hint}", shown(word)));
        return None;
    };
    Some((name, record))
}

/// Reads the numbers of a law from its object, if there is one.
fn numbers<'a, T>(
    record: Option<Record<'a>>,
    model: T,
    faults: &mut Faults,
    read: impl FnOnce(&mut Record<'a>, T, &mut Faults) -> T,
) -> T {
    let Some(mut record) = record else { return model };
    let model = read(&mut record, model, faults);
    record.finish(faults);
    model
}

fn read_pair(field: &Field<'_>, faults: &mut Faults) -> Option<PairModel> {
    let (name, record) = law(field, pair_laws(), faults)?;
    let friction_of = |record: &mut Record<'_>, faults: &mut Faults| {
        record.take("friction").and_then(|friction| read_friction(&friction, faults)).unwrap_or_default()
    };
    Some(match name {
        "frictionless" => numbers(record, PairModel::Frictionless, faults, |_, model, _| model),
        "mathavan-2014" => {
            let usual = PairModel::Mathavan2014 { friction: BallFriction::default(), steps: STEPS };
            numbers(record, usual, faults, |record, _, faults| PairModel::Mathavan2014 {
                friction: friction_of(record, faults),
                // Fewer are too coarse to mean anything, more would be slow and no more exact.
                steps: record
                    .take("steps")
                    .and_then(|steps| steps.count(10, 100_000, faults))
                    .map_or(STEPS, |steps| steps as u32),
            })
        }
        _ => numbers(record, PairModel::default(), faults, |record, _, faults| PairModel::Frictional {
            friction: friction_of(record, faults),
        }),
    })
}

/// Steps of Mathavan's integration unless a file says otherwise.
const STEPS: u32 = 1000;

fn write_pair(model: &PairModel) -> Value {
    match model {
        PairModel::Frictionless => json!("frictionless"),
        PairModel::Frictional { friction } => json!({"law": "frictional", "friction": write_friction(friction)}),
        PairModel::Mathavan2014 { friction, steps } => {
            json!({"law": "mathavan-2014", "friction": write_friction(friction), "steps": steps})
        }
    }
}

fn read_friction(field: &Field<'_>, faults: &mut Faults) -> Option<BallFriction> {
    let (name, record) = law(field, ball_friction_laws(), faults)?;
    Some(match name {
        "average" => numbers(record, BallFriction::Average, faults, |_, model, _| model),
        _ => numbers(record, BallFriction::default(), faults, |record, model, faults| {
            let BallFriction::Alciatore { a, b, c } = model else { return model };
            BallFriction::Alciatore {
                a: record.number("a", a, (0.0, 10.0), faults),
                b: record.number("b", b, (0.0, 10.0), faults),
                c: record.number("c", c, (0.0, 1e3), faults),
            }
        }),
    })
}

fn write_friction(friction: &BallFriction) -> Value {
    match friction {
        BallFriction::Average => json!("average"),
        BallFriction::Alciatore { a, b, c } => json!({"law": "alciatore", "a": a, "b": b, "c": c}),
    }
}

fn read_cushion(field: &Field<'_>, faults: &mut Faults) -> Option<CushionModel> {
    let (name, record) = law(field, cushion_laws(), faults)?;
    let plain = |record, model, faults: &mut Faults| numbers(record, model, faults, |_, model, _| model);
    Some(match name {
        "han-2005" => plain(record, CushionModel::Han2005, faults),
        "mathavan-2010" => plain(record, CushionModel::Mathavan2010, faults),
        "impulse" => plain(record, CushionModel::Impulse, faults),
        "simple" => numbers(record, CushionModel::Simple { restitution: true }, faults, |record, _, faults| {
            CushionModel::Simple { restitution: record.flag("restitution", true, faults) }
        }),
        _ => numbers(record, CushionModel::default(), faults, |record, model, faults| {
            // Its formulas hold between 1 and 2, the ends left out.
            let omega = record.take("omega").and_then(|omega| {
                let number = omega.number((1.0, 2.0), faults)?;
                if number > 1.0 && number < 2.0 {
                    return Some(number);
                }
                faults.add(omega.place, format_args!("it is {number}; it must be more than 1 and less than 2"));
                None
            });
            omega.map_or(model, |omega| CushionModel::Stronge { omega })
        }),
    })
}

fn write_cushion(model: &CushionModel) -> Value {
    match model {
        CushionModel::Simple { restitution } => json!({"law": "simple", "restitution": restitution}),
        CushionModel::Han2005 => json!("han-2005"),
        CushionModel::Mathavan2010 => json!("mathavan-2010"),
        CushionModel::Impulse => json!("impulse"),
        CushionModel::Stronge { omega } => json!({"law": "stronge", "omega": omega}),
    }
}

fn read_landing(field: &Field<'_>, faults: &mut Faults) -> Option<LandingModel> {
    let (name, record) = law(field, landing_laws(), faults)?;
    let usual = LandingModel::default().least_hop();
    // A hop of nothing would never be over.
    let least_hop =
        numbers(record, usual, faults, |record, usual, faults| record.number("least_hop", usual, (1e-6, 1.0), faults));
    Some(match name {
        "frictionless" => LandingModel::Frictionless { least_hop },
        _ => LandingModel::Frictional { least_hop },
    })
}

fn write_landing(model: &LandingModel) -> Value {
    let name = match model {
        LandingModel::Frictionless { .. } => "frictionless",
        LandingModel::Frictional { .. } => "frictional",
    };
    json!({"law": name, "least_hop": model.least_hop()})
}

fn read_strike(field: &Field<'_>, base: StrikeModel, faults: &mut Faults) -> StrikeModel {
    let Some(mut record) = field.record(faults) else { return base };
    let model = StrikeModel {
        squirt: record.number("squirt", base.squirt, (0.0, 1.0), faults),
        english: record.number("english", base.english, (0.0, 1.0), faults),
        miscue: match record.take("miscue") {
            Some(field) if field.is_null() => None,
            Some(field) => field.number((0.0, 1.0), faults).or(base.miscue),
            None => base.miscue,
        },
    };
    record.finish(faults);
    model
}

/// A quirk: its key, and where it stands.
type Quirk = (&'static str, fn(&mut Quirks) -> &mut bool);
const QUIRKS: [Quirk; 6] = [
    ("friction_by_separation", |quirks| &mut quirks.friction_by_separation),
    ("rough_pair_integral", |quirks| &mut quirks.rough_pair_integral),
    ("upright_cushions", |quirks| &mut quirks.upright_cushions),
    ("landing_takes_side_spin", |quirks| &mut quirks.landing_takes_side_spin),
    ("cushions_ignore_flight", |quirks| &mut quirks.cushions_ignore_flight),
    ("spacer", |quirks| &mut quirks.spacer),
];

fn read_quirks(field: &Field<'_>, base: Quirks, faults: &mut Faults) -> Quirks {
    let Some(mut record) = field.record(faults) else { return base };
    let mut quirks = base;
    for (key, place) in QUIRKS {
        let own = *place(&mut quirks);
        *place(&mut quirks) = record.flag(key, own, faults);
    }
    record.finish(faults);
    quirks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quirk_has_its_key() {
        // A quirk that is added to the engine makes this pattern incomplete: it needs a key as well.
        let Quirks {
            friction_by_separation: _,
            rough_pair_integral: _,
            upright_cushions: _,
            landing_takes_side_spin: _,
            cushions_ignore_flight: _,
            spacer: _,
        } = Quirks::NONE;
        let mut quirks = Quirks::NONE;
        for (_, place) in QUIRKS {
            *place(&mut quirks) = true;
        }
        assert_eq!(quirks, Quirks { spacer: true, ..Quirks::POOLTOOL });
    }
}
