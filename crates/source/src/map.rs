//! The texts of a program and the way from a byte offset back to file, line and column.

use stdx::IndexVec;

stdx::define_index! {
    /// A text that was added to the [`SourceMap`].
    pub struct FileId = "file";
}

/// A half-open range of bytes in the concatenation of all texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// First byte.
    pub lo: u32,
    /// One past the last byte.
    pub hi: u32,
}

impl Span {
    /// The span of things that have no text of their own (synthesised code).
    pub const NONE: Self = Self { lo: u32::MAX, hi: u32::MAX };

    /// The bytes from `lo` up to `hi`.
    pub fn new(lo: u32, hi: u32) -> Self {
        Self { lo, hi }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Self) -> Self {
        match (self.is_none(), other.is_none()) {
            (true, _) => other,
            (_, true) => self,
            (false, false) => Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) },
        }
    }

    /// Whether this is [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self.lo == u32::MAX
    }
}

/// A position as a person reads it: lines and columns count from one, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct Location {
    /// File name, after the line markers.
    pub file: String,
    /// Line in that file, after the line markers.
    pub line: u32,
    /// Column, in characters.
    pub column: u32,
}

/// From `start` on (a line start, in map offsets), lines belong to `file` and count from `line`.
#[derive(Clone, Debug)]
struct Marker {
    start: u32,
    file: u32,
    line: u32,
    is_system: bool,
}

#[derive(Clone, Debug)]
struct SourceText {
    name: String,
    text: String,
    start: u32,
    line_starts: std::cell::OnceCell<Vec<u32>>,
    /// Whether columns are bytes, so that a column of a very long line costs nothing.
    ascii: std::cell::OnceCell<bool>,
    markers: Vec<Marker>,
    marker_files: Vec<String>,
}

/// All texts of one run.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: IndexVec<FileId, SourceText>,
    next: u32,
}

impl SourceMap {
    /// A map without texts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text; `None` if all texts together would exceed 4 GB of offsets.
    pub fn add(&mut self, name: impl Into<String>, text: String) -> Option<FileId> {
        let length = u32::try_from(text.len()).ok()?;
        let start = self.next;
        // One byte of distance, so that the end of a text and the start of the next differ.
        self.next = start.checked_add(length)?.checked_add(1)?;
        Some(self.files.push(SourceText {
            name: name.into(),
            text,
            start,
            line_starts: std::cell::OnceCell::new(),
            ascii: std::cell::OnceCell::new(),
            markers: Vec::new(),
            marker_files: Vec::new(),
        }))
    }

    /// The text of a file.
    pub fn text(&self, file: FileId) -> &str {
        &self.files[file].text
    }

    /// The name a file was added under.
    pub fn name(&self, file: FileId) -> &str {
        &self.files[file].name
    }

    /// The offset of the first byte of a file; offsets inside the text are relative to it.
    pub fn start(&self, file: FileId) -> u32 {
        self.files[file].start
    }

    /// Records a line marker: the line that starts at map offset `start` is `line` of `name`.
    /// Markers come in ascending order of `start`.
    pub fn add_marker(&mut self, file: FileId, start: u32, line: u32, name: Option<&str>) {
        let source = &mut self.files[file];
        let file = match name {
            Some(name) => match source.marker_files.iter().position(|known| known == name) {
                Some(position) => position,
                None => {
                    source.marker_files.push(name.to_owned());
                    source.marker_files.len() - 1
                }
            },
            // `#line 7` without a name keeps the file in force.
            None => match source.markers.last() {
                Some(last) => last.file as usize,
                None => {
                    source.marker_files.push(source.name.clone());
                    source.marker_files.len() - 1
                }
            },
        };
        let is_system = name.is_some_and(|name| name.starts_with("/usr/include/"));
        source.markers.push(Marker { start, file: file as u32, line, is_system });
    }

    /// The preprocessor says that the last marker of a file begins a part of a system header.
    pub fn mark_system(&mut self, file: FileId) {
        if let Some(last) = self.files[file].markers.last_mut() {
            last.is_system = true;
        }
    }

    /// The parts of all texts that system headers brought, in order.
    pub fn system_texts(&self) -> Vec<Span> {
        let mut found = Vec::new();
        for source in self.files.as_slice() {
            let end = source.start + source.text.len() as u32;
            for (position, marker) in source.markers.iter().enumerate() {
                if marker.is_system {
                    let behind = source.markers.get(position + 1).map_or(end, |next| next.start);
                    found.push(Span::new(marker.start, behind));
                }
            }
        }
        found
    }

    /// The file that an offset lies in.
    pub fn file_of(&self, offset: u32) -> Option<FileId> {
        let position = self.files.as_slice().partition_point(|file| file.start <= offset).checked_sub(1)?;
        let file = <FileId as stdx::Idx>::new(position);
        (offset <= self.files[file].start + self.files[file].text.len() as u32).then_some(file)
    }

    /// The source text under a span; empty for [`Span::NONE`].
    pub fn snippet(&self, span: Span) -> &str {
        let Some(file) = self.file_of(span.lo) else { return "" };
        let source = &self.files[file];
        let (lo, hi) = ((span.lo - source.start) as usize, (span.hi.saturating_sub(source.start)) as usize);
        source.text.get(lo..hi.min(source.text.len())).unwrap_or("")
    }

    /// File, line and column of an offset, after the line markers.
    pub fn location(&self, offset: u32) -> Option<Location> {
        let source = &self.files[self.file_of(offset)?];
        let starts = source.line_starts();
        let relative = offset - source.start;
        let line_index = starts.partition_point(|&start| start <= relative).saturating_sub(1);
        let line_start = starts[line_index] as usize;
        let column = match source.ascii.get_or_init(|| source.text.is_ascii()) {
            true => relative as usize - line_start,
            false => {
                let before = &source.text.as_bytes()[line_start..relative as usize];
                before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
            }
        };
        let absolute_line_start = source.start + starts[line_index];
        let marker = source.markers.partition_point(|marker| marker.start <= absolute_line_start);
        let (file, line) = match marker.checked_sub(1).map(|position| &source.markers[position]) {
            Some(marker) => {
                let marker_index = starts.partition_point(|&start| start <= marker.start - source.start) - 1;
                let lines_since = (line_index - marker_index) as u32;
                (source.marker_files[marker.file as usize].clone(), marker.line.saturating_add(lines_since))
            }
            None => (source.name.clone(), line_index as u32 + 1),
        };
        Some(Location { file, line, column: column as u32 + 1 })
    }

    /// The physical line around an offset: its text without the line break, the map offset of its first
    /// byte, and its number in the text counted from one, markers ignored.
    pub fn physical_line(&self, offset: u32) -> Option<(&str, u32, u32)> {
        let source = &self.files[self.file_of(offset)?];
        let starts = source.line_starts();
        let index = starts.partition_point(|&start| start <= offset - source.start).saturating_sub(1);
        let start = starts[index] as usize;
        let end = starts.get(index + 1).map_or(source.text.len(), |&next| next as usize);
        let line = source.text[start..end].trim_end_matches(['\n', '\r']);
        Some((line, source.start + start as u32, index as u32 + 1))
    }

    /// The line around an offset as its author wrote it: that of the text that was added first
    /// under the name of its location. `None` if the offset is in that text itself, or there is
    /// none, as for system headers.
    pub fn written_line(&self, offset: u32) -> Option<&str> {
        let own = self.file_of(offset)?;
        let location = self.location(offset)?;
        let (id, first) = self.files.iter_enumerated().find(|(_, file)| file.name == location.file)?;
        if id == own || !first.markers.is_empty() {
            return None;
        }
        let starts = first.line_starts();
        let index = location.line.checked_sub(1)? as usize;
        let start = *starts.get(index)? as usize;
        let end = starts.get(index + 1).map_or(first.text.len(), |&next| next as usize);
        Some(first.text[start..end].trim_end_matches(['\n', '\r']))
    }
}

impl SourceText {
    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            std::iter::once(0)
                .chain(memchr::memchr_iter(b'\n', self.text.as_bytes()).map(|at| at as u32 + 1))
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_written_line_is_that_of_the_text_before_preprocessing() {
        let mut map = SourceMap::new();
        map.add("a.c", "#define N 3\nint x = N;\n".to_owned()).unwrap();
        let after = map.add("a.c", "# 2 \"a.c\"\nint x = 3;\n# 7 \"b.h\"\nint y;\n".to_owned()).unwrap();
        let start = map.start(after);
        map.add_marker(after, start + 10, 2, Some("a.c"));
        map.add_marker(after, start + 31, 7, Some("b.h"));
        let at = |text: &str| start + map.text(after).find(text).unwrap() as u32;
        assert_eq!(map.written_line(at("int x")), Some("int x = N;"));
        assert_eq!(map.written_line(at("int y")), None, "nobody read the header");
        assert_eq!(map.written_line(3), None, "it is the written text");
    }

    #[test]
    fn markers_move_lines_and_files() {
        let mut map = SourceMap::new();
        map.add("other.c", "x\n".to_owned()).unwrap();
        let text = "int a;\n# 40 \"b.h\"\nint b;\n\n  int c;\n";
        let file = map.add("a.i", text.to_owned()).unwrap();
        let base = map.start(file);
        map.add_marker(file, base + 18, 40, Some("b.h"));
        let at = |needle: &str| {
            let location = map.location(base + text.find(needle).unwrap() as u32).unwrap();
            format!("{}:{}:{}", location.file, location.line, location.column)
        };
        assert_eq!(at("int a"), "a.i:1:1");
        assert_eq!(at("int b"), "b.h:40:1");
        assert_eq!(at("int c"), "b.h:42:3");
        assert_eq!(map.snippet(Span::new(base, base + 3)), "int");
    }
}
