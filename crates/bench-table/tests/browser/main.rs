//! The page in a real browser: filters, order, plots, differences, logs, and a table of twenty thousand rows.
//!
//! Where no Chromium is installed the tests are skipped.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod devtools;
mod sample;

use bench_result::ResultSet;
use bench_table::{
    Change, LogPolicy, Logs, Page, Table, Timeouts, Visible, changes, counts, html, join, significant,
};
use devtools::Browser;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Makes a page of results and opens it. Nothing if there is no browser.
fn with_page(name: &str, tasks: usize, sets: usize, action: impl FnOnce(&mut Browser, &Table, &Path)) {
    let mut browser = match Browser::start(name) {
        Ok(browser) => browser,
        Err(why) => return test_needs::skip(why),
    };
    let folder = folder(name);
    let mut logs = Logs::default();
    let table = join(&sample::parts(&folder, tasks, sets), Visible::Usual, &mut logs);
    let page = Page { title: "A <b>sample</b>".to_owned(), folder: folder.clone(), ..Page::default() };
    let (text, warnings) = html(&table, &page, &mut logs);
    assert_eq!(warnings, Vec::<String>::new());
    let file = folder.join("sample.table.html");
    std::fs::write(&file, text).unwrap();
    browser.open(&file, "");
    action(&mut browser, &table, &file);
    assert_eq!(browser.complaints(), Vec::<String>::new());
    drop(browser);
    std::fs::remove_dir_all(folder).unwrap();
}

/// How many rows of the table satisfy a condition on the outcomes of the first set.
fn number_of_rows(table: &Table, condition: impl Fn(usize) -> bool) -> usize {
    (0..table.rows.len()).filter(|row| condition(*row)).count()
}

#[test]
fn statistics_are_those_of_the_crate() {
    with_page("statistics", 300, 3, |browser, table, _| {
        assert_eq!(browser.text("document.title"), "A <b>sample</b>");
        for (index, group) in table.groups.iter().enumerate() {
            let counts = counts(table, group);
            let shown = browser.js(&format!(
                "(() => {{ const {{ app, countResults }} = verdiktBench; const r = countResults(app.sheet, app.sheet.sets[{index}], app.rows); \
                 return [r.total, r.score, r.best, r.categories[3], r.categories[4], ...r.answers[0], ...r.answers[2]]; }})()"
            ));
            let wanted = json!([
                counts.total,
                counts.score,
                counts.best,
                counts.unknown,
                counts.error(),
                counts.correct_true,
                counts.correct_false,
                counts.correct_other,
                counts.wrong_true,
                counts.wrong_false,
                counts.wrong_other,
            ]);
            assert_eq!(shown, wanted);
        }
        for number in
            [0.168_662_381, 0.000_123_456, 2.194, 900.123, 123_456.0, 0.0, 9.999, -0.056_78, 1e-9, 7e11]
        {
            let shown = browser.text(&format!("verdiktBench.significant({number}, 3)"));
            assert_eq!(shown, significant(number, 3));
        }
        assert!(browser.text("document.querySelector('table.facts').textContent").contains("Tool & Co 1.2"));
        assert!(
            browser
                .text("document.querySelector('table.facts').textContent")
                .contains("CPU time 600 s, memory 4 GB")
        );
    });
}

#[test]
fn filters_order_and_addresses() {
    with_page("filters", 300, 3, |browser, table, file| {
        let rows = "verdiktBench.app.rows.length";
        browser.click("#tab-table");
        assert_eq!(browser.count(rows), table.rows.len());
        // A text that is typed.
        browser.click("th.name input");
        browser.write("ARRAYS");
        let wanted = number_of_rows(table, |row| table.rows[row].name.starts_with("arrays/"));
        browser.wait(&format!("{rows} === {wanted}"));
        // A regular expression, one that is wrong, and none.
        browser.js("verdiktBench.app.setFilter('task', '/task-1\\\\d\\\\.yml$/')");
        assert_eq!(browser.count(rows), 10);
        browser.js("verdiktBench.app.setFilter('task', '/task-(/')");
        assert_eq!(browser.count(rows), table.rows.len());
        assert_eq!(
            browser.text("document.querySelector('th.name input').getAttribute('aria-invalid')"),
            "true"
        );
        browser.js("verdiktBench.app.clearFilters()");
        // A category that is ticked.
        browser.click("th.status button.choose");
        browser.click("#chooser .tag.is-wrong");
        let outcome = |row: usize| table.groups[0].outcomes[row].as_ref();
        let wanted = number_of_rows(table, |row| {
            outcome(row).is_some_and(|outcome| outcome.category.to_string() == "wrong")
        });
        browser.wait(&format!("{rows} === {wanted}"));
        browser.key("Escape");
        browser.js("document.querySelector('#chooser').close()");
        // Numbers, and rows without a result.
        browser.js("verdiktBench.app.clearFilters(); verdiktBench.app.setFilter('0.cputime', '1..10')");
        let cpu = |row: usize| table.groups[0].columns[0].values.exact(row).parse::<f64>().ok();
        assert_eq!(
            browser.count(rows),
            number_of_rows(table, |row| cpu(row).is_some_and(|time| (1.0..=10.0).contains(&time)))
        );
        browser.js("verdiktBench.app.clearFilters(); verdiktBench.app.setFilter('0.status', 'none')");
        assert_eq!(browser.count(rows), number_of_rows(table, |row| outcome(row).is_none()));
        browser.js("verdiktBench.app.clearFilters()");
        // Words with commas, several of them, and the way back from the address.
        let words = browser.js(
            "(() => { const { joinWords, splitWords } = verdiktBench; const words = ['a, b', 'ERROR (1, 2)', 'true']; return [joinWords(words), splitWords(joinWords(words))]; })()",
        );
        assert_eq!(words, json!(["\"a, b\",ERROR (1, 2),true", ["a, b", "ERROR (1, 2)", "true"]]));
        browser.js("location.hash = '#table?f.task=%E0%A4%A&f.0.status=TIMEOUT'");
        let timeouts =
            number_of_rows(table, |row| outcome(row).is_some_and(|outcome| outcome.status == "TIMEOUT"));
        browser.wait("verdiktBench.app.state.filters['0.status'] === 'TIMEOUT'");
        browser.js("verdiktBench.app.setFilter('task', '')");
        assert_eq!(browser.count(rows), timeouts);
        browser.js("verdiktBench.app.clearFilters()");
        // Down by CPU time: the second click turns the order.
        browser.js("document.querySelectorAll('th.number button.sort')[0].click()");
        browser.js("document.querySelectorAll('th.number button.sort')[0].click()");
        let shown = browser.js("Array.from(verdiktBench.app.rows)");
        let shown: Vec<usize> = serde_json::from_value(shown).unwrap();
        let times: Vec<f64> = shown.iter().map_while(|row| cpu(*row)).collect();
        assert!(times.windows(2).all(|pair| pair[0] >= pair[1]));
        assert!(shown[times.len()..].iter().all(|row| cpu(*row).is_none()), "gaps are last");
        assert_eq!(
            browser.text("document.querySelectorAll('#grid th.number')[0].getAttribute('aria-sort')"),
            "descending"
        );
        // The address leads to the same view.
        browser.js("verdiktBench.app.setFilter('1.status', '@error')");
        let fragment = browser.text("location.hash");
        assert_eq!(fragment, "#table?f.1.status=@error&sort=-0.cputime");
        let before = browser.js("Array.from(verdiktBench.app.rows)");
        browser.open(file, &fragment);
        assert_eq!(browser.js("Array.from(verdiktBench.app.rows)"), before);
        assert_eq!(browser.js("!document.querySelector('#view-table').hidden"), json!(true));
        // Columns that are not shown.
        browser.click("#open-columns");
        let columns = browser.count("document.querySelectorAll('tr.labels th').length");
        browser.js("document.querySelectorAll('#columns tbody tr')[1].querySelector('input').click()");
        assert_eq!(browser.count("document.querySelectorAll('tr.labels th').length"), columns - 1);
        // A name that is an attack is a text.
        assert_eq!(browser.js("window.attacked === undefined && document.images.length === 0"), json!(true));
    });
}

#[test]
fn plots_differences_and_keys() {
    with_page("plots", 300, 3, |browser, table, _| {
        let ink = "(() => { const c = document.querySelector('.view:not([hidden]) canvas'); const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; \
                   let n = 0; for (let i = 3; i < d.length; i += 4) if (d[i] > 0) n++; return n; })()";
        // By keys from tab to tab.
        browser.click("#tab-table");
        browser.key("ArrowRight");
        browser.wait("!document.querySelector('#view-quantile').hidden && !!document.querySelector('#view-quantile canvas').style.width");
        assert!(browser.number(ink) > 5_000.0);
        let legend = browser.text("document.querySelector('#view-quantile .legend').textContent");
        for group in &table.groups {
            assert!(
                legend.contains(&format!("{} {}", group.title, counts(table, group).correct())),
                "{legend}"
            );
        }
        browser.click("#view-quantile .check input");
        let legend = browser.text("document.querySelector('#view-quantile .legend').textContent");
        assert!(legend.contains(&format!("score {}", counts(table, &table.groups[0]).score)), "{legend}");
        browser.js("document.querySelector('#view-quantile canvas').focus()");
        browser.key("ArrowRight");
        browser.wait("!document.querySelector('#view-quantile .tip').hidden");
        browser.key("Enter");
        browser.wait("document.querySelector('#details').open");
        browser.js("document.querySelector('#details').close()");
        browser.click("#tab-scatter");
        browser.wait("!!document.querySelector('#view-scatter canvas').style.width");
        assert!(browser.number(ink) > 5_000.0);
        browser.js("document.querySelector('#view-scatter .check input').click()");
        assert!(browser.text("document.querySelector('#view-scatter .legend').textContent").contains("R² ="));
        let place = browser.js("(() => { const box = document.querySelector('#view-scatter canvas').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()");
        browser.mouse("mouseMoved", &place);
        browser.wait("document.querySelector('#view-scatter .tip').textContent.includes('factor')");
        browser.click("#tab-differences");
        browser.js("(() => { const list = document.querySelector('#view-differences select'); list.value = '1'; list.dispatchEvent(new Event('change')); })()");
        let changes = changes(table, Timeouts::Count);
        for (change, class) in
            [(Change::Worse, "worse"), (Change::Changed, "changed"), (Change::Better, "better")]
        {
            let wanted = changes.iter().filter(|(_, kind)| *kind == change).count();
            let shown =
                browser.count(&format!("Number(document.querySelector('.card.{class} strong').textContent)"));
            assert_eq!(shown, wanted, "{class}");
        }
        let worse = changes.iter().filter(|(_, kind)| *kind == Change::Worse).count();
        browser.click(".card.worse");
        assert_eq!(browser.count("verdiktBench.app.rows.length"), worse);
        browser.js("verdiktBench.app.clearFilters()");
        browser.click("#theme");
        browser.click("#tab-summary");
    });
}

/// What a case does to a set of results.
type Edit<'a> = &'a dyn Fn(&mut ResultSet);

#[test]
fn results_that_have_hardly_anything() {
    let mut browser = match Browser::start("odd") {
        Ok(browser) => browser,
        Err(why) => return test_needs::skip(why),
    };
    let folder = folder("odd");
    let texts = |set: &mut ResultSet| {
        set.runs
            .iter_mut()
            .flat_map(|run| &mut run.columns)
            .for_each(|column| column.value.push_str(" of 3 things"));
    };
    let bare = |set: &mut ResultSet| set.runs.iter_mut().for_each(|run| run.columns.clear());
    let zeros = |set: &mut ResultSet| {
        let numbers = set.runs.iter_mut().flat_map(|run| &mut run.columns).skip(2);
        numbers
            .filter(|column| column.value.ends_with('s'))
            .for_each(|column| column.value = "0s".to_owned());
    };
    let none: Edit<'_> = &|_| {};
    let cases: [(usize, usize, Edit<'_>); 6] =
        [(0, 1, none), (0, 2, none), (1, 1, none), (3, 2, &bare), (3, 2, &texts), (3, 2, &zeros)];
    for (number, (tasks, sets, change)) in cases.into_iter().enumerate() {
        let mut parts = sample::parts(&folder, tasks, sets);
        parts.iter_mut().flat_map(|part| &mut part.sources).for_each(|source| change(&mut source.set));
        let mut logs = Logs::default();
        let table = join(&parts, Visible::Usual, &mut logs);
        let (text, _) = html(&table, &Page { folder: folder.clone(), ..Page::default() }, &mut logs);
        let file = folder.join(format!("{number}.html"));
        std::fs::write(&file, text).unwrap();
        browser.open(&file, "");
        for tab in ["table", "quantile", "scatter", "differences", "summary"] {
            browser.js(&format!("document.querySelector('#tab-{tab}').click()"));
            browser.wait(&format!("document.querySelector('#view-{tab}').childElementCount > 0"));
        }
        browser.js("document.querySelector('#open-columns').click()");
        assert_eq!(browser.count("verdiktBench.app.rows.length"), table.rows.len());
        assert_eq!(browser.complaints(), Vec::<String>::new(), "case {number}");
    }
    drop(browser);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn twenty_thousand_rows() {
    with_page("large", 20_000, 4, |browser, table, file| {
        let size = std::fs::metadata(file).unwrap().len();
        let start = Instant::now();
        browser.open(file, "#table");
        let load = start.elapsed().as_secs_f64() * 1e3;
        let script = browser.number("verdiktBench.app.loadTime");
        assert_eq!(browser.count("verdiktBench.app.rows.length"), table.rows.len());
        assert!(
            browser.count("document.querySelectorAll('tr.row').length") < 100,
            "only rows that are seen are there"
        );
        // A filter on each of the twenty columns of the sets at once.
        let filter = browser.number(
            "(() => { const { app } = verdiktBench; for (const column of app.sheet.columns) if (column.set >= 0) \
             app.state.filters[column.key] = column.kind === 'number' ? '0.2..100000' : '@correct,@unknown'; \
             app.refilter(); return app.filterTime; })()",
        );
        let typed = browser.number("verdiktBench.app.clearFilters(), verdiktBench.app.setFilter('task', 'task-1'), verdiktBench.app.filterTime");
        browser.js("verdiktBench.app.clearFilters()");
        let sort = browser.number("(() => { const t = performance.now(); verdiktBench.app.sortBy('0.cputime', false); return performance.now() - t; })()");
        let mut frames = |step: usize| {
            browser.js(&format!(
                "new Promise((done) => {{ const grid = document.querySelector('#grid'); grid.scrollTop = 0; const times = []; let last = performance.now(); let n = 0; \
                 const step = (now) => {{ times.push(now - last); last = now; grid.scrollTop += {step}; if (++n < 120) requestAnimationFrame(step); \
                 else {{ times.sort((a, b) => a - b); done([times[60], times[114], times[119]].map(Math.round)); }} }}; requestAnimationFrame(step); }})"
            ))
        };
        let (slow, fast) = (frames(60), frames(700));
        let work = browser.number(
            "(() => { const grid = verdiktBench.app.grid; const t = performance.now(); for (let i = 0; i < 100; i++) { grid.container.scrollTop = i * 5000; grid.draw(); } \
             return (performance.now() - t) / 100; })()",
        );
        println!(
            "20,000 rows x 4 sets: page {:.1} MB, loaded in {load:.0} ms (scripts {script:.0} ms), filter on 20 columns {filter:.0} ms, on names {typed:.0} ms, \
             order {sort:.0} ms, frames (median, 95 %, worst) {slow} ms at 60 pixels a frame, {fast} ms at 700, work for a new screen {work:.1} ms",
            size as f64 / 1e6
        );
        // Five times of what is wanted: the machine may be busy.
        assert!(load < 10_000.0 && filter < 500.0 && typed < 500.0 && sort < 2_000.0 && work < 100.0);
        for tab in ["quantile", "scatter", "differences", "summary"] {
            browser.click(&format!("#tab-{tab}"));
            browser.wait(&format!("document.querySelector('#view-{tab}').childElementCount > 0"));
        }
    });
}

#[test]
fn logs_from_files_archives_and_the_page_itself() {
    let mut browser = match Browser::start("logs") {
        Ok(browser) => browser,
        Err(why) => return test_needs::skip(why),
    };
    let folder = folder("logs");
    let parts = sample::parts(&folder, 4, 1);
    let loose = folder.join("b.logfiles");
    std::fs::create_dir_all(&loose).unwrap();
    let archive = folder.join("b.logfiles.zip");
    let mut zip = zip::ZipWriter::new(std::fs::File::create(&archive).unwrap());
    for run in &parts[0].sources[0].set.runs {
        let name = format!("s0.{}.log", run.name.rsplit('/').next().unwrap());
        let text = format!("the log of {name} with < and &\n").repeat(50);
        std::fs::write(loose.join(&name), &text).unwrap();
        zip.start_file(format!("b.logfiles/{name}"), zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut zip, text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    let page = |policy: LogPolicy| {
        let mut logs = Logs::default();
        let table = join(&parts, Visible::Usual, &mut logs);
        let page = Page { folder: folder.clone(), logs: policy, ..Page::default() };
        let (text, warnings) = html(&table, &page, &mut logs);
        assert_eq!(warnings, Vec::<String>::new());
        let file = folder.join(format!("{policy:?}.html"));
        std::fs::write(&file, text).unwrap();
        file
    };
    let open_log = "document.querySelector('td.status a[href]').click()";
    let (linked, embedded) = (page(LogPolicy::Link), page(LogPolicy::Embed));
    browser.open(&linked, "#table");
    browser.js(open_log);
    browser.wait("!!document.querySelector('#log iframe')");
    let frame = browser.text("decodeURIComponent(document.querySelector('#log iframe').src)");
    assert!(frame.contains("/b.logfiles/s0.task-"), "{frame}");
    // Without the folder the page asks for the archive, and reads it when it is given.
    std::fs::remove_dir_all(&loose).unwrap();
    let packed = page(LogPolicy::Link);
    browser.open(&packed, "#table");
    browser.js(open_log);
    browser.wait("!!document.querySelector('#log input[type=file]')");
    let document = browser.call("DOM.getDocument", json!({}));
    let query = json!({ "nodeId": document["root"]["nodeId"], "selector": "#log input[type=file]" });
    let input = browser.call("DOM.querySelector", query);
    browser.call("DOM.setFileInputFiles", json!({ "nodeId": input["nodeId"], "files": [archive] }));
    browser.wait("(document.querySelector('#log pre')?.textContent || '').includes('with < and &')");
    // A page with its logs needs nothing.
    std::fs::remove_file(&archive).unwrap();
    browser.open(&embedded, "#table");
    browser.js(open_log);
    browser.wait("(document.querySelector('#log pre')?.textContent || '').includes('with < and &')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
    drop(browser);
    std::fs::remove_dir_all(folder).unwrap();
}
