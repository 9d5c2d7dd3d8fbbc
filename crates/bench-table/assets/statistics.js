// Counts by status and spreads of numbers, for the rows that filters leave.

/** How often a set was right and wrong. The same as `statistics.rs` calculates for all rows. */
function countResults(sheet, set, rows) {
  const result = {
    total: 0, score: 0, best: 0, categories: new Array(CATEGORIES.length).fill(0),
    answers: CATEGORIES.map(() => [0, 0, 0]), errors: new Map(),
  };
  const { categories, answers, status, scores } = set;
  for (const row of rows) {
    const category = categories[row];
    if (category < 0) continue;
    const code = status.codes[row];
    result.total++;
    result.categories[category]++;
    result.answers[category][answers[code]]++;
    result.score += scores[row];
    result.best += [2, 1, 0][sheet.expectedAnswers[row]];
    if (category === 4) result.errors.set(code, (result.errors.get(code) || 0) + 1);
  }
  result.errors = [...result.errors].map(([code, number]) => [status.words[code], number]).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return result;
}

/** Sum, mean, median, least, greatest and standard deviation of the numbers of a column for the rows of one category, or of all (-1). */
function spread(column, set, rows, category) {
  const values = [];
  for (const row of rows) {
    if (category >= 0 && set.categories[row] !== category) continue;
    const value = column.values[row];
    if (!Number.isNaN(value)) values.push(value);
  }
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const sum = sorted.reduce((total, value) => total + value, 0);
  const mean = sum / sorted.length;
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  const variance = sorted.reduce((total, value) => total + (value - mean) ** 2, 0) / sorted.length;
  return { n: sorted.length, sum, mean, median, min: sorted[0], max: sorted[sorted.length - 1], deviation: Math.sqrt(variance) };
}
