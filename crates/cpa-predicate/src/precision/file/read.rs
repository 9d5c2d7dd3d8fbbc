//! From a text to a precision, or to everything that is wrong with it.

use super::{LineError, VERSION, encoding_line, program_line};
use crate::precision::Precision;
use cfa::{FunctionId, LocationId};
use formula::{Encoder, Key};
use rustc_hash::FxHashMap;
use smt::parse::{parse_term_over, sexpr};
use smt::{Sort, SymbolId, Terms};

/// Where predicates are to be tracked.
#[derive(Clone, Copy)]
enum Place {
    Global,
    Function(FunctionId),
    Location(LocationId),
}

/// A text that is read line by line.
struct Reader<'r> {
    terms: &'r mut Terms,
    encoder: &'r Encoder<'r>,
    names: FxHashMap<String, SymbolId>,
    place: Option<Place>,
    count: usize,
    is_ended: bool,
    precision: Precision,
}

impl Precision {
    /// Reads what [`Precision::write`] wrote. The errors are all that were found, by line; a file for something else has just one.
    pub fn read(text: &str, terms: &mut Terms, encoder: &Encoder<'_>) -> Result<Self, Vec<LineError>> {
        let lines: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(place, line)| (place + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with(';'))
            .collect();
        let rest = head(&lines, encoder).map_err(|error| vec![error])?;
        let mut reader = Reader {
            terms,
            encoder,
            names: FxHashMap::default(),
            place: None,
            count: 0,
            is_ended: false,
            precision: Self::default(),
        };
        let mut errors = Vec::new();
        for &(line, content) in rest {
            if let Err(message) = reader.line(content) {
                errors.push(LineError { line, message });
            }
        }
        if errors.is_empty() && !reader.is_ended {
            let line = text.lines().count();
            errors.push(LineError { line, message: "the file has no end: it was cut off".to_owned() });
        }
        if errors.is_empty() { Ok(reader.precision) } else { Err(errors) }
    }
}

/// Checks what the file is for, and leaves the lines behind that.
fn head<'l>(
    lines: &'l [(usize, &'l str)],
    encoder: &Encoder<'_>,
) -> Result<&'l [(usize, &'l str)], LineError> {
    let last = lines.last().map_or(1, |&(line, _)| line);
    let wanted = [VERSION.to_owned(), encoding_line(encoder), program_line(encoder)];
    let differs: [fn(&str, &str) -> String; 3] = [
        |given, wanted| {
            format!(
                "this is no precision file that can be read: it begins with `{given}`, not with `{wanted}`"
            )
        },
        |given, wanted| format!("the precision is for another encoding: `{given}`; this run has `{wanted}`"),
        |given, wanted| format!("the precision is for another program: `{given}`; this one is `{wanted}`"),
    ];
    for (place, (wanted, differs)) in wanted.iter().zip(differs).enumerate() {
        let Some(&(line, given)) = lines.get(place) else {
            let message = format!("the file has no end: `{wanted}` is expected");
            return Err(LineError { line: last, message });
        };
        if given != wanted {
            return Err(LineError { line, message: differs(&shortened(given), wanted) });
        }
    }
    Ok(lines.get(3..).unwrap_or_default())
}

/// The beginning of a line that may be anything.
fn shortened(text: &str) -> String {
    text.chars().take(100).collect()
}

impl Reader<'_> {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if self.is_ended {
            return Err("nothing may follow the last line, which begins with `end`".to_owned());
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, self.place) {
            ("symbol", _) => self.symbol(rest.trim()),
            ("end", _) => self.end(rest.trim()),
            ("global", _) if rest.is_empty() => {
                self.place = Some(Place::Global);
                Ok(())
            }
            ("function", _) => {
                let function = self.function(rest)?;
                self.place = Some(Place::Function(function));
                Ok(())
            }
            ("location", _) => {
                let location = self.location(rest)?;
                self.place = Some(Place::Location(location));
                Ok(())
            }
            (_, Some(place)) => {
                self.count += 1;
                self.predicate(line, place)
            }
            (_, None) => {
                self.count += 1;
                Err("a place is expected before the first predicate: global, function or location".to_owned())
            }
        }
    }

    fn end(&mut self, count: &str) -> Result<(), String> {
        self.is_ended = true;
        if count == self.count.to_string() {
            return Ok(());
        }
        Err(format!("{} predicates were read, but `end` counts `{}`", self.count, shortened(count)))
    }

    fn function(&self, text: &str) -> Result<FunctionId, String> {
        let (number, name) = numbered(text)?;
        let known = self.encoder.cfa().functions.indices().nth(number);
        let known = known.filter(|&id| self.encoder.cfa().function_name(id) == name);
        known.ok_or_else(|| format!("the program has no function `{}`", shortened(text)))
    }

    fn location(&self, text: &str) -> Result<LocationId, String> {
        let (number, name) = numbered(text)?;
        let cfa = self.encoder.cfa();
        let known = cfa.locations.indices().nth(number);
        let known = known.filter(|&id| cfa.function_name(cfa.locations[id].function) == name);
        known.ok_or_else(|| format!("the program has no location `{}`", shortened(text)))
    }

    fn predicate(&mut self, line: &str, place: Place) -> Result<(), String> {
        if line.contains('@') {
            return Err(
                "`@` is in names of copies inside of paths, which predicates cannot speak of".to_owned()
            );
        }
        let term = parse_term_over(self.terms, line, &self.names).map_err(|error| {
            let (_, column) = error.position(line);
            format!("column {column}: {}", error.message)
        })?;
        if self.terms.sort(term) != Sort::Bool {
            return Err("a predicate is true or false; this term is neither".to_owned());
        }
        match place {
            Place::Global => self.precision.add_global([term]),
            Place::Function(function) => self.precision.add_in_function(function, [term]),
            Place::Location(location) => self.precision.add_at_location(location, [term]),
        }
        Ok(())
    }

    /// `KEY (declare-fun NAME (SORT...) SORT)`
    fn symbol(&mut self, text: &str) -> Result<(), String> {
        let start = text.find('(').ok_or("a symbol is declared by `(declare-fun NAME (SORT...) SORT)`")?;
        let (key, declaration) = text.split_at(start);
        let (name, n_arguments) = declared(declaration)?;
        if name.contains('@') {
            return Err(format!("`{name}` cannot be declared: names with `@` are copies inside of paths"));
        }
        let symbol = match key.trim() {
            "function" => self.uninterpreted(&name, n_arguments)?,
            key => self.part_of_state(key, &name)?,
        };
        let (wanted, given) =
            (signature(&smt::print::declaration(self.terms, symbol)), signature(declaration));
        if wanted != given {
            return Err(format!("`{name}` is `{}` in this run, not `{}`", wanted.join(" "), given.join(" ")));
        }
        match self.names.insert(name.clone(), symbol) {
            None => Ok(()),
            Some(_) => Err(format!("`{name}` is declared twice")),
        }
    }

    fn uninterpreted(&mut self, name: &str, n_arguments: usize) -> Result<SymbolId, String> {
        let sort = self.encoder.function_sort(name);
        let sort = sort.ok_or_else(|| format!("the encoding has no function `{name}`"))?;
        self.terms.declare(name, &vec![sort; n_arguments], sort).map_err(|error| error.to_string())
    }

    fn part_of_state(&mut self, key: &str, name: &str) -> Result<SymbolId, String> {
        let expected =
            "`region N N`, `base N N`, `heap`, `sizes` or `function` is expected before `(declare-fun`";
        let known: Key = key.parse().map_err(|_| expected.to_owned())?;
        let found = self.encoder.symbol_at(self.terms, known).map_err(|error| error.to_string())?;
        let (symbol, usual) = found.ok_or_else(|| format!("the program has no `{key}`"))?;
        let is_numbered = || name.strip_prefix(&usual).is_some_and(|rest| rest.starts_with('!'));
        if name == usual || is_numbered() {
            return Ok(symbol);
        }
        Err(format!("`{key}` is `{usual}` in this run, not `{name}`"))
    }
}

/// `NUMBER NAME`
fn numbered(text: &str) -> Result<(usize, &str), String> {
    let parts = text.trim().split_once(' ');
    let parts = parts.and_then(|(number, name)| Some((number.parse().ok()?, name)));
    parts.ok_or_else(|| format!("a number and a name are expected, not `{}`", shortened(text)))
}

/// The name in a declaration, and how many arguments it has.
fn declared(text: &str) -> Result<(String, usize), String> {
    let malformed = || "a declaration is `(declare-fun NAME (SORT...) SORT)`".to_owned();
    let exprs = sexpr::read(text).map_err(|error| error.message)?;
    let [root] = exprs.roots[..] else { return Err(malformed()) };
    let sexpr::Expr::List(items) = exprs.get(root) else { return Err(malformed()) };
    let &[head, name, arguments, _] = &items[..] else { return Err(malformed()) };
    let sexpr::Expr::List(arguments) = exprs.get(arguments) else { return Err(malformed()) };
    match (exprs.get(head), exprs.get(name)) {
        (sexpr::Expr::Atom("declare-fun"), sexpr::Expr::Atom(name) | sexpr::Expr::Quoted(name)) => {
            Ok(((*name).to_owned(), arguments.len()))
        }
        (_, _) => Err(malformed()),
    }
}

/// The words of a declaration's sorts, which is all behind its name.
fn signature(declaration: &str) -> Vec<String> {
    let behind = declaration.strip_prefix("(declare-fun ").unwrap_or(declaration);
    let behind = match behind.strip_prefix('|') {
        Some(quoted) => quoted.split_once('|').map_or("", |(_, rest)| rest),
        None => behind.split_once(' ').map_or("", |(_, rest)| rest),
    };
    behind.split_whitespace().map(str::to_owned).collect()
}
