//! The arguments of commands that isolate what they run: which folders it sees and how, and which network.

use bench_system::{Access, Container, Network, Rule};
use std::path::PathBuf;

/// What a run sees of the machine.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Container")]
pub(crate) struct Isolation {
    /// Folder that looks empty
    #[arg(long, value_name = "FOLDER")]
    hidden_dir: Vec<PathBuf>,
    /// Folder that can be read
    #[arg(long, value_name = "FOLDER")]
    read_only_dir: Vec<PathBuf>,
    /// Folder that can be written, but whose changes are lost with the run
    #[arg(long, value_name = "FOLDER")]
    overlay_dir: Vec<PathBuf>,
    /// Folder that can be written
    #[arg(long, value_name = "FOLDER")]
    full_access_dir: Vec<PathBuf>,
    /// Leave the network of this machine within reach
    #[arg(long)]
    network_access: bool,
    /// Do not isolate: measure and limit only
    #[arg(
        long,
        conflicts_with_all = ["hidden_dir", "read_only_dir", "overlay_dir", "full_access_dir", "network_access"]
    )]
    no_container: bool,
}

impl Isolation {
    /// The container, if there is to be one; it copies no files out.
    pub(crate) fn container(&self) -> Option<Container> {
        let folders = [
            (&self.hidden_dir, Access::Hidden),
            (&self.read_only_dir, Access::ReadOnly),
            (&self.overlay_dir, Access::Overlay),
            (&self.full_access_dir, Access::Full),
        ];
        let rules = folders.into_iter().flat_map(|(folders, access)| {
            folders.iter().map(move |folder| Rule { folder: folder.clone(), access })
        });
        let network = if self.network_access { Network::Host } else { Network::Loopback };
        (!self.no_container).then(|| Container { rules: rules.collect(), network, ..Container::default() })
    }
}
