import { findMissingAnchor } from '../../check/links.ts';
import { anchorsOf, anchorTraces, headingAnchors } from '../../links/anchors/anchors.ts';
import { withAnchor } from '../../links/wrapped.ts';
import type { PageFacts } from '../../parse/page-facts.ts';
import { isMarkdown } from '../../text/paths.ts';
import type { AnchorRules } from '../../site/kind.ts';
import type { DocsTree, MovedAnchors } from '../../tree.ts';
import type { DocsView } from '../../view.ts';
import { pairedAnchors, type PlacedAnchor } from './paired-anchors.ts';
import { linksToAnchors } from './renamed-anchors.ts';

/**
 * Plans the links to headings and ids that a page had before an edit and lacks now. A heading counts as renamed if
 * equally many headings lie between those that stayed; links to all other missing anchors are broken.
 */
export async function planMovedAnchors(
  tree: DocsTree,
  open: () => Promise<DocsView>,
  { path, before }: { path: string; before: string },
): Promise<MovedAnchors> {
  const now = isMarkdown(path) ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(await tree.read(path)) : before;
  // Most edits change no heading, and need not open the docs.
  if (anchorTraces(before) === anchorTraces(now)) return { renamed: [], broken: [] };
  const view = await open();
  const anchors = await formerAnchors(view, path, before);
  const links = await linksToAnchors(view, anchors.size === 0 ? new Map() : new Map([[path, anchors]]));
  const moved: MovedAnchors = { renamed: [], broken: [] };
  for (const { path: from, line, target, to, is } of links) {
    if (is !== undefined)
      moved.renamed.push({ path: from, line, target, renamed: withAnchor(view.sites.of(from), target, is) });
    else if (await findMissingAnchor(view, from, to.path, to.anchor)) moved.broken.push({ path: from, line, target });
  }
  return moved;
}

/** Returns the missing anchors, with those that replace them. */
async function formerAnchors(view: DocsView, path: string, before: string): Promise<Map<string, string | undefined>> {
  const [old, page, anchors] = await Promise.all([
    view.facts.parse(before, view.dialectOf(path)),
    view.page(path),
    view.anchors(path),
  ]);
  if (old.kind === 'refused' || page.kind === 'refused' || !anchors) return new Map();
  const site = view.sites.of(path);
  const { anchors: rules } = site.kind;
  const pairs = [
    ...pairedAnchors(headingsOf(rules, old.value), headingsOf(rules, page.value)),
    ...pairedAnchors(idsOf(old.value), idsOf(page.value)),
  ];
  const names = new Map(pairs.filter(([, is]) => anchors.has(is)));
  const gone = [...anchorsOf(rules, old.value, site.linkedHeadings)].filter((anchor) => !anchors.has(anchor));
  return new Map(gone.map((anchor) => [anchor, names.get(anchor)]));
}

function headingsOf(rules: AnchorRules, { headings }: PageFacts): PlacedAnchor[] {
  const anchors = headingAnchors(rules, headings);
  return headings.map(({ depth, text, id }, at) => ({ anchor: anchors[at] ?? '', name: id ?? text, depth }));
}

function idsOf({ ids }: PageFacts): PlacedAnchor[] {
  return ids.map((id) => ({ anchor: id, name: id, depth: 0 }));
}
