//! Ctrl-C and other requests to end become the sign that runs in progress watch.

use bench_system::Stop;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

/// A sign that SIGINT, SIGTERM and SIGHUP give.
pub(crate) fn stop_on_signals() -> Result<Stop, String> {
    let stop = Stop::new().map_err(|error| error.to_string())?;
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let writer = stop.writer().try_clone_to_owned();
        writer
            .and_then(|writer| signal_hook::low_level::pipe::register_raw(signal, writer))
            .map_err(|error| format!("cannot watch for signals: {error}"))?;
    }
    Ok(stop)
}
