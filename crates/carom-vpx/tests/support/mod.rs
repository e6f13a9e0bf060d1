//! Small Visual Pinball files, built in code: records, streams, and the compound file around them.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part of this")]

/// A stream of records.
#[derive(Clone, Debug, Default)]
pub struct Biff(pub Vec<u8>);

impl Biff {
    /// The stream of an item of this kind and name.
    pub fn item(code: u32, name: &str) -> Self {
        Self(code.to_le_bytes().to_vec()).wide(b"NAME", name)
    }

    pub fn raw(mut self, tag: &[u8; 4], data: &[u8]) -> Self {
        self.0.extend_from_slice(&(data.len() as u32 + 4).to_le_bytes());
        self.0.extend_from_slice(tag);
        self.0.extend_from_slice(data);
        self
    }

    pub fn floats(self, tag: &[u8; 4], numbers: &[f32]) -> Self {
        let data: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.raw(tag, &data)
    }

    pub fn float(self, tag: &[u8; 4], number: f32) -> Self {
        self.floats(tag, &[number])
    }

    pub fn whole(self, tag: &[u8; 4], number: u32) -> Self {
        self.raw(tag, &number.to_le_bytes())
    }

    pub fn text(self, tag: &[u8; 4], text: &str) -> Self {
        let data = [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
        self.raw(tag, &data)
    }

    pub fn wide(self, tag: &[u8; 4], text: &str) -> Self {
        let letters: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let data = [&(letters.len() as u32).to_le_bytes(), letters.as_slice()].concat();
        self.raw(tag, &data)
    }

    /// A point of an outline: records within a record whose length counts its tag alone.
    pub fn point(self, x: f32, y: f32, smooth: bool, slingshot: bool) -> Self {
        self.raw(b"DPNT", &[])
            .floats(b"VCEN", &[x, y])
            .float(b"POSZ", 0.0)
            .whole(b"SMTH", smooth.into())
            .whole(b"SLNG", slingshot.into())
            .end()
    }

    pub fn points(self, points: &[[f32; 2]]) -> Self {
        points.iter().fold(self, |stream, &[x, y]| stream.point(x, y, false, false))
    }

    pub fn end(self) -> Self {
        self.raw(b"ENDB", &[])
    }
}

pub const SQUARE: [[f32; 2]; 4] = [[100.0, 100.0], [200.0, 100.0], [200.0, 200.0], [100.0, 200.0]];

/// The table's own records, for so many items.
pub fn game_data(items: usize) -> Biff {
    let script = b"Sub Table1_Init() : End Sub";
    let mut data = Biff::default()
        .float(b"LEFT", 0.0)
        .float(b"TOPX", 0.0)
        .float(b"RGHT", 952.0)
        .float(b"BOTM", 2162.0)
        .float(b"GAVT", 1.762985)
        .float(b"FRCT", 0.08)
        .float(b"ELAS", 0.2)
        .float(b"ELFA", 0.1)
        .float(b"PFSC", 0.5)
        .float(b"SCAT", 2.0)
        .float(b"SLPX", 7.0)
        .float(b"SLOP", 5.0)
        .float(b"GLAS", 300.0)
        .float(b"TDFT", 0.25)
        .wide(b"NAME", "Table1");
    let material = Biff::default()
        .whole(b"TYPE", 0)
        .text(b"NAME", "Soft")
        .float(b"ELAS", 0.6)
        .float(b"ELFO", 0.2)
        .float(b"FRIC", 0.9)
        .float(b"SCAT", 3.0)
        .end();
    data = data.raw(b"MATR", &material.0).whole(b"SEDT", items as u32);
    data.0.extend_from_slice(&4u32.to_le_bytes());
    data.0.extend_from_slice(b"CODE");
    data.0.extend_from_slice(&(script.len() as u32).to_le_bytes());
    data.0.extend_from_slice(script);
    data.end()
}

/// A whole file of these items.
pub fn vpx(items: &[Biff]) -> Vec<u8> {
    file(&game_data(items.len()), items).bytes
}

/// A whole file of these records of the table and these items.
pub fn file(table: &Biff, items: &[Biff]) -> Compound {
    let mut streams = vec![
        ("GameStg/Version".to_owned(), 1080u32.to_le_bytes().to_vec()),
        ("GameStg/GameData".to_owned(), table.0.clone()),
        ("TableInfo/TableName".to_owned(), "Built in code".encode_utf16().flat_map(u16::to_le_bytes).collect()),
    ];
    streams.extend(items.iter().enumerate().map(|(k, item)| (format!("GameStg/GameItem{k}"), item.0.clone())));
    compound(&streams)
}

/// A compound file, and where in it some things are.
#[derive(Clone, Debug)]
pub struct Compound {
    pub bytes: Vec<u8>,
    /// Where the table of sectors begins, and that of small sectors.
    pub fat_at: usize,
    pub small_fat_at: usize,
    /// Where the directory begins.
    pub directory_at: usize,
    /// The paths of the directory's entries.
    pub entries: Vec<String>,
    /// The first sector of each entry, small or not.
    pub starts: Vec<u32>,
}

const SECTOR: usize = 512;
const END: u32 = 0xFFFF_FFFE;
const FREE: u32 = 0xFFFF_FFFF;

/// Builds a compound file of version 3. Entries hang in a chain from right link to right link: a poor tree, but a tree.
pub fn compound(streams: &[(String, Vec<u8>)]) -> Compound {
    let mut fat: Vec<u32> = Vec::new();
    let mut body: Vec<u8> = Vec::new();
    let mut put = |data: &[u8]| -> u32 {
        if data.is_empty() {
            return END;
        }
        let first = fat.len() as u32;
        for (k, part) in data.chunks(SECTOR).enumerate() {
            let last = (k + 1) * SECTOR >= data.len();
            fat.push(if last { END } else { first + k as u32 + 1 });
            body.extend_from_slice(part);
            body.resize(fat.len() * SECTOR, 0);
        }
        first
    };
    let (mut small, mut small_fat): (Vec<u8>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut starts = Vec::new();
    for (_, data) in streams {
        if data.len() >= 4096 {
            starts.push(put(data));
            continue;
        }
        let first = small_fat.len() as u32;
        let count = data.len().div_ceil(64) as u32;
        small_fat.extend((1..=count).map(|k| if k == count { END } else { first + k }));
        small.extend_from_slice(data);
        small.resize(small_fat.len() * 64, 0);
        starts.push(if count == 0 { END } else { first });
    }
    let small_start = put(&small);
    let small_fat_bytes: Vec<u8> = small_fat.iter().flat_map(|n| n.to_le_bytes()).collect();
    let small_fat_start = put(&[small_fat_bytes, vec![0xFF; SECTOR]].concat());

    let mut storages: Vec<&str> = streams.iter().map(|(path, _)| path.split('/').next().unwrap()).collect();
    storages.sort_unstable();
    storages.dedup();
    let mut entries = vec!["".to_owned()];
    entries.extend(storages.iter().map(|name| (*name).to_owned()));
    entries.extend(streams.iter().map(|(path, _)| path.clone()));
    let number = |path: &str| entries.iter().position(|entry| entry == path).unwrap() as u32;
    let mut directory = Vec::new();
    let mut entry = |name: &str, kind: u8, right: u32, child: u32, start: u32, size: usize| {
        let mut raw = [0u8; 128];
        for (k, letter) in name.encode_utf16().enumerate() {
            raw[2 * k..2 * k + 2].copy_from_slice(&letter.to_le_bytes());
        }
        raw[64..66].copy_from_slice(&(2 * name.encode_utf16().count() as u16 + 2).to_le_bytes());
        (raw[66], raw[67]) = (kind, 1);
        for (at, link) in [(68, FREE), (72, right), (76, child), (116, start), (120, size as u32)] {
            raw[at..at + 4].copy_from_slice(&link.to_le_bytes());
        }
        directory.extend_from_slice(&raw);
    };
    entry("Root Entry", 5, FREE, 1, small_start, small.len());
    for (k, name) in storages.iter().enumerate() {
        let child = streams.iter().find(|(path, _)| path.split('/').next() == Some(name)).unwrap();
        let right = if k + 1 < storages.len() { k as u32 + 2 } else { FREE };
        entry(name, 1, right, number(&child.0), 0, 0);
    }
    for (k, (path, data)) in streams.iter().enumerate() {
        let (storage, name) = path.split_once('/').unwrap();
        let next = streams[k + 1..].iter().find(|(path, _)| path.split('/').next() == Some(storage));
        entry(name, 2, next.map_or(FREE, |(path, _)| number(path)), FREE, starts[k], data.len());
    }
    let directory_start = put(&directory);

    let mut fat_sectors = 1;
    while fat_sectors * (SECTOR / 4) < fat.len() + fat_sectors {
        fat_sectors += 1;
    }
    assert!(fat_sectors <= 109, "no file of a test is that large");
    let fat_start = fat.len();
    fat.extend(std::iter::repeat_n(0xFFFF_FFFD, fat_sectors));
    fat.resize(fat_sectors * (SECTOR / 4), FREE);
    body.extend(fat.iter().flat_map(|n| n.to_le_bytes()));

    let mut header = vec![0u8; SECTOR];
    header[..8].copy_from_slice(&[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]);
    for (at, half) in [(24, 0x3Eu16), (26, 3), (28, 0xFFFE), (30, 9), (32, 6)] {
        header[at..at + 2].copy_from_slice(&half.to_le_bytes());
    }
    let words = [
        (44, fat_sectors as u32),
        (48, directory_start),
        (56, 4096),
        (60, small_fat_start),
        (64, 1),
        (68, END),
        (72, 0),
    ];
    for (at, word) in words {
        header[at..at + 4].copy_from_slice(&word.to_le_bytes());
    }
    for k in 0..109 {
        let sector = if k < fat_sectors { (fat_start + k) as u32 } else { FREE };
        header[76 + 4 * k..80 + 4 * k].copy_from_slice(&sector.to_le_bytes());
    }
    let place = |sector: u32| (sector as usize + 1) * SECTOR;
    Compound {
        bytes: [header, body].concat(),
        fat_at: place(fat_start as u32),
        small_fat_at: place(small_fat_start),
        directory_at: place(directory_start),
        starts: [vec![FREE; 1 + storages.len()], starts].concat(),
        entries,
    }
}

impl Compound {
    /// Changes four bytes.
    pub fn patched(mut self, at: usize, word: u32) -> Self {
        self.bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        self
    }

    pub fn entry(&self, path: &str) -> usize {
        self.entries.iter().position(|entry| entry == path).unwrap()
    }
}

/// One item of every kind that a ball can feel, and some that it cannot.
pub fn one_of_each() -> Vec<Biff> {
    let sling = Biff::item(0, "Sling")
        .whole(b"HTEV", 1)
        .float(b"THRS", 3.0)
        .float(b"HTBT", 0.0)
        .float(b"HTTP", 40.0)
        .float(b"SLGF", 60.0)
        .float(b"SLTH", 1.0)
        .float(b"ELAS", 0.4)
        .float(b"WFCT", 0.2)
        .float(b"WSCT", 1.0)
        .point(300.0, 1000.0, false, true)
        .point(700.0, 1000.0, false, false)
        .point(500.0, 900.0, true, false)
        .end();
    let place = |x: f32, y: f32| [x, y];
    vec![
        sling,
        Biff::item(0, "Shelf").float(b"HTTP", 80.0).points(&SQUARE).end(),
        Biff::item(1, "LeftFlipper")
            .floats(b"VCEN", &place(280.0, 1800.0))
            .float(b"BASR", 20.0)
            .float(b"ENDR", 12.0)
            .float(b"FLPR", 120.0)
            .float(b"FRMN", 100.0)
            .float(b"ANGS", 120.5)
            .float(b"ANGE", 70.0)
            .float(b"FORC", 0.5)
            .float(b"STRG", 2000.0)
            .float(b"FRTN", 0.05)
            .float(b"RPUP", 2.0)
            .text(b"SURF", "shelf")
            .end(),
        Biff::item(1, "RightFlipper")
            .floats(b"VCEN", &place(600.0, 1800.0))
            .float(b"ANGS", -121.0)
            .float(b"ANGE", -70.0)
            .whole(b"ENBL", 0)
            .end(),
        Biff::item(3, "Plunger")
            .floats(b"VCEN", &place(900.0, 2000.0))
            .float(b"SPDP", 2.0)
            .float(b"SPDF", 100.0)
            .whole(b"APLG", 1)
            .end(),
        Biff::item(5, "Bumper1")
            .floats(b"VCEN", &place(400.0, 600.0))
            .float(b"RADI", 50.0)
            .float(b"FORC", 10.0)
            .float(b"THRS", 2.0)
            .end(),
        Biff::item(6, "Lane").floats(b"VCEN", &place(150.0, 500.0)).whole(b"SHAP", 1).points(&SQUARE).end(),
        Biff::item(6, "Star")
            .floats(b"VCEN", &place(150.0, 700.0))
            .whole(b"SHAP", 2)
            .float(b"RADI", 20.0)
            .whole(b"EBLD", 0)
            .end(),
        Biff::item(8, "Drain")
            .floats(b"VCEN", &place(450.0, 2100.0))
            .float(b"KHHI", 40.0)
            .whole(b"LEMO", 0)
            .whole(b"TYPE", 99)
            .end(),
        Biff::item(10, "Gate").floats(b"VCEN", &place(800.0, 200.0)).whole(b"TWWA", 0).float(b"GAMA", 1.0).end(),
        Biff::item(11, "Spinner")
            .floats(b"VCEN", &place(200.0, 800.0))
            .float(b"SMIN", 40.0)
            .float(b"SMAX", -30.0)
            .end(),
        Biff::item(12, "Ramp")
            .whole(b"TYPE", 1)
            .points(&[[600.0, 1200.0], [600.0, 800.0], [700.0, 600.0]])
            .float(b"RADX", 40.0)
            .end(),
        Biff::item(19, "Cube")
            .floats(b"VPOS", &[500.0, 500.0, 25.0, 0.0])
            .floats(b"VSIZ", &[30.0, 40.0, 50.0, 0.0])
            .float(b"RTV2", 45.0)
            .end(),
        Biff::item(21, "Band")
            .points(&[[300.0, 300.0], [360.0, 300.0], [330.0, 350.0]])
            .whole(b"WDTP", 10)
            .float(b"HTHI", 30.0)
            .whole(b"OVPH", 0)
            .text(b"MAPH", "soft")
            .end(),
        Biff::item(22, "Drop1")
            .floats(b"VPOS", &[700.0, 400.0, 5.0, 0.0])
            .whole(b"TRTY", 1)
            .float(b"ROTZ", 30.0)
            .float(b"DRSP", 0.4)
            .whole(b"RADE", 200)
            .whole(b"ISDR", 1)
            .end(),
        Biff::item(23, "Ball1").floats(b"VCEN", &[450.0, 1000.0, 25.0]).float(b"RADI", 25.0).float(b"MASS", 1.5).end(),
        Biff::item(7, "Light").floats(b"VCEN", &place(1.0, 2.0)).end(),
        Biff::item(24, "Layer").whole(b"SPRF", 0).end(),
    ]
}
