import { z } from 'zod';
import { filesToReplaceIn } from '../../replace/files.ts';
import { searchFiles, type FoundFile, type Searched } from '../../replace/search-files.ts';
import { followHeadings } from '../../replace/headings.ts';
import { formatReplaced } from '../../replace/answer.ts';
import type { PlaceFinder, Replacement } from '../../text/replacement.ts';
import { scopes, type Scope } from '../../replace/scopes.ts';
import { encodeText } from '../../text/text-file.ts';
import { applyTogether } from './apply-together.ts';
import { saveMarks } from './save-marks.ts';
import { defineTool, doneAnswer, refusedAnswer, type ToolContext } from '../tool.ts';

const ReplaceTextInput = z.object({
  find: z.string(),
  replace: z.string(),
  regex: z.boolean().optional(),
  path: z.string().optional().describe('glob; default: the docs'),
  exclude: z.array(z.string()).optional(),
  scope: z.array(z.enum(scopes)).optional().describe('default: prose'),
  ignore_case: z.boolean().optional(),
  whole_words: z.boolean().optional(),
  dry_run: z.boolean().optional(),
});

/** More files are not changed at once: each becomes a row of the job. */
const maximumChanged = 1_000;

/**
 * Returns `replaced N places in M files`, a line `PATH: N` for each of the first files, samples as `PATH:LINE OLD →
 * NEW`, the links that were updated because headings changed, and `left:` with what was found and not requested.
 */
export const replaceText = defineTool({
  name: 'replace_text',
  description:
    'Replace text across files, unread. Prose is what readers see, titles too. Answers counts, samples and what is left.',
  input: ReplaceTextInput,
  summarise: ({ find, replace, path, dry_run: isDry }) =>
    `${isDry === true ? 'try to replace' : 'replace'} ${JSON.stringify(find)} by ${JSON.stringify(replace)}${path === undefined ? '' : ` in ${path}`}`,
  async run(input, context) {
    const { path, exclude = [], dry_run: isDry = false } = input;
    const replacement = {
      find: input.find,
      replace: input.replace,
      regex: input.regex ?? false,
      ignoreCase: input.ignore_case ?? false,
      words: input.whole_words ?? false,
    };
    const places = context.tree.places(replacement);
    // An invalid search is refused even when there is nothing to search.
    await places.find([], 1);
    const wanted = new Set<Scope>(input.scope === undefined || input.scope.length === 0 ? ['prose'] : input.scope);
    return await replaceIn(context, { path, exclude, replacement, wanted, places, isDry });
  },
});

interface ReplaceRequest {
  path: string | undefined;
  exclude: string[];
  replacement: Replacement;
  wanted: ReadonlySet<Scope>;
  places: PlaceFinder;
  isDry: boolean;
}

async function replaceIn(context: ToolContext, { wanted, places, isDry, ...asked }: ReplaceRequest) {
  const files = await filesToReplaceIn(context, asked);
  if (typeof files === 'string') return refusedAnswer(files);
  const searched = await searchFiles(context, files, { places, wanted });
  if (typeof searched === 'string') return refusedAnswer(searched);
  const changed = searched.found.filter(({ after }) => after !== undefined);
  if (changed.length > maximumChanged)
    return refusedAnswer(
      `${changed.length} files would change, and at most ${maximumChanged} do at once; narrow path. Nothing was replaced.`,
    );
  const followed = isDry || changed.length === 0 ? undefined : await write(context, changed);
  return doneAnswer(formatReplaced(searched, { wanted, isDry, files: files.count, followed }).join('\n'));
}

/** Writes all of the files, or none; links to headings that changed are updated afterwards. */
async function write(context: ToolContext, changed: Searched['found']) {
  const { tree } = context;
  const letMarksFollow = await saveMarks(
    context,
    changed.map(({ path }) => path),
    { isRepair: false },
  );
  await applyTogether(
    tree,
    changed.map(({ path, after = '' }: FoundFile) => ({ path, content: encodeText(path, after) })),
  );
  const followed = await followHeadings(context, changed);
  await letMarksFollow();
  return followed;
}
