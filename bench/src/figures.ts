/** The value below which the given share of the values lies (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** A row of a report: what was measured, the figure, the goal (at most or at least), and whether it was met. */
export interface Row {
  name: string;
  value: number;
  unit: string;
  atMost?: number;
  atLeast?: number;
}

/** Rows as aligned text. */
export function formatRows(rows: readonly Row[]): string {
  const width = Math.max(...rows.map((row) => row.name.length));
  return rows
    .map((row) => `${row.name.padEnd(width)}  ${formatFigure(row.value).padStart(10)} ${row.unit}${goalOf(row)}`)
    .join('\n');
}

/** Small figures to two digits. */
function formatFigure(value: number): string {
  const digits = Math.abs(value) < 1 ? 2 : Math.abs(value) < 10 ? 1 : 0;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function goalOf({ value, unit, atMost, atLeast }: Row): string {
  const told = (sign: string, goal: number, met: boolean) =>
    `   goal ${sign} ${goal.toLocaleString('en')} ${unit}   ${met ? 'met' : 'MISSED'}`;
  if (atMost !== undefined) return told('≤', atMost, value <= atMost);
  return atLeast === undefined ? '' : told('≥', atLeast, value >= atLeast);
}
