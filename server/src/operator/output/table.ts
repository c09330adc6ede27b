import type { Terminal } from '../terminal.ts';
import { paintFor } from './paint.ts';
import { cutToWidth, printableLine, textWidth } from './text-width.ts';

export interface Column<Row> {
  title: string;
  text(row: Row): string;
  /** Whether this is the column that gives way when the terminal is too narrow; otherwise a row runs over. */
  shrinks?: boolean;
  /** Whether what it holds are numbers, which stand one under the other by their last digit. */
  numbers?: boolean;
}

/** Rows under titles, two spaces between columns, a row a line. */
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

/** Names and values, a pair a line, the values aligned. A value may hold several lines; undefined leaves the pair out. */
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

/** An address that is cut leads nowhere: its row runs over instead. */
function isAddress(cell: string): boolean {
  return /^https?:\/\/\S+$/.test(cell);
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}
