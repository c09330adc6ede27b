import { z } from 'zod';
import { encodeText, fileEntry } from '../text-file.ts';
import { applyTogether } from './apply-together.ts';
import { cleanPath } from './path-filter.ts';
import { defineTool, done } from './tool.ts';

const DeleteFileInput = z.object({ path: z.string() });

/**
 * Answers `deleted PATH`, then a line `updated links or navigation in: PATH` for every file that changed, and
 * `its address was …` for a page.
 */
export const deleteFile = defineTool({
  name: 'delete_file',
  description: 'Delete a file. It leaves the navigation, and links to it become plain text.',
  input: DeleteFileInput,
  summarise: ({ path }) => `delete ${path}`,
  async run(input, { tree, docs }) {
    const path = cleanPath(input.path);
    fileEntry(tree, path);
    const address = await docs.address(path);
    const others = (await docs.planDelete(path)).filter((edit) => edit.path !== path);
    await applyTogether(tree, [
      { path, content: null },
      ...others.map((edit) => ({ path: edit.path, content: encodeText(edit.path, edit.content) })),
    ]);
    return done(
      [
        `deleted ${path}`,
        ...others.map((edit) => `updated links or navigation in: ${edit.path}`),
        ...(address === undefined ? [] : [`its address was ${address}`]),
      ].join('\n'),
    );
  },
});
