//! `verdikt-bench table` as users have it: results in the form that the reference tool writes, tables by definition, differences, and files that are wrong or cut.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use expect_test::{Expect, expect};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder for one test, with results of two sets in it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("table-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        let folder = Self(path);
        folder.write(
            "old.xml",
            &results(
                "old",
                "",
                &[("a", "true", "correct"), ("b", "TIMEOUT", "error"), ("c", "true", "correct")],
            ),
        );
        folder.write(
            "new.xml",
            &results(
                "new",
                "",
                &[("a", "unknown", "unknown"), ("b", "TIMEOUT", "error"), ("d", "true", "correct")],
            ),
        );
        folder
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn table(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verdikt-bench"));
        command.arg("table").args(arguments).current_dir(&self.0).output().unwrap()
    }

    /// Everything that is printed, with the exit status.
    fn check(&self, arguments: &[&str], expect: Expect) {
        let output = self.table(arguments);
        // CSV has line ends that sources cannot have.
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace('\r', "");
        let status = output.status.code().unwrap();
        expect.assert_eq(&format!("{}{}status {status}\n", text(&output.stderr), text(&output.stdout)));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A result file as the reference tool writes it.
fn results(name: &str, block: &str, runs: &[(&str, &str, &str)]) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>
<!DOCTYPE result
  PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.12//EN'
  'https://www.sosy-lab.org/benchexec/result-3.12.dtd'>
<result benchmarkname=\"demo\" date=\"2026-11-16 04:49:39 UTC\" starttime=\"2026-11-16T04:49:39.526669+00:00\" tool=\"T\" version=\"1.0\" \
         toolmodule=\"benchexec.tools.t\" generator=\"BenchExec 3.35\" memlimit=\"50000000B\" timelimit=\"2s\" cpuCores=\"1\" {block} name=\"{name}\">
  <columns>
    <column title=\"status\"/>
    <column title=\"cputime\"/>
  </columns>
  <systeminfo hostname=\"vm\">
    <os name=\"Linux\"/>
    <cpu model=\"C\" cores=\"2\" frequency=\"2596130000Hz\"/>
    <ram size=\"25276518400B\"/>
    <environment>
      <var name=\"SECRET\">hunter2</var>
    </environment>
  </systeminfo>
"
    );
    for (index, (task, status, category)) in runs.iter().enumerate() {
        text += &format!(
            "  <run name=\"../t/{task}.yml\" files=\"[../t/{task}.c]\" properties=\"unreach-call\" propertyFile=\"../p/unreach-call.prp\" expectedVerdict=\"true\">
    <column title=\"cputime\" value=\"{index}.168662381s\"/>
    <column title=\"memory\" value=\"20987904B\"/>
    <column title=\"status\" value=\"{status}\"/>
    <column title=\"category\" value=\"{category}\" hidden=\"true\"/>
  </run>
"
        );
    }
    text + "  <column title=\"cputime\" value=\"2.5s\"/>\n</result>\n"
}

#[test]
fn a_page_and_a_csv_file() {
    let folder = Folder::new();
    folder.check(
        &["old.xml", "new.xml", "--diff"],
        expect![[r#"
        set  results  correct  wrong  unknown  error   score
        old        3        2      0        0      1  4 of 6
        new        3        1      0        1      1  2 of 6

        from old to new:
        worse: 1
          a.yml: true -> unknown
        changed: 0
        better: 0

        results.table.html
        results.table.csv
        results.diff.csv
        status 0
    "#]],
    );
    expect![[r#"
        tool			T 1.0	T 1.0	T 1.0	T 1.0	T 1.0	T 1.0
        run set			old	old	old	new	new	new
        			status	cputime (s)	memory (MB)	status	cputime (s)	memory (MB)
        t/a.yml	unreach-call	true	true	0.168662381	20.987904	unknown	0.168662381	20.987904
        t/b.yml	unreach-call	true	TIMEOUT	1.168662381	20.987904	TIMEOUT	1.168662381	20.987904
        t/c.yml	unreach-call	true	true	2.168662381	20.987904			
        t/d.yml	unreach-call	true				true	2.168662381	20.987904
    "#]]
    .assert_eq(&folder.read("results.table.csv"));
    expect![[r#"
        tool			T 1.0	T 1.0	T 1.0	T 1.0	T 1.0	T 1.0
        run set			old	old	old	new	new	new
        			status	cputime (s)	memory (MB)	status	cputime (s)	memory (MB)
        t/a.yml	unreach-call	true	true	0.168662381	20.987904	unknown	0.168662381	20.987904
    "#]]
    .assert_eq(&folder.read("results.diff.csv"));
    let page = folder.read("results.table.html");
    assert!(page.contains("<title>results</title>") && page.ends_with("</html>\n"));
    assert!(!page.contains("hunter2"), "environment variables are not published by accident");
    folder.table(&["old.xml", "--environment", "-o", "all", "-n", "x", "-f", "html"]);
    assert!(folder.read("all/x.table.html").contains("hunter2"));
}

#[test]
fn results_that_became_worse() {
    let folder = Folder::new();
    folder.check(
        &["old.xml", "new.xml", "--fail-if-worse", "-q"],
        expect![[r#"
        status 1
    "#]],
    );
    folder.check(
        &["new.xml", "old.xml", "--fail-if-worse", "-q"],
        expect![[r#"
        status 0
    "#]],
    );
}

#[test]
fn choices() {
    let folder = Folder::new();
    folder.check(&["old.xml", "new.xml", "-o", "-", "--common", "--csv", "plain"], expect![[r#"
        task,property,expected,old: status,old: category,old: cputime (s),old: memory (MB),new: status,new: category,new: cputime (s),new: memory (MB)
        t/a.yml,unreach-call,true,true,correct,0.168662381,20.987904,unknown,unknown,0.168662381,20.987904
        t/b.yml,unreach-call,true,TIMEOUT,error,1.168662381,20.987904,TIMEOUT,error,1.168662381,20.987904
        status 0
    "#]]);
    folder.check(
        &["old.xml", "-o", "-", "--columns", "score,memory", "--correct-only"],
        expect![[r#"
        tool			T 1.0	T 1.0	T 1.0
        run set			old	old	old
        			status	score	memory (MB)
        t/a.yml	unreach-call	true	true	2	20.987904
        t/b.yml	unreach-call	true	TIMEOUT		
        t/c.yml	unreach-call	true	true	2	20.987904
        status 0
    "#]],
    );
    folder.check(
        &["old.xml", "new.xml", "-o", "-", "-f", "tex"],
        expect![[r#"
        % Made by verdikt-bench. CPU time is the sum over correct results.
        \begin{tabular}{lrrrrrrrrr}
        \hline
        Set & Results & Correct & true & false & Wrong & Unknown & Error & Score & CPU time (s) \\
        \hline
        old & 3 & 2 & 2 & 0 & 0 & 0 & 1 & 4 & 2.34 \\
        new & 3 & 1 & 1 & 0 & 0 & 1 & 1 & 2 & 2.17 \\
        \hline
        \end{tabular}
        status 0
    "#]],
    );
    let part = results("old.A", "block=\"A\"", &[("a", "true", "correct")]);
    folder.write("part.xml", &part);
    folder.check(
        &["part.xml", "old.xml", "-o", "-", "--columns", "status"],
        expect![[r#"
        warning: part.xml is left out, since its results are in old.xml
        tool			T 1.0
        run set			old
        			status
        t/a.yml	unreach-call	true	true
        t/b.yml	unreach-call	true	TIMEOUT
        t/c.yml	unreach-call	true	true
        status 0
    "#]],
    );
}

#[test]
fn definitions() {
    let folder = Folder::new();
    folder.write(
        "table.xml",
        "<table><column title='status'/><column title='memory' displayTitle='mem' displayUnit='kB'/>\
         <union title='both'><result filename='old.xml'/></union><result filename='n*.xml'><column title='cputime'/></result></table>",
    );
    folder.check(
        &["-x", "table.xml", "-o", "-", "--csv", "plain"],
        expect![[r#"
            task,property,expected,both: status,both: category,both: mem (kB),new: status,new: category,new: cputime (s)
            t/a.yml,unreach-call,true,true,correct,20987.904,unknown,unknown,0.168662381
            t/b.yml,unreach-call,true,TIMEOUT,error,20987.904,TIMEOUT,error,1.168662381
            t/c.yml,unreach-call,true,true,correct,20987.904,,,
            t/d.yml,unreach-call,true,,,,true,correct,2.168662381
            status 0
        "#]],
    );
    folder.write("wrong.xml", "<table><result filename='nowhere*.xml'/></table>");
    folder.check(
        &["-x", "wrong.xml"],
        expect![[r#"
            error: wrong.xml: no file matches "nowhere*.xml", seen from .
            status 65
        "#]],
    );
}

#[test]
fn wrong_and_cut_input() {
    let folder = Folder::new();
    folder.check(
        &["nothing.xml"],
        expect![[r#"
        error: nothing.xml: No such file or directory (os error 2)
        status 65
    "#]],
    );
    folder.write("table.xml", "<table/>");
    folder.check(
        &["table.xml"],
        expect![[r#"
        error: table.xml: this XML has <table> where result files have <result>
        status 65
    "#]],
    );
    folder.write("text.xml", "no results");
    folder.check(&["text.xml"], expect![[r#"
        error: text.xml: this is neither result XML nor JSON lines; give a file that `verdikt-bench run` or benchexec wrote
        status 65
    "#]]);
    let whole = folder.read("old.xml");
    folder.write("cut.xml", &whole[..whole.find("../t/c.yml").unwrap()]);
    folder.check(&["cut.xml", "-o", "-", "--columns", "cputime"], expect![[r#"
        warning: cut.xml: the file was cut: syntax error: attribute value not closed: `"` not found before end of input at byte 1422; it ends before </result>; 2 runs are whole and kept
        tool			T 1.0	T 1.0
        run set			old	old
        			status	cputime (s)
        t/a.yml	unreach-call	true	true	0.168662381
        t/b.yml	unreach-call	true	TIMEOUT	1.168662381
        status 0
    "#]]);
    folder.check(
        &["."],
        expect![[r#"
        error: .: there is no result file in this folder
        status 65
    "#]],
    );
    folder.write("b.results.old.xml", &whole);
    folder.write("b.logfiles.zip", "PK");
    folder.check(
        &[".", "-o", "-", "--columns", "status"],
        expect![[r#"
        warning: the logs in ./b.logfiles.zip cannot be read: invalid Zip archive: Could not find EOCD
        tool			T 1.0
        run set			old
        			status
        t/a.yml	unreach-call	true	true
        t/b.yml	unreach-call	true	TIMEOUT
        t/c.yml	unreach-call	true	true
        status 0
    "#]],
    );
    folder.write("file", "");
    folder.check(
        &["old.xml", "-o", "file/x"],
        expect![[r#"
        error: file/x/old.table.html: Not a directory (os error 20)
        status 74
    "#]],
    );
}
