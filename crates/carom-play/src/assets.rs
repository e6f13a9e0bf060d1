//! The page's files: in the binary, or from a folder for those who work on them.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use core::hash::{Hash as _, Hasher as _};
use std::borrow::Cow;
use std::hash::DefaultHasher;
use std::path::{Path, PathBuf};

/// A file of the page: its path, and what is in it.
type Asset = (&'static str, &'static [u8]);

/// All files in `page/`, by name: `build.rs` makes the list.
const ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Bytes: no file of the page is larger.
const LARGEST: u64 = 4 << 20;

/// Where files of the page come from.
#[derive(Clone, Debug)]
pub(crate) enum Assets {
    BuiltIn,
    Folder(PathBuf),
}

impl Assets {
    /// The answer to somebody who wants a file.
    pub(crate) fn answer(&self, path: &str, headers: &HeaderMap) -> Response {
        let Some(bytes) = self.find(path) else {
            return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
        };
        let tag = tag(&bytes);
        // The browser asks every time whether the file is still the same: a new version of the program has new ones.
        let marks = [
            (CONTENT_TYPE, HeaderValue::from_static(kind(path))),
            (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (ETAG, tag.clone()),
        ];
        if headers.get(IF_NONE_MATCH) == Some(&tag) {
            return (StatusCode::NOT_MODIFIED, marks).into_response();
        }
        (marks, bytes.into_owned()).into_response()
    }

    fn find(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        if !is_plain(path) {
            return None;
        }
        match self {
            Self::BuiltIn => ASSETS.iter().find(|(name, _)| *name == path).map(|(_, bytes)| Cow::Borrowed(*bytes)),
            Self::Folder(folder) => read(folder, path).map(Cow::Owned),
        }
    }
}

/// Only words between slashes: nothing that leads out of a folder, nothing hidden.
fn is_plain(path: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    path.split('/').all(|word| !word.is_empty() && !word.starts_with('.') && word.chars().all(plain))
}

fn read(folder: &Path, path: &str) -> Option<Vec<u8>> {
    let (folder, file) = (folder.canonicalize().ok()?, folder.join(path).canonicalize().ok()?);
    // A link in the folder must not lead out of it either.
    let inside = file.starts_with(&folder) && file.metadata().ok().is_some_and(|data| data.len() <= LARGEST);
    if inside { std::fs::read(file).ok() } else { None }
}

fn tag(bytes: &[u8]) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    HeaderValue::from_str(&format!("\"{:016x}\"", hasher.finish())).unwrap_or(HeaderValue::from_static("\"\""))
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "webmanifest" => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_in_the_binary_and_every_file_can_be_asked_for() {
        let page = Assets::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("page"));
        assert!(ASSETS.iter().any(|(path, _)| *path == "index.html"));
        for (path, bytes) in ASSETS {
            assert!(Assets::BuiltIn.find(path).is_some(), "{path}: its name cannot stand in an address");
            assert_eq!(page.find(path).as_deref(), Some(*bytes), "{path}: as in the folder");
            assert_ne!(kind(path), "application/octet-stream", "{path}: what kind of file is it?");
        }
    }

    #[test]
    fn nothing_outside_the_folder_is_found() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let assets = Assets::Folder(page);
        assert!(assets.find("assets.rs").is_some());
        assert!(assets.find("scores/tests.rs").is_some());
        for path in [
            "../Cargo.toml",
            "scores/../../Cargo.toml",
            "/etc/passwd",
            "",
            ".",
            "a//b",
            "scores",
            "..",
            "a\\..\\b",
            "%2e%2e/x",
        ] {
            assert!(assets.find(path).is_none(), "{path}");
        }
    }
}
