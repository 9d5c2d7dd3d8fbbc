// What a reader has chosen, kept in the part of the address behind `#`: a link leads others to the same view, and the browser's "back" works.
//
// `#table?f.0.status=@wrong&sort=-0.cputime&hide=0.walltime`

const TABS = ["summary", "table", "quantile", "scatter", "differences"];

function readState(sheet) {
  const text = location.hash.length > 1 ? location.hash.slice(1) : sheet.state || "";
  const mark = text.indexOf("?");
  const [tab, query] = mark < 0 ? [text, ""] : [text.slice(0, mark), text.slice(mark + 1)];
  const state = { tab: TABS.includes(tab) ? tab : "summary", filters: {}, sort: [], hide: [], diff: "", plots: {} };
  for (const [name, value] of new URLSearchParams(query)) {
    if (name.startsWith("f.")) state.filters[name.slice(2)] = value;
    else if (name === "sort") state.sort = value.split("|").filter((key) => sheet.byKey.has(key.replace(/^-/, "")));
    else if (name === "hide") state.hide = value.split("|").filter((key) => sheet.byKey.has(key));
    else if (name === "diff") state.diff = value;
    else state.plots[name] = value;
  }
  for (const key of Object.keys(state.filters)) if (!sheet.byKey.has(key)) delete state.filters[key];
  return state;
}

function stateAddress(state) {
  const query = new URLSearchParams();
  for (const [key, text] of Object.entries(state.filters)) if (text.trim() !== "") query.set(`f.${key}`, text);
  if (state.sort.length > 0) query.set("sort", state.sort.join("|"));
  if (state.hide.length > 0) query.set("hide", state.hide.join("|"));
  if (state.diff) query.set("diff", state.diff);
  for (const [name, value] of Object.entries(state.plots)) query.set(name, value);
  const text = query.toString().replace(/%40/g, "@").replace(/%2C/g, ",").replace(/%7C/g, "|").replace(/%3A/g, ":").replace(/%2F/g, "/");
  return `#${state.tab}${text ? `?${text}` : ""}`;
}

/** Writes the state into the address; a new tab is a new entry of the history, everything else replaces the last one. */
function writeState(state, isNewEntry) {
  const target = stateAddress(state);
  if (target === location.hash) return;
  if (isNewEntry) history.pushState(null, "", target);
  else history.replaceState(null, "", target);
}
