import type { Page } from '../../../../ports.ts';
import type { Change } from '../../text/change.ts';
import type { PlanContext, Plan } from '../plan.ts';
import { reviseFiles } from './revise-files.ts';
import type { ReadFile, Revision } from './revise-files.ts';

/** A page as it was read, and its parts. */
export interface ParsedPage extends ReadFile {
  page: Page;
}

/**
 * Reads and parses pages, those of one step concurrently, and makes the changes that `revise` returns for each, in the
 * order of the paths. A page that cannot be parsed stays unchanged.
 *
 * @param concerns avoids parsing pages that `revise` would not change.
 */
export async function* revisePages(
  context: PlanContext,
  paths: readonly string[],
  revise: (page: ParsedPage) => readonly Change[],
  concerns: (text: string) => boolean = () => true,
): Plan<Revision> {
  const unparsed: string[] = [];
  const revision = yield* reviseFiles(paths, async (files) => {
    const parsed = await Promise.all(
      files.map(async ({ path, text }) => (concerns(text) ? await context.parse(path, text) : undefined)),
    );
    return files.map((file, index) => {
      const page = parsed[index];
      if (page !== undefined) return revise({ path: file.path, text: file.text, page });
      if (concerns(file.text)) unparsed.push(`${file.path}: it cannot be parsed`);
      return [];
    });
  });
  return { changed: revision.changed, left: [...revision.left, ...unparsed] };
}
