//! Clocks that others' work on the same machine does not move.

/// s: CPU time of this thread. Not that of the process where one thread works: other threads' parts of it are counted late, so that
/// a short difference of it can come out as nothing.
#[cfg(unix)]
pub(crate) fn cpu_seconds() -> f64 {
    seconds(rustix::time::ClockId::ThreadCPUTime)
}

/// s: CPU time of all threads of this process.
#[cfg(unix)]
pub(crate) fn all_cpu_seconds() -> f64 {
    seconds(rustix::time::ClockId::ProcessCPUTime)
}

#[cfg(unix)]
fn seconds(clock: rustix::time::ClockId) -> f64 {
    let now = rustix::time::clock_gettime(clock);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// s: wall time, where there is no other.
#[cfg(not(unix))]
pub(crate) fn cpu_seconds() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}

/// s: wall time, where there is no other.
#[cfg(not(unix))]
pub(crate) fn all_cpu_seconds() -> f64 {
    cpu_seconds()
}
