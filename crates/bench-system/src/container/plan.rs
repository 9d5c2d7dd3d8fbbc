//! Which steps make the container that a request wants.
//!
//! Places are everything that is mounted and every folder with a rule. They are handled from the top down; each is shown at its place below the new root, in the mode of the rule that counts for it.
//! A bind mount takes along what is mounted below, which saves the steps for it; an overlay does not.

use super::{Rules, Step};
use crate::mounts::Mount;
use crate::{Access, Container, Error, Network};
use std::collections::BTreeMap;
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Where the run's own `tmpfs` is while the container is made: over `/proc`, which nobody needs until the run has its own.
const SCRATCH: &str = "/proc";
/// The new root in it.
const ROOT: &str = "/proc/root";

/// What this process may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rights {
    /// Mount things.
    Mount,
    /// That only in a user namespace, as this user and group.
    User(u32, u32),
}

/// How `/` is put under an overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    /// As one.
    Whole,
    /// Folder by folder.
    Folders,
}

/// Something that a run wrote to: the folder as the run sees it, and where the files are in its `tmpfs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) folder: PathBuf,
    pub(crate) stored: PathBuf,
}

/// How a container is made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrangement {
    /// Step by step.
    pub(crate) steps: Vec<Step>,
    /// What the notes that steps take mean.
    pub(crate) notes: Vec<String>,
    /// Where written files are.
    pub(crate) places: Vec<Place>,
    /// The step that fails if `/` cannot be put under an overlay as one.
    pub(crate) overlay_of_root: Option<usize>,
}

/// What a plan is made of.
pub(crate) struct Wanted<'a> {
    container: &'a Container,
    rules: &'a Rules,
    mounts: &'a [Mount],
    rights: Rights,
    root: Root,
    made: Arrangement,
    /// Which folders are shown how until now, those above before those below.
    shown: Vec<(PathBuf, Access)>,
}

/// Plans a container. `files` is the limit of what is written.
pub(crate) fn plan(
    container: &Container,
    rules: &Rules,
    mounts: &[Mount],
    rights: Rights,
    root: Root,
    files: Option<u64>,
) -> Result<Arrangement, Error> {
    let made = Arrangement::default();
    let mut wanted = Wanted { container, rules, mounts, rights, root, made, shown: Vec::new() };
    wanted.prepare(files)?;
    wanted.show_folders()?;
    wanted.show_kernel()?;
    wanted.made.steps.push(Step::Pivot { root: text(Path::new(ROOT))? });
    Ok(wanted.made)
}

impl Wanted<'_> {
    fn push(&mut self, step: Step) {
        self.made.steps.push(step);
    }

    fn prepare(&mut self, files: Option<u64>) -> Result<(), Error> {
        if let Rights::User(user, group) = self.rights {
            for (path, line) in [
                ("/proc/self/setgroups", "deny".to_owned()),
                ("/proc/self/uid_map", format!("{user} {user} 1")),
                ("/proc/self/gid_map", format!("{group} {group} 1")),
            ] {
                self.push(Step::Write { path: text(Path::new(path))?, text: line.into_bytes() });
            }
        }
        self.push(Step::Private);
        // Half of the memory, the default, could be less than the limit. A page more than the limit of files shows that it was passed.
        let size = files.map_or_else(|| "100%".to_owned(), |files| (files + 4096).to_string());
        let options = text(Path::new(&format!("mode=755,nr_inodes=0,size={size}")))?;
        self.push(Step::Scratch { path: text(Path::new(SCRATCH))?, options });
        self.push(folder_step(Path::new(ROOT), Path::new("/"))?);
        Ok(())
    }

    /// Shows everything but what is the kernel's.
    fn show_folders(&mut self) -> Result<(), Error> {
        let mut places: BTreeMap<PathBuf, Option<&Mount>> = BTreeMap::new();
        for (folder, _) in self.rules.folders() {
            places.insert(folder.to_owned(), None);
        }
        for mount in self.mounts {
            places.insert(mount.point.clone(), Some(mount));
        }
        places.entry(PathBuf::from("/")).or_insert(None);
        let places: Vec<_> = places.into_iter().filter(|(place, _)| !is_kernels(place)).collect();
        for (place, mount) in places {
            let access = self.rules.access(&place);
            // What is below a bind mount came along with it; what is below an overlay did not.
            let came_along = access != Access::Overlay && self.shown(&place) == Some(access);
            if came_along && !(access == Access::Hidden && self.rules.is_for(&place)) {
                continue;
            }
            match access {
                Access::Hidden if self.rules.is_for(&place) => self.hide(&place)?,
                Access::Hidden => {}
                Access::ReadOnly | Access::Full => self.bind(&place, access)?,
                Access::Overlay => self.overlay(&place, mount)?,
            }
        }
        Ok(())
    }

    /// An empty folder of the run's own.
    fn hide(&mut self, place: &Path) -> Result<(), Error> {
        let stored = PathBuf::from(format!("h{}", self.made.places.len()));
        let path = Path::new(SCRATCH).join(&stored);
        self.push(folder_step(&path, place)?);
        self.make_point(place)?;
        self.push(Step::Bind { source: text(&path)?, target: text(&inside(place))? });
        self.shown.push((place.to_owned(), Access::Hidden));
        self.made.places.push(Place { folder: place.to_owned(), stored });
        Ok(())
    }

    /// The folder or file with all below.
    fn bind(&mut self, place: &Path, access: Access) -> Result<(), Error> {
        self.make_point(place)?;
        let mut steps = vec![Step::Bind { source: text(place)?, target: text(&inside(place))? }];
        if access == Access::ReadOnly {
            steps.push(Step::ReadOnly { target: text(&inside(place))? });
        }
        if self.rules.is_for(place) {
            self.made.steps.append(&mut steps);
        } else {
            // Somebody else's mount that we may not even look at would be of no use to the run either.
            let note = self.note(format!(
                "{} is not visible in the container, since it cannot be mounted there",
                place.display()
            ));
            self.push(Step::Either { first: steps, otherwise: Vec::new(), note });
        }
        self.shown.push((place.to_owned(), access));
        Ok(())
    }

    fn overlay(&mut self, place: &Path, mount: Option<&Mount>) -> Result<(), Error> {
        if place == Path::new("/") {
            return self.overlay_root();
        }
        if mount.is_some_and(|mount| mount.kind == "autofs") {
            return Ok(());
        }
        let is_special = mount.is_some_and(|mount| KERNEL_KINDS.contains(&mount.kind.as_str()));
        if is_special || !place.is_dir() {
            return self.bind(place, Access::ReadOnly);
        }
        let has_mounts =
            self.mounts.iter().any(|mount| mount.point != place && mount.point.starts_with(place));
        if self.root == Root::Folders && has_mounts {
            return self.overlay_entries(place);
        }
        self.make_point(place)?;
        let overlay = self.overlay_steps(place)?;
        let target = text(&inside(place))?;
        let bind =
            vec![Step::Bind { source: text(place)?, target: target.clone() }, Step::ReadOnly { target }];
        let unseen = self.note(format!(
            "{} is not visible in the container, since it cannot be mounted there",
            place.display()
        ));
        let note = self.note(format!(
            "{} is read-only in the container, since it cannot be put under an overlay",
            place.display()
        ));
        let first = vec![Step::Either { first: overlay, otherwise: bind, note }];
        self.push(Step::Either { first, otherwise: Vec::new(), note: unseen });
        Ok(())
    }

    fn overlay_root(&mut self) -> Result<(), Error> {
        let root = Path::new("/");
        match self.root {
            Root::Whole => {
                let mut steps = self.overlay_steps(root)?;
                self.made.steps.append(&mut steps);
                self.made.overlay_of_root = Some(self.made.steps.len() - 1);
                Ok(())
            }
            Root::Folders => {
                self.push(Step::Bind { source: text(Path::new(ROOT))?, target: text(Path::new(ROOT))? });
                self.made.places.push(Place { folder: root.to_owned(), stored: PathBuf::from("root") });
                self.overlay_entries(root)
            }
        }
    }

    /// Each entry of a folder on its own; the folder itself is in the `tmpfs`.
    fn overlay_entries(&mut self, place: &Path) -> Result<(), Error> {
        let fail = || Error::system(format!("list {}", place.display()));
        self.make_point(place)?;
        let entries = std::fs::read_dir(place).map_err(fail())?;
        let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(fail())?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            let is_place = self.rules.is_for(&path) || self.mounts.iter().any(|mount| mount.point == path);
            let kind = entry.file_type().map_err(fail())?;
            if kind.is_symlink() {
                let target = std::fs::read_link(&path).map_err(fail())?;
                self.push(Step::Link { path: text(&inside(&path))?, target: text(&target)? });
            } else if is_kernels(&path) || is_place {
                // It has its turn later; only the point has to be there.
                self.make_point(&path)?;
            } else {
                self.overlay(&path, None)?;
            }
        }
        Ok(())
    }

    fn overlay_steps(&mut self, place: &Path) -> Result<Vec<Step>, Error> {
        let number = self.made.places.len();
        let stored = PathBuf::from(format!("u{number}"));
        let upper = Path::new(SCRATCH).join(&stored);
        let work = Path::new(SCRATCH).join(format!("w{number}"));
        self.made.places.push(Place { folder: place.to_owned(), stored });
        self.shown.push((place.to_owned(), Access::Overlay));
        let mut options = b"lowerdir=".to_vec();
        for byte in place.as_os_str().as_bytes() {
            if b":,\\".contains(byte) {
                options.push(b'\\');
            }
            options.push(*byte);
        }
        options.extend(format!(",upperdir={},workdir={}", upper.display(), work.display()).into_bytes());
        if matches!(self.rights, Rights::User(..)) {
            options.extend(b",userxattr");
        }
        Ok(vec![
            folder_step(&upper, place)?,
            folder_step(&work, Path::new("/"))?,
            Step::Overlay { target: text(&inside(place))?, options: bytes(options)? },
        ])
    }

    /// `/proc`, `/sys` and `/dev`, and the network.
    fn show_kernel(&mut self) -> Result<(), Error> {
        self.make_point(Path::new("/proc"))?;
        self.push(Step::Kernel { kind: c"proc", target: text(&inside(Path::new("/proc")))? });
        if self.rights == Rights::Mount {
            self.protect_settings()?;
        }
        for folder in ["/sys", "/dev"] {
            let folder = Path::new(folder);
            if folder.is_dir() {
                self.make_point(folder)?;
                let target = text(&inside(folder))?;
                self.push(Step::Bind { source: text(folder)?, target: target.clone() });
                self.push(Step::ReadOnly { target });
            }
        }
        let shm = Path::new("/dev/shm");
        if shm.is_dir() {
            self.hide(shm)?;
        }
        let queues = Path::new("/dev/mqueue");
        if queues.is_dir() {
            let note = self.note("POSIX message queues cannot be used in the container".to_owned());
            let first = vec![Step::Kernel { kind: c"mqueue", target: text(&inside(queues))? }];
            self.push(Step::Either { first, otherwise: Vec::new(), note });
        }
        let rules: Vec<_> =
            self.rules.folders().map(|(folder, access)| (folder.to_owned(), access)).collect();
        for (folder, access) in rules.into_iter().filter(|(folder, _)| is_kernels(folder)) {
            match access {
                Access::Hidden => self.hide(&folder)?,
                Access::ReadOnly | Access::Overlay => self.bind(&folder, Access::ReadOnly)?,
                Access::Full => self.bind(&folder, Access::Full)?,
            }
        }
        if self.container.network == Network::Loopback {
            self.push(Step::LoopbackUp);
        }
        Ok(())
    }

    /// The files through which the kernel is set belong to root, who is root in the command's user namespace, too.
    fn protect_settings(&mut self) -> Result<(), Error> {
        for name in ["/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs"] {
            if Path::new(name).exists() {
                let target = text(&inside(Path::new(name)))?;
                self.push(Step::Bind { source: target.clone(), target: target.clone() });
                self.push(Step::ReadOnly { target });
            }
        }
        Ok(())
    }

    /// Makes the place where something is to be mounted, with the folders above it, as far as they are in the `tmpfs` and not shown by something else.
    fn make_point(&mut self, place: &Path) -> Result<(), Error> {
        let mut steps = Vec::new();
        for path in place.ancestors() {
            let Some(parent) = path.parent() else { break };
            match self.shown(parent) {
                Some(Access::ReadOnly | Access::Overlay | Access::Full) => break,
                Some(Access::Hidden) | None => {}
            }
            steps.push(if path.is_dir() {
                folder_step(&inside(path), path)?
            } else {
                Step::File { path: text(&inside(path))? }
            });
        }
        self.made.steps.extend(steps.into_iter().rev());
        Ok(())
    }

    /// How the folder is shown until now.
    fn shown(&self, folder: &Path) -> Option<Access> {
        self.shown.iter().rev().find(|(shown, _)| folder.starts_with(shown)).map(|(_, access)| *access)
    }

    fn note(&mut self, message: String) -> usize {
        self.made.notes.push(message);
        self.made.notes.len() - 1
    }
}

/// File systems that are windows into the kernel, which must not be written through.
const KERNEL_KINDS: [&str; 18] = [
    "binfmt_misc",
    "bpf",
    "cgroup",
    "cgroup2",
    "configfs",
    "debugfs",
    "devpts",
    "devtmpfs",
    "efivarfs",
    "fusectl",
    "hugetlbfs",
    "mqueue",
    "nsfs",
    "proc",
    "pstore",
    "securityfs",
    "sysfs",
    "tracefs",
];

/// Whether a folder is handled apart.
fn is_kernels(folder: &Path) -> bool {
    ["/proc", "/sys", "/dev"].iter().any(|kernel| folder.starts_with(kernel))
}

/// A folder with mode and owner of another one.
fn folder_step(path: &Path, like: &Path) -> Result<Step, Error> {
    let (mode, owner) = match std::fs::metadata(like) {
        Ok(like) => {
            let own = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
            let owner = (like.uid(), like.gid());
            (like.mode() & 0o7777, (owner != own).then_some(owner))
        }
        Err(_) => (0o755, None),
    };
    Ok(Step::Folder { path: text(path)?, mode, owner })
}

/// Where a path of the run is while the container is made.
fn inside(path: &Path) -> PathBuf {
    Path::new(ROOT).join(path.strip_prefix("/").unwrap_or(path))
}

fn text(path: &Path) -> Result<CString, Error> {
    bytes(path.as_os_str().as_bytes().to_vec())
}

fn bytes(text: Vec<u8>) -> Result<CString, Error> {
    CString::new(text).map_err(|error| {
        Error::Request(format!("{:?} contains a zero byte", String::from_utf8_lossy(&error.into_vec())))
    })
}
