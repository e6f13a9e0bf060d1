//! Ten different faults in one file, and ten messages that help.

use carom_tables::Table;

const TEN: &str = include_str!("data/ten_faults.toml");

#[test]
fn ten_faults_give_ten_messages() {
    let faults = Table::parse(TEN).unwrap_err();
    let told: Vec<String> = faults
        .list()
        .iter()
        .map(|fault| {
            let (line, column) = faults.place(fault);
            format!("{line}:{column} {} | {}", fault.message, fault.help)
        })
        .collect();
    println!("{}", faults.shown("ten.toml"));
    let expected = [
        "4:1 a table file has no field `nmae` | did you mean `name`?",
        "7:9 this is the text \"steep\", but an angle is wanted here | write it like 12.5",
        "12:1 \"flipper\" has no field `lenght` | did you mean `length`?",
        "16:6 this list has 1 number, but 2 are wanted here | write it like [120, 850]",
        "20:10 -5 is out of range here | it must be at least 0",
        "24:12 there is no material \"ruber\" | did you mean \"rubber\"? Materials are given as [materials.NAME]",
        "27:11 in this path: a number is missing at its character 12 | write it like \"M 0 0 L 100 0 L 50 80 Z\"",
        "29:1 this gate has no `at` | add a line such as `at = [120, 850]`",
        "34:8 \"dorp\" is none of the words for this | did you mean \"drop\"? The choices are \"drop\", \"drop_beveled\", \"drop_flat\", \
         \"round\", \"rectangle\", \"fat_rectangle\", \"fat_square\", \"slim\", \"fat_slim\"",
        "38:6 there is no wall or ramp \"upper level\" | give the name of one that is in the file",
    ];
    for (told, expected) in told.iter().zip(expected) {
        assert_eq!(told, expected);
    }
    assert_eq!(told.len(), expected.len(), "{told:#?}");
}
