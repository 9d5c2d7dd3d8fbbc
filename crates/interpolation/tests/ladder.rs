//! The ladder with Z3 on the set of traces, as far as a second allows; the benchmark `traces` runs all of it.

#[path = "set/mod.rs"]
mod set;

use interpolation::normal::Normal;
use interpolation::{Interpolator, Options, quality};
use smt::transform::order;
use smt::{BvOp, Op, TermId, Terms};
use smt_z3::Z3Backend;

/// Traces on which a strategy takes more than a few milliseconds in a build without optimisation.
const SLOW: [&str; 9] = [
    "meeting-counters",
    "sum-of-small-inputs",
    "gauss-20",
    "five-times-20",
    "even-on-both-paths-10",
    "saturating-counter",
    "initialised-by-a-loop",
    "float-counter",
    "half-halved",
];

fn single_bits(terms: &Terms, formulas: &[TermId]) -> usize {
    let is_bit = |part: &TermId| matches!(terms.op(*part), Op::Bv(BvOp::Extract(high, low)) if high == low);
    order(terms, formulas).into_iter().filter(is_bit).count()
}

/// All traces have checked interpolants, and nine of ten in words.
fn all_have_interpolants(text: &str) {
    let mut terms = Terms::new();
    let traces = set::read(&mut terms, text).expect("the set is well-formed");
    let backend = Z3Backend::default();
    let mut interpolator = Interpolator::new(&[&backend], Options::default());
    let (mut count, mut words) = (0, 0);
    for trace in traces.iter().filter(|trace| !SLOW.contains(&trace.name.as_str())) {
        let facts = match interpolator.sequence(&mut terms, &trace.formulas) {
            Ok(facts) => facts,
            Err(error) => panic!("{}: {error}", trace.name),
        };
        let quality = quality(&mut terms, &mut Normal::new(), &facts);
        count += 1;
        words += u32::from(quality.single_bits == 0 || single_bits(&terms, &trace.formulas) > 0);
    }
    assert!(count >= 20 && words * 10 >= count * 9, "{words} of {count} in words");
}

#[test]
fn bit_vectors() {
    all_have_interpolants(include_str!("traces/bits.traces"));
}

#[test]
fn integers() {
    all_have_interpolants(include_str!("traces/integers.traces"));
}

/// The fact of a loop of two hundred rounds is `y = 3x`, at every head.
#[test]
fn one_fact_for_six_hundred_statements() {
    let mut terms = Terms::new();
    let text = include_str!("traces/long.traces");
    let trace = set::read(&mut terms, text).expect("the set is well-formed").remove(0);
    let backend = Z3Backend::default();
    let mut interpolator = Interpolator::new(&[&backend], Options::default());
    let facts = interpolator.sequence(&mut terms, &trace.formulas).expect("interpolants");
    let name = |name: &str| terms.lookup(&format!("six-hundred.{name}")).expect("a variable of the trace");
    let (x, y) = (name("x"), name("y"));
    let mut variable = |symbol| terms.apply(Op::Apply(symbol), &[]).expect("a variable");
    let (x, y) = (variable(x), variable(y));
    let three = terms.bits(32, 3u32).expect("a width");
    let triple = terms.apply(Op::Bv(BvOp::Mul), &[x, three]).expect("a product");
    let needed = terms.eq(y, triple).expect("an equation");
    let mut heads = 0;
    for fact in facts {
        let plain = terms.without_indices(fact).expect("symbols without copies");
        heads += usize::from(plain == needed);
    }
    assert!(heads >= 200, "{heads}");
}
