import { formatFigure } from '../support/figures.ts';
import type { ComparedRow } from './benches/bench.ts';

/** The rows of one bench. */
export interface Section {
  name: string;
  rows: readonly ComparedRow[];
}

const titles = ['', 'before', 'now', 'now / before', 'noise', 'verdict'];

/** Formats the rows as a Markdown table, with columns of one width so that it can be read as it is. */
export function formatTable(sections: readonly Section[]): string {
  const rows = sections.flatMap(({ name, rows: own }) => [[`**${name}**`, '', '', '', '', ''], ...own.map(cellsOf)]);
  const widths = titles.map((title, column) =>
    Math.max(3, ...[[title], ...rows.map((row) => [row[column] ?? ''])].map(([cell = '']) => cell.length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (isNumber(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  return [line(titles), rule, ...rows.map(line)].join('\n');
}

/** Says in words what the table shows. */
export function formatConclusion(sections: readonly Section[]): string {
  const all = sections.flatMap(({ name, rows }) => rows.map((row) => ({ name, row })));
  const compared = all.flatMap(({ name, row }) => (row.kind === 'compared' ? [{ name, ...row }] : []));
  const list = (verdict: 'better' | 'worse'): string[] =>
    compared
      .filter(({ judged }) => judged.verdict === verdict)
      .map(({ name, figure, judged }) => `  ${name}: ${figure.name.trim()}, ${percent(judged.ratio)}`);
  const parts = [
    { title: 'Worse by more than the noise:', lines: list('worse') },
    { title: 'Better by more than the noise:', lines: list('better') },
    {
      title: 'Not compared:',
      lines: all.flatMap(({ name, row }) =>
        row.kind === 'not compared' ? [`  ${name}: ${row.figure.name.trim()}: ${row.because}`] : [],
      ),
    },
  ].filter(({ lines }) => lines.length > 0);
  if (parts.length === 0) return 'There is no difference beyond the noise.';
  return parts.map(({ title, lines }) => [title, ...lines].join('\n')).join('\n\n');
}

function cellsOf(row: ComparedRow): string[] {
  const { name, unit } = row.figure;
  if (row.kind === 'not compared') return [named(name, unit), '', '', '', '', `not compared: ${oneLine(row.because)}`];
  const { before, now, ratio, noise, verdict } = row.judged;
  return [
    named(name, unit),
    formatFigure(before),
    formatFigure(now),
    ratio.toFixed(2),
    `± ${(noise * 100).toFixed(0)} %`,
    verdict === 'no difference' ? '' : `**${verdict}** by ${percent(ratio)}`,
  ];
}

/** Indents the parts of a whole, which Markdown would not show by blanks. */
function named(name: string, unit: string): string {
  return `${name.replace(/^ +/, '… ')} (${unit})`;
}

function percent(ratio: number): string {
  const share = (ratio - 1) * 100;
  return `${share > 0 ? '+' : '−'}${Math.abs(share).toFixed(0)} %`;
}

/** The first line, without what would end a cell. */
function oneLine(text: string): string {
  return (text.split('\n')[0] ?? '').replaceAll('|', '/').slice(0, 160);
}

function isNumber(column: number): boolean {
  return column >= 1 && column <= 4;
}
