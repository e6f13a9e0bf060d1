//! Rules for tables that have none, such as imported ones: derived from their parts, and written as an author would write them.

mod groups;
mod lamps;

use carom::pinball::Autopilot;
use carom_tables::Table;
use carom_tables::parts::{Counter, Rule};
use carom_tables::{Amount, Outline, Words, Worth};
use groups::rows;
use lamps::Lamps;

/// A table as it is played: itself if it has rules or a script, or wants none; else with rules and lamps for its parts. Once is as
/// good as twice.
pub fn completed(table: &Table) -> Table {
    let mut table = table.clone();
    if !table.rules.is_empty() || table.game.script.is_some() || table.game.default_rules == Some(false) {
        return table;
    }
    let before = table.clone();
    let mut lamps = Lamps::of(&table);
    let mut rules = plain(&table);
    lanes(&table, &mut lamps, &mut rules);
    targets(&table, &mut lamps, &mut rules);
    if rules.is_empty() {
        return table;
    }
    own_lamps(&mut table, &mut rules);
    lamps.show_game(&table);
    lamps.put(&mut table);
    if table.game.hint.is_none() {
        table.game.hint = Some("Whatever is dark wants to be lit".to_owned());
    }
    table.counters.push(Counter { name: "groups".to_owned(), ..Counter::default() });
    table.rules = rules;
    sound(table, before)
}

/// What every part is worth by itself.
fn plain(table: &Table) -> Vec<Rule> {
    let slings = table.walls.iter().enumerate().filter(|(_, wall)| match &wall.outline {
        Outline::Corners(corners) => corners.iter().any(|corner| corner.slingshot == Some(true)),
        Outline::Path(_) => false,
    });
    let solids = table.walls.iter().enumerate().filter(|(_, wall)| wall.tells == Some(true));
    let is_high = |on: &Option<String>| on.as_ref().is_some_and(|on| is_ramp(table, on));
    let mut rules = vec![
        scores("Bumpers", all(&table.bumpers, "bumper", |part| &part.name), 100, 10),
        scores("Slingshots", slings.map(|(k, wall)| called(&wall.name, "wall", k)).collect(), 10, 0),
        scores("Spinners", all(&table.spinners, "spinner", |part| &part.name), 10, 5),
        scores("Gates", all(&table.gates, "gate", |part| &part.name), 50, 0),
        scores("Holes", holes(table), 1_000, 100),
        scores(
            "Ramps",
            table
                .triggers
                .iter()
                .enumerate()
                .filter(|(_, trigger)| is_high(&trigger.on))
                .map(|(k, trigger)| called(&trigger.name, "trigger", k))
                .collect(),
            2_500,
            250,
        ),
        scores(
            "Rollovers",
            table
                .triggers
                .iter()
                .enumerate()
                .filter(|(_, trigger)| !is_high(&trigger.on))
                .map(|(k, trigger)| called(&trigger.name, "trigger", k))
                .collect(),
            50,
            10,
        ),
        scores("Targets", all(&table.targets, "target", |part| &part.name), 500, 50),
    ];
    // A wall that is told of is no slingshot too.
    let told: Vec<String> = solids.map(|(k, wall)| called(&wall.name, "wall", k)).collect();
    let told = told.into_iter().filter(|name| !rules[1].on.0.contains(name)).collect();
    rules.push(scores("Walls that tell", told, 10, 0));
    rules.retain(|rule| !rule.on.0.is_empty());
    rules
}

/// Rows of rollovers: all lit, the bonus counts once more. The flipper buttons move what is lit.
fn lanes(table: &Table, lamps: &mut Lamps, rules: &mut Vec<Rule>) {
    for row in rows(&groups::rollovers(table), lamps.unit()) {
        let lit = lamps.above(&row);
        rules.push(Rule {
            about: Some("Lanes light their lamps".to_owned()),
            on: Words(row.iter().map(|spot| spot.name.clone()).collect()),
            score: Some(Worth::Number(500)),
            ..Rule::default()
        });
        for (spot, lamp) in row.iter().zip(&lit) {
            rules.push(Rule { on: Words::one(&spot.name), light: Some(Words::one(quoted(lamp))), ..Rule::default() });
        }
        let list = listed(&lit);
        rules.push(Rule { on: Words::one("button left"), shift_left: Some(Words::one(&list)), ..Rule::default() });
        rules.push(Rule { on: Words::one("button right"), shift_right: Some(Words::one(&list)), ..Rule::default() });
        rules.push(Rule {
            about: Some("All lanes: the bonus counts once more".to_owned()),
            on: Words::one(format!("lit {list}")),
            score: Some(Worth::Number(5_000)),
            unlight: Some(Words::one(&list)),
            count: Some(Words::one("groups")),
            ..Rule::default()
        });
        rules.push(Rule {
            on: Words::one(format!("lit {list}")),
            when: Some(Words::one("bonus_multiplier < 5")),
            bonus_multiplier: Some(Worth::Sum("bonus_multiplier + 1".to_owned())),
            say: Some("Bonus {bonus_multiplier}X".to_owned()),
            ..Rule::default()
        });
    }
}

/// Groups of targets: drop targets come up again when all are down; standing ones go dark when all are lit.
fn targets(table: &Table, lamps: &mut Lamps, rules: &mut Vec<Rule>) {
    for bank in rows(&groups::drops(table), lamps.unit()) {
        let list = listed(&bank.iter().map(|spot| spot.name.clone()).collect::<Vec<_>>());
        lamps.before(&bank, |spot| Some(format!("down {}", quoted(&spot.name))));
        rules.push(Rule {
            about: Some("A whole bank".to_owned()),
            on: Words::one(format!("down {list}")),
            score: Some(Worth::Number(5_000)),
            bonus: Some(Worth::Number(500)),
            count: Some(Words::one("groups")),
            say: Some("All down".to_owned()),
            ..Rule::default()
        });
        rules.push(Rule {
            on: Words::one(format!("down {list}")),
            after: Some(Amount(0.8)),
            raise: Some(Words::one(&list)),
            ..Rule::default()
        });
        rules.push(Rule { on: Words::one("ball begins"), raise: Some(Words::one(&list)), ..Rule::default() });
    }
    for group in rows(&groups::standing(table), lamps.unit()) {
        let lit = lamps.before(&group, |_| None);
        for (spot, lamp) in group.iter().zip(&lit) {
            rules.push(Rule { on: Words::one(&spot.name), light: Some(Words::one(quoted(lamp))), ..Rule::default() });
        }
        let list = listed(&lit);
        rules.push(Rule {
            about: Some("All targets of a group".to_owned()),
            on: Words::one(format!("lit {list}")),
            score: Some(Worth::Number(5_000)),
            bonus: Some(Worth::Number(500)),
            unlight: Some(Words::one(&list)),
            count: Some(Words::one("groups")),
            say: Some("All targets".to_owned()),
            ..Rule::default()
        });
    }
    let extra = Rule {
        about: Some("Five groups of lanes or targets".to_owned()),
        on: Words::one("groups = 5"),
        extra_ball: Some(true),
        say: Some("Extra ball".to_owned()),
        ..Rule::default()
    };
    if rules.iter().any(|rule| rule.count.is_some()) {
        rules.push(extra);
    }
}

/// Lamps that the table has: those for general light shine while a ball is in play, the others change when the part beside them is
/// hit.
fn own_lamps(table: &mut Table, rules: &mut Vec<Rule>) {
    let near = groups::mm(table, 60.0);
    let mut free: Vec<(String, [f64; 2])> = Vec::new();
    for (k, lamp) in table.lamps.iter_mut().enumerate() {
        let name = called(&lamp.name, "lamp", k);
        if lamp.lit.is_some() || lamp.blink.is_some() {
            continue;
        }
        if name.to_lowercase().starts_with("gi") {
            lamp.lit = Some(Words::one("in_play >= 1"));
        } else {
            free.push((name, [lamp.at[0].0, lamp.at[1].0]));
        }
    }
    for spot in groups::hit(table) {
        let far = |at: &[f64; 2]| libm::hypot(at[0] - spot.at[0], at[1] - spot.at[1]);
        let nearest = free.iter().enumerate().min_by(|(_, a), (_, b)| far(&a.1).total_cmp(&far(&b.1)));
        if let Some((k, (lamp, at))) = nearest
            && far(at) < near
        {
            let toggle = Some(Words::one(quoted(lamp)));
            rules.push(Rule { on: Words::one(&spot.name), toggle, ..Rule::default() });
            free.remove(k);
        }
    }
}

/// Kickers that catch balls in play. The house keeper throws balls out of them; those below the flippers are drains.
fn holes(table: &Table) -> Vec<String> {
    let names = all(&table.kickers, "kicker", |part| &part.name);
    if names.is_empty() {
        return names;
    }
    let Ok(machine) = table.machine() else { return Vec::new() };
    let pilot = Autopilot::new(&machine, 1);
    names.into_iter().filter(|name| machine.part(name).is_some_and(|part| !pilot.is_drain(part))).collect()
}

fn is_ramp(table: &Table, name: &str) -> bool {
    table.ramps.iter().enumerate().any(|(k, ramp)| called(&ramp.name, "ramp", k) == name)
}

fn scores(about: &str, on: Vec<String>, score: i64, bonus: i64) -> Rule {
    Rule {
        about: Some(about.to_owned()),
        on: Words(on),
        score: Some(Worth::Number(score)),
        bonus: (bonus > 0).then_some(Worth::Number(bonus)),
        ..Rule::default()
    }
}

/// The names by which parts go.
fn all<P>(parts: &[P], kind: &str, name: impl Fn(&P) -> &Option<String>) -> Vec<String> {
    parts.iter().enumerate().map(|(k, part)| called(name(part), kind, k)).collect()
}

/// The name by which a part goes: its own, or its kind and number.
fn called(name: &Option<String>, kind: &str, index: usize) -> String {
    name.clone().unwrap_or_else(|| format!("{kind} {}", index + 1))
}

/// A name as it stands in a list.
fn quoted(name: &str) -> String {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && name != "same";
    if plain { name.to_owned() } else { format!("'{name}'") }
}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
}

/// Names can be odder than rules can say: whatever is wrong is left out.
fn sound(mut table: Table, before: Table) -> Table {
    for _ in 0..3 {
        let Err(faults) = table.plan() else { return table };
        let is_wrong = |kind: &str, index: usize| faults.iter().any(|one| one.kind == kind && one.index == index);
        let rules = core::mem::take(&mut table.rules).into_iter().enumerate();
        table.rules = rules.filter(|(k, _)| !is_wrong("rule", *k)).map(|(_, rule)| rule).collect();
        for (k, lamp) in table.lamps.iter_mut().enumerate() {
            if is_wrong("lamp", k) {
                (lamp.lit, lamp.blink) = (None, None);
            }
        }
    }
    before
}
