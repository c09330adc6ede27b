/** The value below which the given share of the values lies (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** A row of a report: what was measured, the figure, the goal, and whether it was met. */
export interface Row {
  name: string;
  value: number;
  unit: string;
  atMost?: number;
}

/** Rows as aligned text. */
export function formatRows(rows: readonly Row[]): string {
  const width = Math.max(...rows.map((row) => row.name.length));
  return rows
    .map((row) => {
      const goal =
        row.atMost === undefined
          ? ''
          : `   goal ≤ ${row.atMost} ${row.unit}   ${row.value <= row.atMost ? 'met' : 'MISSED'}`;
      return `${row.name.padEnd(width)}  ${row.value.toFixed(row.value < 10 ? 1 : 0).padStart(8)} ${row.unit}${goal}`;
    })
    .join('\n');
}
