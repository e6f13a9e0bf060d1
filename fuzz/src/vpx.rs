//! The importer of `.vpx` files: any bytes give a table or a reason.

use crate::bytes::Bytes;
use carom_tables::Table;
use support::Biff;

#[path = "../../crates/carom-vpx/tests/support/mod.rs"]
mod support;

/// Imports bytes. If the first is 0 the others are the file, which tries the container; else they are records of the table and of
/// its items, and a sound container is built round them. Promised: no panic; of what is imported a machine can be built, and it can be
/// written and read back.
pub fn vpx(data: &[u8]) {
    let mut bytes = Bytes(data);
    if bytes.byte() == 0 {
        return import(bytes.0);
    }
    let table = match bytes.piece(4_000) {
        [] => None,
        records => Some(Biff(records.to_vec())),
    };
    let mut items = Vec::new();
    while !bytes.is_empty() && items.len() < 64 {
        items.push(Biff(bytes.piece(20_000).to_vec()));
    }
    import(&support::file(&table.unwrap_or_else(|| support::game_data(items.len())), &items).bytes);
}

fn import(bytes: &[u8]) {
    match carom_vpx::import_bytes(bytes) {
        Ok(import) => hold(&import),
        Err(error) => assert!(!error.to_string().is_empty(), "refused without a word"),
    }
}

/// What must hold of everything that was imported.
pub(crate) fn hold(import: &carom_vpx::Import) {
    assert!(!import.report.text().is_empty(), "a report says something");
    let mut machine = match import.table.machine() {
        Ok(machine) => machine,
        Err(faults) => panic!("no machine can be built of what was imported: {faults:?}"),
    };
    for _ in 0..10 {
        machine.tick();
    }
    match Table::parse(&import.table.to_toml()) {
        Ok(again) => assert_eq!(again, import.table, "written and read again it is another"),
        Err(faults) => panic!("what was imported cannot be read again: {faults}"),
    }
}
