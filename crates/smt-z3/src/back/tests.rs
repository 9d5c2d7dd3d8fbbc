//! What goes to Z3 and comes back means the same, also after Z3's simplifier, which brings operators of its own.

use super::TermReader;
use crate::error::Z3Error;
use crate::ffi::{self, Context};
use crate::translate::Translation;
use smt::eval::eval;
use smt::random::{Family, Random, Size};

/// Reads a term back, as it is or simplified by Z3.
fn round_trip(random: &mut Random, term: smt::TermId, is_simplified: bool) -> Result<smt::TermId, Z3Error> {
    let context = Context::new(ffi::load_default()?, &ffi::ringing_interrupt())?;
    let mut translation = Translation::new(context.clone());
    let mut ast = translation.term(&random.terms, term)?;
    if is_simplified {
        ast = context.simplify(&ast)?;
    }
    TermReader::new(&mut random.terms, &mut translation).read(&ast)
}

#[test]
fn random_terms_come_back() {
    for family in [Family::Everything, Family::Bits, Family::Floats, Family::Arrays, Family::Integers] {
        let (mut compared, mut refused) = (0, 0);
        for seed in 0..400 {
            let mut random = Random::from_seed(seed, family, Size::Small);
            let sort = random.sort();
            let term = random.term(sort, 4).0;
            for is_simplified in [false, true] {
                let back = match round_trip(&mut random, term, is_simplified) {
                    Ok(back) => back,
                    // Z3 writes floats by their bits, which SMT-LIB cannot, and some arrays as functions.
                    Err(Z3Error::Untranslatable(_)) if is_simplified => {
                        refused += 1;
                        continue;
                    }
                    Err(error) => panic!("{error}: {}", smt::print::term(&random.terms, term)),
                };
                for _ in 0..3 {
                    let assignment = random.assignment();
                    let Ok(value) = eval(&random.terms, term, &assignment) else { continue };
                    let found = eval(&random.terms, back, &assignment);
                    let show = |term| smt::print::term(&random.terms, term);
                    assert_eq!(found, Ok(value), "{} became {}", show(term), show(back));
                    compared += 1;
                }
            }
        }
        assert!(compared > 1000 && refused < 20, "{family:?}: {compared} compared, {refused} refused");
    }
}
