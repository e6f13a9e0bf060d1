//! Charts as SVG text: axes with round numbers, lines, dots and notes. The same data give the same bytes.

use std::fmt::Write as _;

/// The colours of lines and dots.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Ink {
    Blue,
    Orange,
    Green,
    Purple,
    Red,
    Grey,
}

impl Ink {
    fn code(self) -> &'static str {
        match self {
            Self::Blue => "#2563c9",
            Self::Orange => "#d9731a",
            Self::Green => "#2f8f4e",
            Self::Purple => "#8a4bb8",
            Self::Red => "#c8323c",
            Self::Grey => "#6b7480",
        }
    }
}

const TEXT: &str = "#2b3340";
const GRID: &str = "#e4e7ec";
const FRAME: &str = "#9aa3b2";
/// Pixels: round the area in which is drawn, left, right and below; above, for the title, and for each line of the legend.
const LEFT: f64 = 62.0;
const RIGHT: f64 = 16.0;
const BELOW: f64 = 50.0;
const ABOVE: f64 = 34.0;
const LEGEND_LINE: f64 = 18.0;
/// Pixels: about the width of a letter of the legend.
const LETTER: f64 = 6.6;

/// A place in the chart's own units.
pub type Place = (f64, f64);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Line,
    Dashed,
    Dots,
    /// Circles to scale, with their radii.
    Circles,
}

#[derive(Clone, Debug)]
struct Mark {
    kind: Kind,
    ink: Ink,
    name: String,
    /// With a radius each, for circles.
    points: Vec<(Place, f64)>,
}

/// One chart.
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    labels: [String; 2],
    ranges: [Option<Place>; 2],
    to_scale: bool,
    marks: Vec<Mark>,
    notes: Vec<(Place, String)>,
}

impl Chart {
    /// An empty chart with its title and the labels of its axes.
    pub fn new(title: &str, across: &str, upwards: &str) -> Self {
        Self {
            title: title.to_owned(),
            labels: [across.to_owned(), upwards.to_owned()],
            ranges: [None, None],
            to_scale: false,
            marks: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// From where to where it goes; otherwise as far as the data.
    #[must_use]
    pub fn range(mut self, across: Place, upwards: Place) -> Self {
        self.ranges = [Some(across), Some(upwards)];
        self
    }

    /// A metre across is as long as a metre upwards.
    #[must_use]
    pub fn to_scale(mut self) -> Self {
        self.to_scale = true;
        self
    }

    /// A line through places. Lines without a name stay out of the legend.
    pub fn line(&mut self, ink: Ink, name: &str, points: impl IntoIterator<Item = Place>) {
        self.mark(Kind::Line, ink, name, points.into_iter().map(|place| (place, 0.0)));
    }

    /// A dashed line.
    pub fn dashed(&mut self, ink: Ink, name: &str, points: impl IntoIterator<Item = Place>) {
        self.mark(Kind::Dashed, ink, name, points.into_iter().map(|place| (place, 0.0)));
    }

    /// A dot at each place.
    pub fn dots(&mut self, ink: Ink, name: &str, points: impl IntoIterator<Item = Place>) {
        self.mark(Kind::Dots, ink, name, points.into_iter().map(|place| (place, 0.0)));
    }

    /// Circles to scale: centres and radii.
    pub fn circles(&mut self, ink: Ink, name: &str, circles: impl IntoIterator<Item = (Place, f64)>) {
        self.mark(Kind::Circles, ink, name, circles);
    }

    /// A few words at a place.
    pub fn note(&mut self, place: Place, text: &str) {
        self.notes.push((place, text.to_owned()));
    }

    fn mark(&mut self, kind: Kind, ink: Ink, name: &str, points: impl IntoIterator<Item = (Place, f64)>) {
        self.marks.push(Mark { kind, ink, name: name.to_owned(), points: points.into_iter().collect() });
    }

    /// From where to where the data go along an axis, with a little air.
    fn extent(&self, axis: usize) -> Place {
        if let Some(range) = self.ranges[axis] {
            return range;
        }
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for &((x, y), radius) in self.marks.iter().flat_map(|mark| &mark.points) {
            let value = if axis == 0 { x } else { y };
            low = low.min(value - radius);
            high = high.max(value + radius);
        }
        let air = 0.04 * (high - low).max(1e-12);
        (low - air, high + air)
    }

    /// Draws it at a place of the sheet.
    fn draw(&self, svg: &mut String, number: usize, left: f64, top: f64, width: f64, height: f64) {
        let legend = self.legend(width);
        let above = ABOVE + LEGEND_LINE * legend.len() as f64;
        let (w, h) = (width - LEFT - RIGHT, height - above - BELOW);
        let (x0, y0) = (left + LEFT, top + above);
        let (mut across, mut upwards) = (self.extent(0), self.extent(1));
        if self.to_scale {
            let unit = ((across.1 - across.0) / w).max((upwards.1 - upwards.0) / h);
            across = widened(across, unit * w);
            upwards = widened(upwards, unit * h);
        }
        let scale = w / (across.1 - across.0);
        let pixel =
            |(x, y): Place| (x0 + (x - across.0) * scale, y0 + h - (y - upwards.0) * h / (upwards.1 - upwards.0));
        _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"15\" font-weight=\"600\">{}</text>",
            x0,
            top + 20.0,
            escaped(&self.title)
        );
        for (line, entries) in legend.iter().enumerate() {
            let y = top + ABOVE + LEGEND_LINE * line as f64;
            for &(offset, mark) in entries {
                draw_key(svg, mark, x0 + offset, y);
            }
        }
        for (value, text) in ticks(across) {
            let (x, _) = pixel((value, upwards.0));
            _ = writeln!(svg, "<path d=\"M{x:.1} {y0:.1}V{:.1}\" stroke=\"{GRID}\"/>", y0 + h);
            _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>", y0 + h + 16.0);
        }
        for (value, text) in ticks(upwards) {
            let (_, y) = pixel((across.0, value));
            _ = writeln!(svg, "<path d=\"M{x0:.1} {y:.1}H{:.1}\" stroke=\"{GRID}\"/>", x0 + w);
            _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>", x0 - 6.0, y + 4.0);
        }
        _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            x0 + 0.5 * w,
            y0 + h + 36.0,
            escaped(&self.labels[0])
        );
        let (x, y) = (left + 16.0, y0 + 0.5 * h);
        _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 {x:.1} {y:.1})\">{}</text>",
            escaped(&self.labels[1])
        );
        _ = writeln!(
            svg,
            "<clipPath id=\"area{number}\"><rect x=\"{x0:.1}\" y=\"{y0:.1}\" width=\"{w:.1}\" height=\"{h:.1}\"/></clipPath>\n\
             <g clip-path=\"url(#area{number})\">"
        );
        for mark in &self.marks {
            draw_mark(svg, mark, pixel, scale);
        }
        svg.push_str("</g>\n");
        _ = writeln!(
            svg,
            "<rect x=\"{x0:.1}\" y=\"{y0:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" fill=\"none\" stroke=\"{FRAME}\"/>"
        );
        for (place, text) in &self.notes {
            let (x, y) = pixel(*place);
            _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
                escaped(text)
            );
        }
    }

    /// The named marks in lines, each with how far from the left it stands.
    fn legend(&self, width: f64) -> Vec<Vec<(f64, &Mark)>> {
        let mut lines: Vec<Vec<(f64, &Mark)>> = Vec::new();
        let mut end = f64::INFINITY;
        for mark in self.marks.iter().filter(|mark| !mark.name.is_empty()) {
            let needs = 26.0 + LETTER * mark.name.chars().count() as f64 + 14.0;
            if end + needs > width - LEFT {
                lines.push(Vec::new());
                end = 0.0;
            }
            if let Some(line) = lines.last_mut() {
                line.push((end, mark));
            }
            end += needs;
        }
        lines
    }
}

fn draw_key(svg: &mut String, mark: &Mark, x: f64, y: f64) {
    let code = mark.ink.code();
    match mark.kind {
        Kind::Dots => _ = writeln!(svg, "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{code}\"/>", x + 10.0),
        Kind::Circles => {
            _ = writeln!(svg, "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"none\" stroke=\"{code}\"/>", x + 10.0);
        }
        Kind::Line | Kind::Dashed => {
            let dash = if mark.kind == Kind::Dashed { " stroke-dasharray=\"6 4\"" } else { "" };
            let end = x + 20.0;
            _ = writeln!(svg, "<path d=\"M{x:.1} {y:.1}H{end:.1}\" stroke=\"{code}\" stroke-width=\"2\"{dash}/>");
        }
    }
    _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", x + 26.0, y + 4.0, escaped(&mark.name));
}

fn draw_mark(svg: &mut String, mark: &Mark, pixel: impl Fn(Place) -> (f64, f64), scale: f64) {
    let code = mark.ink.code();
    match mark.kind {
        Kind::Dots => {
            for &(place, _) in &mark.points {
                let (x, y) = pixel(place);
                _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{code}\"/>");
            }
        }
        Kind::Circles => {
            for &(place, radius) in &mark.points {
                let (x, y) = pixel(place);
                let r = radius * scale;
                _ = writeln!(
                    svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"{code}\" fill-opacity=\"0.12\" stroke=\"{code}\"/>"
                );
            }
        }
        Kind::Line | Kind::Dashed => {
            let dash = if mark.kind == Kind::Dashed { " stroke-dasharray=\"6 4\"" } else { "" };
            let mut way = String::new();
            let mut last = String::new();
            for &(place, _) in &mark.points {
                let (x, y) = pixel(place);
                // Far outside the area is far enough.
                let at = format!("{:.1} {:.1}", x.clamp(-9999.0, 9999.0), y.clamp(-9999.0, 9999.0));
                if at != last {
                    way += if way.is_empty() { "M" } else { "L" };
                    way += &at;
                    last = at;
                }
            }
            if way.is_empty() {
                return;
            }
            _ = writeln!(svg, "<path d=\"{way}\" fill=\"none\" stroke=\"{code}\" stroke-width=\"1.8\"{dash}/>");
        }
    }
}

/// The charts of a figure, side by side, as an SVG text.
pub fn sheet(title: &str, charts: &[Chart]) -> String {
    let (width, height) = (if charts.len() == 1 { 640.0 } else { 450.0 }, 380.0);
    let whole = width * charts.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {height}\" role=\"img\" \
         font-family=\"system-ui, 'DejaVu Sans', sans-serif\" font-size=\"12\" fill=\"{TEXT}\" \
         stroke-linejoin=\"round\">\n<title>{}</title>\n<rect width=\"{whole}\" height=\"{height}\" fill=\"#fff\"/>\n",
        escaped(title)
    );
    for (number, chart) in charts.iter().enumerate() {
        chart.draw(&mut svg, number, width * number as f64, 4.0, width, height - 8.0);
    }
    svg += "</svg>\n";
    svg
}

/// A range of this length round the same middle.
fn widened((low, high): Place, length: f64) -> Place {
    let middle = 0.5 * (low + high);
    (middle - 0.5 * length, middle + 0.5 * length)
}

/// Round numbers within a range, some five to eight of them, as they are written.
fn ticks((low, high): Place) -> Vec<(f64, String)> {
    let rough = (high - low) / 6.0;
    let power = libm::pow(10.0, libm::floor(libm::log10(rough)));
    let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * power).into_iter().find(|step| *step >= rough).unwrap_or(rough);
    let digits = (-libm::floor(libm::log10(step) + 1e-9)).max(0.0) as usize;
    let (first, last) = (libm::ceil(low / step - 1e-9) as i64, libm::floor(high / step + 1e-9) as i64);
    (first..=last).map(|k| (k as f64 * step, format!("{:.digits$}", k as f64 * step))).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{Chart, Ink, sheet, ticks};

    #[test]
    fn ticks_are_round_and_within_the_range() {
        let written = |range| ticks(range).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(written((0.0, 1.0)), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"], "tenths");
        assert_eq!(written((-3.0, 100.0)), ["0", "20", "40", "60", "80", "100"], "tens");
    }

    #[test]
    fn a_sheet_is_one_picture_with_every_mark() {
        let mut chart = Chart::new("a < b", "x", "y");
        chart.line(Ink::Blue, "line", [(0.0, 0.0), (1.0, 1.0)]);
        chart.dots(Ink::Red, "", [(0.5, 0.5)]);
        let svg = sheet("both", &[chart.clone(), chart]);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
        assert!(svg.contains("a &lt; b") && !svg.contains("NaN"), "{svg}");
        assert_eq!(svg.matches("r=\"3.5\"").count(), 2, "one dot in each chart");
    }
}
