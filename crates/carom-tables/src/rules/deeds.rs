//! What rules do: the fields of a rule, taken apart.

use super::drives;
use super::names::{Names, Wrong, pieces};
use super::phrase::problem;
use super::sum::{Sum, Template, sum, template};
use crate::build::{COILS, Problem};
use crate::parts::Rule;
use crate::value::{Words, Worth};
use carom::pinball::Drive;

/// How a lamp is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say themselves")]
pub enum Glow {
    Off,
    On,
    Blink,
    Fast,
}

/// Something that a rule does.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// A counter gets this value.
    Set(String, Sum),
    /// Points.
    Score(Sum),
    /// Points for the bonus.
    Bonus(Sum),
    /// Points count so many times.
    Multiplier(Sum),
    /// The bonus counts so many times.
    BonusMultiplier(Sum),
    /// Lamps are set.
    Light(Vec<usize>, Glow),
    /// Lamps change.
    Toggle(Vec<usize>),
    /// The first dark one goes on.
    LightNext(Vec<usize>),
    /// What is lit moves one to the left, or to the right.
    Shift(Vec<usize>, bool),
    /// A line for the display.
    Say(Template),
    /// What to shoot next.
    Hint(Template),
    /// A sound.
    Sound(&'static str),
    /// A big moment.
    Moment(&'static str),
    /// A kicker throws its ball out.
    Kick(usize),
    /// A coil goes on and off.
    Pulse(usize),
    /// A coil goes on, or off.
    Coil(usize, bool),
    /// A drop target goes down, or up.
    Drop(usize, bool),
    /// A part is there, or not.
    Enable(usize, bool),
    /// A group, by its number in the file, is driven so.
    Drive(usize, Drive),
    /// A timer starts: s.
    StartTimer(String, f64),
    /// A timer stops.
    StopTimer(String),
    /// A mode begins.
    BeginMode(String),
    /// A mode ends.
    EndMode(String),
    /// s: drained balls come back.
    Save(f64),
    /// A ball more.
    ExtraBall,
    /// A kicker keeps its ball.
    Lock(usize),
    /// So many balls in play.
    Multiball(Sum),
    /// The ball is over.
    EndBall,
}

/// What a rule does, in the order in which it is done.
pub(super) fn deeds(names: &mut Names<'_>, rule: &Rule, wrong: &mut Vec<Problem>) -> Vec<Deed> {
    let mut list = List { names, wrong, deeds: Vec::new() };
    list.each("count", &rule.count, |names, text| {
        let one = |name: &&str| Ok(Deed::Set(names.counter(name)?, sum(names, &format!("{name} + 1"))?));
        pieces(text, ",").iter().map(one).collect()
    });
    list.each("set", &rule.set, |names, text| pieces(text, ",").iter().map(|text| change(names, text)).collect());
    list.worth("score", &rule.score, Deed::Score);
    list.worth("bonus", &rule.bonus, Deed::Bonus);
    list.worth("multiplier", &rule.multiplier, Deed::Multiplier);
    list.worth("bonus_multiplier", &rule.bonus_multiplier, Deed::BonusMultiplier);
    // Off before on: "all of them off, this one on" can be said in one rule.
    list.lamps("unlight", &rule.unlight, |lamps| Deed::Light(lamps, Glow::Off));
    list.lamps("light", &rule.light, |lamps| Deed::Light(lamps, Glow::On));
    list.lamps("blink", &rule.blink, |lamps| Deed::Light(lamps, Glow::Blink));
    list.lamps("hurry", &rule.hurry, |lamps| Deed::Light(lamps, Glow::Fast));
    list.lamps("toggle", &rule.toggle, Deed::Toggle);
    list.lamps("light_next", &rule.light_next, Deed::LightNext);
    list.lamps("shift_left", &rule.shift_left, |lamps| Deed::Shift(lamps, true));
    list.lamps("shift_right", &rule.shift_right, |lamps| Deed::Shift(lamps, false));
    list.text("say", &rule.say, |names, text| template(names, text).map(Deed::Say));
    list.text("hint", &rule.hint, |names, text| template(names, text).map(Deed::Hint));
    list.deeds.extend(rule.sound.map(|sound| Deed::Sound(sound.word())));
    list.deeds.extend(rule.moment.map(|moment| Deed::Moment(moment.word())));
    list.parts("coil_on", &rule.coil_on, &COILS, |part| Deed::Coil(part, true));
    list.parts("coil_off", &rule.coil_off, &COILS, |part| Deed::Coil(part, false));
    list.parts("pulse", &rule.pulse, &COILS, Deed::Pulse);
    list.parts("kick", &rule.kick, &["kicker"], Deed::Kick);
    list.parts("raise", &rule.raise, &["drop"], |part| Deed::Drop(part, false));
    list.parts("lower", &rule.lower, &["drop"], |part| Deed::Drop(part, true));
    list.parts("enable", &rule.enable, &[], |part| Deed::Enable(part, true));
    list.parts("disable", &rule.disable, &[], |part| Deed::Enable(part, false));
    drives::drives(&mut list, rule);
    list.each("start_timer", &rule.start_timer, |_, text| timer(text).map(|deed| vec![deed]));
    list.each("stop_timer", &rule.stop_timer, |names, text| {
        pieces(text, ",").iter().map(|name| names.timer(name).map(Deed::StopTimer)).collect()
    });
    list.each("end_mode", &rule.end_mode, |names, text| {
        pieces(text, ",").iter().map(|name| names.mode(name).map(Deed::EndMode)).collect()
    });
    list.each("begin_mode", &rule.begin_mode, |names, text| {
        pieces(text, ",").iter().map(|name| names.mode(name).map(Deed::BeginMode)).collect()
    });
    list.deeds.extend(rule.save.map(|seconds| Deed::Save(seconds.0)));
    list.deeds.extend(rule.extra_ball.filter(|yes| *yes).map(|_| Deed::ExtraBall));
    list.text("lock", &rule.lock, |names, text| match names.parts(text, &["kicker"])?.as_slice() {
        [one] => Ok(Deed::Lock(*one)),
        _ => Err(("one kicker is wanted here".to_owned(), "give the name of one kicker".to_owned())),
    });
    list.worth("multiball", &rule.multiball, Deed::Multiball);
    list.deeds.extend(rule.end_ball.filter(|yes| *yes).map(|_| Deed::EndBall));
    list.deeds
}

/// "locks = 0", "jackpot + 5000".
fn change(names: &mut Names<'_>, text: &str) -> Result<Deed, Wrong> {
    let end = text.find(['=', '+', '-']).unwrap_or(text.len());
    let how = "write it like \"locks = 0\" or \"jackpot + 5000\"".to_owned();
    if end == text.len() {
        return Err((format!("\"{}\" does not say to what", text.escape_debug()), how));
    }
    let name = text[..end].trim_end_matches('*').trim();
    let counter = names.counter(name)?;
    let value = match text[end..].strip_prefix('=') {
        Some(value) => sum(names, value)?,
        None => sum(names, text)?,
    };
    Ok(Deed::Set(counter, value))
}

/// "hurry 20".
fn timer(text: &str) -> Result<Deed, Wrong> {
    let found = text.trim().rsplit_once(' ').and_then(|(name, seconds)| Some((name, seconds.parse::<f64>().ok()?)));
    match found {
        Some((name, seconds)) if seconds.is_finite() && seconds >= 0.0 && name.starts_with(char::is_alphanumeric) => {
            Ok(Deed::StartTimer(name.trim().to_owned(), seconds))
        }
        _ => {
            let message = format!("\"{}\" does not say for how long", text.escape_debug());
            Err((message, "write its name and its seconds: \"hurry 20\"".to_owned()))
        }
    }
}

/// What has been taken apart so far.
pub(super) struct List<'a, 't> {
    pub(super) names: &'a mut Names<'t>,
    pub(super) wrong: &'a mut Vec<Problem>,
    pub(super) deeds: Vec<Deed>,
}

impl<'t> List<'_, 't> {
    pub(super) fn each(
        &mut self,
        field: &str,
        words: &Option<Words>,
        mut read: impl FnMut(&mut Names<'t>, &str) -> Result<Vec<Deed>, Wrong>,
    ) {
        for (k, text) in words.iter().flat_map(|words| &words.0).enumerate() {
            match read(self.names, text) {
                Ok(deeds) => self.deeds.extend(deeds),
                Err(wrong) => self.wrong.push(problem(field, k, wrong)),
            }
        }
    }

    fn text(
        &mut self,
        field: &str,
        text: &Option<String>,
        read: impl FnOnce(&mut Names<'t>, &str) -> Result<Deed, Wrong>,
    ) {
        match text.as_deref().map(|text| read(self.names, text)) {
            None => {}
            Some(Ok(deed)) => self.deeds.push(deed),
            Some(Err((message, help))) => self.wrong.push(Problem::new(field, message, help)),
        }
    }

    fn worth(&mut self, field: &str, worth: &Option<Worth>, deed: fn(Sum) -> Deed) {
        match worth {
            None => {}
            Some(Worth::Number(number)) => self.deeds.push(deed(Sum::number(*number))),
            Some(Worth::Sum(text)) => {
                let text = Some(text.clone());
                self.text(field, &text, |names, text| sum(names, text).map(deed));
            }
        }
    }

    /// All lamps of a field together: one that shifts must see its whole row.
    fn lamps(&mut self, field: &str, words: &Option<Words>, deed: impl FnOnce(Vec<usize>) -> Deed) {
        let mut all = Vec::new();
        for (k, text) in words.iter().flat_map(|words| &words.0).enumerate() {
            match self.names.free_lamps(text) {
                Ok(lamps) => all.extend(lamps),
                Err(wrong) => self.wrong.push(problem(field, k, wrong)),
            }
        }
        if !all.is_empty() {
            self.deeds.push(deed(all));
        }
    }

    fn parts(&mut self, field: &str, words: &Option<Words>, kinds: &[&str], deed: fn(usize) -> Deed) {
        self.each(field, words, |names, text| Ok(names.parts(text, kinds)?.into_iter().map(deed).collect()));
    }
}
