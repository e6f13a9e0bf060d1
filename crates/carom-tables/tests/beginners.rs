//! The mistakes that everyone makes with a first table: each gives one message, in its place, that says how to mend it.

use carom_tables::{PHYSICS, Table};

const HEAD: &str = "carom = 1\nphysics = \"2026.1\"\nunits = \"mm\"\n";

/// What is told of a text: `line:column message | help`.
fn told(text: &str) -> Vec<String> {
    let Err(faults) = Table::parse(text) else { return Vec::new() };
    let one = |fault: &carom_tables::Fault| {
        let (line, column) = faults.place(fault);
        format!("{line}:{column} {} | {}", fault.message, fault.help)
    };
    faults.list().iter().map(one).collect()
}

fn told_after_head(body: &str) -> Vec<String> {
    told(&format!("{HEAD}{body}"))
}

#[track_caller]
fn tells(body: &str, expected: &str) {
    assert_eq!(told_after_head(body), [expected], "{body}");
}

#[test]
fn brackets_are_explained() {
    tells(
        "[flipper]\nat = [160, 930]\n",
        "4:1 this is a table, but there can be several of `flipper` | begin each with a line `[[flipper]]`, in two brackets; \
         its name is a field `name`",
    );
    tells(
        "[bumper]\nat = [160, 930]\n[bumper]\nat = [260, 930]\n",
        "6:2 `[bumper]` cannot stand here once more | begin each with a line `[[bumper]]`, in two brackets",
    );
    tells(
        "[[flipper]\nat = [160, 930]\n",
        "4:11 the brackets of this header are not closed twice | write `[[flipper]]`",
    );
    tells("[[bumper]]\nat = (160, 930)\n", "5:6 places and lists stand in square brackets | write [160, 930]");
    tells("[[wall]]\noutline = [[0, 0], [9, 0], [5, 8]]]\n", "5:35 there is one `]` too many | take it away");
    tells(
        "[[wall]]\noutline = [0, 0, 100, 0, 50, 80]\n",
        "5:11 these are numbers, but points are wanted here | put brackets round every point: [[0, 0], [100, 0], [50, 80]]",
    );
    tells(
        "[[playfield]]\nwidth = 500\n",
        "4:1 this is a list of 1, but there is one playfield only | begin it with `[playfield]`, in one bracket",
    );
}

#[test]
fn a_list_without_an_end_gives_one_message_however_long_the_file() {
    tells(
        "[[wall]]\noutline = [[0, 0], [100, 0], [50, 80]\n\n[[bumper]]\nat = [160, 930]\n[[bumper]]\nat = [190, 930]\n",
        "7:1 the list before this line has no end | close it with `]` at the end of line 5: every `[` needs its `]`",
    );
    tells(
        "[[wall]]\noutline = [[0, 0], [100, 0], [50, 80]\ntop = 20\n",
        "6:1 the list before this line has no end | close it with `]` at the end of line 5: every `[` needs its `]`",
    );
    tells(
        "[[wall]]\noutline = [[0, 0], [100, 0], [50, 80]\n",
        "5:38 this list has no end | close it with `]` at the end of line 5: every `[` needs its `]`",
    );
}

#[test]
fn numbers_are_explained() {
    let alone = "lengths are in the file's `units`, angles in degrees, everything else in SI";
    tells("[[bumper]]\nat = [160 930]\n", "5:7 a comma is missing between these numbers | write 160, 930");
    tells(
        "[[bumper]]\nat = [160,5, 930,2]\n",
        "5:6 this list has 4 numbers, but 2 are wanted here | write it like [120, 850]; decimals have a point, not a comma: \
         12.5",
    );
    tells("[playfield]\nslope = 6,5\n", "5:10 a number has a decimal point, not a comma | write 6.5");
    tells(
        "[playfield]\nwidth = 500mm\n",
        &format!("5:9 `500mm` is not a number | write the number alone: 500 ({alone})"),
    );
    tells(
        "[playfield]\nslope = 6.5°\n",
        &format!("5:12 `6.5°` is not a number | write the number alone: 6.5 ({alone})"),
    );
    tells("[playfield]\nelasticity = 25%\n", "5:14 `25%` is not a number | write it as a part of 1: 0.25");
    tells(
        "[playfield]\nwidth = \"500,5 mm\"\n",
        "5:9 this is the text \"500,5 mm\", but a size is wanted here | write the number alone: 500.5, without quotes and \
         unit, with a point for decimals",
    );
    tells("[playfield]\nslope = .5\n", "5:9 a number begins with a digit | write it like 0.5");
    tells("[playfield]\nslope = 5.\n", "5:11 digits are missing after the decimal point | write it like 5 or 5.0");
    tells("[playfield]\nwidth = 0500\n", "5:9 a number does not begin with a zero | leave the zeros before it out");
    tells(
        "[[bumper]]\nat = [160, 3/4]\n",
        "5:12 `3/4` is not a number | write a fraction as a decimal number: 0.75 for 3/4",
    );
    tells(
        "[playfield]\nslope = 95\n",
        "5:9 a playfield cannot slope by 95° | write it in degrees, from -85 to 85; 6 is usual",
    );
    tells(
        "[playfield]\nwidth = 1e300\n",
        "4:1 playfield: border is 1e297; it must be from -1000000 to 1000000 | this counts in metres, seconds, kilograms and \
         radians; the file has lengths in its `units`, angles in degrees",
    );
}

#[test]
fn texts_and_words_are_explained() {
    tells("name = mine\n", "4:8 a text must stand in quotes | write \"mine\"");
    tells("name = “mine”\n", "4:8 these are not the quotes of TOML | write \"mine\", with straight quotes");
    tells("name = \"mine\n", "4:13 this text has no closing quote | end it with \" in the same line");
    tells("name = 'It's mine'\n", "4:12 the text ends before this, at the second quote | write \"It's mine\"");
    tells("name =\n", "4:7 there is no value here | write it in the same line: `name = ...`");
    tells("[playfield]\nfloor = True\n", "5:9 `True` is not a value | write true or false, in small letters");
    tells(
        "[playfield]\nfloor = yes\n",
        "5:9 `yes` is neither a number nor a text in quotes | write true, or \"yes\" if it is a text",
    );
}

#[test]
fn lines_are_explained() {
    tells("name: \"mine\"\n", "4:5 a field has `=` before its value, not `:` | write `name = \"mine\"`");
    tells("// mine\n", "4:1 this is not how a comment begins | begin a comment with `#`");
    tells("name = \"mine\" // my own\n", "4:15 this is not how a comment begins | begin a comment with `#`");
    tells("name = \"mine\";\n", "4:14 lines do not end with `;` | take it away");
    tells("name = \"mine\"\nname = \"yours\"\n", "5:1 `name` is said twice here | take one of the two lines away");
    tells(
        "[[wall]]\nslingshot force = 4\noutline = [[0, 0], [9, 0], [5, 8]]\n",
        "5:11 the name of a field has no spaces | write `slingshot_force = ...`",
    );
    tells(
        "[[bumper]]\nat [160, 930]\n",
        "5:4 there is no `=` in this line | write `at = ...`; a comment begins with `#`, a part with a line like `[[bumper]]`",
    );
}

#[test]
fn what_is_called_otherwise_is_named() {
    tells(
        "[[slingshot]]\nforce = 4\n",
        "4:3 a table file has no field `slingshot` | a slingshot is an edge of a wall: { at = [x, y], slingshot = true } in \
         its `outline`",
    );
    tells(
        "[[flipper]]\nat = [160, 930]\n[[flipper.bumper]]\nat = [9, 9]\n",
        "6:11 \"flipper\" has no field `bumper` | a bumper stands by itself: begin it with a line `[[bumper]]`",
    );
    tells(
        "[[post]]\nat = [160, 930]\nelasticity = 80\n",
        "6:14 elasticity is 80; it must be from 0 to 1 | write a number from that range",
    );
    tells("[[drop_target]]\n", "4:3 a table file has no field `drop_target` | it is a `[[target]]`, by its `kind`");
    assert_eq!(
        told_after_head("[[bumper]]\nx = 160\n"),
        [
            "4:1 this bumper has no `at` | add a line such as `at = [120, 850]`",
            "5:1 \"bumper\" has no field `x` | write its place as `at = [x, y]`",
        ]
    );
}

#[test]
fn a_wrong_head_says_what_to_write() {
    let with = |from: &str, to: &str| told(&HEAD.replace(from, to));
    assert_eq!(
        with("\"mm\"", "\"cm\""),
        [
            "3:9 this unit is not known | write `units = \"mm\"` and ten times the numbers, or \"m\" and a hundredth of them"
        ]
    );
    assert_eq!(with("\"mm\"", "\"inch\""), ["3:9 this unit is not known | write `units = \"in\"` for inches"]);
    assert_eq!(
        with("\"2026.1\"", "2026.1"),
        [format!("2:11 this is no version of the physics | write `physics = \"{PHYSICS}\"`, in quotes")]
    );
    assert_eq!(
        with("= 1", "= \"1\""),
        ["1:9 this is no version of the file format | write `carom = 2`, a whole number without quotes"]
    );
    let empty = format!(
        "1:1 the file is empty | begin it with the lines `carom = 2`, `physics = \"{PHYSICS}\"` and `units = \"mm\"`"
    );
    assert_eq!(told(" \r\n"), [empty]);
    let late = told(&format!("[[ball]]\nat = [100, 100]\n{HEAD}"));
    assert!(late.iter().any(|one| one.contains("move the line to the top of the file")), "{late:#?}");
}

#[test]
fn windows_files_are_read_as_others_are() {
    let text = format!("{HEAD}[[bumper]]\n\tat = [160, 400]\n");
    assert_eq!(told(&text.replace('\n', "\r\n")), [""; 0]);
    assert_eq!(told(&format!("\u{feff}{text}")), [""; 0]);
    // A mark of the byte order is not a column.
    let marked = told(&format!("\u{feff}{}", HEAD.replace("= 1", "= 3")));
    assert_eq!(marked.len(), 1, "{marked:?}");
    assert!(marked[0].starts_with("1:9 "), "{marked:?}");
}
