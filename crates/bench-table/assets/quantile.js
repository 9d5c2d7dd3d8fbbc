// Quantile plots: how many tasks a set solves within which time, or with which memory.
//
// A point (n, y) says that the n-th cheapest result costs y. With scores (as in the Competition on Software Verification) the line of a set starts at the sum of what its wrong
// answers cost and goes right by the points of each correct one, so that the end of the line is the score, and a line further right and lower is better.

function quantileView(app, container) {
  const { sheet } = app;
  const settings = () => ({ column: "", results: "correct", scale: "log", score: "no", ...pick(app.state.plots, "q") });
  const labels = [...new Set(sheet.sets.flatMap((set) => set.columns.filter((column) => column.kind === "number").map((column) => column.label)))];
  if (labels.length === 0) return fill(container, el("p", { class: "note" }, "There is no column of numbers to plot."));
  const standard = labels.includes("cputime") ? "cputime" : labels[0];
  const change = (name, value) => {
    app.state.plots[`q.${name}`] = value;
    app.stateChanged();
    show();
  };
  const controls = el("div", { class: "controls" });
  const legend = el("div", { class: "legend" });
  fill(container, controls, el("div", { class: "plot-holder" }), legend);
  const plot = new Plot(container.querySelector(".plot-holder"), "Quantile plot", (surface, size, colors) => draw(surface, size, colors), (row) => showDetails(app, row));

  function show() {
    const now = settings();
    fill(controls,
      select("Value", labels.map((label) => [label, label]), now.column || standard, (value) => change("column", value)),
      select("Results", [["correct", "correct"], ["all", "all"], ["solved", "correct and wrong"]], now.results, (value) => change("results", value)),
      select("Axis", [["log", "logarithmic"], ["linear", "linear"]], now.scale, (value) => change("scale", value)),
      checkbox("Scores", now.score === "yes", (isOn) => change("score", isOn ? "yes" : "no")),
      el("button", { type: "button", click: () => save("quantile.svg", "image/svg+xml", plot.svg(800, 560)) }, "Save SVG"));
    plot.redraw();
  }

  /** The points of a set: its cheapest result first. */
  function collect(set, now) {
    const column = set.columns.find((candidate) => candidate.kind === "number" && candidate.label === (now.column || standard));
    if (!column) return null;
    const isScore = now.score === "yes";
    const points = [];
    let start = 0;
    for (const row of app.rows) {
      const category = set.categories[row];
      if (category < 0) continue;
      if (isScore && set.scores[row] < 0) start += set.scores[row];
      const isWanted = isScore ? category === 0 : now.results === "all" || category === 0 || (now.results === "solved" && category <= 2);
      const value = column.values[row];
      if (isWanted && !Number.isNaN(value) && (now.scale !== "log" || value > 0)) points.push([0, value, row]);
    }
    points.sort((a, b) => a[1] - b[1]);
    let at = isScore ? start : 0;
    for (const point of points) {
      at += isScore ? set.scores[point[2]] : 1;
      point[0] = at;
    }
    return { set, column, points, start };
  }

  function draw(surface, size, colors) {
    const now = settings();
    const lines = sheet.sets.map((set) => collect(set, now)).filter((line) => line !== null);
    const filled = lines.filter((line) => line.points.length > 0);
    const values = (pickValue) => filled.flatMap((line) => [pickValue(line.points[0]), pickValue(line.points[line.points.length - 1])]);
    const [low, high] = niceLimits(now.scale, Math.min(...values((point) => point[1])), Math.max(...values((point) => point[1])));
    const start = Math.min(0, ...filled.map((line) => line.start));
    const [left, right] = niceLimits("linear", start, Math.max(1, ...values((point) => point[0])));
    const unit = filled[0] && filled[0].column.unit ? ` (${filled[0].column.unit})` : "";
    const xLabel = now.score === "yes" ? "Accumulated score" : "n-th fastest result".replace("fastest", /time/.test(now.column || standard) ? "fastest" : "smallest");
    const { sx, sy, inner } = drawAxes(surface, size, colors,
      { kind: "linear", low: left, high: right, label: xLabel },
      { kind: now.scale, low, high, label: `${now.column || standard}${unit}` });
    const series = [];
    surface.clip(inner.left - 4, inner.top - 4, inner.right - inner.left + 8, inner.bottom - inner.top + 8, () => {
      for (const line of filled) {
        const color = setColor(line.set.index);
        const pixels = line.points.map(([x, y]) => [sx(x), sy(y)]);
        surface.path(pixels, { color, width: 2, dash: setDash(line.set.index) });
        if (pixels.length <= 60) surface.marks(pixels, { color, size: 2.6 });
        series.push({
          color, points: pixels, rowAt: (index) => line.points[index][2],
          tell: (index) => [line.set.title, `${count(line.points[index][0])}: ${shown(line.points[index][1], line.column.digits || 3)} ${line.column.unit}`, taskName(sheet, line.points[index][2])],
        });
      }
    });
    if (surface instanceof CanvasSurface) {
      fill(legend, lines.map((line) => el("span", { class: "key", style: `--set:${setColor(line.set.index)}` }, line.set.title,
        el("small", null, now.score === "yes" ? ` score ${count(line.points.length > 0 ? line.points[line.points.length - 1][0] : line.start)}` : ` ${count(line.points.length)}`))));
    } else filled.forEach((line, index) => {
      surface.path([[inner.left + 14, inner.top + 14 + 18 * index], [inner.left + 40, inner.top + 14 + 18 * index]], { color: setColor(line.set.index), width: 2, dash: setDash(line.set.index) });
      surface.text(inner.left + 48, inner.top + 14 + 18 * index, line.set.title, { color: colors.text });
    });
    return series;
  }

  container.redrawPlot = () => plot.redraw();
  show();
}

/** The settings of one view out of all. */
function pick(plots, prefix) {
  const settings = {};
  for (const [name, value] of Object.entries(plots)) if (name.startsWith(`${prefix}.`)) settings[name.slice(prefix.length + 1)] = value;
  return settings;
}
