//! Colours: those of the parts, and the ramp that tells time.

/// A colour of the screen (sRGB), with how opaque it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Colour {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// 0 clear to 255 opaque.
    pub a: u8,
}

impl Colour {
    /// An opaque colour from its six hexadecimal digits.
    pub const fn hex(digits: u32) -> Self {
        Self { r: (digits >> 16) as u8, g: (digits >> 8) as u8, b: digits as u8, a: 255 }
    }

    /// The same colour, so opaque: 0 to 1.
    pub fn opaque(self, part: f64) -> Self {
        Self { a: (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8, ..self }
    }

    /// Between this one and another, by part of the way.
    pub fn towards(self, other: Self, part: f64) -> Self {
        let part = part.clamp(0.0, 1.0);
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part + 0.5) as u8;
        Self { r: mix(self.r, other.r), g: mix(self.g, other.g), b: mix(self.b, other.b), a: mix(self.a, other.a) }
    }
}

/// The palette: a dark room, a lit playfield, warm rubber, cool plastic, bright metal.
pub(crate) mod palette {
    use super::Colour;

    pub(crate) const ROOM: Colour = Colour::hex(0x0a0c11);
    pub(crate) const CABINET: Colour = Colour::hex(0x3a281c);
    pub(crate) const CABINET_EDGE: Colour = Colour::hex(0x8a6541);
    pub(crate) const FIELD_LIT: Colour = Colour::hex(0x3b5070);
    pub(crate) const FIELD_DIM: Colour = Colour::hex(0x1c2736);
    pub(crate) const SHADE: Colour = Colour::hex(0x020306);
    pub(crate) const INK: Colour = Colour::hex(0xdfe6ee);
    pub(crate) const HOLE: Colour = Colour::hex(0x05060a);

    pub(crate) const WALL_LOW: Colour = Colour::hex(0x4d5d73);
    pub(crate) const WALL_HIGH: Colour = Colour::hex(0x93a4b8);
    pub(crate) const WALL_EDGE: Colour = Colour::hex(0xbac8d6);
    pub(crate) const PLASTIC: Colour = Colour::hex(0x5ec7c2);
    pub(crate) const RUBBER: Colour = Colour::hex(0xe9dfc7);
    pub(crate) const RUBBER_LIT: Colour = Colour::hex(0xfffaf0);
    pub(crate) const SLING: Colour = Colour::hex(0xff9d3c);
    pub(crate) const METAL: Colour = Colour::hex(0xaab6c4);
    pub(crate) const METAL_LIT: Colour = Colour::hex(0xf2f6fa);
    pub(crate) const METAL_DARK: Colour = Colour::hex(0x59646f);

    pub(crate) const BAT: Colour = Colour::hex(0xf7f4ec);
    pub(crate) const BAT_RUBBER: Colour = Colour::hex(0xd8322f);
    pub(crate) const BUMPER_SKIRT: Colour = Colour::hex(0xf3e3bd);
    pub(crate) const BUMPER_CAP: Colour = Colour::hex(0xc81e3a);
    pub(crate) const BUMPER_LIT: Colour = Colour::hex(0xff7a5c);
    pub(crate) const TARGET: Colour = Colour::hex(0xffcf4a);
    pub(crate) const STANDING_TARGET: Colour = Colour::hex(0x4ade80);
    pub(crate) const SPINNER: Colour = Colour::hex(0x49c5f5);
    pub(crate) const GATE_ARROW: Colour = Colour::hex(0x7ef0c8);
    pub(crate) const TRIGGER: Colour = Colour::hex(0x8fd3ff);
    pub(crate) const MAGNET: Colour = Colour::hex(0xa58bff);
    pub(crate) const TURNTABLE: Colour = Colour::hex(0x6b7f99);
    pub(crate) const RAMP: Colour = Colour::hex(0x6ab4ff);
    pub(crate) const WIRE: Colour = Colour::hex(0xd3dbe4);
    pub(crate) const MESH: Colour = Colour::hex(0x8b7fa3);
    pub(crate) const MESH_LIT: Colour = Colour::hex(0xcdc3dd);
    pub(crate) const MESH_DARK: Colour = Colour::hex(0x4a4259);
}

/// Violet, magenta, orange, yellow: each lighter than the last, so that the order is seen even without colours, and all
/// bright enough for a dark playfield.
const TIME_STOPS: [Colour; 5] =
    [Colour::hex(0x6f6bff), Colour::hex(0xc04fe0), Colour::hex(0xf7609a), Colour::hex(0xffa052), Colour::hex(0xfff27d)];

/// The colour of a moment, from 0 for the first to 1 for the last. Mixed in Oklab, where equal steps look equal.
pub(crate) fn of_time(part: f64) -> Colour {
    let part = if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 };
    let place = part * (TIME_STOPS.len() - 1) as f64;
    let k = (place as usize).min(TIME_STOPS.len() - 2);
    let (a, b) = (to_oklab(TIME_STOPS[k]), to_oklab(TIME_STOPS[k + 1]));
    let t = place - k as f64;
    from_oklab([0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * t))
}

/// Björn Ottosson's Oklab, from sRGB.
fn to_oklab(colour: Colour) -> [f64; 3] {
    let linear = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
    };
    let [r, g, b] = [colour.r, colour.g, colour.b].map(linear);
    let l = libm::cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
    let m = libm::cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
    let s = libm::cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
    [
        0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
    ]
}

fn from_oklab([lightness, a, b]: [f64; 3]) -> Colour {
    let cube = |x: f64| x * x * x;
    let l = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b);
    let m = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b);
    let s = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b);
    let screen = |c: f64| {
        let c = c.clamp(0.0, 1.0);
        let c = if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * libm::pow(c, 1.0 / 2.4) - 0.055 };
        (c * 255.0 + 0.5) as u8
    };
    Colour {
        r: screen(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
        g: screen(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
        b: screen(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s),
        a: 255,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_grows_lighter_and_ends_at_its_stops() {
        assert_eq!(of_time(0.0), TIME_STOPS[0]);
        assert_eq!(of_time(1.0), TIME_STOPS[4]);
        assert_eq!(of_time(f64::NAN), TIME_STOPS[0]);
        let lightness: Vec<f64> = (0..=40).map(|k| to_oklab(of_time(f64::from(k) / 40.0))[0]).collect();
        assert!(lightness.windows(2).all(|pair| pair[1] > pair[0] - 0.004), "{lightness:?}");
    }

    #[test]
    fn mixing_ends_where_it_should() {
        let (a, b) = (Colour::hex(0x102030), Colour::hex(0xf0e0d0));
        assert_eq!((a.towards(b, 0.0), a.towards(b, 1.0), a.towards(b, 7.0)), (a, b, b));
        assert_eq!(a.opaque(0.5).a, 128);
    }
}
