import { z } from 'zod';
import { byteOrderMark } from '../edit/byte-order-mark.ts';
import { readTextFile } from '../text-file.ts';
import { cleanPath } from './path-filter.ts';
import { defineTool, done, refused } from './tool.ts';

const ReadFileInput = z.object({
  path: z.string(),
  from_line: z.int().min(1).optional(),
  lines: z.int().min(1).optional().describe('default and maximum 2000'),
});

const maximumLines = 2000;
const maximumBytes = 100 * 1024;

/**
 * Answers `PATH lines A-B of N`, then a newline, then the exact text of these lines (CRLF stays). The header ends in
 * `, no newline at the end` when the file's last line has none, and then in `, byte-order mark` when the file has one,
 * which is left out of the text. Of a context repository the header is `REPOSITORY:PATH lines …`. At most 2,000 lines and 100 KB; an empty file is `PATH lines 0-0 of 0`.
 */
export const readFile = defineTool({
  name: 'read_file',
  description: 'Read a text file. The first line of the answer is a header, the rest the exact text.',
  input: ReadFileInput,
  summarise: ({ path, from_line }) =>
    from_line === undefined ? `read ${path}` : `read ${path} from line ${from_line}`,
  async run({ path, from_line: from = 1, lines: wanted = maximumLines }, { tree, beside, marks }) {
    const file = await readTextFile(beside?.tree ?? tree, cleanPath(path));
    const marked = file.text.startsWith(byteOrderMark);
    const lines = splitLines(marked ? file.text.slice(1) : file.text);
    if (from > Math.max(lines.length, 1))
      return refused(`${file.path} has ${lines.length} lines; there is no line ${from}.`);
    const shown = fit(lines.slice(from - 1, from - 1 + Math.min(wanted, maximumLines)));
    if (shown.length === 0 && lines.length > 0) {
      return refused(`Line ${from} of ${file.path} is over 100 KB and cannot be shown; search finds text in it.`);
    }
    // What was read elsewhere is not the file of this path in the docs.
    if (beside === undefined) {
      if (shown.length === lines.length) marks.set(file.path, file.blob);
      else marks.setLines(file.path, file.blob, [{ from, to: from + shown.length - 1 }]);
    }
    const range = lines.length === 0 ? '0-0' : `${from}-${from + shown.length - 1}`;
    const unended = lines.length > 0 && !lines.at(-1)?.endsWith('\n') ? ', no newline at the end' : '';
    const mark = marked ? ', byte-order mark' : '';
    const name = beside === undefined ? file.path : `${beside.name}:${file.path}`;
    return done(`${name} lines ${range} of ${lines.length}${unended}${mark}\n${shown.join('')}`);
  },
});

/** Lines with their line feeds; no empty last one. */
function splitLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** As many of the lines as stay within the bytes of one answer. */
function fit(lines: string[]): string[] {
  let bytes = 0;
  const tooFar = lines.findIndex((line) => (bytes += Buffer.byteLength(line)) > maximumBytes);
  return tooFar === -1 ? lines : lines.slice(0, tooFar);
}
