//! Where and when a run was made, in words that name no machine: processor, cores, memory, system, compiler.

use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::process::{self, Complaints};

/// Year, month and day, by universal time.
pub(super) fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let [year, month, day] = civil((seconds / 86_400) as i64);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The commit that is checked out, and whether something was changed since.
pub(super) fn commit() -> String {
    let git = |words: &[&str]| first_line(Command::new("git").args(words).current_dir(crate::peer::workspace()));
    let commit = git(&["rev-parse", "--short", "HEAD"]).unwrap_or_else(|| "unknown".to_owned());
    let changed = git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|line| !line.is_empty());
    commit + if changed { " with changes" } else { "" }
}

/// What the figures were measured on.
pub(super) fn machine() -> String {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let field = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let processor = field(&read("/proc/cpuinfo"), "model name").unwrap_or_else(|| "unknown processor".to_owned());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let memory = field(&read("/proc/meminfo"), "MemTotal")
        .and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok())
        .map_or_else(String::new, |kilobytes| format!(", {:.0} GB", kilobytes * 1024.0 * 1e-9));
    let compiler = first_line(Command::new("rustc").arg("--version")).unwrap_or_else(|| "unknown compiler".to_owned());
    let load = read("/proc/loadavg").split_whitespace().next().map(|load| format!(", load {load}")).unwrap_or_default();
    let cores = if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
    format!("{processor}, {cores}{memory}, {} {}, {compiler}{load}", std::env::consts::OS, std::env::consts::ARCH)
}

fn first_line(command: &mut Command) -> Option<String> {
    let said = process::run(command, Complaints::Kept, Duration::from_secs(20)).ok()?;
    said.fine.then(|| said.out.lines().next().unwrap_or_default().trim().to_owned())
}

/// Year, month and day of a day counted from 1970-01-01, in the Gregorian calendar: years begin in March, so that the
/// day that some have more is the last, and 400 of them are one round of 146,097 days.
fn civil(day: i64) -> [i64; 3] {
    let from_march_of_year_0 = day + 719_468;
    let round = from_march_of_year_0.div_euclid(146_097);
    let in_round = from_march_of_year_0.rem_euclid(146_097);
    let year = (in_round - in_round / 1_460 + in_round / 36_524 - in_round / 146_096) / 365;
    let in_year = in_round - (365 * year + year / 4 - year / 100);
    let month = (5 * in_year + 2) / 153;
    let in_month = in_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    [year + 400 * round + i64::from(month <= 2), month, in_month]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_through_leap_years() {
        assert_eq!(civil(0), [1970, 1, 1]);
        assert_eq!(civil(11_016), [2000, 2, 29]);
        assert_eq!(civil(11_017), [2000, 3, 1]);
        assert_eq!(civil(20_773), [2026, 11, 16]);
    }

    #[test]
    fn a_machine_is_described_without_its_name() {
        let words = machine();
        assert!(words.contains("core") && !words.contains('/') && words.contains("rustc"), "{words}");
        if let Ok(name) = std::fs::read_to_string("/proc/sys/kernel/hostname") {
            assert!(!words.contains(name.trim()), "{words}");
        }
    }
}
