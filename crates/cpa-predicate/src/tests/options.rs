//! Which facts fit which strategy (figure 4.3).

use crate::{Facts, Options, Strategy};

fn fits(strategy: Strategy, facts: &[Facts]) -> bool {
    Options { strategy, facts: facts.to_vec(), ..Options::default() }.validate().is_ok()
}

#[test]
fn labels_need_facts_that_hold() {
    assert!(fits(Strategy::Labels, &[Facts::Interpolants]));
    assert!(!fits(Strategy::Labels, &[Facts::Interpolants, Facts::Conditions]));
    assert!(fits(Strategy::Predicates, &[Facts::Interpolants, Facts::Conditions]));
    assert!(!fits(Strategy::Predicates, &[Facts::Conditions]));
}
