import { CopydeskError } from '@copydesk/contract';
import { readObject } from './formats/fields.ts';
import { formatNames } from './formats/format.ts';
import type { FormatName, LogFormat, NeededField, OwnFields } from './formats/format.ts';
import { detectFormat, formatOf } from './formats/formats.ts';
import { textOf } from './intake.ts';
import { splitElements } from './read/elements.ts';
import { splitLines } from './read/lines.ts';
import type { Splitter } from './read/entries.ts';

export interface ChosenFormat {
  format: LogFormat;
  /** Splits the file into entries, from a position on. */
  split: (position: number) => Splitter;
}

/** How many lines are used to recognise the format. */
const judgedLines = 50;

/**
 * Returns the requested format of a file, or recognises it by the first lines.
 *
 * @param whole whether the file is complete, so that a last line without an end counts.
 * @returns undefined when there is no line to recognise it by.
 * @throws CopydeskError `file_refused` when no format fits, or when the log lacks what distinguishes readers or pages.
 */
export function chooseFormat(
  name: FormatName | 'auto',
  beginning: Buffer,
  { file, whole, fields }: { file: string; whole: boolean; fields?: OwnFields },
): ChosenFormat | undefined {
  const split = isArray(beginning) ? splitElements : splitLines;
  const lines = firstLines(split(0), beginning, whole);
  const firstLine = lines.find((line) => !line.startsWith('#'));
  if (firstLine === undefined && (name === 'auto' || !whole)) return undefined;
  const format = name === 'auto' ? detectFormat(lines, fields) : formatOf(name, lines);
  if (format !== undefined) {
    const [missing] = format.lacks?.(lines, fields) ?? [];
    if (missing !== undefined) throw withoutField(missing, { file, firstLine, format: format.name });
    return { format, split: format.json ? split : splitLines };
  }
  throw new CopydeskError(
    'file_refused',
    `The first lines of ${file} are in none of the formats ${formatNames.join(', ')}: "${firstLine?.slice(0, 120)}". ` +
      (firstLine !== undefined && readObject(firstLine) !== undefined
        ? 'It is JSON: say what its fields are called with --fields url=<name>,status=<name>,userAgent=<name>, a dot leads into an object.'
        : 'If they are in one of them and only begin unusually, name it with --format.'),
  );
}

function withoutField(
  field: NeededField,
  { file, firstLine, format }: { file: string; firstLine?: string; format: FormatName },
): CopydeskError {
  const what =
    field === 'userAgent'
      ? 'a user agent, which distinguishes readers'
      : 'a status, which decides whether a page counts';
  return new CopydeskError(
    'file_refused',
    `None of the first lines of ${file} has a field that is known to hold ${what}: "${firstLine?.slice(0, 240)}". ` +
      (format === 'jsonl'
        ? `Name the field with --fields ${field}=<name>, or give --fields ${field}=none if the log has none. `
        : `Let the server log it: /docs/import says how for ${format}. `) +
      'Nothing of it was counted.',
  );
}

function firstLines(splitter: Splitter, beginning: Buffer, whole: boolean): string[] {
  const lines: string[] = [];
  for (const { bytes } of splitter.push(beginning)) {
    lines.push(textOf(bytes, lines.length + 1));
    if (lines.length === judgedLines) return lines;
  }
  const rest = whole ? splitter.rest() : undefined;
  if (rest !== undefined) lines.push(textOf(rest.bytes, lines.length + 1));
  return lines.filter((line) => line.trim() !== '');
}

/** Recognises a file of JSON arrays; a log may also begin with an IPv6 address in brackets. */
function isArray(beginning: Buffer): boolean {
  return /^\u{FEFF}?\s*\[\s*(?:\{|\]|$)/u.test(beginning.toString('utf8', 0, 1_000));
}
