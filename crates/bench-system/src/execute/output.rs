//! The file that gets what a command writes, and how it is kept small if it has to be.
//!
//! Without a limit the command writes to the file itself. With one it writes to a pipe; the first half of what is allowed goes to the file at once, and of the rest the last half is
//! remembered, so that neither the disk nor the memory holds more than the limit at any time, however much the command writes.

use crate::Error;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Where the output goes.
#[derive(Debug)]
pub(super) struct Output {
    file: File,
    cut: Option<Cut>,
}

#[derive(Debug)]
struct Cut {
    reader: OwnedFd,
    writer: OwnedFd,
    /// How much may still go to the file at once.
    head: u64,
    /// The last bytes, as a ring that begins at `next` once it is full.
    tail: Vec<u8>,
    tail_size: usize,
    next: usize,
    /// What was forgotten.
    lost: u64,
    /// Why the file could not be written.
    failure: Option<io::Error>,
}

impl Output {
    /// Opens the file to append to it: a caller may have written a header.
    pub(super) fn open(path: &Path, limit: Option<u64>) -> Result<Self, Error> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::APPEND | OFlags::CLOEXEC;
        let file = rustix::fs::open(path, flags, Mode::from_raw_mode(0o666)).map_err(|error| {
            Error::Request(format!("cannot write the output to {}: {error}", path.display()))
        })?;
        let cut = match limit {
            Some(limit) => Some(Cut::new(limit)?),
            None => None,
        };
        Ok(Self { file: File::from(file), cut })
    }

    /// What the command gets.
    pub(super) fn for_command(&self) -> BorrowedFd<'_> {
        match &self.cut {
            Some(cut) => cut.writer.as_fd(),
            None => self.file.as_fd(),
        }
    }

    /// What becomes readable when there is output to be taken.
    pub(super) fn reader(&self) -> Option<BorrowedFd<'_>> {
        self.cut.as_ref().map(|cut| cut.reader.as_fd())
    }

    /// Takes what there is. Says whether there may be more later.
    pub(super) fn take(&mut self) -> bool {
        let Some(cut) = &mut self.cut else { return false };
        let mut buffer = [0; 65536];
        loop {
            match rustix::io::read(&cut.reader, &mut buffer) {
                Ok(0) => return false,
                Ok(length) => cut.add(&self.file, &buffer[..length]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return true,
                Err(_) => return false,
            }
        }
    }

    /// Writes the end, after a notice if something was cut out. Gives a warning for either trouble.
    pub(super) fn finish(mut self) -> Vec<String> {
        self.take();
        let Some(cut) = self.cut else { return Vec::new() };
        let mut warnings = Vec::new();
        let mut result = Ok(());
        if cut.lost > 0 {
            let message = format!("{} bytes were cut out of the output", cut.lost);
            result = write!(&self.file, "\n\n[... {message} ...]\n\n");
            warnings.push(format!("{message}, since it is larger than its limit"));
        }
        let (late, early) = cut.tail.split_at(cut.next.min(cut.tail.len()));
        let result =
            result.and_then(|()| (&self.file).write_all(early)).and_then(|()| (&self.file).write_all(late));
        if let Some(error) = cut.failure.or(result.err()) {
            warnings.push(format!("cannot write the output: {error}"));
        }
        warnings
    }
}

impl Cut {
    fn new(limit: u64) -> Result<Self, Error> {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC).map_err(Error::system("make a pipe"))?;
        // Only our end does not wait: the command finds a pipe as it knows them.
        rustix::io::ioctl_fionbio(&reader, true).map_err(Error::system("set up a pipe"))?;
        let head = limit / 2;
        Ok(Self {
            reader,
            writer,
            head,
            tail: Vec::new(),
            tail_size: usize::try_from(limit - head).unwrap_or(usize::MAX),
            next: 0,
            lost: 0,
            failure: None,
        })
    }

    fn add(&mut self, mut file: &File, bytes: &[u8]) {
        let length = usize::try_from(self.head).unwrap_or(usize::MAX).min(bytes.len());
        let (head, rest) = bytes.split_at(length);
        self.head -= length as u64;
        if !head.is_empty()
            && self.failure.is_none()
            && let Err(error) = file.write_all(head)
        {
            self.failure = Some(error);
        }
        for byte in rest {
            if self.tail.len() < self.tail_size {
                self.tail.push(*byte);
            } else if let Some(place) = self.tail.get_mut(self.next) {
                *place = *byte;
                self.next = (self.next + 1) % self.tail_size;
                self.lost += 1;
            } else {
                self.lost += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(limit: Option<u64>, input: &[u8], expected: &str, warnings: usize) {
        let path =
            std::env::temp_dir().join(format!("verdikt-bench-output-{}-{limit:?}", std::process::id()));
        let mut output = Output::open(&path, limit).unwrap();
        for part in input.chunks(3) {
            rustix::io::write(output.for_command(), part).unwrap();
            output.take();
        }
        let found = output.finish();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(text, expected);
        assert_eq!(found.len(), warnings, "{found:?}");
    }

    #[test]
    fn output_is_cut_in_the_middle() {
        check(None, b"0123456789", "0123456789", 0);
        check(Some(10), b"0123456789", "0123456789", 0);
        check(Some(6), b"0123456789", "012\n\n[... 4 bytes were cut out of the output ...]\n\n789", 1);
        check(Some(5), b"0123456789", "01\n\n[... 5 bytes were cut out of the output ...]\n\n789", 1);
        check(Some(1), b"0123456789", "\n\n[... 9 bytes were cut out of the output ...]\n\n9", 1);
    }

    proptest::proptest! {
        /// What is kept is the beginning and the end, and all of it as long as the limit allows.
        #[test]
        fn what_is_kept(limit in 1_u64..40, parts in proptest::collection::vec(proptest::collection::vec(0_u8..255, 0..12), 0..8)) {
            let file = File::create("/dev/null").unwrap();
            let mut cut = Cut::new(limit).unwrap();
            let all = parts.concat();
            for part in &parts {
                cut.add(&file, part);
            }
            let (late, early) = cut.tail.split_at(cut.next.min(cut.tail.len()));
            let tail = [early, late].concat();
            let head = (limit / 2 - cut.head) as usize;
            let lost = cut.lost as usize;
            proptest::prop_assert_eq!(head + lost + tail.len(), all.len());
            proptest::prop_assert_eq!(lost, all.len().saturating_sub(limit as usize));
            proptest::prop_assert!(all.ends_with(&tail));
        }
    }
}
