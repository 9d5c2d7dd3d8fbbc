//! The ledger of C features: what the front end takes, what it simplifies, what it refuses.
//!
//! One row for each feature, with its clause in C11 (ISO/IEC 9899:2011) or the word GNU, and a small program. A test
//! runs every program through the front end and compares what happens with what the row claims, so the ledger
//! cannot promise what the code does not keep, nor hide what it has learnt. `docs/c-features.md` and `verdikt list
//! features` are printed from it.

mod reasons;
mod table;

#[cfg(test)]
mod tests;

pub use reasons::REASONS;
pub use table::FEATURES;

/// A row of the ledger.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Clause of C11, or `GNU`.
    pub clause: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// How far it is supported.
    pub support: Support,
    /// A program that uses it.
    pub example: Example,
}

/// How far a feature is supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Support {
    /// With its meaning.
    Full,
    /// With a simplification that is listed among the assumptions of every answer that rests on it.
    Assumed,
    /// Accepted, but no answer may rest on what follows once an execution gets there.
    Unsupported,
    /// A program with it is refused with a message that names it.
    Refused,
}

/// A program, or a part of `... int main(void) { ... }`.
#[derive(Clone, Copy, Debug)]
pub enum Example {
    /// Declarations before `main`.
    Unit(&'static str),
    /// Statements inside `main`.
    Body(&'static str),
    /// A program with a `main` of its own.
    Whole(&'static str),
    /// Two units; the second gets a `main`.
    Units(&'static str, &'static str),
}

impl Support {
    /// One word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Assumed => "assumed",
            Self::Unsupported => "unsupported",
            Self::Refused => "refused",
        }
    }
}

impl Example {
    /// The units of the whole program.
    pub fn program(self) -> Vec<String> {
        match self {
            Self::Unit(text) => vec![format!("{text}\nint main(void) {{ return 0; }}\n")],
            Self::Whole(text) => vec![format!("{text}\n")],
            Self::Body(text) => vec![format!("int main(void) {{ {text} return 0; }}\n")],
            Self::Units(first, second) => {
                vec![format!("{first}\n"), format!("{second}\nint main(void) {{ return 0; }}\n")]
            }
        }
    }
}

/// The ledger as aligned text.
pub fn listing() -> String {
    let mut text = "Support     Clause      Feature\n".to_owned();
    for Feature { clause, name, support, .. } in FEATURES {
        text += &format!("{:<12}{clause:<12}{name}\n", support.word());
    }
    text += LEGEND;
    text += "\nLibrary functions with a model, used where the program defines none:\n";
    for (header, functions) in library() {
        text += &format!("  {header}: {}\n", functions.join(", "));
    }
    text
}

/// The functions that have a model, by header; those that are refused are marked.
fn library() -> Vec<(&'static str, Vec<String>)> {
    let mut headers: Vec<(&'static str, Vec<String>)> = Vec::new();
    for model in c_lower::models() {
        let name = match model.kind {
            kind @ ("unsupported" | "any result") => format!("{} ({kind})", model.name),
            _ => model.name.to_owned(),
        };
        match headers.last_mut() {
            Some((header, functions)) if *header == model.header => functions.push(name),
            Some(_) | None => headers.push((model.header, vec![name])),
        }
    }
    headers
}

const LEGEND: &str = "
full         taken with its meaning
assumed      taken with a simplification, which every answer lists as an assumption
unsupported  accepted; an execution that gets there ends without an answer
refused      the program is refused with a message that names the feature
";

/// The columns of a page.
const COLUMNS: usize = 100;

/// An item of a list in lines that fit on the page.
fn item(words: &str) -> String {
    let (mut text, mut column) = ("-".to_owned(), 1);
    for word in words.split(' ') {
        let width = word.chars().count();
        if column + 1 + width > COLUMNS {
            text.push_str("\n ");
            column = 1;
        }
        text.push(' ');
        text.push_str(word);
        column += 1 + width;
    }
    text.push('\n');
    text
}

/// The ledger as a page of Markdown.
pub fn page() -> String {
    let mut text = "# C features\n\nGenerated from the ledger in `crates/engine/src/features`; \
                    `cargo xtask bless` writes it anew.\n\n| Clause | Feature | Support |\n|---|---|---|\n"
        .to_owned();
    for Feature { clause, name, support, .. } in FEATURES {
        text += &format!("| {clause} | {} | {} |\n", name.replace('|', "\\|"), support.word());
    }
    text += "\n*full*: taken with its meaning. *assumed*: taken with a simplification, which every answer lists as an \
             assumption.\n*unsupported*: accepted; an execution that gets there ends without an answer. *refused*: the \
             program is refused\nwith a message that names the feature.\n\n## Why not\n\n";
    for (name, reason) in REASONS {
        text += &item(&format!("*{name}*: {reason}."));
    }
    text += "\n## Library functions with a model\n\n\
             A function that the program defines itself always wins.\n\n| Header | Functions |\n|---|---|\n";
    for (header, functions) in library() {
        text += &format!("| `{header}` | {} |\n", functions.join(", "));
    }
    text
}
