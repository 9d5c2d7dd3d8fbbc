// Puts the page together: tabs, filters that hold for all views, and what has to be drawn again when something changes.

class App {
  constructor(sheet) {
    this.sheet = sheet;
    this.state = readState(sheet);
    this.rows = new Int32Array(0);
    this.stale = new Set();
    this.grid = new Grid(this, byId("grid"));
    this.refilter();
    this.grid.build();
    this.bar();
    this.openTab(this.state.tab, false);
    addEventListener("hashchange", () => this.restore());
    addEventListener("popstate", () => this.restore());
  }

  restore() {
    this.state = readState(this.sheet);
    for (const name of ["quantile", "scatter"]) {
      byId(`view-${name}`).redrawPlot = null;
      fill(byId(`view-${name}`));
    }
    this.refilter();
    this.grid.build();
    this.openTab(this.state.tab, false);
  }

  /** Calculates which rows are shown; everything that depends on them is drawn when it is seen. */
  refilter() {
    const start = performance.now();
    const { rows, problems } = applyFilters(this.sheet, this.state.filters, this.state.diff);
    this.filtered = rows;
    this.rows = sortRows(this.sheet, rows, this.state.sort);
    this.problems = problems;
    this.stale = new Set(TABS);
    this.grid.show(this.rows);
    this.grid.markFilters(problems);
    this.toolbar();
    this.filterTime = performance.now() - start;
  }

  setFilter(key, text) {
    if (text.trim() === "") delete this.state.filters[key];
    else this.state.filters[key] = text;
    this.refilter();
    this.stateChanged();
    byId("grid").scrollTop = 0;
    this.refresh();
  }

  clearFilters() {
    this.state.filters = {};
    this.state.diff = "";
    this.refilter();
    this.stateChanged();
    this.refresh();
  }

  /** The table with these filters and no others. */
  showRows(filters) {
    this.state.filters = { ...filters };
    this.state.diff = "";
    this.refilter();
    this.openTab("table", true);
  }

  showDifference(text) {
    this.state.filters = {};
    this.state.diff = text;
    this.refilter();
    this.openTab("table", true);
  }

  sortBy(key, isAddition) {
    const old = this.state.sort.find((entry) => entry.replace(/^-/, "") === key);
    const next = old === undefined ? [key] : old.startsWith("-") ? [] : [`-${key}`];
    const others = isAddition ? this.state.sort.filter((entry) => entry.replace(/^-/, "") !== key) : [];
    this.state.sort = [...others, ...next];
    this.rows = sortRows(this.sheet, this.filtered, this.state.sort);
    const left = byId("grid").scrollLeft;
    this.grid.rows = this.rows;
    this.grid.build();
    byId("grid").scrollLeft = left;
    byId("grid").scrollTop = 0;
    const focus = this.grid.columns.findIndex((column) => column.key === key);
    this.grid.table.querySelectorAll("button.sort")[focus].focus();
    this.stateChanged();
  }

  choose(column, button) {
    openChooser(this, column, button);
  }

  columnsChanged() {
    this.grid.build();
    this.stateChanged();
  }

  stateChanged() {
    writeState(this.state, false);
  }

  openTab(tab, isNewEntry) {
    this.state.tab = tab;
    for (const name of TABS) {
      const isOpen = name === tab;
      byId(`view-${name}`).hidden = !isOpen;
      const button = byId(`tab-${name}`);
      button.setAttribute("aria-selected", isOpen);
      button.tabIndex = isOpen ? 0 : -1;
    }
    writeState(this.state, isNewEntry);
    this.refresh();
  }

  /** Draws the open view if what it shows has changed. */
  refresh() {
    const tab = this.state.tab;
    const view = byId(`view-${tab}`);
    if (tab === "table") return this.grid.draw();
    if (!this.stale.delete(tab)) return undefined;
    if (tab === "summary" && view.childElementCount > 0) return refreshSummary(this, view);
    if ((tab === "quantile" || tab === "scatter") && view.redrawPlot) return view.redrawPlot();
    return { summary: summaryView, quantile: quantileView, scatter: scatterView, differences: differencesView }[tab](this, view);
  }

  /** The line that says how many rows there are, and which filters hold. */
  toolbar() {
    const { sheet, state } = this;
    const chip = (text, remove) => el("button", { type: "button", class: "chip", title: "Remove this filter", click: remove }, text, el("i", { "aria-hidden": "true" }, "×"));
    const chips = Object.entries(state.filters).map(([key, text]) => {
      const column = sheet.byKey.get(key);
      const of = column.set < 0 ? null : el("span", { class: "of" }, sheet.sets[column.set].title);
      return chip([of, el("span", null, `${column.label}: ${text}`)], () => this.setFilter(key, ""));
    });
    if (state.diff) {
      const match = /^(\d+)-(\d+):(.*)$/.exec(state.diff);
      const text = match ? `${match[3]} from ${sheet.sets[match[1]]?.title} to ${sheet.sets[match[2]]?.title}` : "rows that differ";
      chips.push(chip(text, () => { state.diff = ""; this.refilter(); this.stateChanged(); this.refresh(); }));
    }
    const isAll = this.rows.length === sheet.size;
    fill(byId("rows"), el("strong", null, count(this.rows.length)), isAll ? " tasks" : ` of ${count(sheet.size)} tasks`);
    fill(byId("chips"), chips, chips.length > 1 ? el("button", { type: "button", class: "quiet", click: () => this.clearFilters() }, "Clear all") : null);
    byId("only-different").checked = state.diff === "*";
  }

  bar() {
    const tabs = TABS.map((name) => byId(`tab-${name}`));
    tabs.forEach((button, index) => {
      button.addEventListener("click", () => this.openTab(TABS[index], true));
      button.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = tabs[(index + step + tabs.length) % tabs.length];
        next.focus();
        next.click();
      });
    });
    byId("open-columns").addEventListener("click", () => openColumns(this));
    byId("only-different").addEventListener("change", (event) => {
      this.state.diff = event.target.checked ? "*" : "";
      this.refilter();
      this.stateChanged();
      this.refresh();
    });
    byId("only-different").closest("label").hidden = this.sheet.sets.length < 2;
    byId("tab-differences").hidden = this.sheet.sets.length < 2;
    byId("theme").addEventListener("click", () => {
      const root = document.documentElement;
      const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = isDark ? "light" : "dark";
      this.stale.add("quantile").add("scatter");
      this.refresh();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.stale.add("quantile").add("scatter");
      this.refresh();
    });
  }
}

const started = performance.now();
const app = new App(readSheet(byId("sheet").textContent));
app.loadTime = performance.now() - started;
// For tests, and for whoever looks into the page by the tools of a browser.
window.verdiktBench = { app, significant, regression, spread, countResults, compileFilter, openArchive, joinWords, splitWords };
