import { z } from 'zod';
import { byteOrderMark } from '../../edit/byte-order-mark.ts';
import { endingOf, withEnding } from '../../edit/line-endings.ts';
import { linesOf } from '../../edit/lines.ts';
import { followEdit } from '../../replace/renamed-links.ts';
import { encodeText, readTextFile } from '../../text/text-file.ts';
import type { TextFile } from '../../text/text-file.ts';
import { writeWhole } from './apply-together.ts';
import { cleanPath } from '../show/path-filter.ts';
import { defineTool, doneAnswer, refusedAnswer } from '../tool.ts';

const WriteFileInput = z.object({ path: z.string(), content: z.string() });

/**
 * Returns `wrote PATH (new)` or `wrote PATH (replaced)`, and the links that were updated because headings changed.
 * Missing folders are created. A replaced file keeps its byte-order mark and its line endings. The navigation is not
 * changed.
 */
export const writeFile = defineTool({
  name: 'write_file',
  description:
    'Create a file, or replace one that you have read, with this content. A new page also needs its navigation entry.',
  input: WriteFileInput,
  summarise: ({ path }) => `write ${path}`,
  async run({ path: given, content }, context) {
    const { tree, marks } = context;
    const path = cleanPath(given);
    const former = tree.entry(path) === undefined ? undefined : await readTextFile(tree, path);
    if (former !== undefined && !marks.hasLines(path, former.blob, { from: 1, to: linesOf(former.text).length }))
      return refusedAnswer(marks.readFirst(path, former.blob));
    if (former === undefined && path.toLowerCase().endsWith('.svg')) return refusedAnswer(noNewImage(path));
    await writeWhole(tree, path, encodeText(path, former === undefined ? content : keepStyle(former, content)));
    marks.setPresent(tree, path);
    if (former === undefined) return doneAnswer(`wrote ${path} (new)`);
    return doneAnswer([`wrote ${path} (replaced)`, ...(await followEdit(context, former))].join('\n'));
  },
});

/** An SVG image is text and may be edited; but a new picture would be invented and show what does not exist. */
function noNewImage(path: string): string {
  return `${path} would be a new image; images are not made here. Reference one that is there, or say that it is missing.`;
}

function keepStyle(former: TextFile, content: string): string {
  const body = content.startsWith(byteOrderMark) ? content.slice(1) : content;
  const mark = former.text.startsWith(byteOrderMark) ? byteOrderMark : '';
  return mark + withEnding(body, endingOf(former.text) ?? '\n');
}
