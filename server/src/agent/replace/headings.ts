import type { RenamedLink } from '../ports.ts';
import type { ToolContext } from '../tools/tool.ts';
import type { FoundFile } from './search-files.ts';
import { renameLinks, type UpdatedLinks } from './renamed-links.ts';

/** Updates the links to headings whose texts, and therefore anchors, have changed. */
export async function followHeadings(
  context: Pick<ToolContext, 'tree' | 'docs' | 'marks'>,
  changed: FoundFile[],
): Promise<UpdatedLinks> {
  const before = changed.flatMap(({ path, page, sorted }) => {
    const isRenamed = page?.headings.some(({ start, end }) =>
      sorted.changes.some((change) => change.start < end && change.end > start),
    );
    return page && isRenamed === true ? [{ path, headings: page.headings.map(({ text }) => text) }] : [];
  });
  const links: RenamedLink[] = before.length === 0 ? [] : await context.docs.planRenamedAnchors(before);
  return await renameLinks(context, links);
}
