// Filters: which rows are shown, and in which order.
//
// A filter is a short text for a column, so that it can be typed, and be part of the address of the page:
//   texts     `loop` (contains), `/^a.*b$/` (regular expression), `!…` (the opposite)
//   numbers   `>10`, `<=2.5`, `1..5`, `..5`, `=0`, `12` (the text begins so)
//   words     `true,TIMEOUT` (one of them), `@wrong` (the category of the status)
//   all       `none` (no value), `any` (some value)
// A filter that cannot be understood lets all rows pass and says why.

/** From a filter to a test of row numbers; throws an Error with a message for people. */
function compileFilter(column, text) {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (trimmed === "none" || trimmed === "any") {
    const wanted = trimmed === "any";
    if (column.kind === "number") return (row) => !Number.isNaN(column.values[row]) === wanted;
    if (column.kind === "name") return () => wanted;
    return (row) => column.codes[row] >= 0 === wanted;
  }
  if (column.kind === "number") return compileNumber(column, trimmed);
  if (column.kind === "name") {
    if (!/^[!/]/.test(trimmed)) {
      const needle = trimmed.toLowerCase();
      return (row) => column.lower[row].includes(needle);
    }
    const test = compileText(trimmed);
    return (row) => test(column.texts[row]);
  }
  return compileWords(column, trimmed);
}

function compileText(text) {
  const isOpposite = text.startsWith("!");
  const bare = isOpposite ? text.slice(1) : text;
  const pattern = /^\/(.*)\/([a-z]*)$/.exec(bare);
  if (bare.startsWith("/") && !pattern && bare.length > 1 && !bare.slice(1).includes("/")) {
    throw new Error("a regular expression ends with /");
  }
  let test;
  if (pattern) {
    const expression = new RegExp(pattern[1], pattern[2].replace(/[gy]/g, "") || "i");
    test = (value) => expression.test(value);
  } else {
    const needle = bare.toLowerCase();
    test = (value) => value.toLowerCase().includes(needle);
  }
  return isOpposite ? (value) => !test(value) : test;
}

function compileNumber(column, text) {
  const values = column.values;
  const number = (part) => {
    const value = Number(part.replace(",", "."));
    if (part.trim() === "" || Number.isNaN(value)) throw new Error(`“${part}” is no number`);
    return value;
  };
  const range = /^(.*?)(?:\.\.|:)(.*)$/.exec(text);
  if (range) {
    const low = range[1].trim() === "" ? -Infinity : number(range[1]);
    const high = range[2].trim() === "" ? Infinity : number(range[2]);
    return (row) => values[row] >= low && values[row] <= high;
  }
  const comparison = /^(>=|<=|>|<|=)(.*)$/.exec(text);
  if (comparison) {
    const bound = number(comparison[2]);
    switch (comparison[1]) {
      case ">=": return (row) => values[row] >= bound;
      case "<=": return (row) => values[row] <= bound;
      case ">": return (row) => values[row] > bound;
      case "<": return (row) => values[row] < bound;
      default: return (row) => values[row] === bound;
    }
  }
  number(text);
  return (row) => !Number.isNaN(values[row]) && cellText(column, row).replace(/\u202f/g, "").startsWith(text);
}

function compileWords(column, text) {
  const codes = column.codes;
  const parts = splitWords(text);
  const categories = parts.filter((part) => part.startsWith("@")).map((part) => CATEGORIES.indexOf(part.slice(1)));
  const exact = column.words.map((word) => parts.includes(word));
  if (exact.includes(true) || categories.length > 0) {
    const byCategory = CATEGORIES.map((_, index) => categories.includes(index));
    if (column.categories) return (row) => (codes[row] >= 0 && exact[codes[row]]) || (column.categories[row] >= 0 && byCategory[column.categories[row]]);
    return (row) => codes[row] >= 0 && exact[codes[row]];
  }
  const test = compileText(text);
  const accepted = column.words.map(test);
  return (row) => codes[row] >= 0 && accepted[codes[row]];
}

/** Words by commas; a comma inside of parentheses or quotes belongs to the word. */
function splitWords(text) {
  const words = [];
  let depth = 0;
  let isQuoted = false;
  let word = "";
  for (const character of text) {
    if (character === '"') {
      isQuoted = !isQuoted;
      continue;
    }
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "," && depth <= 0 && !isQuoted) {
      words.push(word.trim());
      word = "";
    } else word += character;
  }
  words.push(word.trim());
  return words.filter((part) => part !== "");
}

/** The other way round. */
function joinWords(words) {
  return [...words].map((word) => (splitWords(word).length === 1 ? word : `"${word}"`)).join(",");
}

/** The filter on differences: `0-1:worse`, `0-1:differs`, or `*` for rows where any two sets differ. */
function compileDifference(sheet, text) {
  if (!text) return null;
  if (text === "*") {
    return (row) => {
      for (let set = 1; set < sheet.sets.length; set++) {
        for (let other = 0; other < set; other++) {
          const kind = change(sheet, other, set, row);
          if (kind !== "" && kind !== "same") return true;
        }
      }
      return false;
    };
  }
  const match = /^(\d+)-(\d+):(worse|better|changed|same|differs)$/.exec(text);
  const [first, second] = match ? [Number(match[1]), Number(match[2])] : [-1, -1];
  if (!match || !sheet.sets[first] || !sheet.sets[second]) throw new Error("this is no filter on differences");
  const wanted = match[3];
  return (row) => {
    const kind = change(sheet, first, second, row);
    return wanted === "differs" ? kind !== "" && kind !== "same" : kind === wanted;
  };
}

/** The rows that pass all filters, in the order of the sheet, and what was wrong with filters by column. */
function applyFilters(sheet, filters, difference) {
  const tests = [];
  const problems = new Map();
  const attempt = (key, compile) => {
    try {
      const test = compile();
      if (test) tests.push(test);
    } catch (error) {
      problems.set(key, error.message);
    }
  };
  for (const [key, text] of Object.entries(filters)) {
    const column = sheet.byKey.get(key);
    if (column) attempt(key, () => compileFilter(column, text));
  }
  attempt("difference", () => compileDifference(sheet, difference));
  let rows = new Int32Array(sheet.size);
  let length = 0;
  rowLoop: for (let row = 0; row < sheet.size; row++) {
    for (let index = 0; index < tests.length; index++) if (!tests[index](row)) continue rowLoop;
    rows[length++] = row;
  }
  return { rows: rows.subarray(0, length), problems };
}

/** Rows by columns; a column with a minus in front counts downwards. Gaps are last either way. */
function sortRows(sheet, rows, order) {
  const keys = order.map((key) => {
    const isDown = key.startsWith("-");
    const column = sheet.byKey.get(isDown ? key.slice(1) : key);
    return column ? { ranks: ranks(column, sheet.size), sign: isDown ? -1 : 1 } : null;
  }).filter((key) => key !== null);
  if (keys.length === 0) return rows;
  return Int32Array.from(rows).sort((a, b) => {
    for (const { ranks, sign } of keys) {
      const [x, y] = [ranks[a], ranks[b]];
      if (x === y) continue;
      if (Number.isNaN(x)) { if (Number.isNaN(y)) continue; return 1; }
      if (Number.isNaN(y)) return -1;
      return x < y ? -sign : sign;
    }
    return a - b;
  });
}

/** Numbers that are ordered as the values of a column are. */
function ranks(column, size) {
  if (column.kind === "number") return column.values;
  const ranks = new Float64Array(size);
  if (column.kind === "name") {
    // The rows are in the natural order of names already.
    for (let row = 0; row < size; row++) ranks[row] = row;
    return ranks;
  }
  const order = column.words.map((_, code) => code).sort((a, b) => (column.words[a] < column.words[b] ? -1 : 1));
  const position = [];
  order.forEach((code, index) => { position[code] = index; });
  for (let row = 0; row < size; row++) {
    const code = column.codes[row];
    const category = column.categories ? column.categories[row] * column.words.length : 0;
    ranks[row] = code < 0 ? NaN : category + position[code];
  }
  return ranks;
}
