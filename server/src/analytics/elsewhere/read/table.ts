import { csvRecords } from './csv.ts';
import { exportRefused } from './export-file.ts';
import type { ExportFile } from './export-file.ts';

/** The columns that a table must have and may have, each with the names that products use; case does not matter. */
export interface Columns<Name extends string> {
  needed: Partial<Record<Name, readonly string[]>>;
  also?: Partial<Record<Name, readonly string[]>>;
}

/** The indexes of the existing columns, by name. */
export type Places = ReadonlyMap<string, number>;

/** A row, whose cells are read by column name; undefined when the table has no such column. */
export interface TableRow<Name extends string> {
  line: number;
  cell: (name: Name) => string | undefined;
}

/** Finds the columns. @returns the missing ones among those that are needed, if any. */
export function findColumns<Name extends string>(
  header: readonly string[],
  { needed, also = {} }: Columns<Name>,
): { places: Places; missing: string[] } {
  const found = header.map((name) => name.trim().toLowerCase());
  const places = new Map<string, number>();
  for (const [name, called] of Object.entries<readonly string[] | undefined>({ ...also, ...needed })) {
    const place = found.findIndex((one) => called?.some((other) => other.toLowerCase() === one) === true);
    if (place >= 0) places.set(name, place);
  }
  const missing = Object.entries<readonly string[] | undefined>(needed)
    .filter(([name]) => !places.has(name))
    .map(([name, called]) => `"${called?.[0] ?? name}"`);
  return { places, missing };
}

export function rowAt<Name extends string>(places: Places, line: number, fields: readonly string[]): TableRow<Name> {
  return {
    line,
    cell(name) {
      const place = places.get(name);
      return place === undefined ? undefined : fields[place];
    },
  };
}

/**
 * Yields the rows of CSV with a header. A row must have as many fields as the header.
 * @throws CopydeskError `file_refused`
 */
export async function* tableRows<Name extends string>(
  file: ExportFile,
  columns: Columns<Name>,
  { endsWithLine = false, hint = '' } = {},
): AsyncIterable<TableRow<Name>> {
  let header: { places: Places; width: number } | undefined;
  for await (const { line, fields } of csvRecords(file, { endsWithLine })) {
    if (fields.length === 1 && fields[0]?.trim() === '') continue;
    if (header === undefined) {
      header = { places: readHeader(file, line, fields, { columns, hint }), width: fields.length };
      continue;
    }
    requireWidth(file, line, fields, header.width);
    yield rowAt(header.places, line, fields);
  }
  if (header === undefined) throw exportRefused(file, undefined, `It has no header. ${hint}`.trim());
}

/** Checks the number of fields. @throws CopydeskError `file_refused` */
export function requireWidth(file: ExportFile, line: number, fields: readonly string[], width: number): void {
  if (fields.length === width) return;
  const why = 'the file is incomplete, or was combined from several.';
  throw exportRefused(file, line, `It has ${fields.length} fields, and the header ${width}: ${why}`);
}

function readHeader<Name extends string>(
  file: ExportFile,
  line: number,
  fields: readonly string[],
  { columns, hint }: { columns: Columns<Name>; hint: string },
): Places {
  const { places, missing } = findColumns(fields, columns);
  if (missing.length === 0) return places;
  const found = fields.slice(0, 12).map((name) => `"${name.trim().slice(0, 40)}"`);
  throw exportRefused(file, line, `It has no column ${missing.join(' and ')}, but ${found.join(', ')}. ${hint}`.trim());
}
