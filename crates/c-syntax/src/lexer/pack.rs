//! `#pragma pack`, which gcc took over from Microsoft's compiler: it bounds the alignment of the members of
//! the records defined after it. The parser turns the bound in force into an attribute of each record.

/// The bound in force and those that `push` put aside.
#[derive(Debug, Default)]
pub(crate) struct Pack {
    current: Option<u32>,
    saved: Vec<(String, Option<u32>)>,
}

impl Pack {
    /// The largest alignment of members, in bytes.
    pub(crate) fn bound(&self) -> Option<u32> {
        self.current
    }

    /// Obeys `pack(arguments)`; false if it is not understood.
    pub(super) fn obey(&mut self, pragma: &str) -> bool {
        let inner = pragma.trim().strip_prefix('(').and_then(|text| text.split_once(')'));
        let Some((inner, _)) = inner else { return false };
        let words: Vec<&str> = inner.split(',').map(str::trim).collect();
        match words.as_slice() {
            [""] => self.current = None,
            ["push"] => self.push(""),
            ["pop"] => self.pop(""),
            ["pop", name] => self.pop(name),
            [number] => return self.set(number),
            ["push", number] if self.set_after_push("", number) => {}
            ["push", name] => self.push(name),
            ["push", name, number] => return self.set_after_push(name, number),
            _ => return false,
        }
        true
    }

    fn push(&mut self, name: &str) {
        self.saved.push((name.to_owned(), self.current));
    }

    fn set_after_push(&mut self, name: &str, number: &str) -> bool {
        let before = self.current;
        let understood = self.set(number);
        if understood {
            self.saved.push((name.to_owned(), before));
        }
        understood
    }

    /// Takes back the last `push`, or all up to the one with this name. Like gcc, ignores one too many.
    fn pop(&mut self, name: &str) {
        let position = self.saved.iter().rposition(|(saved, _)| name.is_empty() || saved == name);
        if let Some((_, bound)) = position.and_then(|position| self.saved.drain(position..).next()) {
            self.current = bound;
        }
    }

    fn set(&mut self, number: &str) -> bool {
        match number.parse() {
            Ok(0) => self.current = None,
            Ok(bound @ (1 | 2 | 4 | 8 | 16)) => self.current = Some(bound),
            _ => return false,
        }
        true
    }
}
