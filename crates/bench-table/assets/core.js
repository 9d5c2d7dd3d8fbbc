// Small things that everything else needs: elements, numbers as people read them, and calls that wait for a pause.
//
// Texts of results go into the page as text nodes only, never as markup: a tool may print anything.

/** Makes an element. Attributes that are functions become listeners; `null` and `false` leave an attribute out. */
function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function byId(id) {
  return document.getElementById(id);
}

/** Takes everything out of an element and puts the children in. */
function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A drop-down list. Options are pairs of value and text. */
function select(label, options, value, onChange) {
  const list = el("select", { "aria-label": label, change: () => onChange(list.value) });
  for (const [key, text] of options) list.append(el("option", { value: key, selected: String(key) === String(value) }, text));
  return el("label", { class: "field" }, el("span", null, label), list);
}

/** A check box with its label. */
function checkbox(label, isChecked, onChange) {
  const box = el("input", { type: "checkbox", change: () => onChange(box.checked) });
  box.checked = isChecked;
  return el("label", { class: "check" }, box, el("span", null, label));
}

/** Runs `action` when calls have paused for `milliseconds`. */
function afterPause(milliseconds, action) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
}

/** The number with `digits` significant digits and without an exponent. */
function significant(number, digits) {
  if (!Number.isFinite(number)) return String(number);
  let text = number.toExponential(Math.max(1, digits) - 1);
  const [mantissa, exponent] = text.split("e");
  const power = Number(exponent);
  const sign = mantissa.startsWith("-") ? "-" : "";
  const bare = mantissa.replace("-", "").replace(".", "");
  if (power >= bare.length - 1) text = bare + "0".repeat(power - bare.length + 1);
  else if (power >= 0) text = bare.slice(0, power + 1) + "." + bare.slice(power + 1);
  else text = "0." + "0".repeat(-power - 1) + bare;
  return sign + text;
}

/** Digits in groups of three, by narrow gaps. */
function grouped(text) {
  const [whole, fraction] = String(text).split(".");
  const spaced = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, "\u202f") : whole;
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}

/** A number as a column shows it. */
function shown(number, digits) {
  if (Number.isNaN(number)) return "";
  return grouped(digits ? significant(number, digits) : String(number));
}

/** A count as people read it. */
function count(number) {
  return grouped(String(number));
}

/** The address of a relative path: every part is encoded; other schemes than those of the web are refused. */
function address(path) {
  if (/^https?:\/\//i.test(path)) return path;
  return path.split("/").map(encodeURIComponent).join("/");
}

/** Saves a text or a blob as a file. */
function save(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
