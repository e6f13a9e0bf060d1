//! Faults in rules are told with their places and with what may have been meant.

use carom_tables::{Table, built_in};

const HEAD: &str = r#"carom = 2
physics = "2026.1"
units = "mm"
[[bumper]]
name = "bumper_1"
at = [100, 300]
[[post]]
name = "post"
at = [200, 300]
[[kicker]]
name = "hole"
at = [300, 300]
[[target]]
name = "drop_1"
at = [100, 500]
[[target]]
name = "stand"
kind = "round"
at = [200, 500]
[[lamp]]
name = "lane_1"
at = [100, 100]
[[lamp]]
name = "own"
at = [100, 100]
lit = "locks >= 1"
[[counter]]
name = "locks"
[[mode]]
name = "hunt"
[[group]]
name = "lift"
path = [{ time = 0 }, { time = 1, shift = [0, 0, 40] }]
[[group]]
name = "wheel"
driven = true
[[group]]
name = "plinth"
"#;

/// The faults of a file with these lines behind its head: line behind the head, column, message, help.
fn faults(lines: &str) -> Vec<String> {
    let text = format!("{HEAD}{lines}");
    let Err(faults) = Table::parse(&text) else { return Vec::new() };
    let head = HEAD.lines().count();
    let told = faults.list().iter().map(|fault| {
        let (line, column) = faults.place(fault);
        format!("{}:{column} {} | {}", line - head, fault.message, fault.help)
    });
    told.collect()
}

fn one(lines: &str) -> String {
    let mut told = faults(lines);
    assert_eq!(told.len(), 1, "{lines}: {told:#?}");
    told.remove(0)
}

fn rule(on: &str) -> String {
    one(&format!("[[rule]]\non = \"{on}\"\nscore = 1\n"))
}

fn when(when: &str) -> String {
    one(&format!("[[rule]]\non = \"bumper_1\"\nwhen = \"{when}\"\nscore = 1\n"))
}

fn deed(line: &str) -> String {
    one(&format!("[[rule]]\non = \"bumper_1\"\n{line}\n"))
}

#[test]
fn what_happens_is_misspelt() {
    let cases = [
        ("bumper_l", "2:6 there is no part \"bumper_l\" | did you mean \"bumper_1\"?"),
        ("ball begin", "2:6 there is no part \"ball begin\" | did you mean \"ball begins\"?"),
        ("bmper_*", "2:6 no part has a name like \"bmper_*\" | `*` stands for any letters"),
        ("post", "2:6 \"post\" tells nothing when a ball hits it | add a line `tells = true` to this post"),
        ("lane_1", "2:6 there is no part \"lane_1\" | that is a lamp: write \"lit lane_1\" for when it goes on"),
        (
            "locks",
            "2:6 there is no part \"locks\" | that is a counter: write \"counter locks\" for when it changes, or \"locks = 3\"",
        ),
        ("hunt", "2:6 there is no part \"hunt\" | that is a mode: write \"mode hunt begins\" or \"mode hunt ends\""),
        ("left button", "2:6 there is no part \"left button\" | write \"button left\""),
        ("mode hunt", "2:6 this does not say what the mode does | write \"mode hunt begins\" or \"mode hunt ends\""),
        ("mode hnut ends", "2:6 there is no mode \"hnut\" | did you mean \"hunt\"?"),
        ("timer hurry", "2:6 there is no timer \"hurry\" | no rule has it in `start_timer`"),
        ("multiball", "2:6 nothing tells when this begins | write it in `when`, and in `on` what happens"),
        ("raise stand", "2:6 \"stand\" is a standing target: this does nothing to it | it is for a drop target"),
        ("", "2:6 nothing is said here | say what happens, such as \"bumper_1\" or \"ball begins\""),
    ];
    for (on, expected) in cases {
        assert_eq!(rule(on), expected);
    }
    assert!(
        rule("button middle").contains("there is no button \"middle\" | there are left, right"),
        "{}",
        rule("button middle")
    );
    assert!(rule("something else").contains("write the name of a part, or one of \"game begins\""));
}

#[test]
fn a_condition_is_misspelt() {
    let cases = [
        ("lit lane_l", "3:8 there is no lamp \"lane_l\" | did you mean \"lane_1\"?"),
        ("lit bumper_1", "3:8 there is no lamp \"bumper_1\" | that is a part: lamps have names of their own"),
        ("lane_1", "3:8 \"lane_1\" is no condition | that is a lamp: write \"lit lane_1\" or \"unlit lane_1\""),
        ("hunt", "3:8 \"hunt\" is no condition | that is a mode: write \"mode hunt\""),
        ("locks", "3:8 \"locks\" is no condition | that is a counter: compare it, as \"locks >= 1\""),
        ("lti lane_1", "3:8 \"lti lane_1\" is no condition | did you mean \"lit\"?"),
        ("lock >= 2", "3:8 there is no counter \"lock\" | did you mean \"locks\"?"),
        ("locks ! 2", "3:8 \"locks ! 2\" is no comparison | compare with = != < <= > >="),
        ("down stand", "3:8 \"stand\" is a standing target: this does nothing to it | it is for a drop target"),
    ];
    for (words, expected) in cases {
        assert_eq!(when(words), expected);
    }
    assert!(when("locks > 1 or").contains("\"1 or\" is no number"));
    assert!(when("locks >").contains("something is missing"), "{}", when("locks >"));
    assert!(when("locks > 1.5").contains("\"1.5\" is no number"), "{}", when("locks > 1.5"));
}

#[test]
fn what_is_done_is_misspelt() {
    let cases = [
        ("score = \"jackpot\"", "3:9 there is no counter \"jackpot\" | give it as `[[counter]]`"),
        (
            "score = \"2 ** locks\"",
            "3:9 something is missing in \"2 ** locks\" | write a sum of numbers and counters with + - * between them: \"1000 * ramps + 500\"",
        ),
        (
            "score = 1.5",
            "3:9 this is the number 1.5, but a whole number or sum is wanted here | write it like 500 or \"jackpot\" or \"1000 * ramps\"",
        ),
        (
            "light = \"own\"",
            "3:9 the lamp \"own\" is lit by its own condition | take its `lit` and `blink` out, or this",
        ),
        ("kick = \"bumper_1\"", "3:8 \"bumper_1\" is a bumper: this does nothing to it | it is for a kicker"),
        ("kick = \"hloe\"", "3:8 there is no kicker \"hloe\" | did you mean \"hole\"?"),
        ("set = \"locks\"", "3:7 \"locks\" does not say to what | write it like \"locks = 0\" or \"jackpot + 5000\""),
        (
            "start_timer = \"hurry\"",
            "3:15 \"hurry\" does not say for how long | write its name and its seconds: \"hurry 20\"",
        ),
        ("begin_mode = \"hunts\"", "3:14 there is no mode \"hunts\" | did you mean \"hunt\"?"),
        ("say = \"Now {locsk}\"", "3:7 there is no counter \"locsk\" | did you mean \"locks\"?"),
        ("say = \"Now {locks\"", "3:7 a `{` is not closed | write `{jackpot}` for the counter `jackpot`"),
        ("say = 5", "3:7 this is the number 5, but a text is wanted here | write it like \"left flipper\""),
        ("lihgt = \"lane_1\"\nscore = 1", "3:1 \"rule\" has no field `lihgt` | did you mean `light`?"),
        (
            "lock = \"*\"\nscore = 1\n[[kicker]]\nat = [9, 9]",
            "3:8 one kicker is wanted here | give the name of one kicker",
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(deed(line), expected);
    }
    let strange = "score = 1\npoints = 2\nif = \"locks = 1\"\nunless = \"multiball\"\nmessage = \"Hello\"";
    let told = faults(&format!("[[rule]]\non = \"bumper_1\"\n{strange}\n"));
    let words = ["`score`", "`when`", "`not`", "`say`"];
    assert_eq!(told.len(), 4, "{told:#?}");
    assert!(told.iter().zip(words).all(|(told, word)| told.contains(word)), "{told:#?}");
    assert!(deed("sound = \"chmie\"").contains("did you mean \"chime\"?"));
    assert!(deed("moment = \"jakcpot\"").contains("did you mean \"jackpot\"?"));
    assert!(deed("").contains("this rule does nothing | add what it does"), "{}", deed(""));
    let same = one("[[rule]]\non = \"ball begins\"\nlight = \"same\"\n");
    assert_eq!(
        same,
        "3:9 \"same\" stands for the part that was hit, but this rule waits for no part | name a part in `on`, or give a name here"
    );
}

#[test]
fn groups_are_misspelt_or_cannot_do_it() {
    let wheel = "the group \"wheel\" has no path to follow | add a `path` to it, or use `go`, `velocity` or `pose`";
    let plinth =
        "the group \"plinth\" stands for ever | add a line `driven = true` to it, or give it a `path`".to_owned();
    let cases = [
        ("run = \"lfit\"", "3:7 there is no group \"lfit\" | did you mean \"lift\"?".to_owned()),
        ("run = \"wheel\"", format!("3:7 {wheel}")),
        ("stop = [\"lift\", \"plinth\"]", format!("3:17 {plinth}")),
        (
            "stop = \"post\"",
            "3:8 there is no group \"post\" | that is a part: give it a `parent`, and name that group here".to_owned(),
        ),
        (
            "run = \"w*\"",
            "3:7 no group that can do this has a name like \"w*\" | `*` stands for any letters".to_owned(),
        ),
        ("go = { group = \"plinth\" }", format!("3:6 {plinth}")),
        (
            "go = [{ group = \"lift\" }, { group = \"lift\", seconds = 0 }]",
            "3:27 this is no time to go anywhere | give it 0.001 to 3600 seconds; `pose` puts it there at once"
                .to_owned(),
        ),
        (
            "pose = { group = \"lift\", shift = [0, 0, 20000] }",
            "3:8 this is too far away | a shift counts in the table's unit of length: 10 m at most".to_owned(),
        ),
        (
            "pose = { group = \"lift\", angle = 361000 }",
            "3:8 this turns too far | an angle counts in degrees: 1000 turns at most".to_owned(),
        ),
        (
            "velocity = { group = \"wheel\", velocity = [0, 0, 101] }",
            "3:12 this is too fast | a velocity counts in metres a second: 100 at most".to_owned(),
        ),
        (
            "velocity = { group = \"wheel\", spin = 1001 }",
            "3:12 this turns too fast | a spin counts in radians a second: 1000 at most".to_owned(),
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(deed(line), expected);
    }
    assert!(
        deed("go = \"lift\"").contains("but fields between braces are wanted here | write it like { group = ... }")
    );
    assert!(deed("go = { group = \"lift\", secnods = 1 }").contains("did you mean `seconds`?"));
    assert_eq!(rule("arrived lfit"), "2:6 there is no group \"lfit\" | did you mean \"lift\"?");
    assert!(rule("stalled plinth").contains("stands for ever"));
    let bare = rule("lift");
    assert!(bare.ends_with("that is a group: write \"arrived lift\" or \"stalled lift\""), "{bare}");
    let same = "run = \"lift\"\nstop = \"wheel\"\ngo = [{ group = \"l*, wheel\" }]";
    assert_eq!(faults(&format!("[[rule]]\non = \"arrived *\"\n{same}\n")), [""; 0]);
}

#[test]
fn rules_that_drive_groups_are_the_same_after_writing_and_reading() {
    let drives = "go = { group = \"lift\", shift = [0, 0, 40], angle = 12.5, seconds = 0.25 }\n\
                  pose = [{ group = \"lift\" }, { group = [\"lift\", \"wheel\"], angle = -90 }]\n\
                  velocity = { group = \"wheel\", velocity = [0, 0.5, 0], spin = 6.28 }\nstop = \"*\"\nrun = \"lift\"\n";
    let table = Table::parse(&format!("{HEAD}[[rule]]\non = \"stalled lift\"\n{drives}")).unwrap();
    let text = table.to_toml();
    assert_eq!(Table::parse(&text).as_ref(), Ok(&table), "{text}");
}

#[test]
fn the_wrong_one_of_a_list_is_shown() {
    let told = faults(
        "[[rule]]\non = [\"bumper_1\", \"hloe\"]\nwhen = [\"locks = 1\", \"lock = 2\", \"mode hnut\"]\nscore = 1\n",
    );
    let places: Vec<&str> = told.iter().map(|fault| fault.split(' ').next().unwrap_or_default()).collect();
    assert_eq!(places, ["2:19", "3:22", "3:34"], "{told:#?}");
}

#[test]
fn names_of_counters_modes_and_lamps_are_checked() {
    let cases = [
        (
            "[[counter]]\nname = \"locks\"\n",
            "2:8 the name \"locks\" is taken: number 1 has it | give each a name of its own",
        ),
        (
            "[[counter]]\nname = \"a b\"\n",
            "2:8 this cannot be the name of a counter | use letters, digits and `_`, a letter first: \"ramp_shots\"",
        ),
        ("[[counter]]\nname = \"score\"\n", "2:8 \"score\" has a meaning of its own in rules | take another name"),
        (
            "[[mode]]\nname = \"hunt\"\n",
            "2:8 the name \"hunt\" is taken: number 1 has it | give each a name of its own",
        ),
        (
            "[[lamp]]\nat = [1, 2]\nname = \"own\"\n",
            "3:8 the name \"own\" is taken: number 2 has it | give each a name of its own",
        ),
        ("[game]\nballs = 0\n", "2:9 0 is out of range here | it must be from 1 to 99"),
        ("[game]\nplayers = 5\n", "2:11 5 is out of range here | it must be from 1 to 4"),
    ];
    for (lines, expected) in cases {
        assert_eq!(one(lines), expected);
    }
    assert!(one("[game]\naccent = \"teal\"\n").starts_with("2:10 this is no colour | write #"));
    assert!(one("[[lamp]]\nat = [1, 2]\ncolour = \"#12345\"\n").starts_with("3:10 this is no colour"));
}

#[test]
fn a_timer_of_a_script_is_believed() {
    let lines = "[[rule]]\non = \"timer hurry\"\nscore = 1\n[game]\nscript = \"\"\n";
    assert_eq!(faults(lines), [""; 0]);
}

#[test]
fn what_follows_from_a_part_that_cannot_be_read_is_no_fault_of_a_rule() {
    let lines = "[[bumper]]\nname = \"bumper_2\"\n[[rule]]\non = \"bumper_2\"\nscore = 1\n";
    assert_eq!(faults(lines).len(), 1, "{:?}", faults(lines));
}

#[test]
fn rules_read_back_as_they_were_written() {
    for one in built_in::ALL {
        let table = Table::parse(one.text).unwrap();
        let again = Table::parse(&table.to_toml()).unwrap();
        assert_eq!(
            (&again.rules, &again.lamps, &again.game),
            (&table.rules, &table.lamps, &table.game),
            "{}",
            one.name
        );
        assert_eq!(again.plan(), table.plan());
    }
}

#[test]
fn kingfishers_lamps_lie_on_its_playfield_and_apart() {
    let table = Table::parse(built_in::find("kingfisher").unwrap().text).unwrap();
    assert!((30..=50).contains(&table.lamps.len()), "{}", table.lamps.len());
    for (k, lamp) in table.lamps.iter().enumerate() {
        let [x, y] = [lamp.at[0].0, lamp.at[1].0];
        assert!((0.0..=468.0).contains(&x) && (0.0..=1066.8).contains(&y), "{:?}", lamp.name);
        for other in &table.lamps[..k] {
            let apart = libm::hypot(x - other.at[0].0, y - other.at[1].0);
            let radii = lamp.radius.map_or(8.0, |size| size.0) + other.radius.map_or(8.0, |size| size.0);
            assert!(apart >= radii, "{:?} and {:?}", lamp.name, other.name);
        }
    }
}

#[test]
fn rules_and_lamps_change_nothing_of_the_machine() {
    for name in ["kingfisher", "fairground"] {
        let table = Table::parse(built_in::find(name).unwrap().text).unwrap();
        let bare = Table { rules: Vec::new(), lamps: Vec::new(), game: Default::default(), ..table.clone() };
        let run = |table: &Table| {
            let mut machine = table.machine().unwrap();
            let mut pilot = carom::pinball::Autopilot::new(&machine, 1);
            for _ in 0..4000 {
                pilot.play(&mut machine);
                machine.tick();
            }
            machine.hash()
        };
        assert_ne!(bare, table);
        assert_eq!(run(&bare), run(&table), "{name}");
    }
}
