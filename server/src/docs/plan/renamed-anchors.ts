import { lineAt } from '../lines.ts';
import { headingAnchors } from '../links/anchors.ts';
import { withAnchor } from '../links/wrapped.ts';
import { pagesWithCandidates } from '../inbound.ts';
import { mapBounded } from '../map-bounded.ts';
import { isMarkdown, isWithin } from '../paths.ts';
import type { EarlierHeadings, RenamedLink } from '../tree.ts';
import type { DocsView } from '../view.ts';
import { targetsOf } from './inbound-links.ts';

/** The links that led to headings whose texts have changed, with the targets that lead there now. */
export async function planRenamedAnchors(view: DocsView, before: EarlierHeadings[]): Promise<RenamedLink[]> {
  const renames = new Map<string, Map<string, string>>();
  await mapBounded(before, inFlight, async (page) => {
    const renamed = await renamesOf(view, page);
    if (renamed.size > 0) renames.set(page.path, renamed);
  });
  if (renames.size === 0) return [];
  const names = [...renames.values()].flatMap((renamed) => [...renamed.keys()].flatMap(spellings));
  const texts = view.index.files.filter((file) => isMarkdown(file) && isWithin(file, view.folder));
  const pages = await pagesWithCandidates(view, texts, names, (page, target) => {
    const resolution = view.resolveQuickly(page, target, 'link');
    // What only front matter can tell is told below.
    return resolution.kind === 'missing' || renamedAnchor(renames, resolution) !== undefined;
  });
  return (await mapBounded(pages, inFlight, (page) => renamedLinks(view, page, renames))).flat();
}

const inFlight = 8;

type Renames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Old anchor → new anchor of a page, for those that are gone. */
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

async function renamedLinks(view: DocsView, path: string, renames: Renames): Promise<RenamedLink[]> {
  const [page, text] = await Promise.all([view.page(path), view.text(path)]);
  if (page.kind !== 'known' || text.kind !== 'known') return [];
  const found = await mapBounded(
    targetsOf(view.sites.of(path).kind, page.value),
    inFlight,
    async ({ target, span, use }) => {
      const anchor = renamedAnchor(renames, await view.resolve(path, target, use));
      if (anchor === undefined) return [];
      return [
        {
          path,
          line: lineAt(text.value, span.start),
          target,
          renamed: withAnchor(view.sites.of(path), target, anchor),
        },
      ];
    },
  );
  return found.flat();
}

function renamedAnchor(renames: Renames, to: Awaited<ReturnType<DocsView['resolve']>>): string | undefined {
  return to.kind === 'found' && to.path !== undefined ? renames.get(to.path)?.get(to.anchor) : undefined;
}

/** Texts one of which is in any target with the anchor: what no spelling escapes, or else each way to escape it. */
function spellings(anchor: string): string[] {
  const [plain = ''] = anchor.split(/[^A-Za-z0-9-]+/).toSorted((a, b) => b.length - a.length);
  if (plain !== '') return [plain];
  return [...new Set([anchor, ...[encodeURI(anchor), encodeURIComponent(anchor)].flatMap(inBothCases)])];
}

function inBothCases(escaped: string): string[] {
  return [escaped, escaped.toLowerCase()];
}
