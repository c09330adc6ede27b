import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { exportRefused } from './export-file.ts';
import type { ExportFile } from './export-file.ts';
import { textOf } from './text.ts';

/** A record of CSV with its line, or with its last line when a field contains line ends. */
export interface CsvRecord {
  line: number;
  fields: string[];
}

const Parsed = z.object({ info: z.object({ lines: z.int() }), record: z.array(z.string()) });

/** A field that never ends would include everything after it: this limit reports it early. */
const mostCharacters = 1024 * 1024;

/**
 * Yields the records of CSV (RFC 4180). The separator is the one of comma, semicolon and tab that the first line has
 * most of. Empty lines are records with one empty field.
 *
 * @param endsWithLine whether the product ends each line: a last line without an end has then broken off.
 * @throws CopydeskError `file_refused`
 */
export async function* csvRecords(file: ExportFile, { endsWithLine = false } = {}): AsyncIterable<CsvRecord> {
  let last = '';
  const text = textOf(file)[Symbol.asyncIterator]();
  let beginning = '';
  for (let next = await text.next(); ; next = await text.next()) {
    if (next.done === true) break;
    beginning += next.value;
    if (/\n[^#\s]|^[^#][^\n]*\n/.test(beginning) || beginning.length > mostCharacters) break;
  }
  async function* all(): AsyncIterable<string> {
    last = beginning.at(-1) ?? '';
    yield beginning;
    for (let next = await text.next(); next.done !== true; next = await text.next()) {
      last = next.value.at(-1) ?? last;
      yield next.value;
    }
  }
  const delimiter = delimiterOf(beginning);
  const parser = parse({ delimiter, bom: true, info: true, relax_column_count: true, max_record_size: mostCharacters });
  const source = Readable.from(all());
  source.on('error', (error) => parser.destroy(error));
  let line = 0;
  try {
    for await (const parsed of source.pipe(parser)) {
      const { info, record } = Parsed.parse(parsed);
      line = info.lines;
      yield { line, fields: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw exportRefused(file, undefined, `It is not CSV, or it is incomplete: ${error.message}.`);
  } finally {
    source.destroy();
  }
  if (endsWithLine && last !== '\n')
    throw exportRefused(file, line, 'The last line has no end: the export is incomplete.');
}

function delimiterOf(text: string): string {
  const header = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
  const unquoted = header.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}
