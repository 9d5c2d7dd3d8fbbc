//! Classes of records: what is one type although two units declare it.
//!
//! The classes are the coarsest partition such that complete records of one class have one kind and
//! tag and the same members, of the same types *up to the classes of the records in them*. It is
//! found by refinement, as for the states of automata: all records of one kind and tag begin in one
//! block, and a block is divided while its records differ. So recursive and mutually recursive
//! records need no special care, and a difference anywhere divides all that leads to it.
//!
//! Two records of one unit are different types, however alike they look. Where they end in one
//! block, it is divided so that each part has one of each unit at most: by what shared declarations
//! ask for, by scope, by the name that a typedef gives, by the record around and the place in it,
//! and then by order. Refinement goes on after that. Dividing too much is never unsound: compatible
//! records that are not one type are refused where they meet.

use super::Birth;
use cfa::{BitRange, Layout, RecordId, RecordKind, Signature, Type, TypeId, Types};
use rustc_hash::{FxHashMap, FxHashSet};
use stdx::{Idx, Symbol};

/// For each record, the number of its class, unless it is alone in it; and how many numbers there
/// are. `wishes` are records that should be in one class, because shared declarations are made of
/// them.
pub(super) fn classes(
    types: &Types,
    births: &[Birth],
    wishes: &[(RecordId, RecordId)],
) -> (Vec<Option<usize>>, usize) {
    let mut partition = Partition::new(types, births);
    partition.wish(wishes);
    loop {
        while partition.refine() {}
        if !partition.separate() {
            break;
        }
    }
    let mut members = vec![0; births.len()];
    partition.blocks.iter().for_each(|&block| members[block] += 1);
    let number = |&block: &usize| (members[block] > 1).then_some(block);
    (partition.blocks.iter().map(number).collect(), births.len())
}

/// A member of a record, with the representative of its type.
type Part = (Option<Symbol>, u64, Option<BitRange>, TypeId);

/// What the records of a block have in common after refinement.
#[derive(PartialEq, Eq, Hash)]
struct Mark {
    block: usize,
    size: u64,
    align: u64,
    parts: Vec<Part>,
}

/// What tells records of one unit apart: what is wished, or else the scope, a typedef name, and the
/// block of the record around with the place in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Hint {
    Wished(usize),
    Place(bool, Option<Symbol>, Option<(usize, usize)>),
}

struct Partition<'a> {
    types: &'a Types,
    births: &'a [Birth],
    /// The birth of each record.
    born: Vec<Option<usize>>,
    /// The block of each birth, which is the number of one of its members.
    blocks: Vec<usize>,
    /// For each birth, another one that should be with it, or itself: a forest.
    wished: Vec<usize>,
    /// Whether anything is wished of a birth.
    has_wish: Vec<bool>,
}

impl<'a> Partition<'a> {
    fn new(types: &'a Types, births: &'a [Birth]) -> Self {
        let mut born = vec![None; types.records().len()];
        let mut first = FxHashMap::default();
        let mut blocks = Vec::with_capacity(births.len());
        for (number, birth) in births.iter().enumerate() {
            born[birth.record.index()] = Some(number);
            // The number of a block is that of a complete record, as long as it has one.
            blocks.push(match types.record(birth.record).layout {
                Some(_) => *first.entry((birth.kind, birth.tag)).or_insert(number),
                None => number,
            });
        }
        let wished = (0..births.len()).collect();
        let has_wish = vec![false; births.len()];
        let mut partition = Self { types, births, born, blocks, wished, has_wish };
        partition.place_incomplete();
        partition
    }

    fn wish(&mut self, wishes: &[(RecordId, RecordId)]) {
        for &(left, right) in wishes {
            if let (Some(left), Some(right)) = (self.born[left.index()], self.born[right.index()]) {
                (self.has_wish[left], self.has_wish[right]) = (true, true);
                let (left, right) = (self.root(left), self.root(right));
                self.wished[left.max(right)] = left.min(right);
            }
        }
        self.place_incomplete();
    }

    /// The least of the births that should be together with this one.
    fn root(&self, mut birth: usize) -> usize {
        while self.wished[birth] != birth {
            birth = self.wished[birth];
        }
        birth
    }

    fn layout(&self, birth: usize) -> Option<&'a Layout> {
        self.types.record(self.births[birth].record).layout.as_ref()
    }

    /// Divides blocks by the members of their records. Whether anything changed.
    fn refine(&mut self) -> bool {
        let representatives = self.representatives();
        let mut first = FxHashMap::default();
        let mut blocks = self.blocks.clone();
        for (number, block) in blocks.iter_mut().enumerate() {
            let Some(layout) = self.layout(number) else { continue };
            let parts = layout
                .fields
                .iter()
                .map(|field| (field.name, field.offset, field.bits, representatives[field.ty.index()]))
                .collect();
            let mark = Mark { block: *block, size: layout.size, align: layout.align, parts };
            *block = *first.entry(mark).or_insert(number);
        }
        self.exchange(blocks)
    }

    /// Puts new blocks in force. Whether they differ.
    fn exchange(&mut self, blocks: Vec<usize>) -> bool {
        let before = std::mem::replace(&mut self.blocks, blocks);
        self.place_incomplete();
        before != self.blocks
    }

    /// The first type that equals each one up to the blocks of records. Parts of types have smaller
    /// numbers.
    fn representatives(&self) -> Vec<TypeId> {
        let mut first: FxHashMap<Type, TypeId> = FxHashMap::default();
        let mut representatives: Vec<TypeId> = Vec::with_capacity(self.types.len());
        for number in 0..self.types.len() {
            let id = TypeId::new(number);
            let of = |ty: TypeId| representatives[ty.index()];
            let ty = match self.types.get(id) {
                &Type::Pointer(target) => Type::Pointer(of(target)),
                &Type::Array(element, length) => Type::Array(of(element), length),
                Type::Function(signature) => Type::Function(Signature {
                    result: of(signature.result),
                    params: signature.params.iter().map(|&param| of(param)).collect(),
                    variadic: signature.variadic,
                }),
                &Type::Record(record) => Type::Record(self.representative(record)),
                other @ (Type::Void | Type::Int(_) | Type::Float(_)) => other.clone(),
            };
            representatives.push(*first.entry(ty).or_insert(id));
        }
        representatives
    }

    fn representative(&self, record: RecordId) -> RecordId {
        match self.born[record.index()] {
            Some(birth) => self.births[self.blocks[birth]].record,
            None => record,
        }
    }

    /// Records that are never completed join the first that is and is wished, or the first, if that
    /// has none of their unit.
    fn place_incomplete(&mut self) {
        let mut order: Vec<usize> = (0..self.births.len()).collect();
        order.sort_by_key(|&number| (!self.births[number].is_at_file_scope, number));
        let mut leaders: FxHashMap<(RecordKind, Symbol), usize> = FxHashMap::default();
        let mut wished: FxHashMap<usize, usize> = FxHashMap::default();
        let mut taken: FxHashSet<(usize, usize)> = FxHashSet::default();
        let (complete, incomplete): (Vec<usize>, Vec<usize>) =
            order.into_iter().partition(|&number| self.layout(number).is_some());
        for number in complete {
            let birth = &self.births[number];
            if let Some(tag) = birth.tag {
                leaders.entry((birth.kind, tag)).or_insert(self.blocks[number]);
            }
            wished.entry(self.root(number)).or_insert(self.blocks[number]);
            taken.insert((self.blocks[number], birth.origin.unit));
        }
        for number in incomplete {
            let birth = &self.births[number];
            let Some(tag) = birth.tag else {
                self.blocks[number] = number;
                continue;
            };
            let block = match wished.get(&self.root(number)) {
                Some(&block) => block,
                None => *leaders.entry((birth.kind, tag)).or_insert(number),
            };
            let is_free = taken.insert((block, birth.origin.unit));
            self.blocks[number] = if is_free { block } else { number };
        }
    }

    /// Divides blocks with two complete records of one unit. Whether there were any.
    fn separate(&mut self) -> bool {
        let mut seen = FxHashSet::default();
        let mut crowded = FxHashSet::default();
        let complete: Vec<usize> =
            (0..self.births.len()).filter(|&number| self.layout(number).is_some()).collect();
        for &number in &complete {
            if !seen.insert((self.blocks[number], self.births[number].origin.unit)) {
                crowded.insert(self.blocks[number]);
            }
        }
        let mut blocks = self.blocks.clone();
        let (mut turns, mut first) = (FxHashMap::default(), FxHashMap::default());
        for &number in &complete {
            let block = self.blocks[number];
            if !crowded.contains(&block) {
                continue;
            }
            let hint = self.hint(number);
            let turn = turns.entry((block, hint, self.births[number].origin.unit)).or_insert(0_usize);
            blocks[number] = *first.entry((block, hint, *turn)).or_insert(number);
            *turn += 1;
        }
        self.exchange(blocks);
        !crowded.is_empty()
    }

    fn hint(&self, number: usize) -> Hint {
        let birth = &self.births[number];
        if self.has_wish[number] {
            return Hint::Wished(self.root(number));
        }
        let around = birth.parent.map(|(parent, place)| (self.blocks[parent], place));
        Hint::Place(birth.is_at_file_scope, self.types.record(birth.record).name, around)
    }
}
