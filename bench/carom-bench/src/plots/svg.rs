//! Plain SVG: a sheet with a title on which lines, dots and words are put. Colours are classes, so that one picture suits a
//! light page and a dark one.

use core::fmt::Write as _;

use super::scale::{Scale, tick_text};

/// Colours and sizes. Carom is blue, or the first of three; all others are grey: the names stand beside them.
const STYLE: &str = "\
text{font:13px system-ui,-apple-system,'Segoe UI',sans-serif;fill:#52514e}
.sheet{fill:#fcfcfb}.title{font-size:17px;font-weight:600;fill:#0b0b0b}.under{fill:#52514e}.strong{fill:#0b0b0b;font-weight:600}
.small{font-size:12px;fill:#7a7974}.grid{stroke:#e4e3df;stroke-width:1}.axis{stroke:#8a8985;stroke-width:1}
.them{fill:#a9a7a0;stroke:#a9a7a0}.old{fill:#fcfcfb;stroke:#a9a7a0}.us{fill:#2a78d6;stroke:#2a78d6}.two{fill:#158a5f;stroke:#158a5f}
.three{fill:#a2559b;stroke:#a2559b}.goal{stroke:#0b0b0b;stroke-width:2}.line{fill:none;stroke-width:2}.dash{stroke-dasharray:3 4}
.words.us{stroke:none;font-weight:600}.words.two,.words.three{stroke:none}
@media(prefers-color-scheme:dark){text,.under{fill:#c3c2b7}.sheet{fill:#1a1a19}.title,.strong{fill:#fff}.small{fill:#98968e}
.grid{stroke:#30302d}.axis{stroke:#7b7974}.them{fill:#7b7974;stroke:#7b7974}.old{fill:#1a1a19;stroke:#7b7974}.us{fill:#5598e7;stroke:#5598e7}
.two{fill:#2fb583;stroke:#2fb583}.three{fill:#cf84c8;stroke:#cf84c8}.goal{stroke:#fff}}";

/// Where words begin.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture in the making.
#[derive(Debug)]
pub(super) struct Sheet {
    width: f64,
    height: f64,
    /// What it shows, for those who cannot see it.
    title: String,
    body: String,
}

impl Sheet {
    pub(super) fn new(width: f64, height: f64, title: &str, under: &str) -> Self {
        let mut sheet = Self { width, height, title: format!("{title}. {under}"), body: String::new() };
        sheet.text(20.0, 30.0, Anchor::Start, "title", title);
        for (k, line) in under.lines().enumerate() {
            sheet.text(20.0, 51.0 + 18.0 * k as f64, Anchor::Start, "under", line);
        }
        sheet
    }

    pub(super) fn text(&mut self, x: f64, y: f64, anchor: Anchor, class: &str, words: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let words = escaped(words);
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{words}</text>"
        ));
    }

    /// Words that are read upwards.
    pub(super) fn upright(&mut self, x: f64, y: f64, words: &str) {
        let words = escaped(words);
        self.put(format_args!(
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" text-anchor=\"middle\" class=\"small\">{words}</text>"
        ));
    }

    pub(super) fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], class: &str) {
        self.put(format_args!("<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"));
    }

    pub(super) fn dot(&mut self, x: f64, y: f64, radius: f64, class: &str) {
        self.put(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" class=\"{class}\"/>"));
    }

    /// A bar that lies; its end is round, its beginning is not.
    pub(super) fn bar(&mut self, from: f64, to: f64, y: f64, height: f64, class: &str) {
        let round = 3.0_f64.min((to - from).abs());
        let (way, tip) = (if to < from { -1.0 } else { 1.0 }, height * 0.5);
        let (top, bottom, near) = (y - tip, y + tip, to - way * round);
        self.put(format_args!(
            "<path d=\"M{from:.1} {top:.1}L{near:.1} {top:.1}Q{to:.1} {top:.1} {to:.1} {a:.1}L{to:.1} {b:.1}Q{to:.1} {bottom:.1} \
             {near:.1} {bottom:.1}L{from:.1} {bottom:.1}Z\" class=\"{class}\"/>",
            a = top + round,
            b = bottom - round,
        ));
    }

    pub(super) fn path(&mut self, points: &[[f64; 2]], class: &str) {
        let mut d = String::new();
        for (k, [x, y]) in points.iter().enumerate() {
            _ = write!(d, "{}{x:.1} {y:.1}", if k == 0 { "M" } else { "L" });
        }
        self.put(format_args!("<path d=\"{d}\" class=\"line {class}\"/>"));
    }

    /// Lines up from the x axis at its ticks, with their numbers under it.
    pub(super) fn x_axis(&mut self, scale: &Scale, top: f64, bottom: f64, label: &str) {
        for tick in scale.ticks() {
            let x = scale.at(tick);
            self.line([x, top], [x, bottom], "grid");
            self.text(x, bottom + 18.0, Anchor::Middle, "small", &tick_text(tick));
        }
        let [low, high] = scale.ends().map(|end| scale.at(end));
        self.line([low, bottom], [high, bottom], "axis");
        self.text((low + high) * 0.5, bottom + 38.0, Anchor::Middle, "small", label);
    }

    /// The same for the y axis.
    pub(super) fn y_axis(&mut self, scale: &Scale, left: f64, right: f64, label: &str) {
        for tick in scale.ticks() {
            let y = scale.at(tick);
            self.line([left, y], [right, y], "grid");
            self.text(left - 8.0, y + 4.0, Anchor::End, "small", &tick_text(tick));
        }
        let [low, high] = scale.ends().map(|end| scale.at(end));
        self.upright(left - 62.0, (low + high) * 0.5, label);
    }

    pub(super) fn finish(self) -> String {
        let Self { width, height, title, body } = self;
        let title = escaped(&title.replace('\n', " "));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n<rect width=\"{width}\" height=\"{height}\" rx=\"8\" class=\"sheet\"/>\n{body}</svg>\n"
        )
    }

    fn put(&mut self, what: core::fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        _ = writeln!(self.body, "{what}");
    }
}

fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cannot_break_the_picture() {
        let mut sheet = Sheet::new(10.0, 10.0, "a < b", "c & d");
        sheet.text(0.0, 0.0, Anchor::End, "small", "x > y");
        let text = sheet.finish();
        assert!(text.contains("<title>a &lt; b. c &amp; d</title>") && text.contains(">x &gt; y</text>"), "{text}");
        assert_eq!(text.matches("<text").count(), text.matches("</text>").count());
    }
}
