// Scatter plots: a point for each task, one column against another, most often the CPU times of two sets.
//
// Lines mark factors: a point above the line "×2" costs the set of the vertical axis more than twice as much. Runs that met a limit lie at the limit, so they are kept, marked as crosses.

function scatterView(app, container) {
  const { sheet } = app;
  const columns = sheet.columns.filter((column) => column.kind === "number");
  if (columns.length === 0) return fill(container, el("p", { class: "note" }, "There is no column of numbers to plot."));
  const sameTitle = (set, title) => columns.find((column) => column.set === set && column.title === title);
  const firstX = sameTitle(0, "cputime") || columns[0];
  const firstY = sameTitle(1, firstX.title) || sameTitle(0, "memory") || columns[columns.length - 1];
  const settings = () => ({ x: firstX.key, y: firstY.key, scale: "log", factor: "10", results: "all", fit: "no", ...pick(app.state.plots, "s") });
  const change = (name, value) => {
    app.state.plots[`s.${name}`] = value;
    app.stateChanged();
    show();
  };
  const controls = el("div", { class: "controls" });
  const legend = el("div", { class: "legend" });
  fill(container, controls, el("div", { class: "plot-holder square" }), legend);
  const plot = new Plot(container.querySelector(".plot-holder"), "Scatter plot", (surface, size, colors) => draw(surface, size, colors), (row) => showDetails(app, row));
  const options = columns.map((column) => [column.key, fullLabel(sheet, column)]);

  function show() {
    const now = settings();
    fill(controls,
      select("x", options, now.x, (value) => change("x", value)),
      select("y", options, now.y, (value) => change("y", value)),
      el("button", { type: "button", title: "Exchange the axes", click: () => { const { x, y } = settings(); app.state.plots["s.x"] = y; change("y", x); } }, "⇄"),
      select("Results", [["all", "all"], ["correct", "both correct"], ["solved", "correct and wrong"]], now.results, (value) => change("results", value)),
      select("Axes", [["log", "logarithmic"], ["linear", "linear"]], now.scale, (value) => change("scale", value)),
      select("Lines", [["none", "none"], ["2", "×2"], ["10", "×10"], ["2,10", "×2 and ×10"], ["10,100", "×10 and ×100"]], now.factor, (value) => change("factor", value)),
      checkbox("Regression", now.fit === "yes", (isOn) => change("fit", isOn ? "yes" : "no")),
      el("button", { type: "button", click: () => save("scatter.svg", "image/svg+xml", plot.svg(640, 640)) }, "Save SVG"));
    plot.redraw();
  }

  function collect(now) {
    const [x, y] = [sheet.byKey.get(now.x) || firstX, sheet.byKey.get(now.y) || firstY];
    const [a, b] = [sheet.sets[x.set].categories, sheet.sets[y.set].categories];
    const groups = { agree: [], differ: [], wrong: [] };
    for (const row of app.rows) {
      const [p, q] = [x.values[row], y.values[row]];
      if (Number.isNaN(p) || Number.isNaN(q) || (now.scale === "log" && (p <= 0 || q <= 0))) continue;
      const [c, d] = [a[row], b[row]];
      if (now.results === "correct" && (c !== 0 || d !== 0)) continue;
      if (now.results === "solved" && (c > 2 || d > 2)) continue;
      const kind = c === 2 || d === 2 ? "wrong" : c === 0 && d === 0 ? "agree" : "differ";
      groups[kind].push([p, q, row]);
    }
    return { x, y, groups };
  }

  function draw(surface, size, colors) {
    const now = settings();
    const { x, y, groups } = collect(now);
    const all = [...groups.agree, ...groups.differ, ...groups.wrong];
    let [lowX, highX, lowY, highY] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [p, q] of all) {
      lowX = Math.min(lowX, p); highX = Math.max(highX, p);
      lowY = Math.min(lowY, q); highY = Math.max(highY, q);
    }
    // Two columns of the same unit share their limits, so that the diagonal is one.
    if (x.unit === y.unit) [lowX, highX, lowY, highY] = [Math.min(lowX, lowY), Math.max(highX, highY), Math.min(lowX, lowY), Math.max(highX, highY)];
    const [left, right] = niceLimits(now.scale, lowX, highX);
    const [bottom, top] = niceLimits(now.scale, lowY, highY);
    const { sx, sy, inner } = drawAxes(surface, size, colors,
      { kind: now.scale, low: left, high: right, label: fullLabel(sheet, x) },
      { kind: now.scale, low: bottom, high: top, label: fullLabel(sheet, y) });
    // Many points are drawn smaller and so that others shine through.
    const [factor, alpha] = all.length > 3000 ? [0.7, 0.5] : [1, 0.85];
    const styles = {
      agree: { color: colors.correct, size: 2.7 * factor, alpha }, differ: { color: colors.other, size: 3.4 * factor, alpha, shape: "cross" },
      wrong: { color: colors.wrong, size: 4 * factor, shape: "cross" },
    };
    const series = [];
    surface.clip(inner.left, inner.top, inner.right - inner.left, inner.bottom - inner.top, () => {
      const line = (slope, style) => {
        const start = now.scale === "log" ? left : 0;
        const points = [];
        for (let step = 0; step <= 60; step++) {
          const at = now.scale === "log" ? start * (right / start) ** (step / 60) : start + ((right - start) * step) / 60;
          points.push([sx(at), sy(slope * at)]);
        }
        surface.path(points, style);
      };
      if (x.unit === y.unit) {
        line(1, { color: colors.soft, width: 1.3 });
        if (now.factor !== "none") for (const factor of now.factor.split(",").map(Number)) {
          line(factor, { color: colors.soft, dash: [5, 4] });
          line(1 / factor, { color: colors.soft, dash: [5, 4] });
        }
      }
      for (const kind of ["agree", "differ", "wrong"]) {
        const pixels = groups[kind].map(([p, q]) => [sx(p), sy(q)]);
        surface.marks(pixels, styles[kind]);
        series.push({
          color: styles[kind].color, points: pixels, rowAt: (index) => groups[kind][index][2],
          tell: (index) => tell(groups[kind][index], x, y),
        });
      }
      if (now.fit === "yes") drawFit(surface, all, now, sx, sy, left, right, colors);
    });
    if (surface instanceof CanvasSurface) showLegend(groups, styles, all, now, x, y);
    return series;
  }

  function tell([p, q, row], x, y) {
    const text = (column, value) => `${fullLabel(sheet, column)}: ${shown(value, column.digits || 3)} (${cellText(sheet.sets[column.set].status, row)})`;
    return [taskName(sheet, row), text(x, p), text(y, q), x.unit === y.unit && p > 0 ? `factor ${significant(q / p, 3)}` : ""].filter((line) => line !== "");
  }

  function drawFit(surface, points, now, sx, sy, left, right, colors) {
    const fit = regression(points, now.scale === "log");
    if (!fit) return;
    const line = [];
    for (let step = 0; step <= 60; step++) {
      const at = now.scale === "log" ? left * (right / left) ** (step / 60) : left + ((right - left) * step) / 60;
      const value = fit.at(at);
      if (now.scale !== "log" || value > 0) line.push([sx(at), sy(value)]);
    }
    surface.path(line, { color: colors.text, width: 1.6 });
  }

  function showLegend(groups, styles, all, now, x, y) {
    const key = (kind, text) => el("span", { class: `key ${styles[kind].shape || "dot"}`, style: `--set:${styles[kind].color}` }, text, el("small", null, ` ${count(groups[kind].length)}`));
    const fit = now.fit === "yes" ? regression(all, now.scale === "log") : null;
    const above = all.filter(([p, q]) => q > p).length;
    fill(legend, key("agree", "both correct"), key("differ", "not both correct"), key("wrong", "one is wrong"),
      x.unit === y.unit ? el("span", { class: "note" }, `${count(above)} above, ${count(all.filter(([p, q]) => q < p).length)} below the diagonal`) : null,
      fit ? el("span", { class: "note" }, fit.text) : null);
  }

  container.redrawPlot = () => plot.redraw();
  show();
}

/** The line of least squares; on logarithmic axes that of the logarithms, which is a power law. */
function regression(points, isLog) {
  const of = isLog ? Math.log10 : (value) => value;
  const n = points.length;
  if (n < 2) return null;
  let [sumX, sumY] = [0, 0];
  for (const [p, q] of points) { sumX += of(p); sumY += of(q); }
  const [meanX, meanY] = [sumX / n, sumY / n];
  let [xx, xy, yy] = [0, 0, 0];
  for (const [p, q] of points) {
    const [dx, dy] = [of(p) - meanX, of(q) - meanY];
    xx += dx * dx; xy += dx * dy; yy += dy * dy;
  }
  if (xx === 0) return null;
  const slope = xy / xx;
  const offset = meanY - slope * meanX;
  const quality = yy === 0 ? 1 : (xy * xy) / (xx * yy);
  const text = isLog
    ? `y = ${significant(10 ** offset, 3)} · x^${significant(slope, 3)}, R² = ${significant(quality, 3)}`
    : `y = ${significant(slope, 3)} · x + ${significant(offset, 3)}, R² = ${significant(quality, 3)}`;
  return { slope, offset, quality, text, at: (value) => (isLog ? 10 ** (offset + slope * Math.log10(value)) : offset + slope * value) };
}
