import type { DocsView } from '../../view.ts';
import { headingsHave } from './anchors.ts';

/**
 * Whether the heading lines of a page alone prove that it has an anchor. They nearly always do, and a parse costs a
 * hundred times as much. If a site gives no anchors to its deepest headings, only a parse can prove it.
 */
export async function headingLinesProve(view: DocsView, path: string, anchor: string): Promise<boolean> {
  const { kind, linkedHeadings } = view.sites.of(path);
  if (linkedHeadings < 6) return false;
  const outline = await view.facts.outline(view.tree, path);
  return outline.kind === 'known' && headingsHave(kind.anchors, outline.value.headings, anchor);
}
