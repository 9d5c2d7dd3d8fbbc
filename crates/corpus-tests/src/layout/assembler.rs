//! Reads the bytes of constant objects from gcc's assembler output, so that nothing has to be linked or run.

use super::Probes;

/// The probes found: their check numbers and bytes.
pub(super) fn read_probes(assembly: &str) -> Probes {
    let mut probes = Probes::new();
    let mut inside = false;
    for line in assembly.lines() {
        let line = line.trim();
        if let Some(label) = line.strip_suffix(':') {
            let number = label.strip_prefix("verdikt_probe_").and_then(|number| number.parse().ok());
            inside = number.is_some();
            probes.extend(number.map(|number| (number, Vec::new())));
            continue;
        }
        if !inside {
            continue;
        }
        let Some((_, bytes)) = probes.last_mut() else { continue };
        inside = append(bytes, line);
    }
    probes
}

/// Appends what a data directive stands for; whether it was one.
fn append(bytes: &mut Vec<u8>, line: &str) -> bool {
    let Some((directive, operand)) = line.split_once(char::is_whitespace) else { return false };
    let width = match directive {
        ".byte" => 1,
        ".value" => 2,
        ".long" => 4,
        ".quad" => 8,
        ".zero" => {
            let Ok(count) = operand.trim().parse::<usize>() else { return false };
            bytes.resize(bytes.len() + count, 0);
            return true;
        }
        _ => return false,
    };
    let Ok(value) = operand.trim().parse::<i128>() else { return false };
    bytes.extend_from_slice(&value.to_le_bytes()[..width]);
    true
}
