// A list of check boxes for columns with few different texts, above all the status: categories first, then single statuses, each with the number of rows.

function openChooser(app, column, button) {
  const { sheet, state } = app;
  const chosen = new Set(splitWords(state.filters[column.key] || ""));
  const numbers = new Array(column.words.length).fill(0);
  const byCategory = new Array(CATEGORIES.length).fill(0);
  for (let row = 0; row < sheet.size; row++) {
    if (column.codes[row] >= 0) numbers[column.codes[row]]++;
    if (column.categories && column.categories[row] >= 0) byCategory[column.categories[row]]++;
  }
  const apply = () => app.setFilter(column.key, joinWords(chosen));
  const option = (value, text, number, className) =>
    el("li", null, checkbox("", chosen.has(value), (isChecked) => {
      if (isChecked) chosen.add(value);
      else chosen.delete(value);
      chosen.delete("none");
      apply();
    }), el("span", { class: className || "" }, text), el("small", null, count(number)));
  const categories = column.categories
    ? CATEGORIES.map((name, index) => (byCategory[index] > 0 ? option(`@${name}`, name, byCategory[index], `tag is-${name}`) : null))
    : [];
  const order = column.words.map((_, code) => code).sort((a, b) => numbers[b] - numbers[a]);
  const words = order.map((code) => option(column.words[code], column.words[code], numbers[code]));
  const panel = byId("chooser");
  fill(panel,
    el("header", null, el("strong", null, fullLabel(sheet, column)),
      el("button", { type: "button", class: "quiet", click: () => { chosen.clear(); apply(); panel.close(); } }, "Clear")),
    categories.length > 0 ? el("ul", null, categories) : null,
    el("ul", null, words),
    el("footer", null, el("button", { type: "button", click: () => panel.close() }, "Done")));
  panel.querySelectorAll("li").forEach((item) => item.addEventListener("click", (event) => {
    if (event.target.tagName !== "INPUT" && !event.target.closest("label")) item.querySelector("input").click();
  }));
  panel.onclick = (event) => { if (event.target === panel) panel.close(); };
  panel.onclose = () => button.focus();
  panel.showModal();
  panel.querySelector("input").focus();
  const place = button.getBoundingClientRect();
  panel.style.left = `${Math.max(8, Math.min(place.left, innerWidth - panel.offsetWidth - 8))}px`;
  panel.style.top = `${Math.max(8, Math.min(place.bottom + 4, innerHeight - panel.offsetHeight - 8))}px`;
}

/** Which columns are shown: a line for each title, a box for each set. */
function openColumns(app) {
  const { sheet, state } = app;
  const hidden = new Set(state.hide);
  const panel = byId("columns");
  const apply = () => {
    app.state.hide = sheet.columns.filter((column) => hidden.has(column.key)).map((column) => column.key);
    app.columnsChanged();
    draw();
  };
  const toggle = (columns, isShown) => {
    for (const column of columns) {
      if (isShown) hidden.delete(column.key);
      else hidden.add(column.key);
    }
    apply();
  };
  const box = (label, columns) => {
    const input = el("input", { type: "checkbox", "aria-label": label, change: () => toggle(columns, input.checked) });
    const shownNumber = columns.filter((column) => !hidden.has(column.key)).length;
    input.checked = shownNumber === columns.length;
    input.indeterminate = shownNumber > 0 && shownNumber < columns.length;
    return input;
  };
  const draw = () => {
    const own = sheet.columns.filter((column) => column.set < 0 && column.key !== "task");
    const perSet = sheet.columns.filter((column) => column.set >= 0);
    const titles = [...new Set(perSet.map((column) => column.label))];
    const line = (label, columns, cells) => el("tr", null, el("th", { scope: "row" }, label), el("td", null, box(`${label}, all`, columns)), cells);
    fill(panel,
      el("header", null, el("h2", null, "Columns"), el("button", { type: "button", click: () => panel.close() }, "Done")),
      el("div", { class: "scroll" }, el("table", { class: "plain" },
        el("thead", null, el("tr", null, el("th"), el("th", null, "all"), sheet.sets.map((set) => el("th", { scope: "col" }, set.title)))),
        el("tbody", null,
          own.map((column) => line(column.label, [column], sheet.sets.map(() => el("td")))),
          line("Whole set", perSet, sheet.sets.map((set) => el("td", null, box(set.title, perSet.filter((column) => column.set === set.index))))),
          titles.map((title) => {
            const columns = perSet.filter((column) => column.label === title);
            return line(title, columns, sheet.sets.map((set) => {
              const mine = columns.filter((column) => column.set === set.index);
              return el("td", null, mine.length > 0 ? box(`${title} of ${set.title}`, mine) : null);
            }));
          })))));
  };
  draw();
  panel.onclick = (event) => { if (event.target === panel) panel.close(); };
  if (!panel.open) panel.showModal();
}
