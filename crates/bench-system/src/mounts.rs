//! What is mounted where, as the kernel tells it in `/proc/self/mountinfo` (see `proc(5)`).

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// One line of `mountinfo`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mount {
    /// Which folder of the file system is shown.
    pub(crate) root: PathBuf,
    /// Where.
    pub(crate) point: PathBuf,
    /// Its type, such as `ext4`.
    pub(crate) kind: String,
    /// Options of the file system, by commas.
    pub(crate) options: String,
}

/// Reads all lines; those that are not as documented are left out.
pub(crate) fn parse(mountinfo: &[u8]) -> Vec<Mount> {
    mountinfo.split(|&byte| byte == b'\n').filter_map(parse_line).collect()
}

fn parse_line(line: &[u8]) -> Option<Mount> {
    let mut fields = line.split(|&byte| byte == b' ');
    let root = path(fields.nth(3)?);
    let point = path(fields.next()?);
    // Optional fields follow, then a hyphen.
    fields.by_ref().find(|field| *field == b"-")?;
    let kind = String::from_utf8_lossy(fields.next()?).into_owned();
    let options = String::from_utf8_lossy(fields.nth(1)?).into_owned();
    Some(Mount { root, point, kind, options })
}

/// Spaces, tabs, newlines and backslashes are written as a backslash and three octal digits.
fn path(field: &[u8]) -> PathBuf {
    let mut bytes = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((&first, tail)) = rest.split_first() {
        let code = match (first, tail) {
            (b'\\', [a, b, c, ..]) if [a, b, c].iter().all(|digit| (b'0'..=b'7').contains(digit)) => {
                Some((u32::from(a - b'0') << 6) + (u32::from(b - b'0') << 3) + u32::from(c - b'0'))
            }
            _ => None,
        };
        match code.and_then(|code| u8::try_from(code).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[3..];
            }
            None => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    PathBuf::from(OsString::from_vec(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_mountinfo() {
        let text = b"24 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n\
            36 24 0:31 /docker/x /mnt/a\\040b rw - cgroup cgroup rw,cpu,cpuacct\nnonsense\n";
        let mounts = parse(text);
        assert_eq!(mounts.len(), 2);
        assert_eq!(mounts[0].point, PathBuf::from("/"));
        assert_eq!(mounts[1].root, PathBuf::from("/docker/x"));
        assert_eq!(mounts[1].point, PathBuf::from("/mnt/a b"));
        assert_eq!((mounts[1].kind.as_str(), mounts[1].options.as_str()), ("cgroup", "rw,cpu,cpuacct"));
    }
}
