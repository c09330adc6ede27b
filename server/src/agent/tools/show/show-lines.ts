import { withoutMark } from '../../edit/byte-order-mark.ts';
import type { LineRange } from '../../text/line-ranges.ts';
import type { TextFile } from '../../text/text-file.ts';

/** The requested lines; numbers count from 1. */
interface WantedLines {
  from_line?: number;
  lines?: number;
  numbers?: boolean;
}

type ShownLines = { ok: true; text: string; range: LineRange; isWhole: boolean } | { ok: false; reason: string };

const maximumLines = 2000;

/** Returns lines of a file after a header that says which, at most this many bytes; or why there are none. */
export function showLines(
  file: TextFile,
  name: string,
  { from_line, lines: count, numbers = false }: WantedLines,
  bytes: number,
): ShownLines {
  // A zero counts as omitted, too.
  const [from, wanted] = [Math.max(from_line ?? 1, 1), count === undefined || count === 0 ? maximumLines : count];
  const text = withoutMark(file.text);
  const lines = splitLines(text);
  const noLine = `${file.path} has ${lines.length} lines; there is no line ${from}.`;
  if (from > Math.max(lines.length, 1)) return { ok: false, reason: noLine };
  const shown = linesThatFit(lines.slice(from - 1, from - 1 + Math.min(wanted, maximumLines)), bytes);
  if (shown.length === 0 && lines.length > 0) return { ok: false, reason: tooLong(file.path, from, bytes) };
  const to = from + shown.length - 1;
  const range = lines.length === 0 ? '0-0' : `${from}-${to}`;
  const unended = lines.length > 0 && !lines.at(-1)?.endsWith('\n') ? ', no newline at the end' : '';
  const mark = text === file.text ? '' : ', byte-order mark';
  const body = numbers ? shown.map((line, index) => `${from + index}\t${line}`) : shown;
  return {
    ok: true,
    text: `${name} lines ${range} of ${lines.length}${unended}${mark}\n${body.join('')}`,
    range: { from, to },
    isWhole: shown.length === lines.length,
  };
}

function tooLong(path: string, line: number, bytes: number): string {
  return bytes < fullAnswer
    ? `${path}: not shown, for the answer is full; read it in another call.`
    : `Line ${line} of ${path} is over 100 KB and cannot be shown; search finds text in it.`;
}

const fullAnswer = 100 * 1024;

/** Splits a text into lines with their line feeds, without an empty last one. */
export function splitLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** Returns as many of the lines as fit into the bytes of one result. */
function linesThatFit(lines: string[], maximum: number): string[] {
  let bytes = 0;
  const tooFar = lines.findIndex((line) => (bytes += Buffer.byteLength(line)) > maximum);
  return tooFar === -1 ? lines : lines.slice(0, tooFar);
}
