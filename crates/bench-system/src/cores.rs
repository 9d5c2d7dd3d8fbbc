//! Lists of numbers as the kernel writes them: `0-3,8`. Cores and memory nodes are given so.

/// The numbers of a list such as `0-3,8`, in order and each once; or what is wrong with it.
pub fn parse_list(text: &str) -> Result<Vec<u32>, String> {
    let mut numbers = Vec::new();
    for part in text.split(',').map(str::trim) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let parse = |number: &str| {
            let number = number.trim();
            number
                .parse::<u32>()
                .map_err(|_| format!("{number:?} in {text:?} is no number; a list looks like 0-3,8"))
        };
        let (first, last) = (parse(first)?, parse(last)?);
        if last < first || last > 1 << 16 {
            return Err(format!("{part:?} in {text:?} is no range; a list looks like 0-3,8"));
        }
        numbers.extend(first..=last);
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists() {
        assert_eq!(parse_list("0-3,8"), Ok(vec![0, 1, 2, 3, 8]));
        assert_eq!(parse_list("5"), Ok(vec![5]));
        assert_eq!(parse_list("3, 1,1-2"), Ok(vec![1, 2, 3]));
        for wrong in ["", "a", "1-", "3-1", "-1", "0-99999999", "1;2"] {
            assert!(parse_list(wrong).is_err(), "{wrong}");
        }
    }
}
