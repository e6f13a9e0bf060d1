//! How every part got its place: by which rule its colliders were placed, whether they are driven, in which groups they lie.

use super::finding::counted;
use carom::pinball::{GroupId, Machine, PartId};
use carom::shape::{Rule, Shape, Upright};
use carom_tables::Table;
use serde::Serialize;
use std::collections::BTreeMap;

/// Parts that a machine has without any table: playfield and cabinet.
const CABINET: &str = "playfield and cabinet";

/// The whole list. Names are part of the command's contract.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Placement {
    table: String,
    /// All colliders, and how many of them got their place by each rule.
    colliders: usize,
    native: usize,
    replaced: usize,
    ball_to_local: usize,
    /// How many colliders are driven.
    driven: usize,
    groups: Vec<GroupLine>,
    parts: Vec<PartLine>,
}

/// A group.
#[derive(Debug, PartialEq, Serialize)]
struct GroupLine {
    name: String,
    /// The groups in which it lies, from the inside out.
    parents: Vec<String>,
    driven: bool,
    /// Has it a path, and does it follow it from the start?
    path: bool,
    runs: bool,
}

/// A part, or playfield and cabinet.
#[derive(Debug, PartialEq, Serialize)]
struct PartLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    kind: &'static str,
    /// The groups in which it lies, from the inside out.
    parents: Vec<String>,
    driven: bool,
    /// What it is made of. A part that only notices balls has nothing here.
    colliders: Vec<Colliders>,
}

/// Colliders of one kind that were placed alike.
#[derive(Debug, PartialEq, Serialize)]
struct Colliders {
    rule: &'static str,
    shape: &'static str,
    count: usize,
}

impl Placement {
    /// Of a table by the name `file`, and its machine.
    pub(super) fn of(file: &str, table: &Table, machine: &Machine) -> Self {
        let mut counts: BTreeMap<Option<PartId>, BTreeMap<(Rule, &'static str), usize>> = BTreeMap::new();
        for (id, collider, part) in machine.colliders() {
            let kind = (machine.rule(id), word(collider.shape()));
            *counts.entry(part).or_default().entry(kind).or_default() += 1;
        }
        let of_rule = |rule: Rule| {
            let all = counts.values().flatten().filter(|((one, _), _)| *one == rule);
            all.map(|(_, count)| count).sum::<usize>()
        };
        let (native, replaced, local) = (of_rule(Rule::Native), of_rule(Rule::Replaced), of_rule(Rule::Local));
        let mut line = |part: Option<PartId>, name: Option<&str>, kind: &'static str| {
            let colliders = counts.remove(&part).unwrap_or_default().into_iter();
            let colliders = colliders.map(|((rule, shape), count)| Colliders { rule: rule.word(), shape, count });
            let (parents, driven) = part.map(|part| chain(machine, machine.group_of(part))).unwrap_or_default();
            PartLine { part: name.map(str::to_owned), kind, parents, driven, colliders: colliders.collect() }
        };
        // As in the file: several kinds of it are one kind of part to the machine.
        let kinds = table.counts().into_iter().flat_map(|(kind, count)| core::iter::repeat_n(kind, count));
        let cabinet = line(None, None, CABINET);
        let parts = machine.parts().zip(kinds).map(|((id, name, _), kind)| line(Some(id), Some(name), kind));
        let parts: Vec<PartLine> = core::iter::once(cabinet).chain(parts).collect();
        let driven = parts.iter().filter(|part| part.driven).flat_map(|part| &part.colliders);
        let groups = machine.groups().map(|(_, group)| GroupLine {
            name: group.name.clone(),
            parents: chain(machine, group.parent).0,
            driven: group.driven,
            path: group.track.is_some(),
            runs: group.runs,
        });
        Self {
            table: file.to_owned(),
            colliders: native + replaced + local,
            native,
            replaced,
            ball_to_local: local,
            driven: driven.map(|colliders| colliders.count).sum(),
            groups: groups.collect(),
            parts,
        }
    }

    pub(super) fn json(&self) -> String {
        // Plain numbers and strings: nothing in it can fail to be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    pub(super) fn text(&self) -> String {
        let mut rows = vec![["part", "rule", "", "shapes", "lies in"].map(str::to_owned)];
        for part in &self.parts {
            let driven = if part.driven { "driven" } else { "" };
            let name = part.part.as_ref().map_or_else(|| part.kind.to_owned(), |name| format!("{} {name}", part.kind));
            let lies_in = part.parents.join(" in ");
            if part.colliders.is_empty() {
                rows.push([name, "-".to_owned(), driven.to_owned(), "notices only".to_owned(), lies_in]);
                continue;
            }
            let mut by_rule: Vec<(&str, Vec<String>)> = Vec::new();
            for Colliders { rule, shape, count } in &part.colliders {
                let shapes = counted(*count, shape);
                match by_rule.iter_mut().find(|(one, _)| one == rule) {
                    Some((_, list)) => list.push(shapes),
                    None => by_rule.push((rule, vec![shapes])),
                }
            }
            for (rule, shapes) in by_rule {
                let cells = [name.clone(), rule.to_owned(), driven.to_owned(), shapes.join(", "), lies_in.clone()];
                rows.push(cells);
            }
        }
        let mut text = in_columns(&rows);
        for group in &self.groups {
            let how = match (group.driven, group.path, group.runs) {
                (false, ..) => "stands",
                (true, false, _) => "is driven",
                (true, true, false) => "is driven, has a path",
                (true, true, true) => "is driven, follows its path from the start",
            };
            let within = group.parents.iter().map(|name| format!(" in {name}")).collect::<String>();
            text += &format!("group {}{within}: {how}\n", group.name);
        }
        let Self { table, colliders, native, replaced, ball_to_local, driven, .. } = self;
        let all = counted(*colliders, "collider");
        text += &format!("{table}: {all}: {native} native, {replaced} replaced, {ball_to_local} ball to local");
        text += &format!("; {driven} driven\n");
        text
    }
}

/// The names of a group and of all in which it lies, from the inside out, and whether one of them is driven.
fn chain(machine: &Machine, group: Option<GroupId>) -> (Vec<String>, bool) {
    let groups: Vec<_> = machine.groups().map(|(_, group)| group).collect();
    let (mut names, mut driven, mut next) = (Vec::new(), false, group);
    while let Some(group) = next.and_then(|id| groups.get(id.index())) {
        names.push(group.name.clone());
        driven |= group.driven;
        next = group.parent;
    }
    (names, driven)
}

/// The word for a shape.
fn word(shape: &Shape) -> &'static str {
    match shape {
        Shape::Plane(_) => "plane",
        Shape::Wall(_) => "wall",
        Shape::Post(_) => "post",
        Shape::Arc(_) => "arc",
        Shape::Corner(_) => "corner",
        Shape::Triangle(_) => "triangle",
        Shape::Edge(_) => "edge",
        Shape::Point(_) => "point",
        Shape::Sphere(_) => "sphere",
        Shape::Disc(_) => "disc",
        Shape::Capsule(_) => "capsule",
        Shape::Bat(_) => "bat",
        Shape::Rim(_) => "rim",
        Shape::Placed(placed) => match placed.shape() {
            Upright::Wall(_) => "wall",
            Upright::Post(_) => "post",
            Upright::Arc(_) => "arc",
            Upright::Corner(_) => "corner",
            Upright::Disc(_) => "disc",
            Upright::Rim(_) => "rim",
            Upright::Bat(_) => "bat",
        },
        _ => "shape",
    }
}

/// Rows under each other, each column as wide as its widest cell.
fn in_columns<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = core::array::from_fn(width);
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        text += cells.join("  ").trim_end();
        text.push('\n');
    }
    text
}
