//! A table out of a folder in the text layout that `vpxtool extract` writes: `gamedata.json`, `gameitems.json` (the list of
//! items), `gameitems/` with a file an item and meshes beside them, `materials.json` and so on.
//!
//! Names in the list are somebody else's: only plain file names are followed, and only to plain files within the folder.

use crate::decode;
use crate::error::Error;
use crate::items::{self, Body, Found, FoundItem, Item, Primitive};
use crate::kind::Kind;
use crate::mesh::{MOST_OF_ALL, MeshData};
use serde_json::{Map, Value};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

const MOST_ITEMS: usize = crate::binary::MOST_ITEMS;
/// Bytes of the largest file of text; a value takes some thirty times its text in memory.
const MOST_JSON: u64 = 16 << 20;
/// Bytes of the largest mesh file.
const MOST_MESH: u64 = 256 << 20;
/// Bytes of all files together.
const MOST_ALL: u64 = 1 << 30;

/// Is this a folder in the text layout?
pub(crate) fn is_layout(root: &Path) -> bool {
    root.join("gamedata.json").is_file() || root.join("gameitems.json").is_file() || root.join("gameitems").is_dir()
}

/// Reads a folder.
pub(crate) fn read(root: &Path) -> Result<Found, Error> {
    let real = root.canonicalize().map_err(|cause| Error::io(root, cause))?;
    let mut folder = Folder { root: real, left: MOST_ALL, mesh_left: MOST_OF_ALL };
    let mut found = Found::default();
    match folder.json("gamedata.json") {
        Ok(value) => {
            let (table, name, notes) = items::table_data(&value);
            (found.table, found.name) = (table, name);
            found.notes.extend(notes.into_iter().map(|note| format!("gamedata.json: {note}")));
        }
        Err(why) => {
            found.notes.push(format!("the table's own numbers are lost, defaults are taken: gamedata.json {why}"))
        }
    }
    if let Ok(info) = folder.json("info.json") {
        let text =
            |name: &str| info.get(name).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned);
        found.name = text("table_name").or(found.name);
        found.author = text("author_name");
    }
    for file in ["materials.json", "materials-physics-old.json"] {
        if let Ok(Value::Array(list)) = folder.json(file) {
            found.materials.extend(list.iter().filter_map(items::material));
        }
    }
    found.version = folder.text("version.txt", 100).ok().and_then(|text| text.trim().parse().ok());
    found.collections =
        folder.json("collections.json").ok().and_then(|value| value.as_array().map(Vec::len)).unwrap_or(0);
    for (name, listed) in folder.list(&mut found.notes)? {
        found.items.push(folder.item(&name, listed));
    }
    agree_on_fronts(&mut found);
    Ok(found)
}

/// An item's file, and what the list says of it.
type Listed = (String, Map<String, Value>);

struct Folder {
    root: PathBuf,
    /// Bytes that may still be read.
    left: u64,
    /// Points and triangles that meshes may still have.
    mesh_left: usize,
}

impl Folder {
    /// The items' files: those of the list, or all there are. With each what the list says of it.
    fn list(&mut self, notes: &mut Vec<String>) -> Result<Vec<Listed>, Error> {
        let list = match self.json("gameitems.json") {
            Ok(Value::Array(list)) => list,
            other => {
                let why = other.err().unwrap_or_else(|| "is no list".into());
                notes.push(format!("gameitems.json {why}; all files in gameitems are taken, by their names"));
                self.all_files()?.into_iter().map(Value::String).collect()
            }
        };
        if list.len() > MOST_ITEMS {
            return Err(Error::TooLarge(format!("{} items; the most is {MOST_ITEMS}", list.len())));
        }
        let entry = |value: Value| match value {
            Value::String(name) => (name, Map::new()),
            Value::Object(map) => {
                let name = ["file_name", "fileName", "filename", "name"].iter().find_map(|key| map.get(*key)?.as_str());
                (name.unwrap_or_default().to_owned(), map)
            }
            _ => (String::new(), Map::new()),
        };
        Ok(list.into_iter().map(entry).collect())
    }

    fn all_files(&self) -> Result<Vec<String>, Error> {
        let path = self.root.join("gameitems");
        let Ok(entries) = std::fs::read_dir(&path) else { return Ok(Vec::new()) };
        let mut names = Vec::new();
        for entry in entries {
            let name = entry.map_err(|cause| Error::io(&path, cause))?.file_name();
            if let Some(name) = name.to_str().filter(|name| name.to_ascii_lowercase().ends_with(".json")) {
                names.push(name.to_owned());
            }
            if names.len() > MOST_ITEMS {
                return Err(Error::TooLarge(format!("more than {MOST_ITEMS} files in gameitems")));
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    fn item(&mut self, file: &str, listed: Map<String, Value>) -> FoundItem {
        // A file is called Kind.Name.json.
        let stem = file.strip_suffix(".json").unwrap_or(file);
        let (prefix, rest) = stem.split_once('.').unwrap_or((stem, ""));
        let by_name = Kind::of_name(prefix).unwrap_or(Kind::Unknown(u32::MAX));
        let shown: String = file.chars().take(100).collect();
        let unread = |why: String| FoundItem {
            source: shown.clone(),
            kind: by_name,
            name: rest.to_owned(),
            item: Err(why),
            notes: Vec::new(),
        };
        let value = match self.json(&format!("gameitems/{file}")) {
            Ok(Value::Object(value)) => value,
            Ok(_) => return unread("its file holds no fields".into()),
            Err(why) => return unread(format!("its file {why}")),
        };
        // { "Wall": { ... } }, or the fields alone.
        let (kind, mut fields) = match value.iter().next() {
            Some((key, Value::Object(inner))) if value.len() == 1 => {
                (Kind::of_name(key).unwrap_or(by_name), inner.clone())
            }
            _ => (by_name, value),
        };
        for (key, value) in listed {
            fields.entry(key).or_insert(value);
        }
        let name = fields.get("name").and_then(Value::as_str).unwrap_or(rest).to_owned();
        let (item, notes) = decode::item(kind, &fields, || self.mesh(stem));
        FoundItem { source: shown, kind, name, item, notes }
    }

    fn mesh(&mut self, stem: &str) -> Result<Option<MeshData>, String> {
        let obj = format!("gameitems/{stem}.obj");
        match self.text(&obj, MOST_MESH) {
            Ok(text) => {
                let mesh = MeshData::from_obj(&text)?;
                let left = self.mesh_left.checked_sub(mesh.points.len() + mesh.triangles.len());
                self.mesh_left = left.ok_or("with it the table's meshes are too large")?;
                Ok(Some(mesh))
            }
            Err(why) => {
                let other =
                    ["glb", "gltf"].into_iter().find(|end| self.path(&format!("gameitems/{stem}.{end}")).is_ok());
                Err(match other {
                    Some(end) => format!("its mesh is a .{end}, of which nothing is known here; extract it as .obj"),
                    None => format!("its mesh {stem}.obj {why}"),
                })
            }
        }
    }

    fn json(&mut self, name: &str) -> Result<Value, String> {
        let text = self.text(name, MOST_JSON)?;
        // serde_json gives up by itself at 128 levels.
        serde_json::from_str(&text).map_err(|error| format!("is no proper JSON: {error}"))
    }

    fn text(&mut self, name: &str, most: u64) -> Result<String, String> {
        let path = self.path(name)?;
        let file = File::open(path).map_err(|error| format!("cannot be opened: {error}"))?;
        let mut bytes = Vec::new();
        let most = most.min(self.left);
        let read = file.take(most + 1).read_to_end(&mut bytes).map_err(|error| format!("cannot be read: {error}"))?;
        if read as u64 > most {
            return Err(format!("is larger than {most} bytes"));
        }
        self.left -= read as u64;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Where a file is, if it is a plain file within the folder. The folder in front of a name is ours.
    fn path(&self, name: &str) -> Result<PathBuf, String> {
        let file = name.strip_prefix("gameitems/").unwrap_or(name);
        let plain = !file.is_empty() && file != "." && file != ".." && !file.contains(['/', '\\', ':', '\0']);
        if !plain {
            return Err("has a name that is no plain file name".into());
        }
        let path = self.root.join(name);
        let real = path.canonicalize().map_err(|error| format!("cannot be found: {error}"))?;
        if !real.starts_with(&self.root) {
            return Err("lies outside the folder".into());
        }
        if !real.is_file() {
            return Err("is no file".into());
        }
        Ok(real)
    }
}

/// Versions of vpxtool differ in which way round they write the corners of a triangle. Within one folder it is the same for
/// all, and most triangles look along the normals in the file: so says a vote.
fn agree_on_fronts(found: &mut Found) {
    let mut meshes: Vec<&mut MeshData> = Vec::new();
    for item in &mut found.items {
        if let Ok(Some(Item { body: Body::Primitive(Primitive { mesh: Ok(Some(mesh)), .. }), .. })) = &mut item.item {
            meshes.push(mesh);
        }
    }
    if meshes.iter().map(|mesh| mesh.along_normals.signum()).sum::<i64>() < 0 {
        // A prism has no normals in any file, and is right already.
        meshes.into_iter().filter(|mesh| mesh.along_normals != 0).for_each(MeshData::turn_round);
        found.notes.push("the .obj files have their corners the other way round; all meshes are turned".into());
    }
}
