import { headingAnchors } from '../../links/anchors/anchors.ts';
import type { PageFacts, PageHeading } from '../../parse/page-facts.ts';
import type { DocsView } from '../../view.ts';
import type { Place } from './place.ts';
import type { Stretch } from './stretch.ts';

/** The place of something: a page, and an anchor in it or ''. */
export interface Destination {
  path: string;
  anchor: string;
  /** Whether the anchor is that of the page's title. Links from other pages need not name it. */
  isTop?: boolean;
}

/** Returns where an anchor of the source or target page is after the move; anchors of other pages stay. */
export type FindDestination = (path: string, anchor: string) => Destination;

type Destinations = Map<string, Destination>;

/**
 * Returns a function that finds anchors after the move. Headings are identified by their order, since equal ones are
 * renumbered on both pages. Other anchors, such as ids of elements, are at the page that contains them now.
 */
export async function anchorsAfter(
  view: DocsView,
  after: DocsView,
  { stretch, place, hasHeading }: { stretch: Stretch; place: Place; hasHeading: boolean },
): Promise<FindDestination> {
  const { path: from, whole } = stretch;
  const { path: to } = place;
  const [rest, grown] = [whole ? undefined : await factsOf(after, from), await factsOf(after, to)];
  const [left, there] = [whole ? undefined : await after.anchors(from), await after.anchors(to)];
  const ofTarget = targetAnchors(view, after, place, grown);
  const ofSource = sourceAnchors(view, { stretch, place, hasHeading }, { rest, grown: ofTarget.now });
  const page = whole ? pageAfter(ofTarget.now, to, hasHeading) : { path: from, anchor: '' };

  return (path, anchor) => {
    if (path === to) return ofTarget.destinations.get(anchor) ?? { path, anchor };
    if (path !== from) return { path, anchor };
    if (anchor === '') return page;
    const known = ofSource.get(anchor);
    if (known) return known;
    const isThere = there?.has(anchor) === true && left?.has(anchor) !== true;
    return isThere ? { path: to, anchor } : whole ? page : { path, anchor };
  };
}

async function factsOf(view: DocsView, path: string): Promise<PageFacts | undefined> {
  const page = await view.page(path);
  return page.kind === 'known' ? page.value : undefined;
}

/** The anchors of headings after the move, with those of the moved text separate. */
interface Grown {
  above: Named[];
  inserted: Named[];
}

interface Named {
  heading: PageHeading;
  anchor: string;
}

function targetAnchors(
  view: DocsView,
  after: DocsView,
  { path, page, at }: Place,
  grown: PageFacts | undefined,
): { destinations: Destinations; now: Grown } {
  const old = page ? withAnchors(view, path, page.facts.headings) : [];
  const now = withAnchors(after, path, grown?.headings ?? []);
  const above = old.filter(({ heading }) => heading.start < at.start);
  const below = old.slice(above.length);
  const still = [...now.slice(0, above.length), ...now.slice(now.length - below.length)];
  const destinations: Destinations = new Map();
  if (now.length >= old.length) recordPlaces(destinations, old, still, path);
  const inserted = now.slice(above.length, now.length - below.length);
  return { destinations, now: { above: now.slice(0, above.length), inserted } };
}

function sourceAnchors(
  view: DocsView,
  { stretch, place, hasHeading }: { stretch: Stretch; place: Place; hasHeading: boolean },
  { rest, grown }: { rest: PageFacts | undefined; grown: Grown },
): Destinations {
  const { path, facts, start, end, lead, headings } = stretch;
  const old = withAnchors(view, path, facts.headings);
  const destinations: Destinations = new Map();
  const moved = old.filter(({ heading }) => headings.includes(heading));
  const { inserted } = grown;
  recordPlaces(destinations, moved, inserted.slice(inserted.length - moved.length), place.path);
  const ownLead = old.find(({ heading }) => heading === lead?.heading);
  const above = hasHeading ? inserted[inserted.length - moved.length - 1] : undefined;
  if (ownLead)
    setIfNew(destinations, ownLead.anchor, { path: place.path, anchor: above?.anchor ?? '', isTop: !place.page });
  if (rest) {
    const before = old.filter(({ heading }) => heading.start < start);
    const behind = old.filter(({ heading }) => heading.start >= end);
    const left = withAnchors(view, path, rest.headings);
    recordPlaces(destinations, before, left.slice(0, before.length), path);
    recordPlaces(destinations, behind, left.slice(left.length - behind.length), path);
  }
  return destinations;
}

/**
 * Returns where readers of a page that moved completely find its text: at the heading written above it, else at the
 * heading that contains it, unless that is the title.
 */
function pageAfter({ above, inserted }: Grown, to: string, hasHeading: boolean): Destination {
  const under = above.length > 1 ? above.at(-1) : undefined;
  return { path: to, anchor: (hasHeading ? inserted[0] : under)?.anchor ?? '' };
}

function withAnchors(view: DocsView, path: string, headings: PageHeading[]): Named[] {
  const anchors = headingAnchors(view.sites.of(path).kind.anchors, headings);
  return headings.map((heading, position) => ({ heading, anchor: anchors[position] ?? '' }));
}

/** Records the new places of anchors. Of equal anchors the first counts, because links lead to it. */
function recordPlaces(destinations: Destinations, old: Named[], now: Named[], path: string): void {
  for (const [position, { anchor }] of old.entries()) {
    const there = now[position];
    if (there) setIfNew(destinations, anchor, { path, anchor: there.anchor });
  }
}

function setIfNew(destinations: Destinations, anchor: string, destination: Destination): void {
  if (anchor !== '' && !destinations.has(anchor)) destinations.set(anchor, destination);
}
