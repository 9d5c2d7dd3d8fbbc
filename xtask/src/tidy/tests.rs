//! The workspace is tidy, and each rule can fail.

use super::*;

#[test]
fn the_workspace_is_tidy() {
    let findings = run(&crate::root());
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
}

fn workspace(files: &[(&str, &str)]) -> Workspace {
    let file = |&(path, text): &(&str, &str)| SourceFile { path: path.to_owned(), text: text.to_owned() };
    Workspace { files: files.iter().map(file).collect(), packages: Vec::new() }
}

fn packages(json: &str) -> Workspace {
    Workspace { files: Vec::new(), packages: serde_saphyr::from_str(json).unwrap() }
}

#[test]
fn rules_about_texts_can_fail() {
    let long = "//! x\n".repeat(801);
    let word = format!("//! x\n// {}{}: later\n#[{}(dead_code)]\n", "TO", "DO", "allow");
    let cases: &[(Rule, &str, &str)] = &[
        (text::check_essays, "fn f() {}\n", "a.rs does not begin with `//!`"),
        (text::check_length, &long, "a.rs has 801 lines"),
        (
            text::check_names,
            "//! x\npub(crate) struct FileManager;\n",
            "a.rs: `FileManager` says nothing about what it is",
        ),
        (text::check_sorted, "//! x\n// tidy: sorted\nb\na\n// tidy: end\n", "a.rs:4: not in order"),
    ];
    for (rule, content, finding) in cases {
        assert_eq!(rule(&workspace(&[("a.rs", content)])), [*finding]);
    }
    assert_eq!(text::check_words(&workspace(&[("a.rs", &word)])).len(), 2);
}

#[test]
fn sorted_lists_and_long_words_pass() {
    let fine = "//! x\n// tidy: sorted\na\nb\n// tidy: end\na\nstruct PhantomDatabase; // MASTODON\n";
    let workspace = workspace(&[("a.rs", fine)]);
    for rule in [text::check_sorted, text::check_names, text::check_words] {
        assert_eq!(rule(&workspace), Vec::<String>::new());
    }
}

#[test]
fn rules_about_layers_can_fail() {
    let json = r#"[
        {"name": "c-syntax", "dependencies": [{"name": "cfa", "kind": null, "path": "x"}], "metadata": {"architecture": {"layer": 2}}},
        {"name": "cfa", "dependencies": [{"name": "c-syntax", "kind": "dev", "path": "x"}], "metadata": {"architecture": {"layer": 2}}},
        {"name": "cpa", "dependencies": [{"name": "c-syntax", "kind": null, "path": "x"}], "metadata": {"architecture": {"layer": 4}}},
        {"name": "lost", "dependencies": [{"name": "clap", "kind": null, "path": null}], "metadata": null}
    ]"#;
    let workspace = packages(json);
    assert_eq!(layers::check_layers(&workspace), ["c-syntax (2) depends on cfa (2)", "lost has no layer"]);
    assert_eq!(layers::check_reach(&workspace), ["cpa reaches c-syntax"]);
    assert_eq!(
        documents::check_dependencies(&workspace),
        ["docs/adr/0005-dependencies.md does not say why `clap` is used"]
    );
    assert_eq!(documents::check_code_map(&workspace).len(), 4);
}

#[test]
fn rules_about_what_is_outside_can_fail() {
    let clock = "//! x\nfn f() {\n    let now = Instant::now();\n}\n";
    let tested = "//! x\n// Instant::now() is elsewhere\n#[cfg(test)]\nmod tests {\n    fn f() { Instant::now(); }\n}\n";
    let workspace = workspace(&[
        ("crates/cpa/src/a.rs", clock),
        ("crates/cpa/src/tests/a.rs", clock),
        ("crates/limits/src/a.rs", clock),
        ("crates/smt/src/b.rs", tested),
        ("crates/smt/src/c.rs", "//! x\nuse std::fs;\nfn f() { fs::read(\"a\"); }\n"),
    ]);
    assert_eq!(
        outside::check_outside(&workspace),
        [
            "crates/cpa/src/a.rs:3 touches a clock, and `cpa` may not",
            "crates/smt/src/c.rs:3 touches a file, and `smt` may not",
        ]
    );
}

#[test]
fn rules_about_documents_can_fail() {
    let record = "Status: accepted\n## Context\n## Decision\n";
    let workspace = workspace(&[("docs/adr/0002-x.md", record)]);
    let findings = documents::check_decisions(&workspace);
    let expected =
        ["docs/adr/0002-x.md should have the number 0001-", "docs/adr/0002-x.md has no `## Consequences`"];
    assert_eq!(findings, expected);
    assert_eq!(documents::check_test_command(&workspace).len(), 3);
    assert_eq!(documents::check_run_command(&workspace).len(), 1);
    let narrow = self::workspace(&[
        ("Cargo.toml", "[workspace]\ndefault-members = [\"a\"]\n"),
        ("crates/verdikt/Cargo.toml", "[package]\ndefault-run = \"verdikt\"\n"),
        (".ci/run", "apt-get install csmith\n"),
    ]);
    assert_eq!(documents::check_run_command(&narrow).len(), 1);
    assert!(documents::check_test_command(&narrow).contains(&".ci/run installs something itself".to_owned()));
    let refusing = self::workspace(&[("crates/c-sema/src/a.rs", "self.refuse(\"trigraphs\")")]);
    let missing = "crates/c-sema/src/a.rs: `trigraphs` has no row in crates/engine/src/features/table.rs";
    assert_eq!(documents::check_ledger(&refusing), [missing]);
}
