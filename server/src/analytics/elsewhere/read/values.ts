import type { ExportRow, ReadOptions } from '../product.ts';
import { exportRefused } from './export-file.ts';
import type { ExportFile } from './export-file.ts';

/** The maximum count in one row, far above any site's. */
const mostCount = 1_000_000_000_000;

/** Reads a whole number as programs write it. @throws CopydeskError `file_refused` */
export function readCount(file: ExportFile, line: number, cell: string | undefined, column: string): number {
  const text = (cell ?? '').trim();
  if (/^\d{1,13}$/.test(text) && Number(text) <= mostCount) return Number(text);
  throw exportRefused(file, line, `"${column}" is ${shown(text)}. ${whyNot(text)}`);
}

function whyNot(text: string): string {
  if (text === '') return 'A count is missing: the line is incomplete.';
  if (/^-\d/.test(text)) return 'A count cannot be negative.';
  if (/^\d{1,3}([.,'’ \u00a0\u202f]\d{3})+$/.test(text)) return 'Export numbers without thousands separators.';
  if (/^\d+[.,]\d+$/.test(text)) return 'A count has no fraction.';
  return 'A whole number is needed.';
}

/** Reads `2026-11-21`, or `20261121`. @throws CopydeskError `file_refused` */
export function readDay(file: ExportFile, line: number, cell: string | undefined, { today }: ReadOptions): string {
  const text = (cell ?? '').trim();
  const day = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // Date turns the 31st of a shorter month into the first of the next.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) {
    throw exportRefused(file, line, `${shown(text)} is not a day such as 2026-11-21.`);
  }
  if (day > today) throw exportRefused(file, line, `${day} lies in the future.`);
  if (day < '1990-01-01') throw exportRefused(file, line, `${day} is before the web existed.`);
  return day;
}

/** Returns the day of `2026-11-21T10:00:00Z` or `2026-11-21 10:00:00.123`, in the time zone of the text. */
export function readMoment(file: ExportFile, line: number, cell: string | undefined, options: ReadOptions): string {
  const [, day, rest] = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}:\d{2}.*)$/.exec((cell ?? '').trim()) ?? [];
  if (day === undefined || rest === undefined)
    throw exportRefused(file, line, `${shown(cell ?? '')} is not a date with a time.`);
  return readDay(file, line, day, options);
}

/**
 * Reads a page from its path or its address. Pages that a product has combined, because there were too many or it does
 * not know which, are the page `(other)`.
 */
export function readPage(cell: string | undefined): Pick<ExportRow, 'path' | 'host' | 'leftOut'> {
  const text = (cell ?? '').trim();
  if (/^\((other|not set|data deleted)\)$/i.test(text)) return { path: '(other)' };
  if (text.startsWith('/')) return { path: text };
  const [, host, path = '/'] = /^https?:\/\/([^/?#]+)([/?#].*)?$/i.exec(text) ?? [];
  if (host !== undefined) return { path: path.startsWith('/') ? path : `/${path}`, host: host.toLowerCase() };
  return { path: text, leftOut: 'paths' };
}

/** Returns a host, when the product knows it. */
export function readHost(cell: string | undefined): string | undefined {
  const host = cell?.trim().toLowerCase() ?? '';
  return host === '' || host.startsWith('(') ? undefined : host;
}

export const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
