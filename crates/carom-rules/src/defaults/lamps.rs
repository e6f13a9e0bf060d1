//! Lamps for tables that have none: beside lanes and targets, and between the flippers.

use super::groups::{Spot, mm};
use carom_tables::Table;
use carom_tables::parts::{Lamp, LampShape};
use carom_tables::{Angle, Length, Size, Words};
use std::collections::BTreeSet;

/// Colours of the groups, one after the other.
const COLOURS: [&str; 6] = ["#ffd166", "#2ec4b6", "#ef476f", "#8ecae6", "#7bd389", "#ff8c42"];

/// Lamps that are added to a table.
pub(super) struct Lamps {
    list: Vec<Lamp>,
    taken: BTreeSet<String>,
    unit: f64,
    groups: usize,
}

impl Lamps {
    pub(super) fn of(table: &Table) -> Self {
        let names = table.lamps.iter().enumerate();
        let taken = names.map(|(k, lamp)| lamp.name.clone().unwrap_or_else(|| format!("lamp {}", k + 1))).collect();
        Self { list: Vec::new(), taken, unit: mm(table, 1.0), groups: 0 }
    }

    /// A millimetre in the file's unit.
    pub(super) fn unit(&self) -> f64 {
        self.unit
    }

    /// A lamp in each lane, farther from the player than its rollover. Gives their names.
    pub(super) fn above(&mut self, row: &[Spot]) -> Vec<String> {
        let colour = self.colour();
        row.iter().map(|spot| self.add(spot, [0.0, -20.0], colour, None)).collect()
    }

    /// A lamp before each target. Gives their names.
    pub(super) fn before(&mut self, row: &[Spot], lit: impl Fn(&Spot) -> Option<String>) -> Vec<String> {
        let colour = self.colour();
        let beside = |spot: &Spot| {
            let turned = spot.heading.to_radians();
            [-26.0 * libm::sin(turned), 26.0 * libm::cos(turned)]
        };
        row.iter().map(|spot| self.add(spot, beside(spot), colour, lit(spot))).collect()
    }

    /// Lamps that show the game: multipliers of the bonus, and that the ball comes back.
    pub(super) fn show_game(&mut self, table: &Table) {
        let tips: Vec<[f64; 2]> = table.flippers.iter().map(|flipper| [flipper.at[0].0, flipper.at[1].0]).collect();
        let Some(lowest) = tips.iter().map(|tip| tip[1]).max_by(f64::total_cmp) else { return };
        // Those of the lowest flippers, left and right.
        let low: Vec<f64> = tips.iter().filter(|tip| lowest - tip[1] < 60.0 * self.unit).map(|tip| tip[0]).collect();
        let middle = low.iter().sum::<f64>() / low.len() as f64;
        let mut place = |name: &str, x: f64, y: f64, text: &str, colour: &str| {
            let spot = Spot { name: name.to_owned(), at: [middle, lowest], heading: 0.0 };
            self.add(&spot, [x, y], colour, None);
            if let Some(lamp) = self.list.last_mut() {
                lamp.text = Some(text.to_owned());
            }
            self.list.len() - 1
        };
        let again = place("shoot again", 0.0, 70.0, "AGAIN", "#ff8c42");
        let ladder = [(2, -42.0), (3, -14.0), (4, 14.0), (5, 42.0)];
        let ladder = ladder.map(|(times, x)| (times, place("bonus", x, -180.0, &format!("{times}X"), "#ffd166")));
        if let Some(lamp) = self.list.get_mut(again) {
            lamp.blink = Some(Words::one("ball save"));
            lamp.lit = Some(Words::one("extra_balls >= 1"));
        }
        for (times, number) in ladder {
            if let Some(lamp) = self.list.get_mut(number) {
                lamp.lit = Some(Words::one(format!("bonus_multiplier >= {times}")));
            }
        }
    }

    /// Puts the lamps into the table, behind its own.
    pub(super) fn put(self, table: &mut Table) {
        table.lamps.extend(self.list);
    }

    fn colour(&mut self) -> &'static str {
        self.groups += 1;
        COLOURS[(self.groups - 1) % COLOURS.len()]
    }

    fn add(&mut self, spot: &Spot, [x, y]: [f64; 2], colour: &str, lit: Option<String>) -> String {
        let mut name = spot.name.clone();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{} lamp {number}", spot.name);
            number += 1;
        }
        self.list.push(Lamp {
            name: Some(name.clone()),
            at: [Length(spot.at[0] + x * self.unit), Length(spot.at[1] + y * self.unit)],
            radius: Some(Size(8.0 * self.unit)),
            colour: Some(colour.to_owned()),
            shape: Some(LampShape::Round),
            heading: Some(Angle(0.0)),
            lit: lit.map(Words::one),
            ..Lamp::default()
        });
        name
    }
}
