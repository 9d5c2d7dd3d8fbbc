//! XML as a tree with places, which is all that definitions need of it.

use crate::problem::{Place, Problem};
use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};
use std::path::Path;

/// An element.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) place: Place,
    pub(super) attributes: Vec<Attribute>,
    /// The text before, between and after its children.
    pub(super) text: String,
    pub(super) children: Vec<Element>,
}

/// An attribute.
#[derive(Clone, Debug)]
pub(super) struct Attribute {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) place: Place,
}

impl Element {
    pub(super) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    pub(super) fn children<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }
}

/// The root element.
pub(super) fn parse(file: &Path, text: &str) -> Result<Element, Problem> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    let mut root = None;
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        let event = reader.read_event().map_err(|error| {
            let at = usize::try_from(reader.error_position()).unwrap_or(usize::MAX);
            Problem::at(&Place::of(file, text, at), format!("this is not XML: {error}"))
        })?;
        let outside =
            |what: &str| Problem::at(&Place::of(file, text, at), format!("{what} outside of all elements"));
        match event {
            Event::Start(start) => open.push(element(file, text, at, &start)?),
            Event::Empty(start) => {
                let element = element(file, text, at, &start)?;
                close(&mut open, &mut root, element).map_err(|()| outside("there is a second element"))?;
            }
            Event::End(_) => {
                let element = open.pop().ok_or_else(|| outside("there is an end"))?;
                close(&mut open, &mut root, element).map_err(|()| outside("there is a second element"))?;
            }
            Event::Text(part) => match open.last_mut() {
                Some(element) => element.text.push_str(&part),
                None if part.trim().is_empty() => {}
                None => return Err(outside("there is a text")),
            },
            Event::CData(part) => match open.last_mut() {
                Some(element) => element.text.push_str(&part),
                None => return Err(outside("there is a text")),
            },
            Event::GeneralRef(reference) => {
                let c = character(&reference).ok_or_else(|| {
                    let message = "this entity is not known".to_owned();
                    Problem::at(&Place::of(file, text, at), message)
                        .advise("write `&lt;`, `&gt;`, `&amp;` or `&quot;`")
                })?;
                open.last_mut().ok_or_else(|| outside("there is a text"))?.text.push(c);
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
    if let Some(element) = open.last() {
        return Err(Problem::at(&element.place, format!("the element `{}` is never closed", element.name)));
    }
    root.ok_or_else(|| Problem::at(&Place::file(file), "there is no element at all"))
}

/// Puts a finished element where it belongs.
fn close(open: &mut [Element], root: &mut Option<Element>, element: Element) -> Result<(), ()> {
    match (open.last_mut(), &root) {
        (Some(parent), _) => parent.children.push(element),
        (None, None) => *root = Some(element),
        (None, Some(_)) => return Err(()),
    }
    Ok(())
}

fn element(file: &Path, text: &str, at: usize, start: &BytesStart<'_>) -> Result<Element, Problem> {
    let place = Place::of(file, text, at);
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let attribute =
            attribute.map_err(|error| Problem::at(&place, format!("in this element: {error}")))?;
        let name = attribute.key.as_ref().to_owned();
        let value = attribute.normalized_value(quick_xml::XmlVersion::Explicit1_0);
        let value = value
            .map_err(|error| Problem::at(&place, format!("the attribute `{name}`: {error}")))?
            .into_owned();
        // The slice of the name is a part of the text, whose place follows from the first occurrence as a word inside this element.
        let place = Place::of(file, text, at + offset_of(&text[at.min(text.len())..], &name));
        attributes.push(Attribute { name, value, place });
    }
    let name = start.name().as_ref().to_owned();
    Ok(Element { name, place, attributes, text: String::new(), children: Vec::new() })
}

/// Where an element's text has the attribute `name`: the name with a blank before it and a `=` after it, outside of quotes.
fn offset_of(element: &str, name: &str) -> usize {
    let mut quote = None;
    for (at, c) in element.char_indices() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '>') => break,
            (None, c) if c.is_whitespace() => {
                let rest = &element[at + c.len_utf8()..];
                let after = rest.strip_prefix(name).map(str::trim_start);
                if after.is_some_and(|after| after.starts_with('=')) {
                    return at + c.len_utf8();
                }
            }
            (None, _) => {}
        }
    }
    0
}

fn character(reference: &BytesRef<'_>) -> Option<char> {
    if let Ok(Some(c)) = reference.resolve_char_ref() {
        return Some(c);
    }
    match reference.as_ref() {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}
