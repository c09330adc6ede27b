import type { DocsView } from '../view.ts';
import { headingsHave } from './anchors.ts';

/**
 * Whether the heading lines of a page alone tell that it has an anchor. They nearly always do, and a parse costs a hundred
 * times as much. Where a site does not link its deepest headings, only a parse tells.
 */
export async function headingLinesTell(view: DocsView, path: string, anchor: string): Promise<boolean> {
  const { kind, linkedHeadings } = view.sites.of(path);
  if (linkedHeadings < 6) return false;
  const outline = await view.facts.outline(view.tree, path);
  return outline.kind === 'known' && headingsHave(kind.anchors, outline.value.headings, anchor);
}
