//! Where parts and groups lie: reading it, what is wrong with it, writing it, and the machines it makes.

use carom::DVec3;
use carom::pinball::Machine;
use carom::shape::Rule;
use carom::space::Transform;
use carom_tables::{Table, parse_inputs};

const HEAD: &str = "carom = 2\nphysics = \"2026.1\"\nunits = \"mm\"\n";

fn load(rest: &str) -> (Table, Machine) {
    Table::load(&format!("{HEAD}{rest}")).unwrap_or_else(|faults| panic!("{faults}"))
}

/// All faults: line and column, message, help. Lines count from the one after the head.
fn faults(rest: &str) -> Vec<String> {
    let faults = Table::parse(&format!("{HEAD}{rest}")).expect_err("it has faults");
    let told = faults.list().iter().map(|fault| {
        let (line, column) = faults.place(fault);
        format!("{}:{column} {} | {}", line as i64 - 3, fault.message, fault.help)
    });
    told.collect()
}

fn near(a: DVec3, b: DVec3) -> bool {
    (a - b).length() < 1e-12
}

/// How a part of a machine lies.
fn lies(machine: &Machine, name: &str) -> Transform {
    machine.transform(machine.part(name).unwrap())
}

#[test]
fn first_scaled_then_turned_then_shifted() {
    let (_, machine) =
        load("[[post]]\nname = \"p\"\nat = [10, 0]\nradius = 4\nscale = 2\nturn = [0, 0, 90]\nshift = [200, 300, 5]\n");
    let lies = lies(&machine, "p");
    // 10 to the right becomes 20, turned from x towards y.
    assert!(near(lies.place(DVec3::X * 0.01), DVec3::new(0.2, 0.32, 0.005)), "{lies:?}");
    assert!(near(lies.place(DVec3::Z * 0.01), DVec3::new(0.2, 0.3, 0.025)), "{lies:?}");
}

#[test]
fn turns_go_about_x_then_y_then_z() {
    let (_, machine) = load("[[post]]\nname = \"p\"\nat = [0, 0]\nturn = [90, 90, 0]\nshift = [200, 300, 50]\n");
    let lies = lies(&machine, "p");
    // z goes to -y by the first turn, and stays there by the second; y goes to z and then to x.
    assert!(near(lies.vector(DVec3::Z), -DVec3::Y) && near(lies.vector(DVec3::Y), DVec3::X), "{lies:?}");
}

#[test]
fn a_matrix_has_its_lengths_in_the_files_unit() {
    for (unit, x) in [("mm", 254.0), ("in", 10.0), ("m", 0.254)] {
        let text = format!(
            "carom = 2\nphysics = \"2026.1\"\nunits = \"{unit}\"\n[[bumper]]\nname = \"b\"\nat = [0, 0]\n\
             matrix = [[0, -2, 0, {x}], [2, 0, 0, {x}], [0, 0, 2, 0]]\n"
        );
        let (_, machine) = Table::load(&text).unwrap_or_else(|faults| panic!("{faults}"));
        let lies = lies(&machine, "b");
        assert!(near(lies.place(DVec3::X), DVec3::new(0.254, 2.254, 0.0)), "{unit}: {lies:?}");
    }
}

#[test]
fn a_part_lies_in_its_group_and_that_in_its_own() {
    // The child stands before its parents in the file.
    let (_, machine) = load(
        "[[post]]\nname = \"p\"\nat = [10, 0]\nparent = \"inner\"\nshift = [0, 5, 0]\n\
         [[group]]\nname = \"inner\"\nparent = \"outer\"\nturn = [0, 0, 90]\n\
         [[group]]\nname = \"outer\"\nshift = [200, 300, 0]\nscale = 2\n",
    );
    let names: Vec<&str> = machine.groups().map(|(_, group)| group.name.as_str()).collect();
    assert_eq!(names, ["outer", "inner"], "parents first");
    let lies = lies(&machine, "p");
    assert!(near(lies.place(DVec3::X * 0.01), DVec3::new(0.19, 0.32, 0.0)), "{lies:?}");
    let group = machine.group_of(machine.part("p").unwrap()).unwrap();
    assert_eq!(machine.groups().find(|(id, _)| *id == group).unwrap().1.name, "inner");
}

/// A ball rolls against a bumper that was put there by a group, and against one that stands there by itself.
#[test]
fn a_placed_table_plays_like_one_that_stands_there() {
    let ball = "[[ball]]\nat = [203, 300]\n[[bumper]]\nname = \"b\"\n";
    let play = |rest: &str| {
        let (_, mut machine) = load(&format!("{ball}{rest}"));
        for _ in 0..1500 {
            machine.tick();
        }
        let id = machine.balls().next().unwrap();
        let native = machine.colliders().all(|(collider, ..)| machine.rule(collider) == Rule::Native);
        assert!(native, "shapes that stay upright are made anew");
        machine.position(id)
    };
    let there = play("at = [200, 500]\n");
    let placed = play("at = [40, 100]\nparent = \"g\"\n[[group]]\nname = \"g\"\nshift = [160, 400, 0]\n");
    assert!((there - placed).length() < 1e-9, "{there} {placed}");
    assert!(there.y < 0.45, "it met the bumper: {there}");
}

#[test]
fn every_fault_of_a_place_is_told_at_once() {
    let told = faults(
        "[[group]]
name = \"lift\"
parent = \"tower\"
[[group]]
name = \"a\"
parent = \"b\"
[[group]]
name = \"b\"
parent = \"a\"
[[group]]
name = \"self\"
parent = \"self\"
[[group]]
name = \"lift\"
[[group]]
name = \"p\"
[[post]]
name = \"p\"
at = [200, 300]
parent = \"lfit\"
[[post]]
at = [100, 300]
scale = 0
[[post]]
at = [120, 300]
turn = [0, 0, 5]
matrix = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]
[[post]]
at = [140, 300]
matrix = [[1, 0, 0, 0], [2, 0, 0, 0], [0, 0, 1, 0]]
[[post]]
at = [160, 300]
parent = \"p 1\"
[[post]]
name = \"p 1\"
at = [180, 300]
rotate = 5
",
    );
    let expected = [
        "3:10 there is no group \"tower\" | give the name of one that is in the file",
        "6:10 the groups \"a\", \"b\" lie in each other | take this line out, or name a group that does not lie in this one",
        "12:10 a group cannot lie in itself | take this line out, or name a group that does not lie in this one",
        "14:8 the name \"lift\" is taken: group 1 has it | give each group a name of its own",
        "16:8 the name \"p\" is taken: post 1 has it | give each group a name of its own",
        "20:10 there is no group \"lfit\" | did you mean \"lift\"?",
        "23:9 a scale of 0 leaves nothing of it | 1 leaves it as it is, 2 makes it twice as large",
        "26:8 `turn` and `matrix` cannot both say how it lies | keep one of them: a matrix says all three",
        "30:10 a placement flattens what it places: no scale may be 0 | look at its sizes; lengths are in the file's `units`",
        "33:10 \"p 1\" is a post: only a group can be a parent | make a `[[group]]`, and let both lie in it",
        "37:1 \"post\" has no field `rotate` | write it as `turn = [x, y, z]`, in degrees about these axes",
    ];
    assert_eq!(told, expected, "{told:#?}");
}

#[test]
fn only_groups_are_parents() {
    let told = faults("[[post]]\nname = \"p\"\nat = [160, 300]\n[[post]]\nat = [180, 300]\nparent = \"p\"\n");
    assert_eq!(
        told,
        ["6:10 \"p\" is a post: only a group can be a parent | make a `[[group]]`, and let both lie in it"]
    );
}

#[test]
fn wrong_kinds_of_place_are_told() {
    let told = faults(
        "[[post]]\nat = [160, 300]\nscale = \"big\"\n[[post]]\nat = [180, 300]\nscale = [1, 2]\n\
         [[post]]\nat = [200, 300]\nmatrix = [1, 0, 0]\n[[post]]\nat = [220, 300]\nmatrix = [[1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]\n\
         [[post]]\nat = [240, 300]\nshift = [1, 2]\n",
    );
    let expected = [
        "3:9 this is the text \"big\", but a number is wanted here | write it like 12.5",
        "6:9 this list has 2 numbers, but 3 are wanted here | write it like [120, 850, 30]",
        "9:10 this is a list of 3, but three rows of four numbers are wanted here | write them like \
         [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]",
        "12:11 this list has 3 numbers, but 4 are wanted here | write it like [1, 0, 0, 120]",
        "15:9 this list has 2 numbers, but 3 are wanted here | write it like [120, 850, 30]",
    ];
    assert_eq!(told, expected, "{told:#?}");
}

#[test]
fn things_stand_only_on_what_lies_in_the_same_space() {
    let wall = "[[group]]\nname = \"g\"\nshift = [0, 0, 20]\n[[wall]]\nname = \"w\"\noutline = [[0, 0], [100, 0], [100, 100], [0, 100]]\ntop = 40\n";
    let (_, machine) =
        load(&format!("{wall}parent = \"g\"\n[[post]]\nname = \"p\"\nat = [50, 50]\non = \"w\"\nparent = \"g\"\n"));
    // 40 mm of wall on 20 mm of group.
    let tops = machine.colliders().map(|(_, collider, _)| collider.shape().bounds().max.z);
    let top = tops.filter(|top| *top < 0.1).fold(0.0, f64::max);
    assert!((top - (0.06 + 0.026_987_5)).abs() < 1e-9, "{top}");
    let message = "\"w\" lies elsewhere: what stands on it must lie in the same space | give both the same `parent` and place, \
                   or say its height with `low`";
    let apart = [
        "parent = \"g\"\n[[post]]\nat = [50, 50]\non = \"w\"\n",
        "shift = [0, 0, 9]\n[[post]]\nat = [50, 50]\non = \"w\"\n",
    ];
    for apart in apart {
        let told = faults(&format!("{wall}{apart}"));
        assert_eq!(told, [format!("11:6 {message}")], "{told:#?}");
    }
    let told = faults(&format!("{wall}parent = \"g\"\n[[ball]]\nat = [50, 50]\non = \"w\"\n"));
    assert!(told[0].contains("a ball is put on the table itself") && told.len() == 1, "{told:#?}");
}

#[test]
fn what_the_engine_refuses_is_told_where_it_stands() {
    // A flipper that is stretched along one axis is none any more.
    let told = faults("[[flipper]]\nname = \"f\"\nat = [160, 930]\nscale = [1, 2, 1]\n");
    assert!(told.len() == 1 && told[0].starts_with("4:9 "), "{told:#?}");
}

#[test]
fn a_file_says_the_oldest_format_that_can_say_it() {
    let plain = "[[post]]\nat = [160, 300]\n";
    let (table, _) = load(plain);
    assert_eq!(table.format(), 1);
    assert!(table.to_toml().starts_with("carom = 1\n"));
    for newer in ["parent = \"g\"\n[[group]]\nname = \"g\"\n", "shift = [0, 1, 0]\n", "[[group]]\nname = \"g\"\n"] {
        let (table, _) = load(&format!("{plain}{newer}"));
        assert_eq!(table.format(), 2, "{newer}");
        let written = table.to_toml();
        assert!(written.starts_with("carom = 2\n"));
        assert_eq!(Table::parse(&written), Ok(table), "{newer}");
    }
}

#[test]
fn a_file_of_the_first_format_cannot_say_what_only_the_second_can() {
    let text = "carom = 1\nphysics = \"2026.1\"\nunits = \"mm\"\n[[post]]\nat = [160, 300]\nshift = [0, 1, 0]\n";
    let faults = Table::parse(text).unwrap_err();
    assert_eq!(faults.place(&faults.list()[0]), (1, 9));
    assert_eq!(faults.list()[0].message, "this is format 1, but post 1 says how it lies, which format 1 does not know");
    assert_eq!((faults.list()[0].help.as_str(), faults.list().len()), ("write `carom = 2`", 1));
}

#[test]
fn meshes_and_rubbers_keep_their_own_turns() {
    // In the second format, too, a mesh is turned about z first: its points are made so, and then lie in its group.
    let mesh = "[[mesh]]\nname = \"m\"\npoints = [[0, 0, 0], [90, 0, 0], [0, 90, 0]]\ntriangles = [[0, 1, 2]]\nturn = [0, 0, 90]\n";
    let (_, machine) = load(&format!("{mesh}shift = [200, 300, 10]\n"));
    let corner = machine
        .colliders()
        .map(|(_, collider, _)| collider.shape().bounds())
        .find(|b| b.min.z > 0.009 && b.max.z < 0.011);
    let corner = corner.unwrap();
    assert!(corner.min.x > 0.1 && corner.max.x < 0.2001, "turned to the left of its place: {corner:?}");
}

/// A chain of parents as long as a file can have, and rings of every size: told or built at once, without deep recursion.
#[test]
fn very_many_groups_are_no_burden() {
    let mut chain = String::new();
    for k in (0..20_000).rev() {
        let parent = if k > 0 { format!("parent = \"g{}\"\n", k - 1) } else { String::new() };
        chain += &format!("[[group]]\nname = \"g{k}\"\n{parent}");
    }
    let (table, machine) = load(&chain);
    assert_eq!((table.groups.len(), machine.groups().count()), (20_000, 20_000));
    let ring = chain.replace("name = \"g0\"\n", "name = \"g0\"\nparent = \"g19999\"\n");
    assert_eq!(faults(&ring).len(), 1);
    let pairs: String = (0..10_000).map(|k| format!("[[group]]\nname = \"g{k}\"\nparent = \"g{}\"\n", k ^ 1)).collect();
    assert_eq!(faults(&pairs).len(), 5_000);
    let growing: String = chain.replace("[[group]]\n", "[[group]]\nscale = 3\n");
    assert!(!faults(&growing).is_empty(), "it grows beyond every bound");
}

#[test]
fn a_file_of_inputs_is_checked_for_groups() {
    let (table, _) = load("[[group]]\nname = \"still\"\n[[post]]\nname = \"p\"\nat = [100, 100]\n");
    let inputs = "[[input]]\ntime = 1\naction = \"run\"\ngroup = \"stlll\"\n\
                  [[input]]\ntime = 1\naction = \"go\"\ngroup = \"still\"\n\
                  [[input]]\ntime = 1\naction = \"stop\"\npart = \"still\"\n\
                  [[input]]\ntime = 1\naction = \"pose\"\n\
                  [[input]]\ntime = 1\naction = \"enable\"\npart = \"still\"\n\
                  [[input]]\ntime = 1\naction = \"enable\"\npart = \"p\"\ngroup = \"still\"\n\
                  [[input]]\ntime = 1\naction = \"velocity\"\ngroup = \"p\"\n";
    let faults = parse_inputs(inputs, &table).unwrap_err();
    let told: Vec<String> = faults.list().iter().map(|fault| format!("{} | {}", fault.message, fault.help)).collect();
    let expected = [
        "there is no group \"stlll\" | did you mean \"still\"?",
        "the group \"still\" does not move | add `driven = true` to it",
        "\"stop\" happens to a group, not to a part | write `group = \"...\"` instead",
        "\"pose\" needs a group | add a line `group = \"...\"` with the name of a driven group",
        "\"still\" is a group, and \"enable\" happens to parts | give the name of a part",
        "\"enable\" happens to no group | take this line out",
        "\"p\" is a post, not a group | give the name of a group",
    ];
    assert_eq!(told, expected, "{told:#?}");
}
