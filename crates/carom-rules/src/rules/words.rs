//! Numbers in texts.

/// A number as the display has it, with commas: 1,250,000.
pub(super) fn shown(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::from(if number < 0 { "-" } else { "" });
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn thousands_are_parted_by_commas() {
        let cases = [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (-1_234_567, "-1,234,567"),
            (i64::MIN, "-9,223,372,036,854,775,808"),
        ];
        for (number, text) in cases {
            assert_eq!(shown(number), text);
        }
    }
}
