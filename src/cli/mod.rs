//! One file a command.

/// Runs the command that the arguments ask for.
pub fn main() -> std::process::ExitCode {
    std::process::ExitCode::SUCCESS
}
