// The table of all rows. Only the rows and columns that are seen are in the document: the table has the size of all, but twenty thousand rows of a hundred columns cost no more than
// sixty of twenty. Headings are always all there, so that every filter can be reached by keys.

const ROW_HEIGHT = 28;
const OVERSCAN = 10;
/** Lines are exchanged in groups of this many. */
const STEP = 8;
/** Columns are there if they are not further away than this. */
const ASIDE = 400;

class Grid {
  constructor(app, container) {
    this.app = app;
    this.container = container;
    this.rows = new Int32Array(0);
    this.pool = [];
    this.first = -1;
    this.inputs = new Map();
    container.addEventListener("scroll", () => this.schedule(), { passive: true });
    container.addEventListener("click", (event) => this.click(event));
    new ResizeObserver(() => this.schedule()).observe(container);
  }

  /** Builds headings and filters for the columns that are not hidden. */
  build() {
    const { sheet, state } = this.app;
    const hidden = new Set(state.hide);
    this.columns = sheet.columns.filter((column) => !hidden.has(column.key));
    this.inputs.clear();
    const widths = this.columns.map((column) => this.width(column));
    this.edges = [0];
    widths.forEach((width) => this.edges.push(this.edges[this.edges.length - 1] + width));
    const total = this.edges[widths.length];
    this.top = el("tr", { class: "pad", "aria-hidden": "true" }, el("td", { colspan: this.columns.length }));
    this.bottom = el("tr", { class: "pad", "aria-hidden": "true" }, el("td", { colspan: this.columns.length }));
    this.body = el("tbody", null, this.top, this.bottom);
    this.table = el(
      "table",
      { class: "grid", style: `width:${total}px;--fixed:${widths[0]}px`, "aria-colcount": this.columns.length },
      el("colgroup", null, widths.map((width) => el("col", { style: `width:${width}px` }))),
      el("thead", null, this.groupRow(), el("tr", { class: "labels" }, this.columns.map((column) => this.heading(column))),
        el("tr", { class: "filters" }, this.columns.map((column) => this.filterCell(column)))),
      this.body,
    );
    this.pool = [];
    this.first = -1;
    this.span = null;
    fill(this.container, this.table);
    this.show(this.rows);
    this.markFilters(this.app.problems);
  }

  /** One heading for all columns of a set. */
  groupRow() {
    const { sheet } = this.app;
    const cells = [];
    for (let index = 0; index < this.columns.length; ) {
      const set = this.columns[index].set;
      let end = index;
      while (end < this.columns.length && this.columns[end].set === set) end++;
      const group = sheet.sets[set];
      const text = set < 0 ? "" : el("span", { class: "set", style: `--set:${setColor(set)}`, title: `${group.tool} ${group.version}\n${group.title}` }, group.title);
      // The first column stays where it is when the others move, so it needs a heading of its own.
      if (index === 0) {
        cells.push(el("th", { class: "fixed" }));
        if (end > 1) cells.push(el("th", { colspan: end - 1 }));
      } else cells.push(el("th", { colspan: end - index, scope: "colgroup", class: "group" }, text));
      index = end;
    }
    return el("tr", { class: "groups" }, cells);
  }

  heading(column) {
    const { state } = this.app;
    const position = state.sort.findIndex((key) => key.replace(/^-/, "") === column.key);
    const direction = position < 0 ? "none" : state.sort[position].startsWith("-") ? "descending" : "ascending";
    const arrow = { none: "", ascending: "▲", descending: "▼" }[direction];
    const unit = column.unit ? el("small", null, ` ${column.unit}`) : null;
    const button = el("button", {
      type: "button", class: "sort", title: "Sort; with Shift in addition to the present order",
      click: (event) => this.app.sortBy(column.key, event.shiftKey),
    }, el("span", null, column.label, unit), el("i", { "aria-hidden": "true" }, arrow));
    return el("th", { scope: "col", "aria-sort": direction, class: this.cellClass(column) }, button);
  }

  cellClass(column) {
    const classes = [column.kind];
    if (column.key === "task") classes.push("fixed");
    if (column.kind === "status") classes.push("first");
    return classes.join(" ");
  }

  filterCell(column) {
    const { state } = this.app;
    const value = state.filters[column.key] || "";
    if (column.kind === "status" || (column.kind === "words" && column.words.length <= 60)) {
      const button = el("button", { type: "button", class: "choose", "aria-haspopup": "dialog", "aria-label": `Filter ${fullLabel(this.app.sheet, column)}`,
        click: () => this.app.choose(column, button) });
      this.inputs.set(column.key, button);
      this.labelChoice(button, value);
      return el("th", { class: this.cellClass(column) }, button);
    }
    const hint = column.kind === "number" ? "min..max" : "text or /regex/";
    const input = el("input", {
      type: "search", value, placeholder: hint, spellcheck: "false", autocomplete: "off", "aria-label": `Filter ${fullLabel(this.app.sheet, column)}`,
      input: afterPause(60, () => this.app.setFilter(column.key, input.value)),
    });
    this.inputs.set(column.key, input);
    return el("th", { class: this.cellClass(column) }, input);
  }

  labelChoice(button, value) {
    const parts = splitWords(value).map((part) => part.replace(/^@/, ""));
    button.textContent = parts.length === 0 ? "all" : parts.length > 2 ? `${parts.length} chosen` : parts.join(", ");
    button.classList.toggle("active", parts.length > 0);
  }

  /** Shows which filters are set, and which cannot be understood. */
  markFilters(problems) {
    for (const [key, input] of this.inputs) {
      const value = this.app.state.filters[key] || "";
      if (input.tagName === "BUTTON") this.labelChoice(input, value);
      else {
        if (document.activeElement !== input && input.value !== value) input.value = value;
        input.classList.toggle("active", value.trim() !== "");
        const problem = problems.get(key);
        input.setAttribute("aria-invalid", problem ? "true" : "false");
        input.title = problem || "";
      }
    }
  }

  /** A width that fits the longest text of the column, within reason. */
  width(column) {
    let longest = column.label.length + (column.unit ? column.unit.length + 1 : 0) + 3;
    if (column.kind === "name") {
      for (const text of column.texts) longest = Math.max(longest, text.length);
      return Math.min(Math.max(220, longest * 7.1 + 28), 560);
    }
    if (column.kind === "number") {
      let sample = 0;
      const step = Math.max(1, Math.floor(column.values.length / 200));
      for (let row = 0; row < column.values.length; row += step) sample = Math.max(sample, cellText(column, row).length + (column.margins ? 9 : 0));
      return Math.min(Math.max(96, Math.max(longest, sample) * 7.6 + 22), 240);
    }
    for (const word of column.words) longest = Math.max(longest, word.length);
    return Math.min(Math.max(104, longest * 7.2 + 26), 240);
  }

  show(rows) {
    this.rows = rows;
    this.first = -1;
    if (!this.table) return;
    this.table.setAttribute("aria-rowcount", rows.length);
    this.draw();
  }

  schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.draw();
    });
  }

  /** Puts the rows that are seen into the document. Lines that stay keep their place, so that slow scrolling costs a few lines at a time. */
  draw() {
    if (!this.table || this.container.clientHeight === 0) return;
    const visible = Math.ceil(this.container.clientHeight / ROW_HEIGHT);
    const amount = Math.min(visible + 2 * OVERSCAN + STEP, this.rows.length);
    let first = Math.floor(this.container.scrollTop / ROW_HEIGHT) - OVERSCAN;
    first = Math.max(0, Math.min(first - (first % STEP), this.rows.length - amount));
    this.drawColumns();
    if (first === this.first && amount === this.pool.length) return;
    const shift = first - this.first;
    if (this.first < 0 || amount !== this.pool.length || Math.abs(shift) >= amount) {
      while (this.pool.length < amount) this.pool.push(this.body.insertBefore(this.newRow(), this.bottom));
      while (this.pool.length > amount) this.pool.pop().remove();
      this.pool.forEach((line, index) => this.fillRow(line, first + index));
    } else if (shift > 0) {
      const moved = this.pool.splice(0, shift);
      moved.forEach((line, index) => this.fillRow(line, first + amount - shift + index));
      this.pool.push(...moved);
      this.bottom.before(...moved);
    } else {
      const moved = this.pool.splice(amount + shift);
      moved.forEach((line, index) => this.fillRow(line, first + index));
      this.pool.unshift(...moved);
      this.top.after(...moved);
    }
    this.first = first;
    this.top.style.height = `${first * ROW_HEIGHT}px`;
    this.bottom.style.height = `${Math.max(0, this.rows.length - first - amount) * ROW_HEIGHT}px`;
  }

  /** Takes all lines out if columns are seen that they do not have. */
  drawColumns() {
    const left = this.container.scrollLeft;
    const right = left + this.container.clientWidth;
    const inside = (index, aside) => this.edges[index + 1] > left - aside && this.edges[index] < right + aside;
    const indexes = this.columns.map((_, index) => index).slice(1);
    const seen = indexes.filter((index) => inside(index, 0));
    if (this.span && seen.every((index) => this.span.includes(index))) return;
    this.span = indexes.filter((index) => inside(index, ASIDE));
    this.pool.forEach((line) => line.remove());
    this.pool = [];
    this.first = -1;
  }

  /** A line: the name of the task, which stays where it is, the columns that are seen, and one empty cell for all others on either side. */
  newRow() {
    const cells = [0, ...this.span].map((index) => {
      const column = this.columns[index];
      const cell = document.createElement("td");
      cell.className = this.cellClass(column);
      cell.column = column;
      cell.setAttribute("aria-colindex", index + 1);
      if (column.kind === "name") cell.append(el("button", { type: "button", class: "task" }));
      else if (column.kind === "status") cell.append(el("a"));
      else cell.append("");
      return cell;
    });
    const line = el("tr", { class: "row" });
    line.filled = cells;
    const [before, after] = this.span.length > 0 ? [this.span[0] - 1, this.columns.length - 1 - this.span[this.span.length - 1]] : [this.columns.length - 1, 0];
    line.append(cells[0], ...(before > 0 ? [el("td", { colspan: before })] : []), ...cells.slice(1), ...(after > 0 ? [el("td", { colspan: after })] : []));
    return line;
  }

  fillRow(line, position) {
    const row = this.rows[position];
    line.dataset.row = row;
    line.className = position % 2 === 0 ? "row" : "row odd";
    line.setAttribute("aria-rowindex", position + 1);
    for (const cell of line.filled) {
      const column = cell.column;
      const content = cell.firstChild;
      if (column.kind === "status") {
        const category = column.categories[row];
        cell.className = category < 0 ? "status first" : `status first is-${CATEGORIES[category]}`;
        content.textContent = cellText(column, row);
        const href = logAddress(this.app.sheet, column.set, row);
        if (href) content.href = href;
        else content.removeAttribute("href");
      } else if (column.kind === "name") {
        content.textContent = taskName(this.app.sheet, row);
        content.title = this.app.sheet.prefix + column.texts[row];
      } else if (column.margins && column.margins[row]) {
        content.data = `${cellText(column, row)} ± ${significant(column.margins[row], 2)}`;
      } else content.data = cellText(column, row);
    }
  }

  click(event) {
    const target = event.target;
    const line = target.closest("tr.row");
    if (!line) return;
    const row = Number(line.dataset.row);
    if (target.closest("button.task")) showDetails(this.app, row);
    else if (target.tagName === "A" && target.hasAttribute("href") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      showLog(this.app, target.closest("td").column.set, row, 0);
    }
  }
}
