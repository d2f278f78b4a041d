//! What a process has cost so far.

/// Seconds of processor time, which other work on the machine does not lengthen; of the clock where Linux does not
/// tell.
pub fn seconds() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    let clock = START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64();
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    told.and_then(|line| line.split(' ').next()?.parse::<f64>().ok())
        .map_or(clock, |nanoseconds| nanoseconds / 1e9)
}

/// The most memory that the process had, in megabytes.
pub fn peak_megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|line| line.trim_end_matches("kB").trim().parse::<f64>().ok());
    peak.unwrap_or(f64::NAN) / 1024.0
}
