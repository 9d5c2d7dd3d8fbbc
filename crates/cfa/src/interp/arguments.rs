//! The arguments of `main`: given texts, or texts that are chosen while the program reads them.
//!
//! C 5.1.2.2.1 fixes their form: the count is not negative, the vector has that many strings, and a
//! null pointer stands behind the last. A formula says less: its vector points to anything. So an
//! execution does not take the formula's addresses. It makes a well-formed vector, and asks only
//! for the count and for the characters that the program reads. An execution that such a vector
//! does not allow leaves its path.
//!
//! *Chosen texts.* A string is an object of [`TEXT_SIZE`] bytes without values, and ends with a
//! null character. A character is chosen when it is read. [`Machine::realised`] makes plain texts
//! of what was chosen: a string ends at its first null character, or behind the last character that
//! was read. Whoever needs a certain execution runs the program once more with these texts, since
//! objects have their exact size then.

use super::choices::ChoiceOrigin;
use super::eval::Value;
use super::machine::{Machine, Run};
use super::memory::{Access, Cell, Content, Mode, Storage};
use super::outcome::{Limit, Outcome};
use crate::{Origin, PlaceId, TypeId};

/// The arguments of the program, its name first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arguments {
    /// These.
    Given(Vec<Vec<u8>>),
    /// Any: the count and the characters that are read are chosen.
    Chosen,
}

/// Bytes of a chosen string, with its end.
const TEXT_SIZE: u64 = 1 << 12;

/// More arguments are not made.
const MAX_COUNT: usize = 1 << 12;

/// What stands for the program's name if nobody reads it.
const PROGRAM_NAME: &[u8] = b"program";

/// What stands for characters before one that is read.
const FILLER: u8 = b'a';

/// The arguments of an execution as far as they are known.
#[derive(Clone, Default, Debug)]
pub(super) struct ArgumentState {
    /// Their number, once it was chosen.
    count: usize,
    /// The pointers among the arguments of `main` that were set up.
    pointers: u32,
    /// The chosen characters of each string.
    texts: Vec<Vec<Option<u8>>>,
}

impl Machine<'_, '_> {
    /// An argument of `main`: the count, the vector of arguments, or the (empty) vector of the
    /// environment.
    pub(super) fn argument(&mut self, place: PlaceId, ty: TypeId) -> Run<()> {
        if self.program.cfa.types.pointee(ty).is_none() {
            return self.argument_count(place, ty);
        }
        self.argument_state.pointers += 1;
        let config = self.config;
        match (&config.arguments, self.argument_state.pointers) {
            (Arguments::Given(texts), 1) => self.vector(place, texts.len(), |machine, position| {
                let text = &texts[position];
                let cell = machine.environment_object(text.len() as u64 + 1, Storage::Environment)?;
                let access = machine.memory.access(cell, text.len() as u64, Mode::Write);
                let access = machine.allow(access)?;
                machine.memory.store_bytes(access, text);
                Ok(cell)
            }),
            (Arguments::Chosen, 1) => {
                let count = self.argument_state.count;
                self.vector(place, count, Self::chosen_text)
            }
            (Arguments::Given(_) | Arguments::Chosen, _) => self.vector(place, 0, |_, _| Ok(Cell::number(0))),
        }
    }

    fn argument_count(&mut self, place: PlaceId, ty: TypeId) -> Run<()> {
        let count = match &self.config.arguments {
            Arguments::Given(texts) => texts.len() as u128,
            Arguments::Chosen => {
                let bits = self.choose(ty, ChoiceOrigin::Havoc(Origin::Argument))?;
                let count = crate::int_value(&self.program.cfa.types, ty, bits);
                // A negative one ends at the assumption that follows.
                let count = usize::try_from(count).unwrap_or(0);
                if count > MAX_COUNT {
                    return self.stop(Outcome::LimitReached(Limit::Memory));
                }
                self.argument_state.count = count;
                bits
            }
        };
        self.store(place, Value::number(count))
    }

    /// A vector of `count` strings with a null pointer behind the last, in a place.
    fn vector(
        &mut self,
        place: PlaceId,
        count: usize,
        mut text: impl FnMut(&mut Self, usize) -> Run<Cell>,
    ) -> Run<()> {
        let word = self.program.cfa.types.machine().pointer_size();
        let vector = self.environment_object((count as u64 + 1) * word, Storage::Environment)?;
        for position in 0..count {
            let text = text(self, position)?;
            let element = Cell { bits: vector.bits + position as u64 * word, ..vector };
            self.store_at(element, TypeId::CHAR_PTR, text.into())?;
        }
        self.store(place, vector.into())
    }

    fn chosen_text(&mut self, position: usize) -> Run<Cell> {
        let cell = self.environment_object(TEXT_SIZE, Storage::Argument(position as u32))?;
        let at = Cell { bits: cell.bits + TEXT_SIZE - 1, ..cell };
        self.store_at(at, TypeId::CHAR, Value::number(0))?;
        self.argument_state.texts.push(Vec::new());
        Ok(cell)
    }

    fn environment_object(&mut self, size: u64, storage: Storage) -> Run<Cell> {
        let Some(base) = self.memory.space.reserve_heap(size) else {
            return self.stop(Outcome::LimitReached(Limit::Memory));
        };
        let content = match storage {
            Storage::Argument(_) => Content::Indeterminate,
            _ => Content::Zero,
        };
        let created = self.memory.create(base, size, storage, content);
        let provenance = self.allow(created)?;
        self.memory.space.record_heap(base, provenance);
        Ok(Cell { bits: base, provenance })
    }

    /// Notes the characters of a string that a choice determined.
    pub(super) fn note_argument(&mut self, at: Access, bits: u128) {
        let Some((position, start, size)) = self.memory.argument_part(at) else { return };
        let Some(text) = self.argument_state.texts.get_mut(position as usize) else { return };
        if text.len() < start + size {
            text.resize(start + size, None);
        }
        for (offset, byte) in bits.to_le_bytes().into_iter().take(size).enumerate() {
            text[start + offset].get_or_insert(byte);
        }
    }

    /// The arguments as texts, if they were chosen.
    pub(super) fn realised(&self) -> Option<Vec<Vec<u8>>> {
        if self.config.arguments != Arguments::Chosen || self.argument_state.pointers == 0 {
            return None;
        }
        let texts = self.argument_state.texts.iter().enumerate();
        Some(texts.map(|(position, chosen)| text_of(position, chosen)).collect())
    }
}

/// A text with these characters.
fn text_of(position: usize, chosen: &[Option<u8>]) -> Vec<u8> {
    if position == 0 && chosen.is_empty() {
        return PROGRAM_NAME.to_vec();
    }
    let end = chosen.iter().position(|byte| *byte == Some(0)).unwrap_or(chosen.len());
    chosen[..end].iter().map(|byte| byte.unwrap_or(FILLER)).collect()
}
