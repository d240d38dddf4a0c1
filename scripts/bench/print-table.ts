/** Prints rows as a table, a column for each key: texts to the left, numbers to the right with separators. */
export function printTable(title: string, rows: readonly Record<string, string | number>[]): void {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const shown = rows.map((row) => keys.map((key) => cellText(row[key] ?? '')));
  const widths = keys.map((key, at) => Math.max(key.length, ...shown.map((cells) => cells[at]!.length)));
  const right = keys.map((key) => rows.every((row) => typeof (row[key] ?? 0) === 'number' || row[key] === ''));
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (right[at] ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))).join('  ');
  console.info(['', title, line(keys), widths.map((width) => '-'.repeat(width)).join('  '), ...shown.map(line)].join('\n'));
}

function cellText(value: string | number): string {
  return typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 2 }) : value;
}

/** The middle of some measurements. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
