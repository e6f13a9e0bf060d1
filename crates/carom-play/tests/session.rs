//! Sessions without a network: what a page is told, and when, by a clock that is turned by hand.

mod common;

use carom_play::{Clock as _, Offer, Outgoing, Request, Scores, Session};
use carom_rules::{Button, Game, GameOptions, Press};
use common::{ATTRACT, Frame, HandClock, PAUSED, WHOLE, built_in};
use core::time::Duration;
use serde_json::Value;
use std::sync::Arc;
use tokio::sync::mpsc::{Receiver, channel};

/// A session, and somebody who reads what it says.
struct Desk {
    session: Session,
    clock: HandClock,
    out: Receiver<Outgoing>,
    scores: Arc<Scores>,
}

impl Desk {
    fn at(offer: Offer) -> Self {
        let (clock, scores) = (HandClock::default(), Arc::new(Scores::open(None).0));
        let (sender, out) = channel(256);
        let session = Session::new(Arc::new(offer), scores.clone(), Box::new(clock.clone()), sender, 60.0);
        Self { session: session.unwrap(), clock, out, scores }
    }

    fn ask(&mut self, text: &str) {
        self.session.answer(Request::parse(text).unwrap());
        self.session.turn();
    }

    /// Lets so much time pass, as the session's thread would: it wakes when it said it would.
    fn pass(&mut self, ms: u64) -> Vec<Heard> {
        let end = self.clock.now() + Duration::from_millis(ms);
        let mut heard = self.read();
        loop {
            let left = end.saturating_sub(self.clock.now());
            let wait = self.session.wait().min(left);
            self.clock.turn(wait);
            if left.is_zero() && !self.session.wait().is_zero() {
                return heard;
            }
            self.session.turn();
            heard.extend(self.read());
        }
    }

    /// The tick of now.
    fn tick(&mut self) -> u64 {
        self.read();
        self.ask(r#"{"do":"ping","id":0}"#);
        texts(&self.read(), "pong")[0]["tick"].as_u64().unwrap()
    }

    fn read(&mut self) -> Vec<Heard> {
        let mut heard = Vec::new();
        while let Ok(message) = self.out.try_recv() {
            heard.push(match message {
                Outgoing::Text(text) => Heard::Text(serde_json::from_str(&text).unwrap()),
                Outgoing::Frame(bytes) => Heard::Frame(Frame::read(&bytes)),
                Outgoing::Close(why) => Heard::Closed(why),
            });
        }
        heard
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Heard {
    Text(Value),
    Frame(Frame),
    Closed(&'static str),
}

fn frames(heard: &[Heard]) -> Vec<Frame> {
    heard.iter().filter_map(|one| if let Heard::Frame(frame) = one { Some(frame.clone()) } else { None }).collect()
}

fn texts(heard: &[Heard], kind: &str) -> Vec<Value> {
    let text = |one: &Heard| if let Heard::Text(value) = one { Some(value.clone()) } else { None };
    heard.iter().filter_map(text).filter(|value| value["kind"] == kind).collect()
}

#[test]
fn driven_groups_are_shown_while_they_move_and_all_of_them_in_a_whole_frame() {
    let table = carom_tables::Table::parse(include_str!("../page-tests/support/moving.toml")).unwrap();
    let mut desk = Desk::at(Offer::new("moving", "moving", table));
    let shown = frames(&desk.pass(700));
    assert!(shown[0].is(WHOLE) && shown[0].groups.len() == 1 && shown[0].groups[0].leapt, "{:?}", shown[0]);
    let way: Vec<f32> = shown.iter().flat_map(|frame| &frame.groups).map(|group| group.origin[0]).collect();
    assert!(way.len() > 30 && way.windows(2).all(|pair| pair[0] < pair[1]), "it goes to the right: {way:?}");
    assert!(shown[1..].iter().flat_map(|frame| &frame.groups).all(|group| !group.leapt), "it does not leap");
    let turn = shown.last().unwrap().groups[0].turn;
    assert!(turn[2] > 0.4 && (turn.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < 1e-5, "{turn:?}");
}

#[test]
fn a_page_is_greeted_told_the_game_and_shown_the_whole_table() {
    let mut desk = Desk::at(built_in("kingfisher"));
    desk.session.turn();
    let heard = desk.read();
    let [Heard::Text(hello), Heard::Text(game), Heard::Frame(frame)] = &heard[..] else { panic!("{heard:?}") };
    assert_eq!((&hello["kind"], &hello["protocol"]), (&"hello".into(), &2.into()));
    assert_eq!(hello["table"], "kingfisher");
    assert_eq!((&game["kind"], &game["mode"], &game["phase"]), (&"game".into(), &"attract".into(), &"waiting".into()));
    assert!(frame.is(WHOLE) && frame.is(ATTRACT) && !frame.is(PAUSED));
    let offer = built_in("kingfisher");
    assert_eq!(frame.lamps.len(), offer.table.lamps.len());
    assert!(frame.parts.len() > 8, "all that can move: {:?}", frame.parts);
}

#[test]
fn frames_come_at_their_rate_and_the_game_follows_the_clock() {
    let mut desk = Desk::at(built_in("kingfisher"));
    let first = frames(&desk.pass(1000));
    assert!((59..=62).contains(&first.len()), "{}", first.len());
    assert!((980..=1000).contains(&first.last().unwrap().tick), "{}", first.last().unwrap().tick);
    assert!((998..=1001).contains(&desk.tick()), "{}", desk.tick());
    assert!(first.windows(2).all(|two| two[1].sequence == two[0].sequence + 1 && two[1].tick >= two[0].tick));
    assert_eq!(first.iter().filter(|frame| frame.is(WHOLE)).count(), 1, "then only what changes");
    desk.ask(r#"{"do":"rate","hz":120}"#);
    assert!((118..=122).contains(&frames(&desk.pass(1000)).len()));
}

#[test]
fn a_ball_in_a_frame_is_the_ball_in_the_machine() {
    let mut desk = Desk::at(built_in("galton"));
    let frames = frames(&desk.pass(1500));
    let frame = frames.last().unwrap();
    // The seed of a table without chance in it does not matter.
    let mut game = Game::new(&built_in("galton").table, GameOptions { seed: 1, autopilot: true }).unwrap();
    let balls = |game: &Game| game.machine().balls().count();
    while game.ticks() < u64::from(frame.tick) {
        game.tick();
    }
    assert_eq!(frame.balls.len(), balls(&game));
    assert!(!frame.balls.is_empty());
    for ball in &frame.balls {
        let turn: f64 = ball.orientation.iter().map(|part| part * part).sum();
        assert!((turn - 1.0).abs() < 1e-3, "an orientation has length one: {ball:?}");
        assert!(ball.motion <= 3 && ball.place.iter().all(|length| length.is_finite()), "{ball:?}");
    }
    let heard: usize = frames.iter().map(|frame| frame.events.iter().filter(|event| event.what == 17).count()).sum();
    assert!(heard > 10, "balls that fall through pins are heard: {heard}");
}

#[test]
fn a_press_counts_in_the_next_tick_and_is_shown_at_once() {
    let mut desk = Desk::at(built_in("kingfisher"));
    desk.ask(r#"{"do":"start","seed":7}"#);
    desk.pass(1005);
    desk.clock.turn(Duration::from_micros(300));
    desk.ask(r#"{"do":"press","button":"left","down":true}"#);
    let heard = desk.read();
    let pressed = texts(&heard, "pressed");
    assert_eq!(pressed.len(), 1, "{heard:?}");
    let at = pressed[0]["at"].as_u64().unwrap() as u32;
    let shown = frames(&heard);
    assert_eq!(shown.len(), 1, "without waiting for the next frame");
    assert_eq!(shown[0].tick, at + 1);
    assert!(shown[0].parts.iter().any(|part| part.active), "a flipper's coil is on: {:?}", shown[0].parts);
    assert_eq!(shown[0].ahead, 0.0, "the tick ran a little before its time");

    desk.ask(r#"{"do":"press","button":"left","down":false}"#);
    let again = texts(&desk.read(), "pressed");
    assert_eq!(again[0]["at"], at + 1, "the next press waits for the next tick");
}

#[test]
fn a_press_in_the_future_waits_for_its_tick_and_one_in_the_past_does_not() {
    let mut desk = Desk::at(built_in("kingfisher"));
    desk.ask(r#"{"do":"start","seed":7}"#);
    desk.pass(100);
    desk.ask(r#"{"do":"press","button":"left","down":true,"at":110.9}"#);
    assert_eq!(texts(&desk.read(), "pressed")[0]["at"], 110);
    let shown = frames(&desk.pass(30));
    let lifted = shown.iter().position(|frame| frame.parts.iter().any(|part| part.active)).unwrap();
    assert_eq!(shown[lifted].tick, 111, "a frame of its own: {:?}", shown.iter().map(|f| f.tick).collect::<Vec<_>>());
    desk.ask(r#"{"do":"press","button":"left","down":false,"at":5}"#);
    assert!(texts(&desk.read(), "pressed")[0]["at"].as_u64().unwrap() >= 130);
}

#[test]
fn only_so_many_presses_wait() {
    let mut desk = Desk::at(built_in("fairground"));
    desk.ask(r#"{"do":"start"}"#);
    desk.pass(20);
    let (mut pressed, mut faults) = (0, 0);
    for _ in 0..5000 {
        desk.ask(r#"{"do":"press","button":"left","down":true,"at":1e9}"#);
        let heard = desk.read();
        pressed += texts(&heard, "pressed").len();
        faults += texts(&heard, "fault").len();
    }
    assert_eq!((pressed, faults), (4096, 904));
}

#[test]
fn a_flood_of_presses_does_not_make_time_run_faster() {
    let mut desk = Desk::at(built_in("fairground"));
    desk.ask(r#"{"do":"start"}"#);
    desk.pass(50);
    for k in 0..1000 {
        desk.ask(&format!(r#"{{"do":"press","button":"left","down":{}}}"#, k % 2 == 0));
        desk.read();
        desk.clock.turn(Duration::from_micros(100));
    }
    let tick = frames(&desk.pass(17)).last().unwrap().tick;
    assert!((150..=168).contains(&tick), "{tick}");
}

#[test]
fn a_page_that_does_not_read_misses_frames_then_sees_a_whole_one_and_is_given_up_in_the_end() {
    let mut desk = Desk::at(built_in("kingfisher"));
    desk.pass(100);
    let sleep = |desk: &mut Desk, ms: u64| {
        for _ in 0..ms / 10 {
            desk.clock.turn(Duration::from_millis(10));
            desk.session.turn();
        }
    };
    sleep(&mut desk, 5000);
    let kept = desk.read();
    assert!(kept.len() < 12, "few wait for it: {}", kept.len());
    // Looked after every 10 ms its frames came late, and every second one is left out.
    let shown = frames(&desk.pass(100));
    assert!(shown[0].is(WHOLE) && !shown[1].is(WHOLE), "what it has missed is made good at once");

    sleep(&mut desk, 11_000);
    assert_eq!(desk.read().last(), Some(&Heard::Closed("the page does not read")));
}

#[test]
fn replies_to_a_page_that_does_not_read_have_an_end() {
    let mut desk = Desk::at(built_in("fairground"));
    for k in 0..1000 {
        desk.ask(&format!(r#"{{"do":"ping","id":{k}}}"#));
    }
    assert_eq!(desk.out.len(), 256, "as many as may wait");
    // A session whose page is lost ends by itself, though somebody could still ask.
    let (asks, requests) = std::sync::mpsc::sync_channel(1);
    desk.session.run(&requests);
    drop(asks);
}

#[test]
fn while_paused_nothing_moves_and_steps_are_shown() {
    let mut desk = Desk::at(built_in("kingfisher"));
    desk.pass(500);
    desk.ask(r#"{"do":"pause","on":true}"#);
    let shown = frames(&desk.read());
    assert!(shown[0].is(PAUSED));
    assert_eq!(desk.pass(2000), [], "not a word");
    desk.ask(r#"{"do":"step","ticks":3}"#);
    let stepped = frames(&desk.read());
    assert_eq!((stepped.len(), stepped[0].tick), (1, shown[0].tick + 3));
    desk.ask(r#"{"do":"pause","on":false}"#);
    let after = frames(&desk.pass(100));
    assert!(!after[0].is(PAUSED));
    assert!(after.last().unwrap().tick <= stepped[0].tick + 100, "the pause is not made good");
}

#[test]
fn a_step_that_a_busy_page_has_missed_is_shown_when_it_reads_again() {
    // On a loaded machine the frame of a step found no room, and a page that waited for it waited for ever.
    let mut desk = Desk::at(built_in("fairground"));
    desk.pass(100);
    desk.ask(r#"{"do":"pause","on":true}"#);
    for k in 0..10 {
        desk.ask(&format!(r#"{{"do":"ping","id":{k}}}"#));
    }
    let tick = desk.tick();
    for k in 0..10 {
        desk.ask(&format!(r#"{{"do":"ping","id":{k}}}"#));
    }
    desk.ask(r#"{"do":"step","ticks":5}"#);
    assert!(frames(&desk.read()).is_empty(), "no room for it");
    let shown = frames(&desk.pass(100));
    assert_eq!(shown.iter().map(|frame| u64::from(frame.tick)).collect::<Vec<_>>(), [tick + 5], "once");
}

#[test]
fn slow_motion_is_slow_and_a_sleep_is_not_made_good() {
    let mut desk = Desk::at(built_in("kingfisher"));
    desk.pass(100);
    let before = desk.tick();
    desk.ask(r#"{"do":"speed","rate":0.1}"#);
    let slow = frames(&desk.pass(1000));
    let after = desk.tick();
    assert!((98..=102).contains(&(after - before)), "{before} to {after}");
    assert!(slow.len() >= 59, "as many frames as ever");
    assert!(slow.iter().all(|frame| frame.ahead < 10.1), "at most a tick of wall time");
    desk.ask(r#"{"do":"speed","rate":1}"#);
    desk.clock.turn(Duration::from_secs(3600));
    desk.pass(20);
    let awake = desk.tick();
    assert!(awake <= after + 130, "an hour asleep: {after} to {awake}");
}

#[test]
fn the_same_seed_and_presses_give_the_score_of_the_engine_itself() {
    // Presses at their ticks: a long pull of the plunger every five seconds, and flippers by a simple clock.
    let pull = |k: u64| [(500 + 5000 * k, Button::Plunge, true), (1700 + 5000 * k, Button::Plunge, false)];
    let flip = |k: u64| {
        let button = if k.is_multiple_of(2) { Button::Left } else { Button::Right };
        [(2500 + 310 * k, button, true), (2650 + 310 * k, button, false)]
    };
    let all = (0..4).flat_map(pull).chain((0..55).flat_map(flip));
    let presses: Vec<Press> = all.map(|(tick, button, down)| Press { tick, button, down }).collect();
    let offer = built_in("kingfisher");
    let mut game = Game::new(&offer.table, GameOptions { seed: 11, autopilot: false }).unwrap();
    game.press(Press { tick: 0, button: Button::Start, down: true });
    game.press(Press { tick: 1, button: Button::Start, down: false });
    for press in &presses {
        game.press(*press);
    }
    let mut desk = Desk::at(offer);
    desk.ask(r#"{"do":"start","seed":11}"#);
    for Press { tick, button, down } in presses {
        let request = Request::Press { button, down, at: Some(tick as f64) };
        desk.session.answer(request);
        desk.read();
    }
    let heard = desk.pass(20_000);
    let last = texts(&heard, "game").last().unwrap().clone();
    let tick = u64::from(frames(&heard).last().unwrap().tick);
    while game.ticks() < tick {
        game.tick();
    }
    assert!(tick > 19_000);
    assert_eq!(last["players"][0]["score"], game.status().players[0].score);
    assert!(game.status().players[0].score > 0, "and something was scored");
}

#[test]
fn a_game_that_is_over_asks_for_a_name_and_keeps_the_score() {
    let mut desk = Desk::at(built_in("fairground"));
    assert!(texts(&desk.pass(500), "scores").is_empty());
    desk.ask(r#"{"do":"initials","text":"ABC"}"#);
    assert_eq!(texts(&desk.read(), "fault").len(), 1, "no score waits for a name");
    desk.ask(r#"{"do":"start","seed":5}"#);
    let mut asked = None;
    for _ in 0..600 {
        // The plunger is pulled for half a second, again and again.
        desk.ask(r#"{"do":"press","button":"plunge","down":true}"#);
        let mut heard = desk.pass(500);
        desk.ask(r#"{"do":"press","button":"plunge","down":false}"#);
        heard.extend(desk.pass(500));
        asked = texts(&heard, "scores").into_iter().next();
        if asked.is_some() {
            break;
        }
    }
    let asked = asked.expect("ten minutes without flippers end every game");
    let score = asked["asks"]["score"].as_i64().unwrap();
    assert!(score > 0, "{asked}");
    assert_eq!((&asked["place"], &asked["asks"]["player"]), (&1.into(), &0.into()));
    desk.ask(r#"{"do":"initials","text":"ABC"}"#);
    let entered = texts(&desk.read(), "scores")[0].clone();
    assert_eq!((&entered["place"], &entered["asks"]), (&1.into(), &Value::Null));
    assert_eq!(entered["list"][0]["score"], score);
    desk.ask(r#"{"do":"initials","text":"ABC"}"#);
    assert_eq!(texts(&desk.read(), "fault").len(), 1, "once");
    drop(desk.scores);
}

#[test]
fn a_recorded_game_plays_again_to_the_same_score() {
    let mut desk = Desk::at(built_in("fairground"));
    desk.ask(r#"{"do":"recording"}"#);
    assert!(texts(&desk.read(), "fault")[0]["message"].as_str().unwrap().contains("nobody has played"));
    desk.ask(r#"{"do":"start","players":2,"seed":5}"#);
    for k in 0..8 {
        desk.ask(&format!(r#"{{"do":"press","button":"plunge","down":{}}}"#, k % 2 == 0));
        desk.ask(&format!(r#"{{"do":"press","button":"left","down":{}}}"#, k % 2 == 0));
        desk.pass(700);
    }
    let ticks = desk.tick();
    // Somebody leaves the game; it is kept.
    desk.ask(r#"{"do":"attract"}"#);
    desk.pass(100);
    desk.read();
    desk.ask(r#"{"do":"recording"}"#);
    let recording = texts(&desk.read(), "recording")[0].clone();
    assert_eq!(recording["score"].as_array().unwrap().len(), 2);
    for form in ["link", "text"] {
        let request = serde_json::json!({ "do": "replay", "recording": recording[form] });
        desk.ask(&request.to_string());
        let mut heard = desk.pass(2000);
        let games = texts(&heard, "game");
        assert_eq!((&games[0]["mode"], &games[0]["seed"]), (&"replay".into(), &5.into()));
        let shown = frames(&heard);
        assert!(shown[0].is(WHOLE) && shown.iter().all(|frame| frame.is(16)));
        desk.ask(r#"{"do":"press","button":"right","down":true}"#);
        heard = desk.pass(ticks - 1500);
        let replayed = texts(&heard, "replayed");
        assert_eq!(replayed.len(), 1, "once: {replayed:?}");
        assert_eq!((&replayed[0]["same"], &replayed[0]["scores"]), (&true.into(), &recording["score"]));
    }
    desk.ask(r#"{"do":"replay","recording":"Q1IB"}"#);
    assert_eq!(texts(&desk.read(), "fault").len(), 1, "what is no recording is said");
}

#[test]
fn who_wants_to_see_what_the_engine_knows_is_told_twenty_times_a_second() {
    let mut desk = Desk::at(built_in("kingfisher"));
    assert!(texts(&desk.pass(300), "insight").is_empty());
    desk.ask(r#"{"do":"overlay","on":true}"#);
    let told = texts(&desk.pass(1000), "insight");
    assert!((15..=21).contains(&told.len()), "{}", told.len());
    desk.ask(r#"{"do":"overlay","on":false}"#);
    desk.read();
    assert!(texts(&desk.pass(300), "insight").is_empty());
}
