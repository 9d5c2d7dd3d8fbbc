//! A fingerprint of what a run depends on, to see whether it changed. FNV-1a with 128 bits: it has to tell versions of a file apart, not to withstand an enemy.

use std::path::Path;

/// A fingerprint in the making.
#[derive(Clone, Debug)]
pub(crate) struct Fingerprint(u128);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Fingerprint {
    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 ^= u128::from(*byte);
            self.0 = self.0.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }

    /// Adds a text. Its length counts, so that `ab`, `c` differs from `a`, `bc`.
    pub(crate) fn add(&mut self, text: &str) -> &mut Self {
        self.bytes(&(text.len() as u64).to_le_bytes());
        self.bytes(text.as_bytes());
        self
    }

    /// Adds the content of a file, or that it cannot be read.
    pub(crate) fn add_file(&mut self, file: &Path) -> &mut Self {
        match std::fs::read(file) {
            Ok(content) => {
                self.bytes(&(content.len() as u64).to_le_bytes());
                self.bytes(&content);
                self
            }
            Err(_) => self.add("not readable"),
        }
    }

    /// As a text.
    pub(crate) fn text(&self) -> String {
        format!("{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_of_the_function() {
        let mut hash = Fingerprint::default();
        assert_eq!(hash.text(), "6c62272e07bb014262b821756295c58d");
        hash.bytes(b"a");
        assert_eq!(hash.text(), "d228cb696f1a8caf78912b704e4a8964");
        let of = |texts: &[&str]| {
            texts.iter().fold(Fingerprint::default(), |mut hash, text| hash.add(text).clone()).text()
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
    }
}
