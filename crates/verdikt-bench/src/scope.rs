//! Starts this program again in a scope of systemd, for users who have no control group of their own.
//!
//! On most machines a shell's control group belongs to the system, and its user may not make groups in it. The user's own instance of systemd hands out groups with all
//! rights to whoever asks. The reference tool asks, too, if a library for that is installed; `systemd-run` is part of systemd.

use crate::exit::report_note;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

/// Set when it was tried, so that it is tried once.
const TRIED: &str = "VERDIKT_BENCH_SCOPE";

const OPTIONS: [&str; 6] =
    ["--user", "--scope", "--quiet", "--slice=benchmark", "--property=Delegate=yes", "--"];

/// Becomes this program in a scope if there is no usable control group here and systemd has one. If not, whoever needs the group says what is missing.
pub(crate) fn enter_if_needed() {
    if bench_system::find_groups().is_ok() || std::env::var_os(TRIED).is_some() {
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    let mut probe = Command::new("systemd-run");
    probe.args(OPTIONS).arg("true").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if !probe.status().is_ok_and(|status| status.success()) {
        return;
    }
    report_note(
        "there is no usable control group here; going on in a scope of systemd (systemd-run --user --scope)",
    );
    let mut command = Command::new("systemd-run");
    command.args(OPTIONS).arg(program).args(std::env::args_os().skip(1)).env(TRIED, "1");
    // It comes back only if it fails; then the missing group is reported as if this had not been tried.
    let _ = command.exec();
}
