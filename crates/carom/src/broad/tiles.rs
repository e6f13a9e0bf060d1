//! Square tiles over the plane, each with a list of what a ball could touch whose centre is over it: a way is followed from tile to
//! tile. Among things that lie apart that is quicker than coming down the tree for each of them, by a fifth to a quarter of the time,
//! though not of the instructions: there is less for the processor to guess. Where many things lie over each other, as on most
//! pinball tables, there are no tiles, and the tree is asked.
//!
//! The lists are made for a reach: the radius of a ball, and what its way may bend within a piece (`sweep.rs`) with all roundings. A
//! chord whose ball reaches farther asks the tree.

use super::KdTree;
use super::kd_tree::{Lines, NONE, SINGLE, WIDE};
use glam::{DVec2, Mat4, Vec4};

/// A tile is as wide as this many radii, or wider, so that there are no more tiles than this many for each thing.
const WIDTH: f64 = 2.5;
const MOST_TILES: f64 = 4.0;
const FEW_TILES: f64 = 64.0;
/// For how much more than the radius the lists are made, in radii: how far a way may bend within a piece, and roundings.
const REACH: f64 = 1.26;
/// With longer lists the tree is quicker: on average over the tiles that something is near, and in all, for each thing.
const LONGEST: f64 = 2.4;
const MOST_ENTRIES: usize = 48;
/// No step at all: its inverse is still a number.
const STILL: f64 = 1e-200;
/// How many tiles are looked at before anything is asked. More at once ask too much, fewer ask too often: nobody can foresee how the
/// asking ends, and the processor guesses.
const AT_A_TIME: usize = 3;
/// Room for what is on their lists.
const ROOM: usize = AT_A_TIME * WIDE;

/// A thing as the line that it is from above.
#[derive(Clone, Copy, Debug)]
struct Line {
    ends: [f32; 4],
    radius: f32,
    index: [u32; 3],
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    reach: f64,
    /// m: how wide a tile is.
    width: f64,
    /// Where the first tile begins, seen from the tree's origin; how many there are along each axis.
    low: DVec2,
    counts: [i32; 2],
    /// The same as numbers, and tiles for a metre.
    size: DVec2,
    per_width: f64,
    /// Where each tile's list begins in `lists`, and where the last one ends.
    starts: Vec<u32>,
    lists: Vec<u32>,
    /// All things; the last of them is none.
    lines: Vec<Line>,
}

impl Tiles {
    /// Over all that the tree holds; nothing if the lists would be so long, or the tiles so many, that the tree is quicker.
    pub(super) fn over(tree: &KdTree, radius: f64) -> Option<Self> {
        Self::with_lists(tree, radius, LONGEST, MOST_ENTRIES)
    }

    /// The same with lists of up to `longest` on average, and so many entries in all for each thing.
    fn with_lists(tree: &KdTree, radius: f64, longest: f64, most_entries: usize) -> Option<Self> {
        let lines = tree.leaves.iter().flat_map(|leaf| (0..WIDE).map(|lane| Line::of(leaf.lines, &leaf.index, lane)));
        let mut lines: Vec<Line> = lines.filter(|line| line.index[0] != NONE).collect();
        let (reach, count) = (REACH * radius, lines.len() as f64);
        let low = tree.bounds().min.truncate() - tree.origin.truncate() - 2.0 * reach;
        let room = (tree.bounds().max - tree.bounds().min).truncate() + 4.0 * reach;
        let width = (WIDTH * radius).max((room.x * room.y / (MOST_TILES * count)).sqrt());
        let size = (room / width).ceil();
        // (Nor where a number is none.)
        let is_fit =
            radius > 0.0 && size.min_element() >= 1.0 && size.x * size.y <= 2.0 * MOST_TILES * count + FEW_TILES;
        if !is_fit {
            return None;
        }
        let [columns, rows] = size.to_array().map(|count| count as i32);
        let (counts, per_width) = ([columns, rows], 1.0 / width);
        let mut tiles =
            Self { reach, width, per_width, low, counts, size, starts: vec![], lists: vec![], lines: vec![] };
        // Who is on which list, and how long the lists are.
        let mut entries: Vec<(u32, u32)> = Vec::new();
        let mut lengths = vec![0_u32; columns as usize * rows as usize];
        let (most, mut looked_at, mut filled) = (most_entries * (lines.len() + 1), 0, 0);
        for (k, line) in (0..).zip(&lines) {
            looked_at += tiles.near(line, SINGLE * tree.size, |tile| {
                filled += usize::from(lengths[tile] == 0);
                lengths[tile] += 1;
                entries.push((tile as u32, k));
            });
            if entries.len() > most || looked_at > 16 * most {
                return None;
            }
        }
        if entries.len() as f64 > longest * filled as f64 {
            return None;
        }
        tiles.starts = vec![0];
        for length in lengths {
            tiles.starts.push(tiles.starts[tiles.starts.len() - 1] + length);
        }
        tiles.lists = vec![NONE; entries.len() + WIDE];
        let mut next = tiles.starts.clone();
        for (tile, thing) in entries {
            let place = &mut next[tile as usize];
            tiles.lists[*place as usize] = thing;
            *place += 1;
        }
        lines.push(Line::NONE);
        tiles.lines = lines;
        Some(tiles)
    }

    /// Tells of every tile from which a line is within reach. Returns how many were looked at.
    fn near(&self, line: &Line, spare: f64, mut tell: impl FnMut(usize)) -> usize {
        let [ax, ay, bx, by] = line.ends.map(f64::from);
        let (a, b) = (DVec2::new(ax, ay), DVec2::new(bx, by));
        let reach = self.reach + f64::from(line.radius.abs()) + 2.0 * spare;
        let of = |p: DVec2| ((p - self.low) / self.width).floor().max(DVec2::ZERO);
        let ([x0, y0], [x1, y1]) = (of(a.min(b) - reach).to_array(), of(a.max(b) + reach).to_array());
        let (x0, y0) = (x0 as usize, y0 as usize);
        let (x1, y1) = ((x1 as usize).min(self.counts[0] as usize - 1), (y1 as usize).min(self.counts[1] as usize - 1));
        let length = (b - a).length_squared();
        let near = reach + self.width * core::f64::consts::FRAC_1_SQRT_2 * (1.0 + 1e-9);
        for y in y0..=y1 {
            for x in x0..=x1 {
                let middle = self.low + (DVec2::new(x as f64, y as f64) + 0.5) * self.width;
                let part = if length > 0.0 { ((middle - a).dot(b - a) / length).clamp(0.0, 1.0) } else { 0.0 };
                if middle.distance_squared(a + (b - a) * part) <= near * near {
                    tell(y * self.counts[0] as usize + x);
                }
            }
        }
        (y1 + 1).saturating_sub(y0) * (x1 + 1).saturating_sub(x0)
    }

    /// m: how far from a chord that is asked here a ball may reach.
    #[inline]
    pub(super) fn reach(&self) -> f64 {
        self.reach
    }

    /// The tiles along a chord; nothing if it passes them all by.
    #[inline(always)]
    pub(super) fn walk(&self, start: DVec2, step: DVec2, until: f64) -> Option<Walk<'_>> {
        let (start, step) = ((start - self.low) * self.per_width, step * self.per_width);
        let inverse = |d: f64| 1.0 / if d.abs() < STILL { STILL } else { d };
        let one = DVec2::new(inverse(step.x), inverse(step.y));
        let (low, high) = (-start * one, (self.size - start) * one);
        let enters = most(most(least(low.x, high.x), least(low.y, high.y)), 0.0);
        let ends = least(least(most(low.x, high.x), most(low.y, high.y)), until);
        if enters > ends {
            return None;
        }
        let place = start + step * enters;
        let [columns, rows] = self.counts;
        let (x, y) = ((place.x as i32).clamp(0, columns - 1), (place.y as i32).clamp(0, rows - 1));
        let (forward_x, forward_y) = (one.x > 0.0, one.y > 0.0);
        let border = DVec2::new(f64::from(x + i32::from(forward_x)), f64::from(y + i32::from(forward_y)));
        let row = columns as usize;
        Some(Walk {
            tiles: self,
            at: x as usize + y as usize * row,
            left: [if forward_x { columns - 1 - x } else { x }, if forward_y { rows - 1 - y } else { y }],
            next: ((border - start) * one).to_array(),
            per: one.abs().to_array(),
            step: [if forward_x { 1 } else { usize::MAX }, if forward_y { row } else { row.wrapping_neg() }],
            ends,
            entered: enters,
            seen: 0,
        })
    }
}

/// The lesser of two numbers, in one instruction: what is no number does not come here.
#[inline(always)]
fn least(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The greater one.
#[inline(always)]
fn most(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[cfg(test)]
impl KdTree {
    /// With tiles, however long their lists are.
    pub(super) fn tiled_anyhow(mut self, radius: f64) -> Self {
        self.tiles = Tiles::with_lists(&self, radius, f64::INFINITY, 1 << 20);
        self
    }
}

impl Line {
    const NONE: Self = Self { ends: [f32::NAN; 4], radius: f32::NAN, index: [NONE; 3] };

    fn of(lines: Lines, index: &[u32; 3 * WIDE], lane: usize) -> Self {
        Self {
            ends: [lines.ax[lane], lines.ay[lane], lines.bx[lane], lines.by[lane]],
            radius: lines.radius[lane],
            index: core::array::from_fn(|part| index[part * WIDE + lane]),
        }
    }
}

/// From tile to tile along a chord (Amanatides & Woo 1987). Its length in time is one.
pub(super) struct Walk<'a> {
    tiles: &'a Tiles,
    at: usize,
    /// How many tiles there are ahead along each axis.
    left: [i32; 2],
    /// When the chord comes to the next tile along each axis, and how long it takes for one.
    next: [f64; 2],
    per: [f64; 2],
    /// From a tile's number to that of the next one.
    step: [usize; 2],
    /// When it leaves the last tile.
    ends: f64,
    /// When it came to the present tile.
    entered: f64,
    /// What of the tile's list has been gathered.
    seen: usize,
}

impl<'a> Walk<'a> {
    /// Gathers what is within reach from the next few tiles. Is the end reached?
    #[inline(always)]
    pub(super) fn gather(&mut self, gathered: &mut Gathered) -> bool {
        let Tiles { starts, lists, .. } = self.tiles;
        gathered.count = 0;
        for _ in 0..AT_A_TIME {
            let Some(&[from, to]) = starts.get(self.at..self.at + 2) else { return true };
            let from = from as usize + self.seen;
            // As many as there is room for side by side, without asking how many there are.
            let Some(next) = lists.get(from..from + WIDE) else { return true };
            gathered.things[gathered.count..gathered.count + WIDE].copy_from_slice(next);
            let rest = to as usize - from;
            gathered.count += rest.min(WIDE);
            if rest > WIDE {
                self.seen += WIDE;
            } else {
                self.seen = 0;
                if !self.goes_on() {
                    return true;
                }
            }
        }
        false
    }

    /// Does it come to another tile before it ends? It is there then.
    #[inline(always)]
    fn goes_on(&mut self) -> bool {
        let axis = usize::from(self.next[1] < self.next[0]);
        if (self.next[axis] > self.ends) | (self.left[axis] == 0) {
            return false;
        }
        self.entered = self.next[axis];
        self.at = self.at.wrapping_add(self.step[axis]);
        self.left[axis] -= 1;
        self.next[axis] += self.per[axis];
        true
    }

    /// It ends at this moment, if it did not before. Does it still go on?
    #[inline(always)]
    pub(super) fn shorten(&mut self, until: f32) -> bool {
        self.ends = least(self.ends, f64::from(until));
        self.entered <= self.ends
    }
}

/// Things that are still to be asked.
pub(super) struct Gathered {
    things: [u32; ROOM],
    count: usize,
}

impl Gathered {
    pub(super) const NOTHING: Self = Self { things: [NONE; ROOM], count: 0 };

    /// How many times four.
    #[inline(always)]
    pub(super) fn fours(&mut self) -> usize {
        let fours = self.count.div_ceil(WIDE);
        self.things[self.count..].iter_mut().take(WIDE - 1).for_each(|thing| *thing = NONE);
        fours
    }

    /// Their lines, side by side.
    #[inline(always)]
    pub(super) fn lines(&self, tiles: &Tiles, four: usize) -> Lines {
        let none = tiles.lines.len() - 1;
        let [a, b, c, d] =
            core::array::from_fn(|lane| &tiles.lines[(self.things[four * WIDE + lane] as usize).min(none)]);
        let [p, q, r, s] = [a, b, c, d].map(|line| Vec4::from_array(line.ends));
        let turned = Mat4::from_cols(p, q, r, s).transpose();
        let radius = Vec4::new(a.radius, b.radius, c.radius, d.radius);
        Lines { ax: turned.x_axis, ay: turned.y_axis, bx: turned.z_axis, by: turned.w_axis, radius }
    }

    /// Which thing, or what stands at one of its ends, is at this place of the answer.
    #[inline(always)]
    pub(super) fn index(&self, tiles: &Tiles, four: usize, place: usize) -> u32 {
        let thing = self.things[four * WIDE + place % WIDE] as usize;
        tiles.lines.get(thing).map_or(NONE, |line| line.index[place / WIDE % 3])
    }
}
