import { cut } from '../cut.ts';
import { withoutMark } from '../edit/byte-order-mark.ts';
import { lineNumberAt, linesOf } from '../edit/lines.ts';
import type { AgentDocs } from '../ports.ts';
import type { TextFile } from '../text-file.ts';

const mostHeadings = 300;

const longestHeading = 120;

/**
 * The headings of a page with their lines, behind a header; of what is no Markdown, that it has none.
 * @throws CopydeskError `file_refused` when the page cannot be parsed within the limits.
 */
export async function outlineOf(docs: Pick<AgentDocs, 'parse'>, file: TextFile, name: string): Promise<string> {
  const text = withoutMark(file.text);
  const lines = linesOf(text);
  const header = `${name} outline, ${lines.length} lines`;
  if (!/\.(?:md|mdx|markdown)$/i.test(file.path)) return `${header}\nno headings: it is no Markdown by its name`;
  const { headings } = await docs.parse(file.path, text);
  if (headings.length === 0) return `${header}\nno headings`;
  const told = headings
    .slice(0, mostHeadings)
    .map(({ start, depth, text: words }) => `${lineNumberAt(lines, start)}\t${'#'.repeat(depth)} ${oneLine(words)}`);
  const more = headings.length - told.length;
  return [header, ...told, ...(more === 0 ? [] : [`… ${more} more`])].join('\n');
}

function oneLine(words: string): string {
  return cut(words.replaceAll(/\s+/g, ' ').trim(), longestHeading);
}
