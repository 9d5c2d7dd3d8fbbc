//! Where the control groups of this process are, as folders.
//!
//! `/proc/self/cgroup` has a path for each hierarchy, and `/proc/self/mountinfo` says where hierarchies are mounted and which part of each is shown: in a
//! container, a mount often begins at the container's own group.

use crate::mounts::Mount;
use std::path::{Path, PathBuf};

/// A hierarchy of the first version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hierarchy {
    /// Its controllers, such as `cpu` and `cpuacct`.
    pub(crate) controllers: Vec<String>,
    /// The folder of the group that this process is in.
    pub(crate) folder: PathBuf,
}

/// The groups of this process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// In hierarchies of the first version.
    pub(crate) v1: Vec<Hierarchy>,
    /// In that of the second.
    pub(crate) v2: Option<PathBuf>,
}

/// Reads it from the texts of the kernel.
pub(crate) fn locate(mounts: &[Mount], cgroup: &str) -> Found {
    let mut found = Found::default();
    for line in cgroup.lines() {
        let mut fields = line.splitn(3, ':');
        let (Some(number), Some(names), Some(path)) = (fields.next(), fields.next(), fields.next()) else {
            continue;
        };
        if number == "0" && names.is_empty() {
            found.v2 = mounts.iter().find(|mount| mount.kind == "cgroup2").map(|mount| folder(mount, path));
            continue;
        }
        let controllers: Vec<String> =
            names.split(',').filter(|name| !name.contains('=')).map(str::to_owned).collect();
        let Some(first) = controllers.first() else { continue };
        let is_of =
            |mount: &&Mount| mount.kind == "cgroup" && mount.options.split(',').any(|option| option == first);
        if let Some(mount) = mounts.iter().find(is_of) {
            found.v1.push(Hierarchy { folder: folder(mount, path), controllers });
        }
    }
    found
}

/// The folder of a group. If the mount does not show that group, its top is the best that can be used.
fn folder(mount: &Mount, path: &str) -> PathBuf {
    match Path::new(path).strip_prefix(&mount.root) {
        Ok(rest) if rest.as_os_str().is_empty() => mount.point.clone(),
        Ok(rest) => mount.point.join(rest),
        Err(_) => mount.point.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mounts::parse;
    use expect_test::{Expect, expect};

    fn check(mountinfo: &str, cgroup: &str, expected: &Expect) {
        let found = locate(&parse(mountinfo.as_bytes()), cgroup);
        let mut text = String::new();
        for hierarchy in &found.v1 {
            text += &format!("{} {}\n", hierarchy.controllers.join(","), hierarchy.folder.display());
        }
        if let Some(v2) = &found.v2 {
            text += &format!("v2 {}\n", v2.display());
        }
        expected.assert_eq(&text);
    }

    #[test]
    fn both_versions() {
        check(
            "30 1 0:1 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n\
             31 1 0:2 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n\
             32 1 0:3 / /sys/fs/cgroup/systemd rw - cgroup cgroup rw,name=systemd\n\
             33 1 0:4 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n",
            "4:name=systemd:/a\n3:memory:/a/b\n2:cpu,cpuacct:/\n1:rdma:/\n0::/a/c\n",
            &expect![[r#"
                memory /sys/fs/cgroup/memory/a/b
                cpu,cpuacct /sys/fs/cgroup/cpu,cpuacct
                v2 /sys/fs/cgroup/unified/a/c
            "#]],
        );
    }

    #[test]
    fn session_of_systemd() {
        check(
            "30 1 0:1 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
            "0::/user.slice/user-1000.slice/user@1000.service/benchmark.slice/run-r1.scope\n",
            &expect![[r#"
                v2 /sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/benchmark.slice/run-r1.scope
            "#]],
        );
    }

    #[test]
    fn containers_show_a_part() {
        check(
            "30 1 0:1 /docker/1 /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n\
             33 1 0:4 /../.. /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n",
            "3:memory:/docker/1/x\n0::/\n",
            &expect![[r#"
                memory /sys/fs/cgroup/memory/x
                v2 /sys/fs/cgroup/unified
            "#]],
        );
    }

    #[test]
    fn nothing_mounted() {
        check("", "3:memory:/\n0::/\nnonsense\n", &expect![""]);
    }
}
