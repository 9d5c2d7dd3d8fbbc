//! What the ledger claims is what happens.

use super::*;
use expect_test::expect_file;

#[test]
fn the_page_is_up_to_date() {
    expect_file!["../../../../docs/c-features.md"].assert_eq(&page());
}

#[test]
fn clauses_are_in_the_order_of_the_standard() {
    let key = |feature: &Feature| -> Vec<u32> {
        feature.clause.split('.').map(|part| part.parse().unwrap_or(u32::MAX)).collect()
    };
    for pair in FEATURES.windows(2) {
        assert!(key(&pair[0]) <= key(&pair[1]), "`{}` comes after `{}`", pair[0].name, pair[1].name);
    }
}
