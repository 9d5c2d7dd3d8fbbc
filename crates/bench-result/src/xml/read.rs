//! Reading result XML.
//!
//! Nothing that tools wrote into such files is refused if its meaning is clear: unknown elements and attributes are passed over, so that files of later versions work, and
//! what is known of the machine is taken by element. Only a file whose first element is not `result` is an error. A file that ends too early (a full disk, a killed benchmark) gives
//! the runs that are whole, and a warning.

use crate::file::{LoadError, Loaded};
use crate::model::{Column, Item, ResultSet, Run};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// The set in a result file.
pub fn read(text: &str) -> Result<Loaded, LoadError> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.trim_text(false);
    config.expand_empty_elements = true;
    let mut builder = Builder::default();
    let problem = loop {
        match reader.read_event() {
            Ok(Event::Start(element)) => builder.open(&element)?,
            Ok(Event::End(_)) => {
                builder.close();
                if builder.depth == 0 {
                    break None;
                }
            }
            Ok(Event::Text(content)) => builder.text(&content.xml10_content()),
            Ok(Event::CData(content)) => builder.text(&content.xml10_content()),
            Ok(Event::GeneralRef(reference)) => builder.reference(&reference),
            Ok(Event::Eof) => break Some("it ends before </result>".to_owned()),
            Ok(Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_)) => {}
            Err(error) => {
                break Some(format!("{error} at byte {}; it ends before </result>", reader.error_position()));
            }
        }
    };
    builder.finish(problem)
}

/// What the text of an element is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sink {
    Description,
    Variable,
}

/// The set as far as it was read.
#[derive(Debug, Default)]
struct Builder {
    set: ResultSet,
    has_result: bool,
    depth: usize,
    run: Option<Run>,
    sink: Option<Sink>,
    text: String,
    variable: Option<(String, Encoding)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Plain,
    Base64,
}

impl Builder {
    fn open(&mut self, element: &BytesStart<'_>) -> Result<(), LoadError> {
        self.depth += 1;
        let name = element.name();
        if self.depth == 1 {
            if name.as_ref() != "result" {
                return Err(LoadError::new(format!(
                    "this XML has <{}> where result files have <result>",
                    name.as_ref()
                )));
            }
            self.has_result = true;
            self.set.items = attributes(element);
            return Ok(());
        }
        match name.as_ref() {
            "description" => self.begin(Sink::Description),
            "systeminfo" | "os" | "cpu" | "ram" => self.system(name.as_ref(), element),
            "var" => {
                let attributes = attributes(element);
                let encoding = match find(&attributes, "encoding") {
                    Some("base64") => Encoding::Base64,
                    Some(_) | None => Encoding::Plain,
                };
                self.variable = Some((find(&attributes, "name").unwrap_or_default().to_owned(), encoding));
                self.begin(Sink::Variable);
            }
            "run" => self.run = Some(run(attributes(element))),
            "column" => self.column(element),
            _ => {}
        }
        Ok(())
    }

    fn begin(&mut self, sink: Sink) {
        self.sink = Some(sink);
        self.text.clear();
    }

    /// Columns inside of a run are its own, those of the element `columns` have a title only, and those after the runs are about all of them.
    fn column(&mut self, element: &BytesStart<'_>) {
        let attributes = attributes(element);
        let Some(title) = find(&attributes, "title") else { return };
        let column = Column {
            title: title.to_owned(),
            value: find(&attributes, "value").unwrap_or_default().to_owned(),
            hidden: find(&attributes, "hidden") == Some("true"),
        };
        match &mut self.run {
            Some(run) if column.title == "repetition" => {
                run.repetition = column.value.parse().unwrap_or(run.repetition)
            }
            Some(run) => run.columns.push(column),
            None if self.depth == 2 => self.set.totals.push(column),
            None => self.set.columns.push(column.title),
        }
    }

    /// The machine. Only the first `systeminfo` is taken as it is; of further machines, which took part in the same benchmark, what differs is added.
    fn system(&mut self, element: &str, start: &BytesStart<'_>) {
        for item in attributes(start) {
            let name = match (element, item.name.as_str()) {
                ("os", "name") => "os",
                ("cpu", "model") => "cpu",
                ("cpu", "turboboostActive") => "turboboost",
                ("ram", "size") => "ram",
                (_, name) => name,
            };
            let item = Item { name: name.to_owned(), text: item.text };
            if !self.set.system.contains(&item) {
                self.set.system.push(item);
            }
        }
    }

    fn text(&mut self, text: &str) {
        if self.sink.is_some() {
            self.text.push_str(text);
        }
    }

    fn reference(&mut self, reference: &quick_xml::events::BytesRef<'_>) {
        if let Ok(Some(character)) = reference.resolve_char_ref() {
            self.text.push(character);
        } else if let Some(text) = quick_xml::escape::resolve_predefined_entity(reference) {
            self.text.push_str(text);
        }
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 1
            && let Some(run) = self.run.take()
        {
            self.set.runs.push(run);
        }
        match self.sink.take() {
            Some(Sink::Description) => self.set.description = self.text.trim().to_owned(),
            Some(Sink::Variable) => {
                if let Some((name, encoding)) = self.variable.take() {
                    let text = match encoding {
                        Encoding::Plain => std::mem::take(&mut self.text),
                        Encoding::Base64 => String::from_utf8_lossy(&base64(&self.text)).into_owned(),
                    };
                    self.set.environment.push(Item { name, text });
                }
            }
            None => {}
        }
    }

    fn finish(self, problem: Option<String>) -> Result<Loaded, LoadError> {
        let Self { set, has_result, run, .. } = self;
        if !has_result {
            return Err(LoadError::new(
                problem.unwrap_or_else(|| "there is no element in this XML".to_owned()),
            ));
        }
        let mut warnings = Vec::new();
        if let Some(problem) = problem {
            let partial = if run.is_some() { "; one that is not whole is left out" } else { "" };
            warnings.push(format!(
                "the file was cut: {problem}; {} runs are whole and kept{partial}",
                set.runs.len()
            ));
        }
        if let Some(error) = set.items.iter().find(|item| item.name == "error") {
            warnings.push(format!("the benchmark did not end normally: {}", error.text));
        }
        Ok(Loaded { sets: vec![set], warnings })
    }
}

fn run(attributes: Vec<Item>) -> Run {
    let mut run = Run { repetition: 1, ..Run::default() };
    for Item { name, text } in attributes {
        match name.as_str() {
            "name" => run.name = text,
            "files" => run.files = list(&text),
            "properties" => run.properties = text,
            "propertyFile" => run.property_file = Some(text),
            "expectedVerdict" => run.expected = Some(text),
            "repetition" => run.repetition = text.parse().unwrap_or(1),
            "options" => run.options = text.split_whitespace().map(str::to_owned).collect(),
            "logfile" => run.log = Some(text),
            _ => {}
        }
    }
    run
}

/// The names in a text such as `[a.c, b.c]`.
fn list(text: &str) -> Vec<String> {
    let inner = text.trim().trim_start_matches('[').trim_end_matches(']');
    inner.split(", ").map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The attributes that can be read; a broken one is no reason to lose the others.
fn attributes(element: &BytesStart<'_>) -> Vec<Item> {
    element
        .attributes()
        .with_checks(false)
        .flatten()
        .filter_map(|attribute| {
            let text = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned();
            Some(Item { name: attribute.key.as_ref().to_owned(), text })
        })
        .collect()
}

fn find<'a>(items: &'a [Item], name: &str) -> Option<&'a str> {
    items.iter().find(|item| item.name == name).map(|item| item.text.as_str())
}

/// The bytes that RFC 4648 encodes; characters outside its alphabet are passed over.
fn base64(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (mut buffer, mut bits) = (0_u32, 0);
    for byte in text.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        buffer = (buffer << 6 | u32::from(value)) & 0xf_ffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits & 0xff) as u8);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::{Line, write_line};
    use crate::xml::write;
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    const FILE: &str = "<?xml version='1.0' encoding='utf-8'?>
<!DOCTYPE result PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.12//EN' 'https://www.sosy-lab.org/benchexec/result-3.12.dtd'>
<!-- a remark -->
<result benchmarkname='b' tool='T &amp; U' timelimit='2s' name='one'>
  <description>two
  lines &lt;here&#62;</description>
  <columns><column title='status'/><column title='cputime'/></columns>
  <systeminfo hostname='h'>
    <os name='Linux'/><cpu model='C' cores='2' turboboostActive='false'/><ram size='8000000B'/>
    <environment><var name='A'>a &amp; b</var><var name='B' encoding='base64'>G1swbQ==</var></environment>
  </systeminfo>
  <systeminfo hostname='i'><os name='Linux'/></systeminfo>
  <run name='../t/1.yml' files='[../t/1.c, ../t/2.c]' options='--a  b' properties='unreach-call' expectedVerdict='true' later='x'>
    <column title='status' value='false(unreach-call)'/>
    <column title='category' value='wrong' hidden='true'/>
    <column title='cputime' value='1.5s'/>
    <column title='note'/>
  </run>
  <run name='2.c' logfile='x/2.log'/>
  <column title='cputime' value='1.5s'/>
</result>
";

    fn check(text: &str, expect: Expect) {
        let text = match read(text) {
            Ok(Loaded { sets, warnings }) => {
                let mut text = String::new();
                for mut set in sets {
                    let runs = std::mem::take(&mut set.runs);
                    text += &write_line(&Line::Set(set));
                    runs.into_iter().for_each(|run| text += &write_line(&Line::Run(run)));
                }
                warnings.iter().for_each(|warning| text += &format!("warning: {warning}\n"));
                text
            }
            Err(error) => format!("error: {error}"),
        };
        expect.assert_eq(&text);
    }

    #[test]
    fn everything_that_the_format_has() {
        check(
            FILE,
            expect![[r#"
                {"set":{"items":[{"name":"benchmarkname","text":"b"},{"name":"tool","text":"T & U"},{"name":"timelimit","text":"2s"},{"name":"name","text":"one"}],"description":"two\n  lines <here>","system":[{"name":"hostname","text":"h"},{"name":"os","text":"Linux"},{"name":"cpu","text":"C"},{"name":"cores","text":"2"},{"name":"turboboost","text":"false"},{"name":"ram","text":"8000000B"},{"name":"hostname","text":"i"}],"environment":[{"name":"A","text":"a & b"},{"name":"B","text":"\u001b[0m"}],"columns":["status","cputime"],"totals":[{"title":"cputime","value":"1.5s"}]}}
                {"run":{"name":"../t/1.yml","files":["../t/1.c","../t/2.c"],"properties":"unreach-call","expected":"true","repetition":1,"options":["--a","b"],"columns":[{"title":"status","value":"false(unreach-call)"},{"title":"category","value":"wrong","hidden":true},{"title":"cputime","value":"1.5s"},{"title":"note","value":""}],"log":null}}
                {"run":{"name":"2.c","files":[],"properties":"","expected":null,"repetition":1,"options":[],"columns":[],"log":"x/2.log"}}
            "#]],
        );
    }

    #[test]
    fn a_cut_file_keeps_the_runs_that_are_whole() {
        let end = FILE.find("<column title='note'").unwrap();
        let loaded = read(&FILE[..end]).unwrap();
        assert_eq!(loaded.sets[0].runs, []);
        expect!["the file was cut: it ends before </result>; 0 runs are whole and kept; one that is not whole is left out"].assert_eq(&loaded.warnings.join("\n"));
        let end = FILE.find("logfile").unwrap();
        let loaded = read(&FILE[..end]).unwrap();
        assert_eq!(loaded.sets[0].runs.len(), 1);
        expect!["the file was cut: syntax error: tag not closed: `>` not found before end of input at byte 1018; it ends before </result>; 1 runs are whole and kept"].assert_eq(&loaded.warnings.join("\n"));
    }

    #[test]
    fn other_xml_is_refused_by_name() {
        check(
            "<benchmark tool='x'/>",
            expect!["error: this XML has <benchmark> where result files have <result>"],
        );
        check("<?xml version='1.0'?>", expect!["error: it ends before </result>"]);
        check(
            "<result",
            expect![
                "error: syntax error: tag not closed: `>` not found before end of input at byte 0; it ends before </result>"
            ],
        );
        check(
            "<result error='interrupted'/>",
            expect![[r#"
                {"set":{"items":[{"name":"error","text":"interrupted"}],"description":"","system":[],"environment":[],"columns":[],"totals":[]}}
                warning: the benchmark did not end normally: interrupted
            "#]],
        );
    }

    fn text() -> impl Strategy<Value = String> {
        "[ -~äß\n]{0,8}"
    }

    fn name() -> impl Strategy<Value = String> {
        "[a-z]{1,6}"
    }

    fn columns() -> impl Strategy<Value = Vec<Column>> {
        let column = (name(), text(), any::<bool>()).prop_map(|(title, value, hidden)| Column {
            title,
            value,
            hidden,
        });
        prop::collection::vec(column, 0..4)
    }

    fn runs() -> impl Strategy<Value = Vec<Run>> {
        let run = (
            text(),
            prop::collection::vec("[a-z/.]{1,9}", 0..3),
            prop::option::of(name()),
            columns(),
            prop::option::of(text()),
        );
        let run = run.prop_map(|(name, files, expected, columns, log)| Run {
            name,
            options: files.clone(),
            files,
            expected,
            columns,
            log,
            repetition: 1,
            ..Run::default()
        });
        prop::collection::vec(run, 0..4)
    }

    proptest! {
        /// What was written is read, and a text that was cut anywhere gives a part of the runs, or an error, but no other ones.
        #[test]
        fn writing_and_reading(runs in runs(), variable in text(), cut in 0.0..1.0_f64) {
            let items = ["benchmarkname", "date", "starttime", "tool", "version", "toolmodule", "generator"];
            let item = |name: &str| Item { name: name.to_owned(), text: variable.clone() };
            let set = ResultSet {
                items: items.map(item).into(),
                system: vec![item("hostname")],
                environment: vec![item("A")],
                columns: vec!["status".to_owned()],
                runs,
                ..ResultSet::default()
            };
            let xml = write(&set);
            let loaded = read(&xml).unwrap();
            prop_assert_eq!(&loaded.sets[0], &set);
            let mut end = ((xml.len() - 2) as f64 * cut) as usize;
            while !xml.is_char_boundary(end) {
                end += 1;
            }
            if let Ok(part) = read(&xml[..end]) {
                prop_assert!(set.runs.starts_with(&part.sets[0].runs));
                prop_assert_eq!(part.warnings.len(), 1);
            }
        }
    }
}
