import { z } from 'zod';
import { binaryByName, refuseConversion } from '../../text/binary-file.ts';
import type { AgentTree } from '../../ports.ts';
import { encodeText, fileEntry } from '../../text/text-file.ts';
import type { WholeFile } from './apply-together.ts';
import { carryOutPlan, markShown, planLines } from '../carry-out-plan.ts';
import { saveMarks } from './save-marks.ts';
import { cleanPath } from '../show/path-filter.ts';
import { defineTool, doneAnswer, refusedAnswer, type ToolAnswer, type ToolContext } from '../tool.ts';

const MoveFileInput = z.object({
  from: z.string(),
  to: z.string(),
  redirect: z.boolean().optional().describe('default: true'),
});

/**
 * Returns `moved FROM to TO`, then a line for every changed file with its links, for each redirect, for each old
 * address without one, and for each place that still names the old path or address.
 */
export const moveFile = defineTool({
  name: 'move_file',
  description:
    'Move or rename a file or folder, images too. Links, navigation and redirects are updated; what still names the old place is listed.',
  input: MoveFileInput,
  summarise: ({ from, to }) => `move ${from} to ${to}`,
  async run(input, context) {
    const { tree, docs } = context;
    const from = cleanPath(input.from).replace(/\/$/, '');
    const to = placeFor(tree, from, cleanPath(input.to));
    const isFolder = tree.entry(from) === undefined && from !== '' && filesIn(tree, from).length > 0;
    if (!isFolder) fileEntry(tree, from);
    const fault = placeFault(tree, { from, to, isFolder });
    if (fault !== undefined) return refusedAnswer(fault);
    const was = isFolder ? undefined : await docs.address(from);
    const answer = await move(context, { from, to, isFolder, redirect: input.redirect ?? true });
    const is = was === undefined ? undefined : await docs.address(to);
    return doneAnswer([answer.text, ...addressLine(was, is)].join('\n'));
  },
});

async function move(
  context: ToolContext,
  { from, to, isFolder, redirect }: { from: string; to: string; isFolder: boolean; redirect: boolean },
): Promise<ToolAnswer> {
  const { tree, docs } = context;
  const plan = await docs.planMove(from, to, { redirect });
  const pairs = plan.files.flatMap((file) => (file.to === undefined ? [] : [{ from: file.from, to: file.to }]));
  const contents: WholeFile[] = [];
  for (const pair of pairs) {
    fileEntry(tree, pair.from);
    const bytes = await tree.read(pair.from);
    refuseConversion(pair.from, pair.to, bytes);
    // A file that is no text keeps its bytes, even if they are a Git LFS pointer.
    const edit = binaryByName(pair.to) === undefined ? plan.edits.find(({ path }) => path === pair.to) : undefined;
    contents.push({ path: pair.to, content: edit === undefined ? bytes : encodeText(pair.to, edit.content) });
  }
  const moved = new Set(pairs.flatMap((pair) => [pair.from, pair.to]));
  const others = plan.edits.filter(({ path }) => !moved.has(path));
  const gone = pairs.map((pair): WholeFile => ({ path: pair.from, content: null }));
  const letMarksFollow = await saveMarks(
    context,
    [...gone, ...others].map(({ path }) => path),
  );
  const outcome = await carryOutPlan(tree, [...gone, ...contents], others);
  await letMarksFollow({ moved: new Map(pairs.map((pair) => [pair.from, pair.to])) });
  const first = isFolder ? `moved ${from} to ${to}: ${pairs.length} files` : `moved ${from} to ${to}`;
  const places = pairs.map((pair) => pair.to);
  const relinked = places.map((path) => ({ path, before: '', after: '' }));
  markShown(context, plan, outcome, places);
  const details = planLines(plan, { ...outcome, written: [...relinked, ...outcome.written] }, places);
  return doneAnswer([first, ...details].join('\n'));
}

/** Returns the target path: inside of a folder when `to` is an existing folder or ends with a slash. */
function placeFor(tree: AgentTree, from: string, to: string): string {
  const folder = to.replace(/\/$/, '');
  const isFile = tree.entry(from) !== undefined && folder !== '' && tree.entry(folder) === undefined;
  const isInto = isFile && (to.endsWith('/') || filesIn(tree, folder).length > 0);
  return isInto ? `${folder}/${from.slice(from.lastIndexOf('/') + 1)}` : folder;
}

/** Returns why something cannot be moved there; undefined when it can. */
function placeFault(
  tree: AgentTree,
  { from, to, isFolder }: { from: string; to: string; isFolder: boolean },
): string | undefined {
  if (to === '') return `The path to move ${from} to is empty.`;
  if (tree.entry(to) !== undefined) return `There is a file ${to} already; nothing was moved.`;
  if (!isFolder) return undefined;
  if (to === from || to.startsWith(`${from}/`)) return `${to} lies in ${from}; nothing was moved.`;
  const clash = filesIn(tree, from).find(({ path }) => tree.entry(to + path.slice(from.length)) !== undefined);
  if (clash !== undefined) return `There is a file ${to + clash.path.slice(from.length)} already; nothing was moved.`;
  const alone = filesIn(tree, from).find(({ kind }) => kind !== 'file');
  return (
    alone && `${from} contains ${alone.path}, a link or submodule, which cannot be moved: move the files one by one.`
  );
}

/** Returns all entries within a folder. */
export function filesIn(tree: AgentTree, folder: string) {
  return tree.entries().filter(({ path }) => path.startsWith(`${folder}/`));
}

/** Reports the old and the new address, which a redirect would need. */
function addressLine(was: string | undefined, is: string | undefined): string[] {
  if (was === undefined) return [];
  if (was === is) return [`its address stays ${was}`];
  return [is === undefined ? `its address was ${was}; it is no page now` : `its address was ${was} and is ${is}`];
}
