//! Names that a user may have meant.

/// The names that are nearest to a word, at most three, the nearest first; none if all are far away.
pub(super) fn similar<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let far = word.chars().count() / 3 + 1;
    let rated = names.into_iter().map(|name| {
        let is_part = word.len() > 2 && (name.contains(word) || word.contains(name));
        (if is_part { 0 } else { distance(word, name) }, name)
    });
    let mut near: Vec<(usize, &str)> = rated.filter(|&(distance, _)| distance <= far).collect();
    near.sort_by_key(|&(distance, _)| distance);
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

/// The fewest characters to insert, remove or replace (Levenshtein 1966).
fn distance(one: &str, two: &str) -> usize {
    let two: Vec<char> = two.chars().collect();
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (place, other) in two.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[two.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_comes_first_and_the_far_ones_not_at_all() {
        let names = ["impact", "impact-plain", "bmc", "k-induction"];
        assert_eq!(similar("impct", names), ["impact"]);
        assert_eq!(similar("kinduction", names), ["k-induction"]);
        assert_eq!(similar("induction", names), ["k-induction"]);
        assert_eq!(similar("impact-", names), ["impact", "impact-plain"]);
        assert_eq!(similar("magic", names), Vec::<&str>::new());
        assert_eq!((distance("kitten", "sitting"), distance("", "ab"), distance("ab", "")), (3, 2, 2));
    }
}
