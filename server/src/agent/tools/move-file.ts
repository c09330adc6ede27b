import { z } from 'zod';
import { binaryByName, refuseConversion } from '../binary-file.ts';
import { encodeText, fileEntry } from '../text-file.ts';
import { applyTogether } from './apply-together.ts';
import { cleanPath } from './path-filter.ts';
import { defineTool, done, refused } from './tool.ts';

const MoveFileInput = z.object({ from: z.string(), to: z.string() });

/**
 * Answers `moved FROM to TO`, then a line `updated links or navigation in: PATH` for every other file that changed, and
 * `its address was …` where readers find it elsewhere now.
 */
export const moveFile = defineTool({
  name: 'move_file',
  description: 'Move or rename a file, images too. Links to it, its own relative links and the navigation are updated.',
  input: MoveFileInput,
  summarise: ({ from, to }) => `move ${from} to ${to}`,
  async run(input, { tree, docs, marks }) {
    const from = cleanPath(input.from);
    const to = cleanPath(input.to);
    const { blob } = fileEntry(tree, from);
    if (to === '') return refused(`The path to move ${from} to is empty.`);
    if (tree.entry(to) !== undefined) return refused(`There is a file ${to} already; nothing was moved.`);
    const bytes = await tree.read(from);
    refuseConversion(from, to, bytes);
    const address = await docs.address(from);
    const planned = await docs.planMove(from, to);
    // What is no text keeps its bytes, also where a pointer of Git LFS stands for them.
    const moved = binaryByName(to) === undefined ? planned.find((edit) => edit.path === to) : undefined;
    const others = planned.filter((edit) => edit.path !== to && edit.path !== from);
    await applyTogether(tree, [
      // Away first: `a` can become `a/b` only when `a` is no longer a file.
      { path: from, content: null },
      { path: to, content: moved === undefined ? bytes : encodeText(to, moved.content) },
      ...others.map(({ path, content }) => ({ path, content: encodeText(path, content) })),
    ]);
    if (marks.has(from, blob) && tree.entry(to)?.blob === blob) marks.setPresent(tree, to);
    return done(
      [
        `moved ${from} to ${to}`,
        ...others.map(({ path }) => `updated links or navigation in: ${path}`),
        ...addressLine(address, await docs.address(to)),
      ].join('\n'),
    );
  },
});

/** What a redirect would need. */
function addressLine(was: string | undefined, is: string | undefined): string[] {
  if (was === undefined || was === is) return [];
  return [is === undefined ? `its address was ${was}; it is no page now` : `its address was ${was} and is ${is}`];
}
