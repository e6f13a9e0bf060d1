//! A small font of strokes, for pictures of pixels: digits, letters as capitals, and what else stands in names.

use crate::scene::{Anchor, Stretch};
use carom::DVec2;

/// Letters are drawn on a grid: four squares wide, six high, two more to the next.
const HIGH: f64 = 6.0;
const WIDE: f64 = 4.0;
const STEP: f64 = 6.0;

/// The strokes of words that stand on a line, so high; y points down.
pub(crate) fn strokes(words: &str, at: DVec2, height: f64, anchor: Anchor) -> Vec<Stretch> {
    let square = height / HIGH;
    let count = words.chars().count() as f64;
    let length = (count * STEP - (STEP - WIDE)) * square;
    let left = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5 * length,
        Anchor::End => length,
    };
    let mut found = Vec::new();
    // Letters are capitals, but units are written as units.
    let units = words.chars().all(|letter| !letter.is_alphabetic() || matches!(letter, 'm' | 's'));
    for (k, letter) in words.chars().enumerate() {
        let corner = at + DVec2::new(k as f64 * STEP * square - left, -height);
        for stroke in glyph(letter, units).split(' ').filter(|stroke| !stroke.is_empty()) {
            let places = stroke.as_bytes().chunks_exact(2);
            let place = |p: &[u8]| DVec2::new(f64::from(p[0] - b'0'), f64::from(p[1] - b'0'));
            let points = places.map(|p| corner + place(p) * square).collect();
            found.push(Stretch { points, closed: false });
        }
    }
    found
}

/// The strokes of a letter: points as pairs of digits, x and y, a space between strokes.
fn glyph(letter: char, unit: bool) -> &'static str {
    match letter {
        'm' if unit => return "0206 03122326 23324346",
        's' if unit => return "4212031434453606",
        _ => {}
    }
    match letter.to_ascii_uppercase() {
        ' ' => "",
        '0' | 'O' => "103041453616050110",
        '1' => "112026 1636",
        '2' => "01103041420646",
        '3' => "0110304142334445361605 1333",
        '4' => "36300444",
        '5' => "4000033344453606",
        '6' => "30100105163645443303",
        '7' => "004016",
        '8' => "13020110304142331304051636454433",
        '9' => "43130201103041453616",
        'A' => "0602204246 0444",
        'B' => "00063645443303 3342413000",
        'C' => "4130100105163645",
        'D' => "00063645413000",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "41301001051636454323",
        'H' => "0006 4046 0343",
        'I' => "1030 2026 1636",
        'J' => "4045361605",
        'K' => "0006 400346",
        'L' => "000646",
        'M' => "0600234046",
        'N' => "06004640",
        'P' => "06003041423303",
        'Q' => "103041453616050110 3446",
        'R' => "06003041423303 2346",
        'S' => "413010010213334445361605",
        'T' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016233640",
        'X' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        '.' => "2526",
        ',' => "2516",
        ':' => "2122 2526",
        '-' => "1333",
        '_' => "0646",
        '+' => "0343 2125",
        '=' => "0242 0444",
        '/' => "4006",
        '(' => "30212536",
        ')' => "10212516",
        '<' => "410345",
        '>' => "014305",
        '!' => "2024 2526",
        '?' => "01103041422324 2526",
        '\'' => "2021",
        '"' => "1011 3031",
        '\u{b0}' => "1030321210",
        '#' => "1016 3036 0242 0444",
        // A box stands for what the font does not have.
        _ => "0040460600",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte of every glyph is a digit within the grid, in pairs: `strokes` relies on it.
    #[test]
    fn every_letter_stays_in_its_grid() {
        for letter in (' '..='~').chain(['\u{b0}', 'é', '\u{1f3b1}']) {
            for stroke in [glyph(letter, false), glyph(letter, true)].join(" ").split(' ').filter(|s| !s.is_empty()) {
                assert_eq!(stroke.len() % 2, 0, "{letter}");
                for pair in stroke.as_bytes().chunks(2) {
                    assert!((b'0'..=b'4').contains(&pair[0]) && (b'0'..=b'6').contains(&pair[1]), "{letter}: {stroke}");
                }
            }
        }
    }

    #[test]
    fn words_stand_about_their_place() {
        let ends = |anchor: Anchor| {
            let all = strokes("HH", DVec2::ZERO, 6.0, anchor);
            let x = all.iter().flat_map(|s| &s.points).map(|p| p.x);
            x.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
        };
        assert_eq!(ends(Anchor::Start), (0.0, 10.0));
        assert_eq!(ends(Anchor::Middle), (-5.0, 5.0));
        assert_eq!(ends(Anchor::End), (-10.0, 0.0));
        assert!(strokes("", DVec2::ZERO, 1.0, Anchor::End).is_empty());
    }
}
