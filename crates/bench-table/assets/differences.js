// What changed from one set to another: how many rows became worse or better, from which status to which, and what became slower.

function differencesView(app, container) {
  const { sheet, state } = app;
  if (sheet.sets.length < 2) return fill(container, el("p", { class: "note" }, "There is one set of results; give several result files to compare them."));
  const settings = { a: 0, b: sheet.sets.length - 1, ...pick(state.plots, "d") };
  const valid = (value, standard) => (sheet.sets[Number(value)] ? Number(value) : standard);
  const first = valid(settings.a, 0);
  const second = valid(settings.b, sheet.sets.length - 1);
  const choose = (name) => (value) => {
    state.plots[`d.${name}`] = value;
    app.stateChanged();
    differencesView(app, container);
  };
  const options = sheet.sets.map((set) => [set.index, set.title]);
  const groups = { worse: [], changed: [], better: [], same: [] };
  const transitions = new Map();
  for (const row of app.rows) {
    const kind = change(sheet, first, second, row);
    if (kind === "") continue;
    groups[kind].push(row);
    const [from, to] = [first, second].map((set) => statusClass(sheet.sets[set], row));
    const key = JSON.stringify([from, to]);
    transitions.set(key, (transitions.get(key) || 0) + 1);
  }
  const card = (kind, text) => el("button", { type: "button", class: `card ${kind}`, click: () => app.showDifference(`${first}-${second}:${kind}`) },
    el("strong", null, count(groups[kind].length)), el("span", null, text));
  fill(container,
    el("div", { class: "controls" }, select("From", options, first, choose("a")), select("to", options, second, choose("b"))),
    el("div", { class: "cards" }, card("worse", "worse"), card("changed", "changed"), card("better", "better"), card("same", "the same")),
    el("section", null, el("h2", null, "Statuses"), el("div", { class: "scroll" }, transitionTable(app, first, second, transitions))),
    rowList(app, "Worse", groups.worse, first, second), rowList(app, "Changed", groups.changed, first, second), rowList(app, "Better", groups.better, first, second),
    slowdowns(app, first, second));
}

/** The status, with all statuses of errors as they are but parts of properties put together. */
function statusClass(set, row) {
  const status = cellText(set.status, row).replace(/^(false)\(.*\)$/, "$1");
  return `${CATEGORIES[set.categories[row]]}: ${status}`;
}

function transitionTable(app, first, second, transitions) {
  const { sheet } = app;
  const pairs = [...transitions].map(([key, number]) => [...JSON.parse(key), number]);
  const sorted = (index) => [...new Set(pairs.map((pair) => pair[index]))].sort((a, b) => CATEGORIES.indexOf(a.split(":")[0]) - CATEGORIES.indexOf(b.split(":")[0]) || (a < b ? -1 : 1));
  const [from, to] = [sorted(0), sorted(1)];
  const label = (text) => el("span", { class: `tag is-${text.split(":")[0]}`, title: text }, text.slice(text.indexOf(":") + 2));
  const words = (set, text) => {
    const found = new Set();
    for (const row of app.rows) if (set.categories[row] >= 0 && statusClass(set, row) === text) found.add(cellText(set.status, row));
    return joinWords(found);
  };
  const cell = (a, b) => {
    const number = transitions.get(JSON.stringify([a, b])) || 0;
    const kind = a === b ? "same" : WORTH[CATEGORIES.indexOf(b.split(":")[0])] < WORTH[CATEGORIES.indexOf(a.split(":")[0])] ? "worse" : WORTH[CATEGORIES.indexOf(b.split(":")[0])] > WORTH[CATEGORIES.indexOf(a.split(":")[0])] ? "better" : "changed";
    const show = () => app.showRows({ [sheet.sets[first].status.key]: words(sheet.sets[first], a), [sheet.sets[second].status.key]: words(sheet.sets[second], b) });
    return el("td", { class: `number ${number > 0 ? kind : "gap"}` }, number > 0 ? el("button", { type: "button", class: "quiet", click: show }, count(number)) : "·");
  };
  return el("table", { class: "plain matrix" },
    el("thead", null, el("tr", null, el("th", null, `${sheet.sets[first].title} ↓  ${sheet.sets[second].title} →`), to.map((text) => el("th", { scope: "col" }, label(text))))),
    el("tbody", null, from.map((a) => el("tr", null, el("th", { scope: "row" }, label(a)), to.map((b) => cell(a, b))))));
}

const LIST_LENGTH = 100;

function rowList(app, title, rows, first, second) {
  if (rows.length === 0) return null;
  const { sheet } = app;
  const kind = title.toLowerCase();
  const tag = (set, row) => el("td", null, el("span", { class: `tag is-${CATEGORIES[set.categories[row]]}` }, cellText(set.status, row)));
  const more = rows.length > LIST_LENGTH ? el("p", null, el("button", { type: "button", click: () => app.showDifference(`${first}-${second}:${kind}`) }, `All ${count(rows.length)} in the table`)) : null;
  return el("section", null, el("details", { open: kind === "worse" }, el("summary", null, el("h2", null, title), el("small", null, ` ${count(rows.length)}`)),
    el("table", { class: "plain rows" }, el("tbody", null, [...rows].slice(0, LIST_LENGTH).map((row) => el("tr", null,
      el("td", null, el("button", { type: "button", class: "task", click: () => showDetails(app, row) }, taskName(sheet, row))), tag(sheet.sets[first], row), el("td", { class: "arrow" }, "→"), tag(sheet.sets[second], row))))), more));
}

/** The largest factors of CPU time among tasks that both sets solve. */
function slowdowns(app, first, second) {
  const { sheet } = app;
  const time = (set) => ["cputime", "walltime"].map((title) => set.columns.find((column) => column.title === title && column.kind === "number")).find((column) => column);
  const [a, b] = [time(sheet.sets[first]), time(sheet.sets[second])];
  if (!a || !b || a.title !== b.title) return null;
  const pairs = [];
  let [sumA, sumB] = [0, 0];
  for (const row of app.rows) {
    if (sheet.sets[first].categories[row] !== 0 || sheet.sets[second].categories[row] !== 0) continue;
    const [p, q] = [a.values[row], b.values[row]];
    if (!(p > 0 && q > 0)) continue;
    sumA += p;
    sumB += q;
    // Differences of milliseconds are noise, whatever their factor.
    if (Math.abs(p - q) > 0.1) pairs.push([q / p, row, p, q]);
  }
  if (sumA === 0) return null;
  pairs.sort((x, y) => y[0] - x[0]);
  const list = (title, part) => (part.length === 0 ? null : el("div", null, el("h3", null, title), el("table", { class: "plain rows" }, el("tbody", null, part.map(([factor, row, p, q]) => el("tr", null,
    el("td", null, el("button", { type: "button", class: "task", click: () => showDetails(app, row) }, taskName(sheet, row))),
    el("td", { class: "number" }, `${shown(p, 3)} s`), el("td", { class: "arrow" }, "→"), el("td", { class: "number" }, `${shown(q, 3)} s`), el("td", { class: "number" }, `×${significant(factor, 3)}`)))))));
  return el("section", null, el("h2", null, `${a.label} of tasks that both solve`),
    el("p", null, `${shown(sumA, 3)} s → ${shown(sumB, 3)} s in all, ×${significant(sumB / sumA, 3)}`),
    el("div", { class: "two" }, list("Slower", pairs.filter(([factor]) => factor > 1).slice(0, 10)), list("Faster", pairs.filter(([factor]) => factor < 1).slice(-10).reverse())));
}
