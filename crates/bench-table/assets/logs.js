// Logs of runs, and everything about one row.
//
// A page from a file may not read other files, but it may show them in a frame, and it may read what a person gives it. So a log is shown from the page itself if it was put in there, else from
// its file in a frame, else from the archive that a person chooses once; from a web server it is simply fetched.

/** The path of a log relative to the page, or inside of its archive; "" if there is none. */
function logName(sheet, setIndex, row, repetition) {
  const set = sheet.sets[setIndex];
  if (!set.logs || set.categories[row] < 0) return "";
  const { names, before, after } = set.logs;
  if (!names) return before + baseName(sheet.prefix + sheet.names[row]) + after;
  const name = names[row];
  return (Array.isArray(name) ? name[repetition || 0] : name) || "";
}

/** Where a click on a status leads. */
function logAddress(sheet, setIndex, row) {
  const name = logName(sheet, setIndex, row, 0);
  if (name === "") return "";
  const { archive, base } = sheet.sets[setIndex].logs;
  if (/^https?:\/\//.test(name)) return name;
  return address(archive || base + name);
}

const archives = new Map();

async function showLog(app, setIndex, row, repetition) {
  const { sheet } = app;
  const set = sheet.sets[setIndex];
  const name = logName(sheet, setIndex, row, repetition);
  const panel = byId("log");
  const body = el("div", { class: "log-body" }, el("p", { class: "note" }, "Loading…"));
  const names = set.logs.names && set.logs.names[row];
  const number = Array.isArray(names) ? names.length : 1;
  const repetitions = number > 1
    ? select("Repetition", Array.from({ length: number }, (_, index) => [index, index + 1]), repetition, (value) => showLog(app, setIndex, row, Number(value)))
    : null;
  fill(panel,
    el("header", null, el("div", null, el("h2", null, taskName(sheet, row)), el("p", { class: "note" }, set.title, " · ", cellText(set.status, row))),
      repetitions,
      el("a", { class: "button", href: logAddress(sheet, setIndex, row), target: "_blank", rel: "noopener" }, set.logs.archive ? "Archive" : "Open file"),
      el("button", { type: "button", click: () => panel.close() }, "Close")),
    body);
  panel.onclick = (event) => { if (event.target === panel) panel.close(); };
  if (!panel.open) panel.showModal();
  try {
    await fillLog(set, name, row, repetition, body);
  } catch (error) {
    fill(body, el("p", { class: "note bad" }, `The log cannot be shown: ${error.message}`));
  }
}

async function fillLog(set, name, row, repetition, body) {
  const { embedded, archive, base } = set.logs;
  const packed = embedded && embedded[row] && embedded[row][repetition];
  const showText = (text) => fill(body, el("pre", { tabindex: "0" }, text));
  if (packed) return showText(await inflate(Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))));
  const isWeb = location.protocol.startsWith("http");
  if (!archive) {
    if (isWeb) {
      const response = await fetch(address(base + name));
      if (!response.ok) throw new Error(`the server says ${response.status}`);
      return showText(await response.text());
    }
    return fill(body, el("iframe", { src: address(base + name), title: "Log", sandbox: "" }));
  }
  if (!archives.has(archive) && isWeb) {
    const response = await fetch(address(archive));
    if (!response.ok) throw new Error(`the server says ${response.status}`);
    archives.set(archive, await openArchive(await response.blob()));
  }
  if (archives.has(archive)) return showText(await archives.get(archive).read(name));
  const input = el("input", {
    type: "file", accept: ".zip", "aria-label": "Archive with the logs",
    change: async () => {
      try {
        const opened = await openArchive(input.files[0]);
        if (!opened.has(name)) throw new Error(`there is no ${name} in this archive`);
        archives.set(archive, opened);
        showText(await opened.read(name));
      } catch (error) {
        fill(problem, error.message);
      }
    },
  });
  const problem = el("p", { class: "note bad", role: "alert" });
  fill(body, el("div", { class: "choose-archive" },
    el("p", null, "The log is ", el("code", null, name), " inside of ", el("code", null, archive), "."),
    el("p", null, "A page that is opened from a file may not read other files by itself. Choose the archive once, and its logs are shown here:"),
    input, problem));
}

/** The text that raw deflate data unpacks to. */
async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

/** Reads the list of members at the end of a ZIP archive; members are unpacked when they are asked for. */
async function openArchive(blob) {
  const tail = new DataView(await blob.slice(Math.max(0, blob.size - 66000)).arrayBuffer());
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new Error("this is no ZIP archive");
  const [length, start] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (start === 0xffffffff) throw new Error("archives of more than 4 GB cannot be read here");
  const list = new DataView(await blob.slice(start, start + length).arrayBuffer());
  const decoder = new TextDecoder();
  const members = new Map();
  for (let at = 0; at + 46 <= list.byteLength && list.getUint32(at, true) === 0x02014b50; ) {
    const nameLength = list.getUint16(at + 28, true);
    const name = decoder.decode(new Uint8Array(list.buffer, at + 46, nameLength));
    members.set(name, { method: list.getUint16(at + 10, true), size: list.getUint32(at + 20, true), offset: list.getUint32(at + 42, true) });
    at += 46 + nameLength + list.getUint16(at + 30, true) + list.getUint16(at + 32, true);
  }
  return {
    has: (name) => members.has(name),
    async read(name) {
      const member = members.get(name);
      if (!member) throw new Error(`there is no ${name} in the archive`);
      const head = new DataView(await blob.slice(member.offset, member.offset + 30).arrayBuffer());
      const from = member.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
      const bytes = new Uint8Array(await blob.slice(from, from + member.size).arrayBuffer());
      if (member.method === 0) return decoder.decode(bytes);
      if (member.method !== 8) throw new Error("the archive uses a compression that browsers do not have");
      return inflate(bytes);
    },
  };
}

/** Everything that is known about a task. */
function showDetails(app, row) {
  const { sheet } = app;
  const panel = byId("details");
  const facts = [["Property", sheet.byKey.get("property")], ["Expected", sheet.byKey.get("expected")]]
    .filter(([, column]) => column && column.codes[row] >= 0)
    .map(([label, column]) => [label, cellText(column, row)]);
  const file = sheet.files && sheet.files[row];
  const labels = [...new Set(sheet.sets.flatMap((set) => set.columns.map((column) => column.label)))];
  const cell = (set, label) => {
    const column = set.columns.find((candidate) => candidate.label === label);
    if (!column) return el("td");
    if (column.kind !== "number") return el("td", null, cellText(column, row));
    const value = column.values[row];
    if (Number.isNaN(value)) return el("td");
    const unit = column.unit ? ` ${column.unit}` : "";
    const samples = column.samples && column.samples[row];
    return el("td", { class: "number", title: `${value}${unit}` }, cellText(column, row), unit,
      column.margins && column.margins[row] ? ` ± ${significant(column.margins[row], 2)}` : "",
      samples ? el("div", { class: "samples" }, samples.map((sample) => significant(sample, 3)).join(" · ")) : null);
  };
  const status = (set) => {
    const category = set.categories[row];
    if (category < 0) return el("td", { class: "gap" }, "no result");
    const name = logName(sheet, set.index, row, 0);
    return el("td", null, el("span", { class: `tag is-${CATEGORIES[category]}` }, cellText(set.status, row)),
      name ? el("button", { type: "button", class: "quiet", click: () => showLog(app, set.index, row, 0) }, "Log") : null);
  };
  const hasOptions = sheet.sets.some((set) => set.options && set.options.codes[row] >= 0);
  fill(panel,
    el("header", null, el("div", null, el("h2", null, taskName(sheet, row)), el("p", { class: "note" }, sheet.prefix)),
      file ? el("a", { class: "button", href: address(file), target: "_blank", rel: "noopener" }, "Task file") : null,
      el("button", { type: "button", click: () => panel.close() }, "Close")),
    facts.length > 0 ? el("dl", null, facts.map(([label, text]) => [el("dt", null, label), el("dd", null, text)])) : null,
    el("div", { class: "scroll" }, el("table", { class: "plain details" },
      el("thead", null, el("tr", null, el("th"), sheet.sets.map((set) => el("th", { scope: "col" }, set.title)))),
      el("tbody", null,
        el("tr", null, el("th", { scope: "row" }, "status"), sheet.sets.map(status)),
        labels.map((label) => el("tr", null, el("th", { scope: "row" }, label), sheet.sets.map((set) => cell(set, label)))),
        hasOptions ? el("tr", null, el("th", { scope: "row" }, "options"), sheet.sets.map((set) => el("td", null, set.options && set.options.codes[row] >= 0 ? set.options.words[set.options.codes[row]] : ""))) : null))));
  panel.onclick = (event) => { if (event.target === panel) panel.close(); };
  if (!panel.open) panel.showModal();
}
