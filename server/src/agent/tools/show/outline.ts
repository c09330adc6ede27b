import { cut } from '../../text/cut.ts';
import { withoutMark } from '../../edit/byte-order-mark.ts';
import { lineNumberAt, linesOf } from '../../edit/lines.ts';
import type { LineRange } from '../../text/line-ranges.ts';
import { oneLine } from '../../text/one-line.ts';
import type { AgentDocs } from '../../ports.ts';
import type { TextFile } from '../../text/text-file.ts';

const mostHeadings = 300;

const longestHeading = 120;

/** The outline of a page, and the lines of the headings in it. */
interface Outline {
  text: string;
  lines: LineRange[];
}

/**
 * Returns the headings of a page with their lines, after a header; for files that are no Markdown, that they have none.
 * @throws CopydeskError `file_refused` when the page cannot be parsed within the limits.
 */
export async function outlineOf(docs: Pick<AgentDocs, 'parse'>, file: TextFile, name: string): Promise<Outline> {
  const text = withoutMark(file.text);
  const lines = linesOf(text);
  const header = `${name} outline, ${lines.length} lines`;
  if (!/\.(?:md|mdx|markdown)$/i.test(file.path)) {
    return { text: `${header}\nno headings: it is no Markdown by its name`, lines: [] };
  }
  const { headings } = await docs.parse(file.path, text);
  if (headings.length === 0) return { text: `${header}\nno headings`, lines: [] };
  const listed = headings.slice(0, mostHeadings).map(({ start, depth, text: words }) => {
    return { line: lineNumberAt(lines, start), words: `${'#'.repeat(depth)} ${cut(oneLine(words), longestHeading)}` };
  });
  const more = headings.length - listed.length;
  const shown = listed.map(({ line, words }) => `${line}\t${words}`);
  return {
    text: [header, ...shown, ...(more === 0 ? [] : [`… ${more} more`])].join('\n'),
    lines: listed.map(({ line }) => ({ from: line, to: line })),
  };
}
