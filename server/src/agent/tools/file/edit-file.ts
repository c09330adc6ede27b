import { z } from 'zod';
import type { Edit } from '../../edit/edit.ts';
import { applyEdits } from '../../edit/ladder.ts';
import type { EditResult } from '../../edit/ladder.ts';
import { unite, writeRanges } from '../../text/line-ranges.ts';
import type { ReadMarks } from '../../compact/read-marks.ts';
import { followEdit } from '../../replace/renamed-links.ts';
import { encodeText, readTextFile } from '../../text/text-file.ts';
import type { TextFile } from '../../text/text-file.ts';
import { writeWhole } from './apply-together.ts';
import { cleanPath } from '../show/path-filter.ts';
import { smallDiff } from '../show/small-diff.ts';
import { defineTool, doneAnswer, refusedAnswer } from '../tool.ts';

const EditFileInput = z.object({
  path: z.string(),
  edits: z
    .array(
      z.object({
        old: z.string().optional().describe('text as it stands in the file, unique unless all'),
        new: z.string(),
        all: z.boolean().optional(),
        from_line: z.int().min(0).optional().describe('instead of old: whole lines'),
        to_line: z.int().min(0).optional().describe('last of them; from_line - 1 inserts before it'),
      }),
    )
    .min(1)
    .max(1000),
});

type RequestedEdit = z.infer<typeof EditFileInput>['edits'][number];

/**
 * Returns `edited PATH`, or `edited PATH in N places`, a small diff, the links that were updated because headings and
 * ids changed, or whose target no longer exists, and last `lines below are N further down now` if so. All edits of a
 * call apply to the text as it was read, or none does.
 */
export const editFile = defineTool({
  name: 'edit_file',
  description:
    'Replace text that you have read or found in a file. All edits apply at once to the text as read, or none does. ' +
    'Keep old short, but unique.',
  input: EditFileInput,
  summarise: ({ path, edits }) => `edit ${path} (${edits.length} ${edits.length === 1 ? 'edit' : 'edits'})`,
  async run({ path, edits: asked }, context) {
    const { tree, marks } = context;
    const file = await readTextFile(tree, cleanPath(path));
    if (!marks.has(file.path, file.blob)) return refusedAnswer(marks.readFirst(file.path, file.blob));
    const { edits, fault } = readEdits(asked, file.path, marks);
    if (fault !== undefined) return refusedAnswer(`${file.path} was not changed. ${fault}`);
    const result = applyEdits(file.text, edits);
    if (!result.ok) return refusedAnswer(`${file.path} was not changed. ${result.reason}`);
    const unseen = unseenLines(file, edits, result, marks);
    if (unseen !== '')
      return refusedAnswer(
        `${file.path} was not changed. You have not seen these lines of it: ${unseen}. Read them first.`,
      );
    await writeWhole(tree, file.path, encodeText(file.path, result.text));
    marks.follow(tree, file.path, { was: file, changes: result.changes, isOwnText: true });
    const along = await followEdit(context, file);
    return doneAnswer(editedLines(file, result, along).join('\n'));
  },
});

/** Returns the edits in the form in which they are applied, or why one is impossible. */
function readEdits(asked: RequestedEdit[], path: string, marks: ReadMarks): { edits: Edit[]; fault?: string } {
  const edits: Edit[] = [];
  for (const [index, edit] of asked.entries()) {
    const read = readEdit(edit, path, marks);
    if (typeof read === 'string') return { edits, fault: asked.length === 1 ? read : `Edit ${index + 1}: ${read}` };
    edits.push(read);
  }
  return { edits };
}

/**
 * Converts an edit by lines to current line numbers: the model names lines as they were when it got the last results.
 */
function readEdit(
  { old, all, from_line: first, to_line: last = first, ...wanted }: RequestedEdit,
  path: string,
  marks: ReadMarks,
): Edit | string {
  // Some models fill omitted arguments with an empty text or a zero.
  const [from, to] = first === 0 ? [] : [first, last];
  const quoted = old === '' && from !== undefined ? undefined : old;
  if (quoted !== undefined && from === undefined && to === undefined) return { old: quoted, all, ...wanted };
  if (quoted !== undefined || from === undefined || to === undefined)
    return 'give either old, or from_line and to_line.';
  const lines = marks.presentLines(path, { from, to });
  if (lines === undefined) return `Lines ${from}-${to} were changed by a call before.`;
  return { fromLine: lines.from, toLine: lines.to, ...wanted };
}

type Edited = EditResult & { ok: true };

/**
 * Returns the lines that the edits change and that the model has not seen. If it quotes a part of a line, it need not
 * have seen the rest.
 */
function unseenLines(file: TextFile, edits: Edit[], { touched }: Edited, marks: ReadMarks): string {
  const unseen = touched.filter(({ from, to, edit }) => {
    const asked = edits[edit];
    if (asked === undefined || 'old' in asked) return !marks.hasLines(file.path, file.blob, { from, to }, 'part');
    if (to >= from) return !marks.hasLines(file.path, file.blob, { from, to });
    const neighbours = [from - 1, from].map((line) => ({ from: line, to: line }));
    return !neighbours.some((line) => marks.hasLines(file.path, file.blob, line, 'part'));
  });
  return writeRanges(unite(unseen.map(({ from, to }) => ({ from, to: Math.max(from, to) }))).slice(0, 10));
}

function editedLines(file: TextFile, { text, replacements, changes }: Edited, along: string[]): string[] {
  const first = `edited ${file.path}${replacements === 1 ? '' : ` in ${replacements} places`}`;
  const further = changes.reduce((sum, { added, removed }) => sum + added - removed, 0);
  const moved =
    further === 0 ? [] : [`lines below are ${Math.abs(further)} further ${further > 0 ? 'down' : 'up'} now`];
  return [first, ...smallDiff(file.text, text), ...along, ...moved];
}
