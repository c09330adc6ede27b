import { formatFigure } from '../support/figures.ts';
import type { ComparedRow } from './benches/bench.ts';
import type { Judged } from './measure/judge.ts';

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
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => aligned(cells[column] ?? '', width, column)).join(' | ')} |`;
  const rule = line(
    widths.map((width, column) => (isNumber(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))),
  );
  return [line(titles), rule, ...rows.map(line)].join('\n');
}

/** Says in words what the table shows. */
export function formatConclusion(sections: readonly Section[]): string {
  const parts = [
    { title: 'Worse by more than the noise:', lines: linesOf(sections, 'worse') },
    { title: 'Better by more than the noise:', lines: linesOf(sections, 'better') },
    { title: 'Not compared:', lines: reasonsOf(sections) },
  ].filter(({ lines }) => lines.length > 0);
  if (parts.length === 0) return 'There is no difference beyond the noise.';
  return parts.map(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`)].join('\n')).join('\n\n');
}

function linesOf(sections: readonly Section[], verdict: Judged['verdict']): string[] {
  return sections.flatMap(({ name, rows }) =>
    rows.flatMap((row) =>
      row.kind === 'compared' && row.judged.verdict === verdict
        ? [`${name}: ${row.figure.name.trim()}, ${percent(row.judged.ratio)}`]
        : [],
    ),
  );
}

/** Returns each reason once, with the figures that it is about. */
function reasonsOf(sections: readonly Section[]): string[] {
  return sections.flatMap(({ name, rows }) => {
    const missing = rows.flatMap((row) => (row.kind === 'not compared' ? [row] : []));
    return [...Map.groupBy(missing, ({ because }) => because)].map(([because, group]) => {
      const what = group.length === rows.length ? 'all' : group.map(({ figure }) => figure.name.trim()).join('; ');
      return `${name}, ${what}: ${because}`;
    });
  });
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

function aligned(cell: string, width: number, column: number): string {
  return isNumber(column) ? cell.padStart(width) : cell.padEnd(width);
}

function isNumber(column: number): boolean {
  return column >= 1 && column <= 4;
}
