//! Arguments in, exit code out.

fn main() -> std::process::ExitCode {
    referee::cli::main()
}
