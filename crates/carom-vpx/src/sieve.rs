//! Before `vpin` reads a stream, its records go through a sieve: those that physics needs, each as long as it must be and
//! within its range, are put into a fresh stream; all others stay behind.
//!
//! `vpin` is meant for whole files: it panics at records that are too short, at unknown numbers for a shape or a kind, at
//! bytes behind the end; in release builds it would even read into the next record. Behind the sieve none of that can
//! happen, pictures and scripts cost nothing, and what was wrong is known by its tag.

use crate::biff::{self, Record};
use crate::kind::Kind;

/// A stream that `vpin` can read, and what the sieve kept back although it was wanted.
#[derive(Debug, Default)]
pub(crate) struct Sieved {
    pub(crate) stream: Vec<u8>,
    /// Tags that are there, for what must be told from a default.
    pub(crate) tags: Vec<[u8; 4]>,
    pub(crate) notes: Vec<String>,
}

/// What the data of a record is.
#[derive(Clone, Copy)]
enum Form {
    /// So many finite numbers of four bytes.
    Floats(usize),
    /// Three finite numbers, padded to four.
    Padded,
    /// A whole number within these, or a flag.
    Whole(u32, u32),
    Text,
    WideText,
    Points,
}

const ANY: Form = Form::Whole(0, u32::MAX);
const ONE: Form = Form::Floats(1);

/// The records that physics needs of an item.
fn form(kind: Kind, tag: [u8; 4]) -> Option<Form> {
    Some(match (kind, &tag) {
        (_, b"NAME") => Form::WideText,
        (Kind::Ball, b"VCEN") => Form::Floats(3),
        (_, b"VCEN") => Form::Floats(2),
        (_, b"VPOS" | b"VSIZ") => Form::Padded,
        // In other kinds vpin would take the end of a point for the end of the item.
        (Kind::Wall | Kind::Ramp | Kind::Rubber | Kind::Trigger, b"DPNT") => Form::Points,
        (_, b"SURF" | b"MAPH" | b"PMAT" | b"GRUP") => Form::Text,
        // vpin panics at other numbers; Visual Pinball's default is taken instead.
        (Kind::Ramp, b"TYPE") => Form::Whole(0, 5),
        (Kind::HitTarget, b"TRTY") => Form::Whole(1, 9),
        (Kind::PartGroup, b"SPRF") => Form::Whole(0, 4),
        (
            _,
            b"HTEV" | b"DROP" | b"BOTS" | b"COLL" | b"ISBS" | b"CLDW" | b"OVPH" | b"OVRP" | b"ENBL" | b"MECH" | b"APLG"
            | b"HAHE" | b"COLI" | b"EBLD" | b"SHAP" | b"FATH" | b"LEMO" | b"GSUP" | b"GCOL" | b"TWWA" | b"SSUP"
            | b"CLDR" | b"TVIS" | b"ISDR" | b"RADE" | b"ISTO" | b"U3DM" | b"SIDS" | b"DTXI",
        ) => ANY,
        (Kind::Rubber, b"WDTP") => ANY,
        (
            _,
            b"THRS" | b"HTBT" | b"HTTP" | b"SLFO" | b"SLTH" | b"SLGF" | b"ELAS" | b"ELFO" | b"FRIC" | b"SCAT" | b"WFCT"
            | b"WSCT" | b"BASR" | b"ENDR" | b"FLPR" | b"FRTN" | b"ANGS" | b"ANGE" | b"FORC" | b"STRG" | b"RPUP"
            | b"SCTR" | b"TODA" | b"TDAA" | b"FRMN" | b"FHGT" | b"WDTH" | b"HIGH" | b"HPSL" | b"SPDP" | b"SPDF"
            | b"MEST" | b"MPRK" | b"PSCV" | b"MOMX" | b"RADI" | b"BSCT" | b"HISC" | b"ROTA" | b"THOT" | b"KSCT"
            | b"KHAC" | b"KHHI" | b"LGTH" | b"HGTH" | b"GAMA" | b"GAMI" | b"GFRC" | b"AFRC" | b"GGFC" | b"SMAX"
            | b"SMIN" | b"SELA" | b"WDBT" | b"WDTP" | b"WLHL" | b"WLHR" | b"RFCT" | b"RSCT" | b"RADX" | b"RADY"
            | b"HTHI" | b"ROTX" | b"ROTY" | b"ROTZ" | b"DRSP" | b"RTV0" | b"RTV1" | b"RTV2" | b"RTV3" | b"RTV4"
            | b"RTV5" | b"RTV6" | b"RTV7" | b"RTV8" | b"MASS",
        ) => ONE,
        _ => return None,
    })
}

/// The records that physics needs of the table itself.
fn table_form(tag: [u8; 4]) -> Option<Form> {
    Some(match &tag {
        b"LEFT" | b"TOPX" | b"RGHT" | b"BOTM" | b"GAVT" | b"FRCT" | b"ELAS" | b"ELFA" | b"PFSC" | b"SCAT" | b"SLPX"
        | b"SLOP" | b"GLAS" | b"GLAB" | b"TDFT" => ONE,
        b"ORRP" | b"ORPF" | b"SEDT" => ANY,
        b"NAME" => Form::WideText,
        _ => return None,
    })
}

/// An item's records, behind the number of its kind.
pub(crate) fn item(kind: Kind, number: u32, records: &[Record<'_>]) -> Sieved {
    let mut sieved = Sieved { stream: number.to_le_bytes().to_vec(), ..Sieved::default() };
    for record in records {
        if let Some(form) = form(kind, record.tag) {
            pass(&mut sieved, record, form);
        }
    }
    biff::put(&mut sieved.stream, *b"ENDB", &[]);
    sieved
}

/// The records of the table itself, and its physics materials.
pub(crate) fn table(records: &[Record<'_>]) -> Sieved {
    let mut sieved = Sieved::default();
    for record in records {
        match &record.tag {
            b"PHMA" => physics_materials(&mut sieved, record.data),
            b"MATR" => material(&mut sieved, record.data),
            _ => {
                if let Some(form) = table_form(record.tag) {
                    pass(&mut sieved, record, form);
                }
            }
        }
    }
    biff::put(&mut sieved.stream, *b"ENDB", &[]);
    sieved
}

/// Materials of files before 10.8: 32 bytes of name, which must end in a zero, and four numbers each.
fn physics_materials(sieved: &mut Sieved, data: &[u8]) {
    const EACH: usize = 48;
    let mut whole: Vec<u8> = data.chunks_exact(EACH).flatten().copied().collect();
    for name_end in whole.iter_mut().skip(31).step_by(EACH) {
        *name_end = 0;
    }
    biff::put(&mut sieved.stream, *b"MASI", &((whole.len() / EACH) as u32).to_le_bytes());
    biff::put(&mut sieved.stream, *b"PHMA", &whole);
    if !data.len().is_multiple_of(EACH) {
        sieved.notes.push("its list of physics materials is cut off".into());
    }
}

/// A material of a file from 10.8 on: records within a record.
fn material(sieved: &mut Sieved, data: &[u8]) {
    let mut inner = Sieved::default();
    for record in biff::records(data).unwrap_or_default() {
        match &record.tag {
            b"NAME" => pass(&mut inner, &record, Form::Text),
            b"ELAS" | b"ELFO" | b"FRIC" | b"SCAT" => pass(&mut inner, &record, ONE),
            _ => {}
        }
    }
    biff::put(&mut inner.stream, *b"ENDB", &[]);
    biff::put(&mut sieved.stream, *b"MATR", &inner.stream);
    sieved.notes.append(&mut inner.notes);
}

/// Lets a record through, if it is what it should be.
fn pass(sieved: &mut Sieved, record: &Record<'_>, form: Form) {
    let data = record.data;
    let passed = match form {
        Form::Floats(count) => floats(data, count).map(<[u8]>::to_vec),
        Form::Padded => floats(data, 3).map(|three| [three, &[0; 4]].concat()),
        Form::Whole(least, most) => biff::split_u32(data)
            .filter(|(number, _)| (least..=most).contains(number))
            .map(|(number, _)| number.to_le_bytes().to_vec()),
        Form::Text => biff::text(data).map(|text| [&(text.len() as u32).to_le_bytes(), text].concat()),
        // Written anew, since vpin panics at halves of letters.
        Form::WideText => biff::wide_text(data).map(|text| {
            let letters: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            [&(letters.len() as u32).to_le_bytes(), letters.as_slice()].concat()
        }),
        Form::Points => {
            point(sieved, data);
            return;
        }
    };
    match passed {
        Some(data) => {
            biff::put(&mut sieved.stream, record.tag, &data);
            sieved.tags.push(record.tag);
        }
        None => {
            let tag: String = record.tag.iter().map(|&b| char::from(b)).collect();
            sieved.notes.push(format!("its record {tag} makes no sense; Visual Pinball's default is taken"));
        }
    }
}

/// A point of an outline: a record that holds records, whose length counts its tag alone.
fn point(sieved: &mut Sieved, data: &[u8]) {
    let mut inner = Sieved::default();
    for record in biff::records(data).unwrap_or_default() {
        match &record.tag {
            b"VCEN" => pass(&mut inner, &record, Form::Floats(2)),
            b"POSZ" => pass(&mut inner, &record, ONE),
            b"SMTH" | b"SLNG" => pass(&mut inner, &record, ANY),
            _ => {}
        }
    }
    if !inner.tags.contains(b"VCEN") {
        sieved.notes.push("a point of its outline has no place and is left out".into());
        return;
    }
    biff::put(&mut inner.stream, *b"ENDB", &[]);
    biff::put(&mut sieved.stream, *b"DPNT", &[]);
    sieved.stream.extend_from_slice(&inner.stream);
    sieved.notes.append(&mut inner.notes);
}

/// The bytes of so many numbers, if all are finite.
fn floats(data: &[u8], count: usize) -> Option<&[u8]> {
    let bytes = data.get(..4 * count)?;
    let finite = |four: &[u8]| four.first_chunk().is_some_and(|four| f32::from_le_bytes(*four).is_finite());
    bytes.chunks_exact(4).all(finite).then_some(bytes)
}
