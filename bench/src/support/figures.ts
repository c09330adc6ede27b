/** Returns the value below which the given share of the values is (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** A row of a report: what was measured, the figure, the goal (at most or at least), and whether it was reached. */
export interface Row {
  name: string;
  value: number;
  unit: string;
  /** The figure before a change, and the best possible one. */
  before?: number;
  ideal?: number;
  atMost?: number;
  atLeast?: number;
}

/** Formats rows as aligned text. */
export function formatRows(rows: readonly Row[]): string {
  const width = Math.max(...rows.map((row) => row.name.length));
  return rows
    .map(
      (row) =>
        `${row.name.padEnd(width)}  ${formatFigure(row.value).padStart(10)} ${row.unit}${besides(row)}${goalOf(row)}`,
    )
    .join('\n');
}

/** Whether a row has a goal and misses it. */
export function isMissed({ value, atMost = Infinity, atLeast = -Infinity }: Row): boolean {
  return !(value <= atMost && value >= atLeast);
}

function besides({ before, ideal }: Row): string {
  return [
    before === undefined ? '' : `   before ${formatFigure(before)}`,
    ideal === undefined ? '' : `   ideal ${formatFigure(ideal)}`,
  ].join('');
}

/** Formats a figure: two decimals below 1, one below 10, otherwise none. */
export function formatFigure(value: number): string {
  const digits = Math.abs(value) < 1 ? 2 : Math.abs(value) < 10 ? 1 : 0;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function goalOf(row: Row): string {
  const { unit, atMost, atLeast } = row;
  const goalText = (sign: string, goal: number) =>
    `   goal ${sign} ${goal.toLocaleString('en')} ${unit}   ${isMissed(row) ? 'MISSED' : 'met'}`;
  if (atMost !== undefined) return goalText('≤', atMost);
  return atLeast === undefined ? '' : goalText('≥', atLeast);
}
