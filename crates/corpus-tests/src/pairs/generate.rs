//! The programs: what two units say of some tags, and functions that look at it.
//!
//! Each tag has a fate: both units define it alike, or each in its own way, or one of them only
//! mentions it. What units share is made of tags that both define alike, so that the programs are
//! strictly conforming, except for the misfits that a few of them have. A tag that leads to others
//! may look alike in both units and yet be another type.

use crate::rng::Rng;
use std::fmt::Write as _;

/// A generated program: two units, of which the first has `compute`.
pub(super) struct Pair {
    pub(super) units: [String; 2],
    /// Whether a function is called as another type than it has, which C leaves undefined and gcc
    /// compiles.
    pub(super) has_misfit: bool,
}

/// What the units make of a tag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// Both define it alike, and it leads to nothing else.
    Shared,
    /// The same for a record that only a typedef names.
    Nameless,
    /// The same with a flexible member.
    Flexible,
    /// Each has its own members under the same tag, some of which may look alike.
    Private,
    /// The second unit defines it, the first mentions it.
    Opaque,
    /// The first unit defines it in a block.
    Block,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Struct,
    Union,
}

#[derive(Clone, PartialEq, Eq)]
enum Form {
    Number(&'static str),
    Bits(usize),
    Array(&'static str, usize),
    Pointer(usize),
    /// A pointer to a function that takes a pointer to the record of this number.
    Function(usize),
    Record(usize),
    Flexible,
}

#[derive(Clone)]
struct Member {
    name: String,
    form: Form,
}

struct Tag {
    kind: Kind,
    fate: Fate,
    /// As each unit has them.
    members: [Vec<Member>; 2],
}

const NUMBERS: [&str; 9] = [
    "enum E",
    "unsigned char",
    "signed char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "unsigned long",
    "long long",
];

struct Writer {
    rng: Rng,
    tags: Vec<Tag>,
    units: [String; 2],
    /// What `compute` and `other` call: expressions with `in`.
    calls: [Vec<String>; 2],
}

/// The program of a seed.
pub(super) fn pair(seed: u64) -> Pair {
    let mut rng = Rng::new(seed ^ 0x7A6_5EED);
    let has_misfit = rng.chance(6);
    let mut writer = Writer {
        rng,
        tags: Vec::new(),
        units: [String::new(), String::new()],
        calls: [Vec::new(), Vec::new()],
    };
    for _ in 0..3 + writer.rng.below(4) {
        let tag = writer.tag();
        writer.tags.push(tag);
    }
    writer.lead_back();
    for unit in 0..2 {
        writer.types(unit);
        writer.facts(unit);
        for tag in 0..writer.tags.len() {
            writer.getter(unit, tag);
        }
        for tag in 0..writer.tags.len() {
            writer.usage(unit, tag);
        }
    }
    for tag in 0..writer.tags.len() {
        writer.shared(tag);
    }
    writer.scalars();
    if has_misfit {
        writer.misfit();
    }
    writer.ends();
    Pair { units: writer.units, has_misfit }
}

impl Writer {
    fn tag(&mut self) -> Tag {
        let fate = match self.rng.below(12) {
            0..=2 => Fate::Shared,
            3 => Fate::Nameless,
            4 => Fate::Flexible,
            5..=8 => Fate::Private,
            9 | 10 => Fate::Opaque,
            _ => Fate::Block,
        };
        let plain = matches!(fate, Fate::Shared | Fate::Private | Fate::Opaque);
        let kind = if plain && self.rng.chance(20) { Kind::Union } else { Kind::Struct };
        let mut members = vec![Member { name: String::new(), form: Form::Number(self.number()) }];
        for _ in 0..1 + self.rng.below(3) {
            let form = self.form(fate, kind);
            members.push(Member { name: String::new(), form });
        }
        if kind == Kind::Struct {
            self.shuffle(&mut members);
        }
        let letters = ["x", "y", "z", "w"];
        for (member, letter) in members.iter_mut().zip(letters) {
            letter.clone_into(&mut member.name);
        }
        if fate == Fate::Flexible {
            members.push(Member { name: "d".to_owned(), form: Form::Flexible });
        }
        let mut others = members.clone();
        if fate == Fate::Private {
            self.vary(kind, &mut others);
        }
        Tag { kind, fate, members: [members, others] }
    }

    fn number(&mut self) -> &'static str {
        NUMBERS[self.rng.below(NUMBERS.len())]
    }

    /// What a member of a new tag may be.
    fn form(&mut self, fate: Fate, kind: Kind) -> Form {
        let other = self.rng.below(self.tags.len() + 1);
        let of = |tag: usize| self.tags.get(tag).map(|tag| tag.fate);
        // What is shared leads only to what is shared; a nameless record has no name yet in its own
        // definition.
        let fits = match (fate, of(other)) {
            (Fate::Private | Fate::Shared, None) => true,
            (Fate::Opaque | Fate::Nameless | Fate::Flexible | Fate::Block, None) => false,
            (Fate::Private, Some(target)) => target != Fate::Block,
            (Fate::Shared, Some(target)) => {
                matches!(target, Fate::Shared | Fate::Opaque | Fate::Flexible | Fate::Nameless)
            }
            (Fate::Opaque | Fate::Nameless | Fate::Flexible | Fate::Block, Some(_)) => false,
        };
        let is_whole = matches!(of(other), Some(Fate::Shared | Fate::Nameless))
            || fate == Fate::Private && of(other) == Some(Fate::Private);
        let is_named = of(other) != Some(Fate::Nameless);
        match self.rng.below(8) {
            0..=3 if fits => Form::Pointer(other),
            4 if fits && is_named => Form::Function(other),
            5 if fits && is_whole => Form::Record(other),
            6 if kind == Kind::Struct => Form::Bits(1 + self.rng.below(9)),
            7 => Form::Array(self.number(), 1 + self.rng.below(3)),
            _ => Form::Number(self.number()),
        }
    }

    /// Makes other members of the same names, or leaves them if they lead to what differs.
    fn vary(&mut self, kind: Kind, members: &mut [Member]) {
        match self.rng.below(4) {
            0 | 1 if kind == Kind::Struct => self.shuffle(members),
            2 => {
                for member in members.iter_mut() {
                    match &mut member.form {
                        Form::Number(ty) => *ty = self.number(),
                        Form::Bits(width) => *width = 1 + self.rng.below(9),
                        Form::Array(_, length) => *length = 1 + self.rng.below(3),
                        Form::Pointer(_) | Form::Function(_) | Form::Record(_) | Form::Flexible => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// Lets some records lead to later ones, so that they lead to each other.
    fn lead_back(&mut self) {
        for tag in 0..self.tags.len() {
            let other = self.rng.below(self.tags.len());
            let (fate, target) = (self.tags[tag].fate, self.tags[other].fate);
            let is_shared = matches!(target, Fate::Shared | Fate::Opaque | Fate::Flexible);
            let fits = match fate {
                Fate::Private => is_shared || target == Fate::Private,
                Fate::Shared | Fate::Opaque => is_shared,
                Fate::Nameless | Fate::Flexible | Fate::Block => false,
            };
            if fits && self.rng.chance(40) {
                for members in &mut self.tags[tag].members {
                    members.push(Member { name: "back".to_owned(), form: Form::Pointer(other) });
                }
            }
        }
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.rng.below(last + 1));
        }
    }

    /// The type of a tag, as C writes it.
    fn name(&self, tag: usize) -> String {
        match (self.tags[tag].fate, self.tags[tag].kind) {
            (Fate::Nameless, _) => format!("T{tag}"),
            (_, Kind::Struct) => format!("struct T{tag}"),
            (_, Kind::Union) => format!("union T{tag}"),
        }
    }

    fn is_complete(&self, unit: usize, tag: usize) -> bool {
        !matches!((unit, self.tags[tag].fate), (0, Fate::Opaque | Fate::Block))
    }

    fn line(&mut self, unit: usize, line: &str) {
        self.units[unit].push_str(line);
        self.units[unit].push('\n');
    }

    /// Declares the tags, in an order that C allows.
    fn types(&mut self, unit: usize) {
        let enumerators = if unit == 0 { "P0 = 1, P1 = -2" } else { "P1 = 200, P0" };
        self.line(unit, &format!("enum E {{ E0 = 3, E1 }}; enum P {{ {enumerators} }};"));
        let mut order: Vec<usize> = (0..self.tags.len()).collect();
        self.shuffle(&mut order);
        order.retain(|&tag| unit == 1 || self.tags[tag].fate != Fate::Block);
        for &tag in &order {
            if self.tags[tag].fate != Fate::Nameless {
                let name = self.name(tag);
                self.line(unit, &format!("{name};"));
                self.line(unit, &format!("typedef unsigned (*f{tag})({name} *); typedef {name} *p{tag};"));
            }
        }
        order.retain(|&tag| self.is_complete(unit, tag));
        let mut left = order;
        let mut done: Vec<usize> = Vec::new();
        while !left.is_empty() {
            let ready = left.iter().position(|&tag| {
                self.tags[tag].members[unit].iter().all(|member| match member.form {
                    Form::Record(other) => done.contains(&other),
                    Form::Pointer(other) => self.tags[other].fate != Fate::Nameless || done.contains(&other),
                    Form::Number(_)
                    | Form::Bits(_)
                    | Form::Array(..)
                    | Form::Function(_)
                    | Form::Flexible => true,
                })
            });
            let tag = left.remove(ready.unwrap_or(0));
            let definition = self.definition(unit, tag);
            self.line(unit, &definition);
            done.push(tag);
        }
    }

    fn definition(&self, unit: usize, tag: usize) -> String {
        let mut text = String::new();
        for Member { name, form } in &self.tags[tag].members[unit] {
            let _ = match form {
                Form::Number(ty) => write!(text, "{ty} {name}; "),
                Form::Bits(width) => write!(text, "unsigned {name} : {width}; "),
                Form::Array(ty, length) => write!(text, "{ty} {name}[{length}]; "),
                Form::Pointer(other) if unit == 1 && self.tags[*other].fate != Fate::Nameless => {
                    write!(text, "p{other} {name}; ")
                }
                Form::Pointer(other) => write!(text, "{} *{name}; ", self.name(*other)),
                Form::Function(other) => write!(text, "f{other} {name}; "),
                Form::Record(other) => write!(text, "{} {name}; ", self.name(*other)),
                Form::Flexible => write!(text, "unsigned char {name}[]; "),
            };
        }
        match self.tags[tag].fate {
            Fate::Nameless => format!("typedef struct {{ {text}}} T{tag};"),
            Fate::Shared | Fate::Flexible | Fate::Private | Fate::Opaque | Fate::Block => {
                format!("{} {{ {text}}};", self.name(tag))
            }
        }
    }

    /// An initialiser by position.
    fn values(&mut self, unit: usize, tag: usize) -> String {
        let members = self.tags[tag].members[unit].clone();
        let shown = if self.tags[tag].kind == Kind::Union { 1 } else { members.len() };
        let mut values = Vec::new();
        for Member { form, .. } in &members[..shown] {
            let number = self.rng.below(100);
            values.push(match form {
                Form::Number(_) => number.to_string(),
                Form::Bits(width) => (number & ((1 << width) - 1)).to_string(),
                Form::Array(..) => format!("{{ {number} }}"),
                Form::Pointer(_) => "0".to_owned(),
                Form::Function(other) if self.is_complete(unit, *other) => format!("get{other}"),
                Form::Function(_) => "0".to_owned(),
                Form::Record(other) => self.values(unit, *other),
                Form::Flexible => continue,
            });
        }
        format!("{{ {} }}", values.join(", "))
    }

    /// A member with a number that an initialiser sets.
    fn leaf(&self, unit: usize, tag: usize) -> String {
        let is_leaf = |member: &&Member| matches!(member.form, Form::Number(_));
        let found = self.tags[tag].members[unit].iter().find(is_leaf);
        found.map_or_else(String::new, |member| member.name.clone())
    }

    /// Sizes and offsets.
    fn facts(&mut self, unit: usize) {
        let mut text =
            String::from("static unsigned facts(void) { unsigned h = P0 + 3 * P1 + ((enum P)-1 > 0);");
        for tag in 0..self.tags.len() {
            if !self.is_complete(unit, tag) {
                continue;
            }
            let name = self.name(tag);
            let _ = write!(text, " h = h * 31 + (unsigned)sizeof({name});");
            for member in &self.tags[tag].members[unit] {
                if !matches!(member.form, Form::Bits(_)) {
                    let _ =
                        write!(text, " h = h * 31 + (unsigned)__builtin_offsetof({name}, {});", member.name);
                }
            }
        }
        self.line(unit, &format!("{text} return h; }}"));
        self.calls[unit].push("facts()".to_owned());
    }

    /// A function that tables and members of records hold.
    fn getter(&mut self, unit: usize, tag: usize) {
        if self.is_complete(unit, tag) {
            let (name, leaf) = (self.name(tag), self.leaf(unit, tag));
            self.line(
                unit,
                &format!("static unsigned get{tag}({name} *p) {{ return (unsigned)p->{leaf}; }}"),
            );
        }
    }

    /// A function that fills an object of a record and reads it back through pointers.
    fn usage(&mut self, unit: usize, tag: usize) {
        if !self.is_complete(unit, tag) {
            return;
        }
        let (name, values) = (self.name(tag), self.values(unit, tag));
        let mut text = format!(
            "static unsigned use{tag}(unsigned in) {{ {name} o = {values}, *p = &o; unsigned h = get{tag}(p) + in;"
        );
        let members = self.tags[tag].members[unit].clone();
        let is_union = self.tags[tag].kind == Kind::Union;
        for Member { name: member, form } in &members {
            let number = self.rng.below(60);
            let place = format!("p->{member}");
            if is_union && matches!(form, Form::Number(_)) {
                let _ = write!(text, " {place} = {number};");
            }
            match form {
                Form::Number(_) | Form::Bits(_) => {
                    let _ = write!(text, " {place} += in; h = h * 31 + (unsigned)o.{member};");
                }
                Form::Array(_, length) => {
                    let at = self.rng.below(*length);
                    let _ =
                        write!(text, " {place}[{at}] = {number}; h = h * 31 + (unsigned)o.{member}[{at}];");
                }
                Form::Pointer(other) if self.is_complete(unit, *other) => {
                    let (target, leaf) = (self.name(*other), self.leaf(unit, *other));
                    let values = self.values(unit, *other);
                    let _ = write!(
                        text,
                        " {{ {target} t = {values}; {place} = &t; h = h * 31 + (unsigned){place}->{leaf} + in; }}"
                    );
                }
                Form::Pointer(_) => {
                    let _ = write!(text, " {place} = 0; h = h * 31 + !o.{member};");
                }
                Form::Function(other) if self.is_complete(unit, *other) => {
                    let (target, values) = (self.name(*other), self.values(unit, *other));
                    let _ = write!(
                        text,
                        " {{ {target} t = {values}; {place} = get{other}; h = h * 31 + o.{member}(&t); }}"
                    );
                }
                Form::Record(other) => {
                    let leaf = self.leaf(unit, *other);
                    let _ =
                        write!(text, " {place}.{leaf} = {number}; h = h * 31 + (unsigned)o.{member}.{leaf};");
                }
                Form::Function(_) | Form::Flexible => {}
            }
        }
        self.line(unit, &format!("{text} return h; }}"));
        self.calls[unit].push(format!("use{tag}(in)"));
    }

    /// What both units declare of a record that they share.
    fn shared(&mut self, tag: usize) {
        let name = self.name(tag);
        match self.tags[tag].fate {
            Fate::Private => {}
            Fate::Shared | Fate::Nameless => {
                for _ in 0..1 + self.rng.below(3) {
                    self.shared_whole(tag);
                }
            }
            Fate::Flexible => {
                let (user, owner) = self.sides();
                let (values, number) = (self.values(owner, tag), self.rng.below(99));
                let values = values.strip_suffix(" }").unwrap_or_default().to_owned();
                self.line(owner, &format!("{name} flex{tag} = {values}, {{ 1, {number} }} }};"));
                self.line(user, &format!("extern {name} flex{tag};"));
                let leaf = self.leaf(user, tag);
                self.calls[user]
                    .push(format!("(flex{tag}.d[1]++, flex{tag}.d[1] + (unsigned)flex{tag}.{leaf})"));
                self.calls[owner].push(format!("flex{tag}.d[1]"));
            }
            Fate::Opaque => {
                let (values, leaf) = (self.values(1, tag), self.leaf(1, tag));
                self.line(1, &format!("static {name} hidden{tag} = {values}; {name} *make{tag}(void) {{ return &hidden{tag}; }} unsigned read{tag}({name} *p) {{ return (unsigned)p->{leaf}++; }}"));
                self.line(0, &format!("{name} *make{tag}(void); unsigned read{tag}({name} *);"));
                self.calls[0].push(format!("read{tag}(make{tag}())"));
            }
            Fate::Block => {
                let (values, leaf) = (self.values(1, tag), self.leaf(1, tag));
                self.line(1, &format!("{name} make{tag}(void) {{ {name} o = {values}; return o; }} unsigned take{tag}({name} o) {{ return (unsigned)o.{leaf}; }}"));
                let definition = self.definition(0, tag);
                self.line(0, &format!("static unsigned block{tag}(unsigned in) {{ {definition} extern {name} make{tag}(void); extern unsigned take{tag}({name}); {name} o = make{tag}(); o.{leaf} += in; return take{tag}(o); }}"));
                self.calls[0].push(format!("block{tag}(in)"));
            }
        }
    }

    /// Which unit uses and which one defines.
    fn sides(&mut self) -> (usize, usize) {
        if self.rng.chance(70) { (0, 1) } else { (1, 0) }
    }

    /// An object or a function of a record that both units define.
    fn shared_whole(&mut self, tag: usize) {
        let (user, owner) = self.sides();
        let (name, leaf, values) = (self.name(tag), self.leaf(user, tag), self.values(owner, tag));
        let id = format!("{tag}_{}", self.calls[0].len() + self.calls[1].len());
        let has_prototype = self.rng.chance(70);
        let empty = |params: &str| if has_prototype { params.to_owned() } else { String::new() };
        let (defined, declared, call) = match self.rng.below(8) {
            0 => (
                format!("{name} obj{id} = {values};"),
                format!("extern {name} obj{id};"),
                format!("(obj{id}.{leaf} += in, (unsigned)obj{id}.{leaf})"),
            ),
            1 => (
                format!("{name} tent{id}; extern {name} tent{id};"),
                format!("extern {name} tent{id};"),
                format!("(tent{id}.{leaf} += in, (unsigned)tent{id}.{leaf})"),
            ),
            2 => (
                format!("{name} arr{id}[3] = {{ [1] = {values} }};"),
                format!("extern {name} arr{id}[];"),
                format!("(unsigned)arr{id}[1].{leaf}"),
            ),
            3 => (
                format!(
                    "static {name} own{id} = {values}; {name} *ptr{id} = &own{id}; unsigned (*hook{id})({name} *) = get{tag};"
                ),
                format!("extern {name} *ptr{id}; extern unsigned (*hook{id})({name} *);"),
                format!("(hook{id}(ptr{id}) + (unsigned)ptr{id}->{leaf})"),
            ),
            4 => (
                format!("{name} mk{id}(unsigned in) {{ {name} o = {values}; o.{leaf} += in; return o; }}"),
                format!("{name} mk{id}({});", empty("unsigned")),
                format!("(unsigned)mk{id}((unsigned)in).{leaf}"),
            ),
            5 => (
                format!(
                    "static {name} own{id} = {values}; {name} *at{id}(void) {{ return &own{id}; }} unsigned take{id}({name} o) {{ return (unsigned)o.{leaf} * 3; }}"
                ),
                format!("{name} *at{id}({}); unsigned take{id}({});", empty("void"), empty(&name)),
                format!("take{id}(*at{id}())"),
            ),
            6 => (
                format!(
                    "static {name} own{id} = {values}; {name} *at{id}(void) {{ return &own{id}; }} unsigned call{id}(unsigned (*f)({name} *), {name} *p) {{ return f(p) + 1; }}"
                ),
                format!("{name} *at{id}(void); unsigned call{id}(unsigned (*)({name} *), {name} *);"),
                format!("call{id}(get{tag}, at{id}())"),
            ),
            _ => (
                format!("static {name} own{id} = {values}; void *any{id}(void) {{ return &own{id}; }}"),
                format!("void *any{id}(void);"),
                format!("(unsigned)(({name} *)any{id}())->{leaf}"),
            ),
        };
        self.line(owner, &defined);
        self.line(user, &declared);
        self.calls[user].push(call);
    }

    /// Objects of numbers and enumerations, and names that each unit has for itself.
    fn scalars(&mut self) {
        let (user, owner) = self.sides();
        let (a, b, c) = (self.rng.below(50), self.rng.below(50), self.rng.below(50));
        self.line(owner, &format!("enum E en = E1; int num; extern int num; int num; int nums[] = {{ {b}, {c} }}; static unsigned own = {a};"));
        self.line(
            user,
            &format!(
                "extern enum E en; extern int num, nums[]; static unsigned char own[3] = {{ {c}, {b} }};"
            ),
        );
        self.calls[user].push("(num += (int)in, (unsigned)(num + nums[1] + (en == E1)) + own[1])".to_owned());
        self.calls[owner].push("((unsigned)num + own + (unsigned)sizeof own)".to_owned());
    }

    /// A function that is called as another type than it has, but passed in the same way.
    fn misfit(&mut self) {
        let number = self.rng.below(90);
        self.line(
            1,
            &format!(
                "struct R {{ int v; }}; unsigned miss(struct R r) {{ return (unsigned)r.v + {number}; }}"
            ),
        );
        self.line(0, "struct S { int v; }; extern unsigned miss(struct S); static unsigned (*missed)(struct S) = miss;");
        let call = if self.rng.chance(50) { "miss" } else { "missed" };
        self.line(
            0,
            &format!(
                "static unsigned wrong(unsigned in) {{ struct S s = {{ (int)in }}; return {call}(s); }}"
            ),
        );
        self.calls[0].push("wrong(in)".to_owned());
    }

    /// The functions that call all others.
    fn ends(&mut self) {
        for unit in 0..2 {
            let mut calls = std::mem::take(&mut self.calls[unit]);
            self.shuffle(&mut calls);
            let head = if unit == 0 {
                "unsigned other(unsigned); unsigned char compute(unsigned char in) { unsigned h = other(in);"
            } else {
                "unsigned other(unsigned in) { unsigned h = in;"
            };
            let body: String = calls.iter().map(|call| format!(" h = h * 31 + {call};")).collect();
            let end = if unit == 0 { "return (h ^ h >> 7 ^ h >> 14 ^ h >> 21) & 63;" } else { "return h;" };
            self.line(unit, &format!("{head}{body} {end} }}"));
        }
    }
}
