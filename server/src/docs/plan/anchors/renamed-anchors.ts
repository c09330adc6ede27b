import { lineAt } from '../../text/lines.ts';
import { headingAnchors } from '../../links/anchors/anchors.ts';
import type { Resolution } from '../../links/resolution.ts';
import { withAnchor } from '../../links/wrapped.ts';
import { pagesWithCandidates } from '../../inbound/inbound.ts';
import { mapBounded } from '../../map-bounded.ts';
import { isMarkdown, isWithin } from '../../text/paths.ts';
import type { EarlierHeadings, RenamedLink } from '../../tree.ts';
import type { DocsView } from '../../view.ts';
import { targetsOf } from '../inbound-links.ts';

/** Returns the links to headings whose text changed, with targets that lead there now. */
export async function planRenamedAnchors(view: DocsView, before: EarlierHeadings[]): Promise<RenamedLink[]> {
  const renames = new Map<string, Map<string, string>>();
  await mapBounded(before, inFlight, async (page) => {
    const renamed = await renamesOf(view, page);
    if (renamed.size > 0) renames.set(page.path, renamed);
  });
  const links = await linksToAnchors(view, renames);
  return links.flatMap(({ path, line, target, is }) =>
    is === undefined ? [] : [{ path, line, target, renamed: withAnchor(view.sites.of(path), target, is) }],
  );
}

const inFlight = 8;

/** Page → its missing anchors → the anchor of the same place now, if there is one. */
export type FormerAnchors = ReadonlyMap<string, ReadonlyMap<string, string | undefined>>;

/** A link to an anchor that its page no longer has. */
interface FormerLink {
  path: string;
  line: number;
  target: string;
  to: { path: string; anchor: string };
  /** The anchor that leads to the same place now. */
  is: string | undefined;
}

/** Returns the links in all Markdown of the docs that led to missing anchors. */
export async function linksToAnchors(view: DocsView, former: FormerAnchors): Promise<FormerLink[]> {
  if (former.size === 0) return [];
  const names = [...former.values()].flatMap((anchors) => [...anchors.keys()].flatMap(spellings));
  const texts = view.index.files.filter((file) => isMarkdown(file) && isWithin(file, view.folder));
  const pages = await pagesWithCandidates(view, texts, names, (page, target) => {
    const resolution = view.resolveQuickly(page, target, 'link');
    // Links that only front matter can resolve are checked below.
    return resolution.kind === 'missing' || placeAmong(former, resolution) !== undefined;
  });
  return (await mapBounded(pages, inFlight, (page) => formerLinks(view, page, former))).flat();
}

/** Returns old anchor → new anchor for the missing anchors of a page. */
async function renamesOf(view: DocsView, { path, headings }: EarlierHeadings): Promise<Map<string, string>> {
  const [page, anchors] = await Promise.all([view.page(path), view.anchors(path)]);
  if (page.kind !== 'known' || !anchors || page.value.headings.length !== headings.length) return new Map();
  const { anchors: rules } = view.sites.of(path).kind;
  const now = headingAnchors(rules, page.value.headings);
  const earlier = headingAnchors(
    rules,
    page.value.headings.map(({ id }, position) => ({ id, text: headings[position] ?? '' })),
  );
  return new Map(
    earlier.flatMap((old, position): [string, string][] => {
      const renamed = now[position];
      return renamed === undefined || old === '' || anchors.has(old) ? [] : [[old, renamed]];
    }),
  );
}

async function formerLinks(view: DocsView, path: string, former: FormerAnchors): Promise<FormerLink[]> {
  const [page, text] = await Promise.all([view.page(path), view.text(path)]);
  if (page.kind !== 'known' || text.kind !== 'known') return [];
  const targets = targetsOf(view.sites.of(path).kind, page.value);
  const found = await mapBounded(targets, inFlight, async ({ target, span, use }) => {
    const to = placeAmong(former, await view.resolve(path, target, use));
    if (!to) return [];
    const is = former.get(to.path)?.get(to.anchor);
    return [{ path, line: lineAt(text.value, span.start), target, to, is }];
  });
  return found.flat();
}

function placeAmong(former: FormerAnchors, to: Resolution): FormerLink['to'] | undefined {
  if (to.kind !== 'found' || to.path === undefined || former.get(to.path)?.has(to.anchor) !== true) return undefined;
  return { path: to.path, anchor: to.anchor };
}

/**
 * Returns texts, one of which is in every target with the anchor: a part that no spelling escapes, or else the anchor
 * escaped in each way.
 */
function spellings(anchor: string): string[] {
  const [plain = ''] = anchor.split(/[^A-Za-z0-9-]+/).toSorted((a, b) => b.length - a.length);
  if (plain !== '') return [plain];
  return [...new Set([anchor, ...[encodeURI(anchor), encodeURIComponent(anchor)].flatMap(matchBothCases)])];
}

function matchBothCases(escaped: string): string[] {
  return [escaped, escaped.toLowerCase()];
}
