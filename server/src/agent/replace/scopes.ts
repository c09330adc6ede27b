import { orderChanges, type Change } from '../models/builtin/text/change.ts';
import { changeProse, isCode } from '../models/builtin/text/prose.ts';
import {
  changeFrontMatter,
  type VisibleFrontMatter,
} from '../models/builtin/text/front-matter/visible-front-matter.ts';
import type { Page, Span } from '../ports.ts';
import type { Place } from '../text/replacement.ts';

/** The kinds of places on a page: what readers read, and what programs process. */
export const scopes = ['prose', 'code', 'front_matter', 'links', 'markup'] as const;

export type Scope = (typeof scopes)[number];

/** The hits of one file, by their scope, and the changes of the requested ones. */
export interface Sorted {
  hits: (Place & { scope: Scope })[];
  changes: Change[];
}

/** A page with hits. */
export interface HitPage {
  page: Page;
  visible: VisibleFrontMatter;
  /** The hits in each text of the front matter. */
  inTexts: ReadonlyMap<string, Place[]>;
}

/**
 * Sorts the places of a text by scope, and returns what changes when those of the wanted scopes are replaced. A file
 * that is no Markdown page counts as code; so does one that cannot be parsed.
 */
export function sortHits(
  text: string,
  hits: Place[],
  { of, wanted }: { of: HitPage | undefined; wanted: ReadonlySet<Scope> },
): Sorted {
  if (!of) {
    const all = hits.map(({ start, end, text: by }) => ({ start, end, text: by, scope: 'code' as const }));
    return { hits: all, changes: wanted.has('code') ? orderChanges(text, hits) : [] };
  }
  const { page, visible, inTexts } = of;
  const prose = changeProse(text, page, () => hits, { includingCode: false });
  const scopeOf = scopeFinder(text, of, prose);
  const sorted = hits.map(({ start, end, text: by }) => ({ start, end, text: by, scope: scopeOf({ start, end }) }));
  const asked = sorted.filter(({ scope }) => scope !== 'prose' && wanted.has(scope));
  const readable = wanted.has('prose')
    ? [...changeFrontMatter(text, visible, (part) => inTexts.get(part) ?? []), ...prose]
    : [];
  return { hits: sorted, changes: orderChanges(text, [...readable, ...asked]) };
}

function scopeFinder(text: string, { page, visible }: HitPage, prose: readonly Change[]): (place: Span) => Scope {
  const readable = new Set(prose.map(({ start }) => start));
  const titles = visible.entries.map(({ value }) => value);
  const links = page.links.map(({ span }) => span).toSorted((a, b) => a.start - b.start);
  const inLink = openWithin(links);
  const inCode = openWithin(page.code.filter((span) => isCode(text, page, span)));
  return (place) => {
    if (readable.has(place.start)) return 'prose';
    if (page.frontMatter !== undefined && place.start < page.frontMatter.end)
      return titles.some(({ start, end }) => start <= place.start && place.end <= end) ? 'prose' : 'front_matter';
    if (inLink(place)) return 'links';
    return inCode(place) ? 'code' : 'markup';
  };
}

/** Returns a test that must be called in rising order: both lists are sorted, so one pass is enough. */
function openWithin(spans: readonly Span[]): (place: Span) => boolean {
  let index = 0;
  return ({ start }) => {
    while ((spans[index]?.end ?? Infinity) <= start) index += 1;
    const span = spans[index];
    return span !== undefined && span.start <= start;
  };
}
