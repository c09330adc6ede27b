import { z } from 'zod';
import { fileEntry } from '../../text/text-file.ts';
import { carryOutPlan, markShown, planLines } from '../carry-out-plan.ts';
import { saveMarks } from './save-marks.ts';
import { filesIn } from './move-file.ts';
import { cleanPath } from '../show/path-filter.ts';
import { defineTool, doneAnswer } from '../tool.ts';

const DeleteFileInput = z.object({
  path: z.string(),
  redirect_to: z.string().optional().describe('page, address or URL that takes its place'),
  links_to: z.string().optional().describe('for links; default: redirect_to; "": unlink'),
});

/**
 * Returns `deleted PATH`, then a line for each line that lost a link, for every changed file with its links, for each
 * redirect, for each old address without one, and for each place that still names the old path or address; last `its
 * address was …` for a page.
 */
export const deleteFile = defineTool({
  name: 'delete_file',
  description:
    'Delete a file or folder, and its navigation. Links to it lead to what takes its place, or become plain text.',
  input: DeleteFileInput,
  summarise: ({ path }) => `delete ${path}`,
  async run(input, context) {
    const { tree, docs } = context;
    const path = cleanPath(input.path).replace(/\/$/, '');
    const isFolder = tree.entry(path) === undefined && path !== '' && filesIn(tree, path).length > 0;
    if (!isFolder) fileEntry(tree, path);
    const address = isFolder ? undefined : await docs.address(path);
    const redirectTo = input.redirect_to === '' ? undefined : input.redirect_to;
    const plan = await docs.planDelete(path, redirectTo, input.links_to);
    const gone = new Set(plan.files.map(({ from }) => from));
    const edits = plan.edits.filter((edit) => !gone.has(edit.path));
    const letMarksFollow = await saveMarks(
      context,
      edits.map((edit) => edit.path),
    );
    const removed = [...gone].map((from) => ({ path: from, content: null }));
    const outcome = await carryOutPlan(tree, removed, edits);
    await letMarksFollow();
    markShown(context, plan, outcome);
    const first = isFolder ? `deleted ${path}: ${gone.size} files` : `deleted ${path}`;
    const last = address === undefined ? [] : [`its address was ${address}`];
    return doneAnswer([first, ...planLines(plan, outcome), ...last].join('\n'));
  },
});
