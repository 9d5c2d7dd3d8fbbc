//! Where random choices come from: bytes that a test runner can shrink, or a seed.

/// A source of choices. The same source gives the same choices.
#[derive(Clone, Debug)]
pub(super) enum Choices {
    /// Given bytes; zeros when these are used up, so that shorter input means simpler terms.
    Bytes { bytes: Vec<u8>, at: usize },
    /// The state of a generator that never ends.
    Seed(u64),
}

impl Choices {
    /// A number below a bound, which is not zero.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let count = if bound <= 256 { 1 } else { 4 };
        let number = (0..count).fold(0u64, |number, _| number << 8 | u64::from(self.byte()));
        (number % bound as u64) as usize
    }

    pub(super) fn byte(&mut self) -> u8 {
        match self {
            Self::Bytes { bytes, at } => {
                let byte = bytes.get(*at).copied().unwrap_or(0);
                *at += 1;
                byte
            }
            Self::Seed(state) => {
                // Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014 (SplitMix).
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                (mixed >> 56) as u8
            }
        }
    }
}
