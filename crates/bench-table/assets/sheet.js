// The data of the page, as arrays by column.
//
// Numbers are in typed arrays with NaN for gaps; texts are codes into a list of the words that occur, so that a filter looks at each word once and at each row only to compare a number.

const CATEGORIES = ["correct", "correct-unconfirmed", "wrong", "unknown", "error", "missing"];
const CATEGORY_LETTERS = "cpwuem";

/** How much an answer is worth, by category; used to say what is better. */
const WORTH = [3, 2, 0, 1, 1, 1];

/** 0 for true, 1 for false, 2 for everything else. */
function answerOf(status) {
  if (status === "true") return 0;
  return status === "false" || (status.startsWith("false(") && status.endsWith(")")) ? 1 : 2;
}

function readSheet(text) {
  const raw = JSON.parse(text);
  const size = raw.names.length;
  const sheet = { ...raw, size, byKey: new Map() };
  sheet.columns = [];
  const add = (column) => {
    sheet.columns.push(column);
    sheet.byKey.set(column.key, column);
    return column;
  };
  add({ key: "task", kind: "name", label: "Task", set: -1, texts: raw.names, lower: raw.names.map((name) => name.toLowerCase()) });
  const texts = (key, label, coded) => add({ key, kind: "words", label, set: -1, words: coded.words, codes: Int32Array.from(coded.codes) });
  if (raw.properties.words.length > 0) texts("property", "Property", raw.properties);
  if (raw.expected.words.length > 0) texts("expected", "Expected", raw.expected);
  sheet.sets = raw.sets.map((set, index) => readSet(set, index, size, add));
  sheet.expectedAnswers = new Int8Array(size).fill(2);
  const expected = sheet.byKey.get("expected");
  if (expected) {
    const answers = expected.words.map(answerOf);
    for (let row = 0; row < size; row++) if (expected.codes[row] >= 0) sheet.expectedAnswers[row] = answers[expected.codes[row]];
  }
  return sheet;
}

function readSet(raw, index, size, add) {
  const set = { ...raw, index };
  const categories = new Int8Array(size).fill(-1);
  for (let row = 0; row < size; row++) categories[row] = CATEGORY_LETTERS.indexOf(raw.category[row]);
  set.categories = categories;
  set.status = add({
    key: `${index}.status`, kind: "status", label: "status", set: index,
    words: raw.status.words, codes: Int32Array.from(raw.status.codes), categories,
  });
  set.answers = raw.status.words.map(answerOf);
  const used = new Set(["status"]);
  set.columns = raw.columns.map((column, position) => {
    const name = used.has(column.title) ? `${column.title}~${position}` : column.title;
    used.add(name);
    const base = { key: `${index}.${name}`, label: column.label, title: column.title, unit: column.unit, digits: column.digits, set: index };
    if (column.codes) return add({ ...base, kind: "words", words: column.words, codes: Int32Array.from(column.codes) });
    const values = new Float64Array(size);
    for (let row = 0; row < size; row++) values[row] = column.values[row] ?? NaN;
    return add({ ...base, kind: "number", values, margins: column.margins, samples: column.samples });
  });
  return set;
}

/** What a column is called where its set is not clear otherwise. */
function fullLabel(sheet, column) {
  const unit = column.unit ? ` (${column.unit})` : "";
  return column.set < 0 ? column.label : `${sheet.sets[column.set].title}: ${column.label}${unit}`;
}

/** The text of a cell. */
function cellText(column, row) {
  if (column.kind === "name") return column.texts[row];
  if (column.kind === "number") return shown(column.values[row], column.digits);
  const code = column.codes[row];
  return code < 0 ? "" : column.words[code];
}

/** The last part of a path. */
function baseName(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The name of a task, with its number if a set has several results for it. */
function taskName(sheet, row) {
  const variant = sheet.variants ? sheet.variants[row] : 1;
  return sheet.names[row] + (variant > 1 ? ` (${variant})` : "");
}

/** How the second of two sets compares to the first: "worse", "changed", "better", "same", or "" if one has no result. */
function change(sheet, first, second, row) {
  const a = sheet.sets[first];
  const b = sheet.sets[second];
  const [x, y] = [a.categories[row], b.categories[row]];
  if (x < 0 || y < 0) return "";
  if (x === y && a.status.words[a.status.codes[row]] === b.status.words[b.status.codes[row]]) return "same";
  const step = WORTH[y] - WORTH[x];
  return step < 0 ? "worse" : step > 0 ? "better" : "changed";
}
