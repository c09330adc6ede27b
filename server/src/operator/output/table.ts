import type { Terminal } from '../terminal/terminal.ts';
import { paintFor } from './paint.ts';
import { cutToWidth, printableLine, textWidth } from './text-width.ts';

export interface Column<Row> {
  title: string;
  text(row: Row): string;
  /** Whether this column shrinks when the terminal is too narrow. Without such a column, a row overflows. */
  shrinks?: boolean;
  /** Whether the column contains numbers, which are aligned right. */
  numbers?: boolean;
}

/** Prints rows under titles, one row a line, with two spaces between columns. */
export function printTable<Row>(terminal: Terminal, columns: Column<Row>[], rows: Row[]): void {
  const paint = paintFor(terminal.colours.out);
  const cells = rows.map((row) => columns.map((column) => printableLine(column.text(row))));
  const widths = fit(columns, cells, terminal.columns);
  terminal.out(
    `${paint.strong(
      line(
        columns,
        columns.map((column) => column.title),
        widths,
      ),
    )}\n`,
  );
  for (const row of cells) terminal.out(`${line(columns, row, widths)}\n`);
}

/**
 * Prints names and values, one pair a line, with aligned values. A value may have several lines; undefined omits the
 * pair.
 */
export function printFields(terminal: Terminal, fields: [name: string, value: string | undefined][]): void {
  const paint = paintFor(terminal.colours.out);
  const given = fields.filter((field): field is [string, string] => field[1] !== undefined);
  const width = Math.max(...given.map(([name]) => textWidth(name)));
  for (const [name, value] of given) terminal.out(`  ${paint.faint(pad(name, width))}  ${printableLine(value)}\n`);
}

function fit<Row>(columns: Column<Row>[], cells: string[][], available: number): number[] {
  const widths = columns.map((column, index) =>
    cells.reduce((width, row) => Math.max(width, textWidth(row[index] ?? '')), textWidth(column.title)),
  );
  const excess = widths.reduce((sum, width) => sum + width + 2, -2) - available;
  const shrinking = columns.findIndex((column) => column.shrinks);
  if (excess > 0 && shrinking !== -1) widths[shrinking] = Math.max(8, (widths[shrinking] ?? 0) - excess);
  return widths;
}

function line<Row>(columns: Column<Row>[], cells: string[], widths: number[]): string {
  return cells
    .map((cell, index) => {
      const width = widths[index] ?? 0;
      const text = isAddress(cell) ? cell : cutToWidth(cell, width);
      return columns[index]?.numbers ? text.padStart(width) : pad(text, width);
    })
    .join('  ')
    .trimEnd();
}

/** A truncated address does not work: its row overflows instead. */
function isAddress(cell: string): boolean {
  return /^https?:\/\/\S+$/.test(cell);
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}
