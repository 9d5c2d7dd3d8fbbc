//! Tokens, statements and expressions of the format.

/// A type.
#[derive(Clone, Debug)]
pub(super) enum Type {
    Plain(String),
    Array(Box<Type>, Box<Type>),
    Function(Vec<Type>, Box<Type>),
}

/// An expression.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    Name(String),
    Number(String),
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
}

/// A statement.
#[derive(Clone, Debug)]
pub(super) enum Statement {
    Declare(String, Type, Option<Expr>),
    Assign(String, Expr),
    Store(String, Expr, Expr),
    Assume(Expr),
    Havoc(String),
    Repeat(usize, Vec<Statement>),
    Block(Vec<Statement>),
    Choose(Vec<Vec<Statement>>),
}

/// All operators; the longer first, so that the first that fits is the right one.
const OPERATORS: &[&str] = &[
    "<=u", "<=s", ">=u", ">=s", ">>u", ">>s", "<u", "<s", ">u", ">s", "/u", "/s", "%u", "%s", "<<", "<=",
    ">=", "==", "!=", "&&", "||", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "?", ":", "(",
    ")", "[", "]", "{", "}", ",", "=", "\n",
];

/// Binary operators, those that bind weakest first.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["==", "!=", "<u", "<=u", ">u", ">=u", "<s", "<=s", ">s", ">=s", "<", "<=", ">", ">="],
    &["|", "^"],
    &["&"],
    &["<<", ">>u", ">>s"],
    &["+", "-"],
    &["*", "/", "/u", "/s", "%", "%u", "%s"],
];

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Word(String),
    Sign(&'static str),
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut rest = line.split('#').next().unwrap_or("").trim();
        while !rest.is_empty() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            if length > 0 {
                found.push(Token::Word(rest[..length].to_owned()));
                rest = rest[length..].trim_start();
                continue;
            }
            // A sign that ends in a letter is one only if no other letter follows.
            let fits = |sign: &&&str| {
                let after = rest[sign.len().min(rest.len())..].chars().next();
                rest.starts_with(**sign) && (!sign.ends_with(is_word) || !after.is_some_and(is_word))
            };
            let sign = OPERATORS.iter().find(fits).ok_or(format!("line {}: `{rest}`", number + 1))?;
            found.push(Token::Sign(sign));
            rest = rest[sign.len()..].trim_start();
        }
        found.push(Token::Sign("\n"));
    }
    Ok(found)
}

/// The traces of a text by name. The name is what follows `trace`, with dashes.
pub(super) fn parse(text: &str) -> Result<Vec<(String, Vec<Statement>)>, String> {
    let mut traces = Vec::new();
    let mut body = String::new();
    let mut name = None;
    for line in text.lines().chain(["trace"]) {
        if let Some(next) = line.strip_prefix("trace") {
            if let Some(name) = name.replace(next.trim().to_owned()) {
                let mut parser = Parser { tokens: tokens(&body)?, at: 0 };
                let statements = parser.statements().map_err(|error| format!("{name}: {error}"))?;
                if parser.at < parser.tokens.len() {
                    return Err(format!("{name}: a `}}` too much"));
                }
                traces.push((name, statements));
            }
            body.clear();
        } else {
            body.push_str(line);
            body.push('\n');
        }
    }
    Ok(traces)
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn take(&mut self, sign: &str) -> bool {
        let is_it = matches!(self.peek(), Some(Token::Sign(found)) if *found == sign);
        self.at += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, sign: &str) -> Result<(), String> {
        let found = format!("`{sign}` expected, found {:?}", self.peek());
        if self.take(sign) { Ok(()) } else { Err(found) }
    }

    fn word(&mut self) -> Result<String, String> {
        match self.peek().cloned() {
            Some(Token::Word(word)) => {
                self.at += 1;
                Ok(word)
            }
            other => Err(format!("a word expected, found {other:?}")),
        }
    }

    /// Statements up to a brace or the end.
    fn statements(&mut self) -> Result<Vec<Statement>, String> {
        let mut found = Vec::new();
        loop {
            while self.take("\n") {}
            match self.peek() {
                None | Some(Token::Sign("}")) => return Ok(found),
                Some(_) => found.push(self.statement()?),
            }
        }
    }

    fn braces(&mut self) -> Result<Vec<Statement>, String> {
        self.expect("{")?;
        let body = self.statements()?;
        self.expect("}")?;
        Ok(body)
    }

    fn statement(&mut self) -> Result<Statement, String> {
        let word = self.word()?;
        let statement = match word.as_str() {
            "assume" => Statement::Assume(self.expr(0)?),
            "havoc" => Statement::Havoc(self.word()?),
            "repeat" => {
                let count = self.word()?.parse().map_err(|_| "a number of times expected")?;
                Statement::Repeat(count, self.braces()?)
            }
            "block" => Statement::Block(self.braces()?),
            "choose" => {
                let mut paths = vec![self.braces()?];
                while self.peek() == Some(&Token::Word("or".to_owned())) {
                    self.at += 1;
                    paths.push(self.braces()?);
                }
                Statement::Choose(paths)
            }
            _ if self.take(":") => {
                let kind = self.kind()?;
                let value = if self.take("=") { Some(self.expr(0)?) } else { None };
                Statement::Declare(word, kind, value)
            }
            _ if self.take("[") => {
                let index = self.expr(0)?;
                self.expect("]")?;
                self.expect("=")?;
                Statement::Store(word, index, self.expr(0)?)
            }
            _ => {
                self.expect("=")?;
                Statement::Assign(word, self.expr(0)?)
            }
        };
        match self.peek() {
            None | Some(Token::Sign("\n" | "}")) => Ok(statement),
            Some(other) => Err(format!("{other:?} behind a statement")),
        }
    }

    fn kind(&mut self) -> Result<Type, String> {
        if self.take("[") {
            let index = self.kind()?;
            self.expect("]")?;
            return Ok(Type::Array(index.into(), self.kind()?.into()));
        }
        if self.take("(") {
            let mut arguments = vec![self.kind()?];
            while self.take(",") {
                arguments.push(self.kind()?);
            }
            self.expect(")")?;
            return Ok(Type::Function(arguments, self.kind()?.into()));
        }
        Ok(Type::Plain(self.word()?))
    }

    fn expr(&mut self, level: usize) -> Result<Expr, String> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.expr(level + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.take(operator)) {
            let right = self.expr(level + 1)?;
            left = Expr::Binary(operator, left.into(), right.into());
        }
        if level == 0 && self.take("?") {
            let yes = self.expr(0)?;
            self.expect(":")?;
            let no = self.expr(0)?;
            left = Expr::Choice(left.into(), yes.into(), no.into());
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, String> {
        for operator in ["-", "~", "!"] {
            if self.take(operator) {
                return Ok(Expr::Unary(operator, self.unary()?.into()));
            }
        }
        let mut expr = if self.take("(") {
            let inner = self.expr(0)?;
            self.expect(")")?;
            inner
        } else {
            let word = self.word()?;
            if self.take("(") {
                let mut arguments = vec![self.expr(0)?];
                while self.take(",") {
                    arguments.push(self.expr(0)?);
                }
                self.expect(")")?;
                Expr::Call(word, arguments)
            } else if word.starts_with(|c: char| c.is_ascii_digit()) {
                Expr::Number(word)
            } else {
                Expr::Name(word)
            }
        };
        while self.take("[") {
            let index = self.expr(0)?;
            self.expect("]")?;
            expr = Expr::Index(expr.into(), index.into());
        }
        Ok(expr)
    }
}
