// Plots: scales, axes, and two surfaces to draw on. The screen gets a canvas, since eighty thousand points are too many for elements; a saved picture is SVG, since papers want
// vectors. Both draw by the same calls.

const SET_COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#6a3d9a", "#8c564b"];
const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

function setColor(index) {
  return SET_COLORS[index % SET_COLORS.length];
}

function setDash(index) {
  return DASHES[Math.floor(index / SET_COLORS.length) % DASHES.length];
}

/** The colours of the page, as they are now. */
function theme() {
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(name).trim();
  return { text: color("--text"), soft: color("--soft"), line: color("--line"), back: color("--panel"), correct: color("--correct"), wrong: color("--wrong"), other: color("--unknown") };
}

/** A scale from values to pixels. A logarithmic one leaves out what is not positive. */
function makeScale(kind, low, high, from, to) {
  const isLog = kind === "log";
  let [a, b] = isLog ? [Math.log10(low), Math.log10(high)] : [low, high];
  if (!(b > a)) [a, b] = isLog ? [a - 0.5, a + 0.5] : [a - 1, a + 1];
  const scale = (value) => from + (((isLog ? Math.log10(value) : value) - a) / (b - a)) * (to - from);
  return Object.assign(scale, { kind, low: isLog ? 10 ** a : a, high: isLog ? 10 ** b : b, from, to });
}

/** The limits of an axis for values from `low` to `high`. */
function niceLimits(kind, low, high) {
  if (!(high >= low)) return kind === "log" ? [0.1, 10] : [0, 1];
  if (kind === "log") {
    const bottom = 10 ** Math.floor(Math.log10(low));
    const top = 10 ** Math.ceil(Math.log10(high) - 1e-9);
    return bottom === top ? [bottom, bottom * 10] : [bottom, top];
  }
  const bottom = Math.min(0, low);
  const step = niceStep(high - bottom || 1);
  return [Math.floor(bottom / step) * step, Math.ceil(high / step - 1e-9) * step || step];
}

function niceStep(range) {
  const rough = range / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((factor) => rough <= factor * power * 1.0001);
}

function ticks(scale) {
  const values = [];
  if (scale.kind === "log") {
    const [first, last] = [Math.ceil(Math.log10(scale.low) - 1e-9), Math.floor(Math.log10(scale.high) + 1e-9)];
    const step = Math.ceil((last - first + 1) / 9);
    for (let power = first; power <= last; power += step) values.push(10 ** power);
    if (last - first < 2) for (let power = first - 1; power <= last; power++) for (const factor of [2, 5]) {
      const value = factor * 10 ** power;
      if (value > scale.low && value < scale.high) values.push(value);
    }
    return values.sort((a, b) => a - b);
  }
  const step = niceStep(scale.high - scale.low);
  for (let index = Math.ceil(scale.low / step - 1e-9); index * step <= scale.high + step * 1e-9; index++) values.push(index * step);
  return values;
}

function tickText(value) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return value.toExponential(0).replace("e+", "e").replace("1e", "10^");
  return grouped(String(Number(value.toPrecision(6))));
}

class CanvasSurface {
  constructor(canvas, width, height) {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    this.pen = canvas.getContext("2d");
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.pen.clearRect(0, 0, width, height);
  }

  path(points, { color, width = 1, dash = [] }) {
    const pen = this.pen;
    pen.beginPath();
    points.forEach(([x, y], index) => (index === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
    pen.strokeStyle = color;
    pen.lineWidth = width;
    pen.lineJoin = "round";
    pen.setLineDash(dash);
    pen.stroke();
  }

  marks(points, { color, size = 3, shape = "dot", alpha = 1 }) {
    // One mark is drawn once and copied, which is faster than twenty thousand paths and lets points add up where they shine through.
    const pen = this.pen;
    const ratio = window.devicePixelRatio || 1;
    const half = size + 2;
    const stamp = document.createElement("canvas");
    stamp.width = stamp.height = Math.ceil(2 * half * ratio);
    const mark = stamp.getContext("2d");
    mark.scale(ratio, ratio);
    mark.globalAlpha = alpha;
    mark.beginPath();
    if (shape === "cross") {
      mark.moveTo(half - size, half - size); mark.lineTo(half + size, half + size);
      mark.moveTo(half - size, half + size); mark.lineTo(half + size, half - size);
      mark.strokeStyle = color;
      mark.lineWidth = 1.6;
      mark.stroke();
    } else {
      mark.arc(half, half, size, 0, 2 * Math.PI);
      mark.fillStyle = color;
      mark.fill();
    }
    const side = stamp.width / ratio;
    for (const [x, y] of points) pen.drawImage(stamp, x - half, y - half, side, side);
  }

  text(x, y, text, { color, align = "start", size = 12, turn = 0 }) {
    const pen = this.pen;
    pen.save();
    pen.translate(x, y);
    pen.rotate((turn * Math.PI) / 180);
    pen.font = `${size}px system-ui, sans-serif`;
    pen.textAlign = align;
    pen.textBaseline = "middle";
    pen.fillStyle = color;
    pen.fillText(text, 0, 0);
    pen.restore();
  }

  clip(x, y, width, height, action) {
    this.pen.save();
    this.pen.beginPath();
    this.pen.rect(x, y, width, height);
    this.pen.clip();
    action();
    this.pen.restore();
  }
}

class SvgSurface {
  constructor(width, height, background) {
    this.head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif">`;
    this.parts = [`<rect width="${width}" height="${height}" fill="${background}"/>`];
    this.clips = 0;
  }

  path(points, { color, width = 1, dash = [] }) {
    const text = points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
    const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(" ")}"` : "";
    this.parts.push(`<polyline points="${text}" fill="none" stroke="${color}" stroke-width="${width}"${dashes}/>`);
  }

  marks(points, { color, size = 3, shape = "dot" }) {
    for (const [x, y] of points) {
      const [a, b] = [x.toFixed(2), y.toFixed(2)];
      this.parts.push(shape === "cross"
        ? `<path d="M${(x - size).toFixed(2)} ${(y - size).toFixed(2)}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}" stroke="${color}" stroke-width="1.6"/>`
        : `<circle cx="${a}" cy="${b}" r="${size}" fill="${color}"/>`);
    }
  }

  text(x, y, text, { color, align = "start", size = 12, turn = 0 }) {
    const anchor = { start: "start", center: "middle", end: "end" }[align];
    const safe = text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
    this.parts.push(`<text transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn})" dy="0.35em" text-anchor="${anchor}" font-size="${size}" fill="${color}">${safe}</text>`);
  }

  clip(x, y, width, height, action) {
    const id = `clip${this.clips++}`;
    this.parts.push(`<clipPath id="${id}"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath><g clip-path="url(#${id})">`);
    action();
    this.parts.push("</g>");
  }

  toString() {
    return `${this.head}${this.parts.join("")}</svg>`;
  }
}

const MARGIN = { left: 74, right: 22, top: 16, bottom: 52 };

/** Axes with a grid; returns the scales. */
function drawAxes(surface, size, colors, x, y) {
  const inner = { left: MARGIN.left, right: size.width - MARGIN.right, top: MARGIN.top, bottom: size.height - MARGIN.bottom };
  const sx = makeScale(x.kind, x.low, x.high, inner.left, inner.right);
  const sy = makeScale(y.kind, y.low, y.high, inner.bottom, inner.top);
  for (const value of ticks(sx)) {
    const at = sx(value);
    surface.path([[at, inner.top], [at, inner.bottom]], { color: colors.line });
    surface.text(at, inner.bottom + 15, tickText(value), { color: colors.soft, align: "center" });
  }
  for (const value of ticks(sy)) {
    const at = sy(value);
    surface.path([[inner.left, at], [inner.right, at]], { color: colors.line });
    surface.text(inner.left - 8, at, tickText(value), { color: colors.soft, align: "end" });
  }
  surface.path([[inner.left, inner.top], [inner.left, inner.bottom], [inner.right, inner.bottom]], { color: colors.soft, width: 1.2 });
  surface.text((inner.left + inner.right) / 2, size.height - 12, x.label, { color: colors.text, align: "center", size: 13 });
  surface.text(16, (inner.top + inner.bottom) / 2, y.label, { color: colors.text, align: "center", size: 13, turn: -90 });
  return { sx, sy, inner };
}

/** A plot in the page: redraws when its size changes, tells the nearest point at the pointer, and steps through points by keys. */
class Plot {
  /** `draw(surface, size, colors)` draws and returns series of `{ points: [[x, y]], tell(index) }` in pixels. */
  constructor(container, label, draw, open) {
    this.canvas = el("canvas", { tabindex: "0", role: "img", "aria-label": `${label}. Arrow keys go from point to point, Enter opens a task.` });
    this.tip = el("div", { class: "tip", role: "status", hidden: true });
    this.box = el("div", { class: "plot" }, this.canvas, this.tip);
    this.draw = draw;
    this.open = open;
    this.series = [];
    this.at = null;
    this.canvas.addEventListener("mousemove", (event) => this.point(event.offsetX, event.offsetY));
    this.canvas.addEventListener("mouseleave", () => this.mark(null));
    this.canvas.addEventListener("click", (event) => {
      this.point(event.offsetX, event.offsetY);
      this.enter();
    });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.redraw()).observe(this.box);
    container.append(this.box);
  }

  redraw() {
    const size = { width: this.box.clientWidth, height: this.box.clientHeight };
    if (size.width < 50 || size.height < 50) return;
    this.size = size;
    this.series = this.draw(new CanvasSurface(this.canvas, size.width, size.height), size, theme());
    this.mark(null);
  }

  /** The same picture as SVG, by the colours of paper. */
  svg(width, height) {
    const size = { width, height };
    const colors = { text: "#111", soft: "#444", line: "#ddd", back: "#fff", correct: "#1a7f37", wrong: "#cf222e", other: "#9a6700" };
    const surface = new SvgSurface(size.width, size.height, colors.back);
    this.draw(surface, size, colors);
    return surface.toString();
  }

  point(x, y) {
    let best = null;
    let distance = 30 * 30;
    this.series.forEach((series, line) => series.points.forEach(([px, py], index) => {
      const square = (px - x) ** 2 + (py - y) ** 2;
      if (square < distance) {
        distance = square;
        best = { line, index };
      }
    }));
    this.mark(best);
  }

  mark(at) {
    this.at = at;
    this.tip.hidden = at === null;
    if (at === null) return;
    const series = this.series[at.line];
    const [x, y] = series.points[at.index];
    fill(this.tip, series.tell(at.index).map((line, index) => el(index === 0 ? "strong" : "span", null, line)));
    this.tip.style.left = `${Math.min(x + 14, this.size.width - this.tip.offsetWidth - 8)}px`;
    this.tip.style.top = `${Math.max(4, Math.min(y + 14, this.size.height - this.tip.offsetHeight - 8))}px`;
    this.tip.style.setProperty("--set", series.color || "var(--soft)");
  }

  enter() {
    if (this.at && this.open) {
      const row = this.series[this.at.line].rowAt(this.at.index);
      if (row !== undefined) this.open(row);
    }
  }

  key(event) {
    const moves = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0], PageDown: [0, 50], PageUp: [0, -50] };
    if (event.key === "Enter") return this.enter();
    if (event.key === "Escape") return this.mark(null);
    const move = moves[event.key];
    if (!move || this.series.length === 0) return;
    event.preventDefault();
    const line = this.at ? (this.at.line + move[0] + this.series.length) % this.series.length : 0;
    const length = this.series[line].points.length;
    if (length === 0) return;
    this.mark({ line, index: this.at ? Math.max(0, Math.min(this.at.index + move[1], length - 1)) : 0 });
  }
}
