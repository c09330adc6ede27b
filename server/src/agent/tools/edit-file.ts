import { z } from 'zod';
import { applyEdits } from '../edit/ladder.ts';
import { encodeText, readTextFile } from '../text-file.ts';
import { cleanPath } from './path-filter.ts';
import { defineTool, done, refused } from './tool.ts';

const EditFileInput = z.object({
  path: z.string(),
  edits: z
    .array(
      z.object({
        old: z.string().describe('text as it stands in the file, unique unless all'),
        new: z.string(),
        all: z.boolean().optional().describe('replace every occurrence'),
      }),
    )
    .min(1)
    .max(1000),
});

/** Answers `edited PATH: N replacements`. All edits of a call apply to the text as read, or none does. */
export const editFile = defineTool({
  name: 'edit_file',
  description:
    'Replace text in a file that you have read. All edits apply at once to the text as you read it, or none does. ' +
    'Keep old short, but unique.',
  input: EditFileInput,
  summarise: ({ path, edits }) => `edit ${path} (${edits.length} ${edits.length === 1 ? 'edit' : 'edits'})`,
  async run({ path, edits }, { tree, marks }) {
    const file = await readTextFile(tree, cleanPath(path));
    if (!marks.has(file.path, file.blob)) return refused(marks.readFirst(file.path, file.blob));
    const result = applyEdits(file.text, edits);
    if (!result.ok) return refused(`${file.path} was not changed. ${result.reason}`);
    tree.write(file.path, encodeText(file.path, result.text));
    marks.setPresent(tree, file.path);
    return done(`edited ${file.path}: ${result.replacements} replacements`);
  },
});
