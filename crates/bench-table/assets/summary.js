// The first view: what was run where, and what came out, for the rows that filters leave.

function summaryView(app, container) {
  fill(container, el("section", { class: "numbers" }), environmentTable(app.sheet), notes(app.sheet));
  refreshSummary(app, container);
}

const FACTS = [
  ["Tool", (set) => `${set.tool} ${set.version}`.trim()],
  ["Run set", (set) => set.name],
  ["Benchmark", (set) => item(set, "benchmarkname")],
  ["Description", (set) => set.description],
  ["Limits", limits],
  ["Options", (set) => item(set, "options")],
  ["Date", (set) => item(set, "date") || item(set, "starttime")],
  ["Host", (set) => fact(set, "hostname")],
  ["System", (set) => fact(set, "os")],
  ["Processor", processor],
  ["Memory", (set) => readable(fact(set, "ram"))],
  ["Made by", (set) => item(set, "generator")],
  ["File", (set) => set.files.join("\n")],
];

function item(set, name) {
  const found = set.items.find(([key]) => key === name);
  return found ? found[1] : "";
}

function fact(set, name) {
  const found = set.system.find(([key]) => key === name);
  return found ? found[1] : "";
}

function limits(set) {
  const parts = [
    ["timelimit", "CPU time"], ["hardtimelimit", "hard CPU time"], ["softtimelimit", "soft CPU time"], ["walltimelimit", "wall time"], ["memlimit", "memory"], ["cpuCores", "cores"],
  ];
  return parts.map(([name, label]) => (item(set, name) ? `${label} ${readable(item(set, name))}` : "")).filter((text) => text !== "").join(", ");
}

function processor(set) {
  const turbo = fact(set, "turboboost");
  const parts = [fact(set, "cpu"), fact(set, "cores") && `${fact(set, "cores")} cores`, readable(fact(set, "frequency")), turbo && `turbo ${turbo === "true" ? "on" : "off"}`];
  return parts.filter((text) => text).join(", ");
}

/** A quantity by a larger unit: `25276518400B` is 25.3 GB. */
function readable(text) {
  const match = /^(\d+(?:\.\d+)?)(B|Hz)$/.exec(text || "");
  if (!match) return (text || "").replace(/^(\d+)s$/, "$1 s");
  let value = Number(match[1]);
  let power = 0;
  while (value >= 1000 && power < 4) {
    value /= 1000;
    power++;
  }
  const rounded = Number.isInteger(value) ? String(value) : significant(value, 3);
  return `${rounded} ${["", match[2] === "B" ? "k" : "k", "M", "G", "T"][power]}${match[2]}`;
}

/** A line for each fact; neighbours that say the same share a cell. */
function environmentTable(sheet) {
  const lines = FACTS.map(([label, of]) => [label, sheet.sets.map(of)]).filter(([, texts]) => texts.some((text) => text !== ""));
  const cells = (texts) => {
    const parts = [];
    texts.forEach((text) => {
      const last = parts[parts.length - 1];
      if (last && last.text === text) last.span++;
      else parts.push({ text, span: 1 });
    });
    return parts.map(({ text, span }) => el("td", { colspan: span }, text));
  };
  const variables = sheet.sets.some((set) => set.environment.length > 0)
    ? el("tr", null, el("th", { scope: "row" }, "Variables"), sheet.sets.map((set) => el("td", null, el("details", null,
        el("summary", null, `${set.environment.length} variables`), el("dl", { class: "variables" }, set.environment.map(([name, text]) => [el("dt", null, name), el("dd", null, text)]))))))
    : null;
  return el("section", null, el("h2", null, "Benchmark"), el("div", { class: "scroll" }, el("table", { class: "plain facts" },
    el("thead", null, el("tr", null, el("th"), sheet.sets.map((set) => el("th", { scope: "col" }, el("span", { class: "set", style: `--set:${setColor(set.index)}` }, set.title))))),
    el("tbody", null, lines.map(([label, texts]) => el("tr", null, el("th", { scope: "row" }, label), cells(texts))), variables))));
}

function notes(sheet) {
  if (sheet.warnings.length === 0) return null;
  return el("section", null, el("h2", null, "Remarks"), el("ul", { class: "remarks" }, sheet.warnings.map((text) => el("li", null, text))));
}

function refreshSummary(app, container) {
  const { sheet, rows } = app;
  const counts = sheet.sets.map((set) => countResults(sheet, set, rows));
  fill(container.querySelector(".numbers"), el("h2", null, "Results"), el("div", { class: "bars" }, counts.map((result, index) => bar(app, sheet.sets[index], result))),
    el("div", { class: "scroll" }, countTable(app, counts)), measures(app));
}

/** The shares of categories as one bar. */
function bar(app, set, result) {
  const parts = CATEGORIES.map((name, index) => {
    const number = result.categories[index];
    if (number === 0) return null;
    const share = (100 * number) / result.total;
    return el("button", { type: "button", class: `part is-${name}`, style: `flex-grow:${number}`, title: `${name}: ${number} (${significant(share, 3)} %)`, "aria-label": `${set.title}: ${number} ${name}; show them`,
      click: () => app.showRows({ [set.status.key]: `@${name}` }) }, share > 3 ? count(number) : "");
  });
  return el("div", { class: "bar-line" }, el("span", { class: "bar-name", title: set.title }, set.title), el("div", { class: "bar" }, parts));
}

function countTable(app, counts) {
  const { sheet } = app;
  const line = (label, className, number, filter) =>
    el("tr", { class: className }, el("th", { scope: "row" }, label), counts.map((result, index) => {
      const value = number(result);
      const text = typeof value === "number" ? count(value) : value;
      const set = sheet.sets[index];
      return el("td", { class: "number" }, filter && value > 0
        ? el("button", { type: "button", class: "quiet", click: () => app.showRows({ [set.status.key]: filter(set) }) }, text) : text);
    }));
  const answers = (category, answer) => (result) => result.answers[category][answer];
  const any = (category, answer) => counts.some((result) => result.answers[category][answer] > 0);
  const words = (set, category, answer) => {
    const found = new Set();
    for (let row = 0; row < sheet.size; row++) if (set.categories[row] === category && set.answers[set.status.codes[row]] === answer) found.add(set.status.words[set.status.codes[row]]);
    return joinWords(found);
  };
  const lines = [line("Results", "strong", (result) => result.total)];
  const part = (name, category) => {
    lines.push(line(name, `strong cat-${CATEGORIES[category]}`, (result) => result.categories[category], () => `@${CATEGORIES[category]}`));
    ["true", "false"].forEach((text, answer) => {
      if (any(category, answer)) lines.push(line(text, "sub", answers(category, answer), (set) => words(set, category, answer)));
    });
  };
  part("correct", 0);
  if (counts.some((result) => result.categories[1] > 0)) part("correct, unconfirmed", 1);
  part("wrong", 2);
  lines.push(line("unknown", "strong cat-unknown", (result) => result.categories[3], () => "@unknown"));
  lines.push(line("error", "strong cat-error", (result) => result.categories[4], () => "@error"));
  const errors = [...new Set(counts.flatMap((result) => result.errors.map(([word]) => word)))];
  const sum = (word) => counts.reduce((total, result) => total + ((result.errors.find(([name]) => name === word) || [0, 0])[1]), 0);
  errors.sort((a, b) => sum(b) - sum(a)).forEach((word) => {
    lines.push(line(word, "sub", (result) => (result.errors.find(([name]) => name === word) || [0, 0])[1], () => joinWords([word])));
  });
  if (counts.some((result) => result.categories[5] > 0)) lines.push(line("not compared", "strong cat-missing", (result) => result.categories[5], () => "@missing"));
  if (counts.some((result) => result.best > 0)) lines.push(line("Score", "strong score", (result) => `${count(result.score).replace("-", "−")} of ${count(result.best)}`));
  return el("table", { class: "plain counts" },
    el("thead", null, el("tr", null, el("th"), sheet.sets.map((set) => el("th", { scope: "col", class: "number", title: set.title }, el("span", { class: "set", style: `--set:${setColor(set.index)}` }, set.title))))),
    el("tbody", null, lines));
}

/** Sums and spreads of one column by category. */
function measures(app) {
  const { sheet, state, rows } = app;
  const labels = [...new Set(sheet.sets.flatMap((set) => set.columns.filter((column) => column.kind === "number").map((column) => column.label)))];
  if (labels.length === 0) return null;
  const label = labels.includes(state.plots.measure) ? state.plots.measure : labels.includes("cputime") ? "cputime" : labels[0];
  const categories = [[-1, "all"], [0, "correct"], [2, "wrong"], [3, "unknown"], [4, "error"], [5, "not compared"]];
  const names = ["n", "sum", "mean", "median", "min", "max", "deviation"];
  const body = sheet.sets.flatMap((set) => {
    const column = set.columns.find((candidate) => candidate.kind === "number" && candidate.label === label);
    if (!column) return [];
    const lines = categories.map(([category, name]) => [name, spread(column, set, rows, category)]).filter(([, result]) => result !== null);
    return lines.map(([name, result], index) => el("tr", { class: index === 0 ? "set-start" : "" },
      index === 0 ? el("th", { scope: "rowgroup", rowspan: lines.length }, el("span", { class: "set", style: `--set:${setColor(set.index)}` }, set.title)) : null,
      el("th", { scope: "row" }, name), names.map((key) => el("td", { class: "number" }, key === "n" ? count(result.n) : shown(result[key], column.digits || (Number.isInteger(result[key]) ? 0 : 3))))));
  });
  const choose = select("Value", labels.map((text) => [text, text]), label, (value) => {
    state.plots.measure = value;
    app.stateChanged();
    refreshSummary(app, byId("view-summary"));
  });
  const units = [...new Set(sheet.sets.flatMap((set) => set.columns.filter((column) => column.label === label && column.unit).map((column) => column.unit)))];
  return el("section", null, el("div", { class: "title-line" }, el("h2", null, "Measurements"), choose, el("span", { class: "note" }, units.length > 0 ? `in ${units.join(", ")}` : "")), el("div", { class: "scroll" }, el("table", { class: "plain measures" },
    el("thead", null, el("tr", null, el("th"), el("th"), names.map((name) => el("th", { scope: "col", class: "number" }, name)))), el("tbody", null, body))));
}
