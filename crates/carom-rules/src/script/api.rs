//! What scripts can do and ask: every function that Carom adds to the language.

use super::desk::{self, Desk, Said, named, said, unknown};
use super::groups::{degrees, drive, is_moving, lengths, place_of, three};
use super::handlers::{Handler, KINDS, Kind, Of, Subject};
use super::limits::{self, MOST_POINTS, MOST_SECONDS, MOST_TIMERS};
use super::numbers::{real, whole};
use super::state::StateWord;
use crate::act::{Act, Lit};
use crate::board::Phase;
use carom::pinball::{Drive, PartId, TICK};
use carom::units::radians;
use rhai::{Dynamic, Engine, FnPtr, FuncRegistration, ImmutableString};

/// What the first argument of a function names. Where it is written out, it is checked before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    Part,
    Kicker,
    Target,
    /// A group, and one that can be driven.
    Group,
    Driven,
    Lamp,
    Other,
}

/// A function that Carom adds, and how it is called.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) forms: &'static str,
    pub(super) first: Names,
}

/// All functions that Carom adds.
pub(super) type Book = Vec<Entry>;

/// Adds the functions to an interpreter.
pub(super) fn register(engine: &mut Engine) -> Book {
    let mut book = Book::new();
    points(engine, &mut book);
    display(engine, &mut book);
    parts(engine, &mut book);
    groups(engine, &mut book);
    play(engine, &mut book);
    questions(engine, &mut book);
    state(engine);
    handlers(engine, &mut book);
    book
}

/// Adds one function. `$how` is how it is called, for messages and the guide.
macro_rules! add {
    ($engine:ident, $book:ident, $how:literal, $first:ident, $(|$($arg:ident: $type:ty),*| $desk:ident -> $out:ty $body:block)+) => {{
        let name = $how.split('(').next().unwrap_or_default();
        $book.push(Entry { name, forms: $how, first: Names::$first });
        $($engine.register_fn(name, |$($arg: $type),*| -> Said<$out> { desk::at(|$desk: &mut Desk| $body) });)+
    }};
}

fn points(engine: &mut Engine, book: &mut Book) {
    add!(engine, book, "add_score(points)", Other, |points: Dynamic| desk -> () {
        let points = bounded(&points)?;
        desk.act(Act::Score(points))?;
        let status = &mut desk.board.status;
        let times = i64::from(status.multiplier.max(1));
        if let Some(player) = status.players.get_mut(status.current) {
            player.score = player.score.saturating_add(points.saturating_mul(times));
        }
        Ok(())
    });
    add!(engine, book, "add_bonus(points)", Other, |points: Dynamic| desk -> () {
        let points = bounded(&points)?;
        desk.act(Act::Bonus(points))?;
        desk.board.status.bonus = desk.board.status.bonus.saturating_add(points);
        Ok(())
    });
    add!(engine, book, "set_multiplier(times)", Other, |times: Dynamic| desk -> () {
        let times = between(&times, 1, 1000)?;
        desk.act(Act::Multiplier(times))?;
        desk.board.status.multiplier = times;
        Ok(())
    });
    add!(engine, book, "set_bonus_multiplier(times)", Other, |times: Dynamic| desk -> () {
        let times = between(&times, 1, 1000)?;
        desk.act(Act::BonusMultiplier(times))?;
        desk.board.status.bonus_multiplier = times;
        Ok(())
    });
    add!(engine, book, "counter(name)", Other, |name: &str| desk -> i64 {
        Ok(desk.board.counters.get(name).copied().unwrap_or(0))
    });
    add!(engine, book, "set_counter(name, value)", Other, |name: &str, value: Dynamic| desk -> () {
        let (name, value) = (counter_name(desk, name)?, bounded(&value)?);
        desk.act(Act::SetCounter(name.clone(), value))?;
        desk.board.counters.insert(name, value);
        Ok(())
    });
    add!(engine, book, "add_counter(name) or add_counter(name, by)", Other,
        |name: &str| desk -> i64 { add_counter(desk, name, 1) }
        |name: &str, by: Dynamic| desk -> i64 { add_counter(desk, name, bounded(&by)?) }
    );
}

fn display(engine: &mut Engine, book: &mut Book) {
    add!(engine, book, "light(lamp) or light(lamp, \"on\", \"off\", \"blink\" or \"fast\")", Lamp,
        |lamp: &str| desk -> () { light(desk, lamp, Lit::On) }
        |lamp: &str, how: &str| desk -> () {
            let how = match how {
                "on" => Lit::On,
                "off" => Lit::Off,
                "blink" => Lit::Blink,
                "fast" => Lit::Fast,
                _ => return Err(unknown("way to light", how, &["on", "off", "blink", "fast"].map(str::to_owned))),
            };
            light(desk, lamp, how)
        }
        |lamp: &str, on: bool| desk -> () { light(desk, lamp, if on { Lit::On } else { Lit::Off }) }
    );
    add!(engine, book, "unlight(lamp)", Lamp, |lamp: &str| desk -> () { light(desk, lamp, Lit::Off) });
    add!(engine, book, "blink(lamp)", Lamp, |lamp: &str| desk -> () { light(desk, lamp, Lit::Blink) });
    add!(engine, book, "blink_fast(lamp)", Lamp, |lamp: &str| desk -> () { light(desk, lamp, Lit::Fast) });
    add!(engine, book, "is_lit(lamp)", Lamp, |lamp: &str| desk -> bool {
        let number = desk.names.lamp(lamp)?;
        Ok(desk.board.lamps.get(number).is_some_and(|lit| *lit != Lit::Off))
    });
    add!(engine, book, "say(text)", Other, |text: &str| desk -> () { desk.act(Act::Say(said(text)?)) });
    add!(engine, book, "hint(text)", Other, |text: &str| desk -> () {
        desk.act(Act::Hint(said(text)?))?;
        desk.board.status.hint = text.to_owned();
        Ok(())
    });
    add!(engine, book, "sound(name)", Other, |name: &str| desk -> () { desk.act(Act::Sound(named(name)?)) });
    add!(engine, book, "moment(name)", Other, |name: &str| desk -> () { desk.act(Act::Moment(named(name)?)) });
}

fn parts(engine: &mut Engine, book: &mut Book) {
    add!(engine, book, "kick(kicker) or kick(kicker, heading, speed) or kick(kicker, heading, speed, upwards)", Kicker,
        |kicker: &str| desk -> () {
            let part = desk.names.part_of(kicker, "kicker")?;
            desk.act(Act::Kick(part))
        }
        |kicker: &str, heading: Dynamic, speed: Dynamic| desk -> () {
            kick_to(desk, kicker, [real(&heading)?, real(&speed)?, 0.0])
        }
        |kicker: &str, heading: Dynamic, speed: Dynamic, upwards: Dynamic| desk -> () {
            kick_to(desk, kicker, [real(&heading)?, real(&speed)?, real(&upwards)?])
        }
    );
    add!(engine, book, "pulse(part)", Part, |part: &str| desk -> () {
        let (part, _) = desk.names.part(part)?;
        desk.act(Act::Pulse(part))
    });
    add!(engine, book, "coil_on(part)", Part, |part: &str| desk -> () { coil(desk, part, true) });
    add!(engine, book, "coil_off(part)", Part, |part: &str| desk -> () { coil(desk, part, false) });
    add!(engine, book, "drop_down(target)", Target, |target: &str| desk -> () { drop_target(desk, target, true) });
    add!(engine, book, "raise(target)", Target, |target: &str| desk -> () { drop_target(desk, target, false) });
    add!(engine, book, "enable(part)", Part, |part: &str| desk -> () {
        let (part, _) = desk.names.part(part)?;
        desk.act(Act::Enable(part, true))
    });
    add!(engine, book, "disable(part)", Part, |part: &str| desk -> () {
        let (part, _) = desk.names.part(part)?;
        desk.act(Act::Enable(part, false))
    });
    add!(engine, book, "is_on(part)", Part, |part: &str| desk -> bool {
        let (part, _) = desk.names.part(part)?;
        Ok(is_active(desk, part))
    });
    add!(engine, book, "is_down(target)", Target, |target: &str| desk -> bool {
        let part = desk.names.part_of(target, "target")?;
        Ok(is_active(desk, part))
    });
    add!(engine, book, "holds_ball(kicker)", Kicker, |kicker: &str| desk -> bool {
        let part = desk.names.part_of(kicker, "kicker")?;
        Ok(is_active(desk, part))
    });
}

fn groups(engine: &mut Engine, book: &mut Book) {
    // Not `go`, as in rules: the language keeps that word for itself.
    add!(engine, book, "run(group)", Driven, |group: &str| desk -> () { drive(desk, group, Drive::Run) });
    add!(engine, book, "stop(group)", Driven, |group: &str| desk -> () { drive(desk, group, Drive::Stop) });
    add!(engine, book, "go_to(group, [x, y, z], angle, seconds)", Driven,
        |group: &str, shift: rhai::Array, angle: Dynamic, seconds: Dynamic| desk -> () {
            let (shift, angle) = (lengths(desk, &shift)?, degrees(&angle)?);
            drive(desk, group, Drive::Go { shift, angle, time: real(&seconds)? })
        }
    );
    add!(engine, book, "velocity(group, [x, y, z], spin)", Driven,
        |group: &str, velocity: rhai::Array, spin: Dynamic| desk -> () {
            drive(desk, group, Drive::Velocity { velocity: three(&velocity)?, spin: real(&spin)? })
        }
    );
    add!(engine, book, "pose(group, [x, y, z], angle)", Driven,
        |group: &str, shift: rhai::Array, angle: Dynamic| desk -> () {
            drive(desk, group, Drive::Pose { shift: lengths(desk, &shift)?, angle: degrees(&angle)? })
        }
    );
    add!(engine, book, "place_of(group)", Driven, |group: &str| desk -> rhai::Map { place_of(desk, group) });
    add!(engine, book, "is_moving(group)", Group, |group: &str| desk -> bool { is_moving(desk, group) });
}

fn play(engine: &mut Engine, book: &mut Book) {
    add!(engine, book, "save_ball(seconds)", Other, |seconds: Dynamic| desk -> () {
        desk.act(Act::SaveBall(time_span(&seconds)?))
    });
    add!(engine, book, "extra_ball()", Other, | | desk -> () { desk.act(Act::ExtraBall) });
    add!(engine, book, "end_ball()", Other, | | desk -> () { desk.act(Act::EndBall) });
    add!(engine, book, "lock(kicker)", Kicker, |kicker: &str| desk -> () {
        let part = desk.names.part_of(kicker, "kicker")?;
        desk.act(Act::Lock(part))
    });
    add!(engine, book, "multiball(balls)", Other, |balls: Dynamic| desk -> () {
        desk.act(Act::Multiball(between(&balls, 1, 16)?))
    });
    add!(engine, book, "set_timer(name, seconds)", Other, |name: &str, seconds: Dynamic| desk -> () {
        let (name, seconds) = (named(name)?, time_span(&seconds)?);
        if desk.board.timers.len() >= MOST_TIMERS && !desk.board.timers.contains_key(&name) {
            return Err(format!("{MOST_TIMERS} timers run already, and no more are allowed"));
        }
        desk.act(Act::SetTimer(name.clone(), seconds))?;
        desk.board.timers.insert(name, desk.tick + libm::round(seconds / TICK) as u64);
        Ok(())
    });
    add!(engine, book, "stop_timer(name)", Other, |name: &str| desk -> () {
        desk.act(Act::StopTimer(named(name)?))?;
        desk.board.timers.remove(name);
        Ok(())
    });
    add!(engine, book, "timer_left(name)", Other, |name: &str| desk -> f64 {
        let due = desk.board.timers.get(name);
        Ok(due.map_or(0.0, |due| due.saturating_sub(desk.tick) as f64 * TICK))
    });
    add!(engine, book, "begin_mode(name)", Other, |name: &str| desk -> () { desk.act(Act::BeginMode(named(name)?)) });
    add!(engine, book, "end_mode(name)", Other, |name: &str| desk -> () {
        desk.act(Act::EndMode(named(name)?))?;
        desk.board.status.modes.retain(|mode| mode.name != name);
        Ok(())
    });
    add!(engine, book, "in_mode(name)", Other, |name: &str| desk -> bool {
        Ok(desk.board.status.modes.iter().any(|mode| mode.name == name))
    });
}

fn questions(engine: &mut Engine, book: &mut Book) {
    add!(engine, book, "score() or score(player)", Other,
        | | desk -> i64 {
            let status = &desk.board.status;
            Ok(status.players.get(status.current).map_or(0, |player| player.score))
        }
        |player: i64| desk -> i64 {
            let number = usize::try_from(player).ok().and_then(|player| player.checked_sub(1));
            let player = number.and_then(|number| desk.board.status.players.get(number));
            player.map(|player| player.score).ok_or_else(|| "there is no such player; the first is 1".to_owned())
        }
    );
    add!(engine, book, "bonus()", Other, | | desk -> i64 { Ok(desk.board.status.bonus) });
    add!(engine, book, "multiplier()", Other, | | desk -> i64 { Ok(i64::from(desk.board.status.multiplier)) });
    add!(engine, book, "bonus_multiplier()", Other, | | desk -> i64 {
        Ok(i64::from(desk.board.status.bonus_multiplier))
    });
    add!(engine, book, "player()", Other, | | desk -> i64 { Ok(desk.board.status.current as i64 + 1) });
    add!(engine, book, "players()", Other, | | desk -> i64 { Ok(desk.board.status.players.len() as i64) });
    add!(engine, book, "ball_number()", Other, | | desk -> i64 {
        let status = &desk.board.status;
        Ok(status.players.get(status.current).map_or(0, |player| i64::from(player.ball)))
    });
    add!(engine, book, "balls_in_play()", Other, | | desk -> i64 { Ok(i64::from(desk.board.status.in_play)) });
    add!(engine, book, "balls_locked()", Other, | | desk -> i64 { Ok(i64::from(desk.board.status.locked)) });
    add!(engine, book, "is_playing()", Other, | | desk -> bool { Ok(desk.board.status.phase == Phase::Playing) });
    add!(engine, book, "is_tilted()", Other, | | desk -> bool { Ok(desk.board.status.tilted) });
    add!(engine, book, "time()", Other, | | desk -> f64 { Ok(desk.tick as f64 * TICK) });
    add!(engine, book, "random() or random(below)", Other,
        | | desk -> f64 { Ok(luck(desk)?.unit()) }
        |below: i64| desk -> i64 {
            if below < 1 {
                return Err("`random(below)` gives 0 to below - 1: it needs 1 or more".to_owned());
            }
            // The high half of a product: even to one part in 2^64 / below.
            let bits = luck(desk)?.bits();
            Ok(((u128::from(bits) * below as u128) >> 64) as i64)
        }
    );
}

/// `state.name`, and what is asked of it.
fn state(engine: &mut Engine) {
    engine.register_type_with_name::<StateWord>("state");
    let get = |_: &mut StateWord, name: ImmutableString| -> Said<Dynamic> {
        desk::at(|desk| match desk.kept.get(&name) {
            Some((value, size)) => {
                limits::charge(size / 64);
                Ok(value.clone())
            }
            None => {
                let known: Vec<String> = desk.kept.names().map(str::to_owned).collect();
                let lead = unknown(
                    "value",
                    &format!("state.{name}"),
                    known.iter().map(|name| format!("state.{name}")).collect::<Vec<_>>().iter(),
                );
                Err(format!("{lead} (give it one first, at the top of the script: `state.{name} = 0;`)"))
            }
        })
    };
    let set = |_: &mut StateWord, name: ImmutableString, value: Dynamic| -> Said<()> {
        desk::at(|desk| {
            named(&name)?;
            limits::charge(desk.kept.set(name, value)? / 64);
            Ok(())
        })
    };
    FuncRegistration::new_index_getter().with_purity(true).register_into_engine(engine, get);
    FuncRegistration::new_index_setter().with_purity(true).register_into_engine(engine, set);
    engine.register_fn("contains", |_: &mut StateWord, name: &str| -> Said<bool> {
        desk::at(|desk| Ok(desk.kept.get(name).is_some()))
    });
    engine.register_fn("remove", |_: &mut StateWord, name: &str| -> Said<Dynamic> {
        desk::at(|desk| Ok(desk.kept.remove(name)))
    });
    engine.register_fn("len", |_: &mut StateWord| -> Said<i64> { desk::at(|desk| Ok(desk.kept.len() as i64)) });
}

/// `on_hit` and its kin.
fn handlers(engine: &mut Engine, book: &mut Book) {
    for kind in KINDS {
        let first = match kind.of {
            Of::Part => Names::Part,
            Of::Group => Names::Driven,
            Of::Lamp => Names::Lamp,
            Of::Timer | Of::Counter | Of::Mode | Of::Nothing => Names::Other,
        };
        book.push(Entry { name: kind.on, forms: kind.forms, first });
        if kind.of == Of::Nothing {
            engine.register_fn(kind.on, |does: FnPtr| -> Said<()> {
                desk::at(|desk| put_down(desk, kind, Subject::Nothing, &does, kind.on.to_owned()))
            });
            continue;
        }
        engine.register_fn(kind.on, |name: &str, does: FnPtr| -> Said<()> {
            desk::at(|desk| put_down_for(desk, kind, name, &does))
        });
        engine.register_fn(kind.on, |names: rhai::Array, does: FnPtr| -> Said<()> {
            desk::at(|desk| {
                for name in names {
                    let name = name.into_immutable_string().map_err(|_| "the array needs names in it".to_owned())?;
                    put_down_for(desk, kind, &name, &does)?;
                }
                Ok(())
            })
        });
    }
}

fn put_down_for(desk: &mut Desk, kind: &Kind, name: &str, does: &FnPtr) -> Result<(), String> {
    let subject = match kind.of {
        Of::Part => Subject::Number(desk.names.part(name)?.0.index()),
        Of::Group => Subject::Number(desk.names.driven(name)?.0.index()),
        Of::Lamp => Subject::Number(desk.names.lamp(name)?),
        Of::Timer | Of::Counter | Of::Mode | Of::Nothing => Subject::Name(named(name)?),
    };
    put_down(desk, kind, subject, does, format!("{}(\"{name}\")", kind.on))
}

fn put_down(desk: &mut Desk, kind: &Kind, subject: Subject, does: &FnPtr, title: String) -> Result<(), String> {
    let Some(handlers) = &mut desk.loading else {
        return Err(format!("`{}` stands at the top of a script, outside all functions", kind.on));
    };
    if handlers.list.len() >= limits::MOST_FUNCTIONS {
        return Err(format!("{} handlers are there already, and no more are allowed", limits::MOST_FUNCTIONS));
    }
    if !does.curry().is_empty() {
        return Err("a handler takes no values along: keep them in `state`".to_owned());
    }
    handlers.add(kind.word, subject, Handler::new(title, does.fn_name()));
    Ok(())
}

fn light(desk: &mut Desk, lamp: &str, lit: Lit) -> Result<(), String> {
    let number = desk.names.lamp(lamp)?;
    desk.act(Act::Light(number, lit))?;
    if let Some(now) = desk.board.lamps.get_mut(number) {
        *now = lit;
    }
    Ok(())
}

fn add_counter(desk: &mut Desk, name: &str, by: i64) -> Result<i64, String> {
    let name = counter_name(desk, name)?;
    desk.act(Act::AddCounter(name.clone(), by))?;
    let counter = desk.board.counters.entry(name).or_default();
    *counter = counter.saturating_add(by);
    Ok(*counter)
}

fn counter_name(desk: &Desk, name: &str) -> Result<String, String> {
    if desk.board.counters.len() >= MOST_TIMERS && !desk.board.counters.contains_key(name) {
        return Err(format!("there are {MOST_TIMERS} counters already, and no more are allowed"));
    }
    named(name)
}

fn kick_to(desk: &mut Desk, kicker: &str, [heading, speed, upwards]: [f64; 3]) -> Result<(), String> {
    let part = desk.names.part_of(kicker, "kicker")?;
    if heading.abs() > 360.0 || !(0.0..=20.0).contains(&speed) || !(-90.0..=90.0).contains(&upwards) {
        return Err(
            "a ball is kicked with a heading of -360 to 360 degrees, 0 to 20 m/s, -90 to 90 degrees upwards".to_owned()
        );
    }
    desk.act(Act::KickTo(part, radians(heading), speed, radians(upwards)))
}

fn coil(desk: &mut Desk, part: &str, on: bool) -> Result<(), String> {
    let (part, _) = desk.names.part(part)?;
    desk.act(Act::Coil(part, on))
}

fn drop_target(desk: &mut Desk, target: &str, down: bool) -> Result<(), String> {
    let part = desk.names.part_of(target, "target")?;
    desk.act(Act::Drop(part, down))?;
    if let Some(active) = desk.active.get_mut(part.index()) {
        *active = down;
    }
    Ok(())
}

fn is_active(desk: &Desk, part: PartId) -> bool {
    desk.active.get(part.index()).copied().unwrap_or(false)
}

fn luck(desk: &mut Desk) -> Result<&mut carom::math::rng::Stream, String> {
    desk.luck.as_mut().ok_or_else(|| "there is no game yet, and no luck".to_owned())
}

fn bounded(value: &Dynamic) -> Result<i64, String> {
    let number = whole(value)?;
    if number.abs() > MOST_POINTS {
        return Err(format!("{number} is too much: at most {MOST_POINTS}"));
    }
    Ok(number)
}

fn between(value: &Dynamic, low: u32, high: u32) -> Result<u32, String> {
    let number = u32::try_from(whole(value)?).ok().filter(|number| (low..=high).contains(number));
    number.ok_or_else(|| format!("a number of {low} to {high} is needed"))
}

fn time_span(value: &Dynamic) -> Result<f64, String> {
    let seconds = real(value)?;
    if !(0.0..=MOST_SECONDS).contains(&seconds) {
        return Err(format!("a time of 0 to {MOST_SECONDS} seconds is needed, not {seconds}"));
    }
    Ok(seconds)
}
