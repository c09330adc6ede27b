import { changesBetween, type Changes } from './changes.ts';
import { breaksIntroduced } from '../check/breaks.ts';
import { hiddenIntroduced } from '../check/hidden-characters.ts';
import { lostAddresses, type Guard } from '../check/lost-addresses.ts';
import { checkNavigation } from '../check/navigation.ts';
import { checkRedirects } from '../check/redirects.ts';
import type { Checking } from '../check/links.ts';
import { checkPage } from '../check/page.ts';
import { openTally } from '../check/tally.ts';
import { checkPageLazily, sortFindings } from '../check/check.ts';
import { hasIndexTarget, namesOf, pagesWithCandidates } from '../inbound/inbound.ts';
import { anchorTraces } from '../links/anchors/anchors.ts';
import { mapBounded } from '../map-bounded.ts';
import { navigationOf } from '../navigation/sources.ts';
import { newFindings } from './new-findings.ts';
import { isMarkdown } from '../text/paths.ts';
import type { Finding } from '../rules.ts';
import type { Site } from '../site/kind.ts';
import { addressesOf } from '../site/routes.ts';
import type { DocsView } from '../view.ts';

const inFlight = 8;

/**
 * Returns the findings that a change introduced. It parses only the changed pages, the pages to which they link with
 * anchors, and the pages whose links the change may have broken.
 */
export async function findingsIntroducedBy(
  before: DocsView,
  after: DocsView,
  checking: Checking,
  guard: Guard,
): Promise<Finding[]> {
  const changes = changesBetween(before.tree, after.tree);
  const looking = { ...checking, earlier: before };
  const reshaped = servedAt(before) !== servedAt(after);
  const lost = await lostAddresses(before, after, { changes, reshaped }, guard);
  const changed = [...changes.added, ...changes.modified].filter(isMarkdown);
  const affected = await affectedPages(before, after, changes);
  const pages = [...new Set([...changed, ...affected])].filter((path) => after.index.isFile(path));
  const found = await mapBounded(pages, inFlight, (path) => checkPageLazily(after, path, looking));
  const now = found.flat();
  if (await touchesNavigation(before, after, changes)) now.push(...(await checkNavigation(after, checking)));
  if (changes.removed.length + changes.modified.length > 0) now.push(...(await checkRedirects(after, looking)));
  const past = { ...checking, tally: openTally() };
  const fresh = now.length === 0 ? [] : await withoutKnown(before, changes, now, past);
  const breaks = await breaksIntroduced(before, after, changes);
  checking.tally.othersNotJudged(breaks.notJudged);
  const hidden = await hiddenIntroduced(before, after, changes);
  return sortFindings([...lost, ...fresh, ...breaks.findings, ...hidden]);
}

/** Returns the findings in `now` that did not exist before. */
async function withoutKnown(
  before: DocsView,
  changes: Changes,
  now: Finding[],
  checking: Checking,
): Promise<Finding[]> {
  const added = new Set(changes.added);
  const suspects = [...new Set(now.map(({ path }) => path))].filter(
    (path) => before.index.isFile(path) && isMarkdown(path),
  );
  const gone = now.some(({ path }) => added.has(path)) ? changes.removed.filter(isMarkdown) : [];
  const past = (await mapBounded([...suspects, ...gone], inFlight, (path) => checkPage(before, path, checking))).flat();
  if (now.some(({ rule }) => rule.startsWith('navigation-'))) past.push(...(await checkNavigation(before, checking)));
  if (now.some(({ rule }) => rule.startsWith('redirect-'))) past.push(...(await checkRedirects(before, checking)));
  return newFindings(now, past, changes);
}

/** Returns unchanged pages whose links may be broken now. */
async function affectedPages(before: DocsView, after: DocsView, changes: Changes): Promise<string[]> {
  const vanished = await vanishedAnchors(before, after, changes);
  const moved = await vanishedRoutes(before, after, changes);
  const unnamed = await vanishedNames(before, after, changes);
  const sitesChanged = siteShapes(before) !== siteShapes(after);
  const lost = vanished.size + moved.length + unnamed.size + changes.removed.length;
  if (lost === 0 && !sitesChanged) return [];
  const { main } = after.sites;
  if (moved.length + unnamed.size > 0 || main.kind.links.fromAddress === true)
    await Promise.all([before.loadRoutes(), after.loadRoutes()]);
  const names = sitesChanged
    ? undefined
    : [
        ...namesOf(changes.removed, moved),
        ...unnamed,
        ...[...vanished.values()].flatMap((anchors) => [...anchors].flatMap(anchorForms)),
      ];
  const holders = namesOf([...vanished.keys()], []);
  const mayVanish = changes.removed.length > 0 || moved.length > 0 || sitesChanged;
  return pagesWithCandidates(
    after,
    after.pages,
    names,
    (page, target) =>
      containsAny(target, unnamed) ||
      leadsToVanished(after, { vanished, holders }, page, target) ||
      (mayVanish && isMissingNow(before, after, page, target)),
  );
}

function containsAny(target: string, names: ReadonlySet<string>): boolean {
  return names.size > 0 && [...names].some((name) => target.toLowerCase().includes(name));
}

/** Returns whether a target leads to an anchor that its page lost. Its text alone excludes most targets. */
function leadsToVanished(
  after: DocsView,
  { vanished, holders }: { vanished: ReadonlyMap<string, ReadonlySet<string>>; holders: readonly string[] },
  page: string,
  target: string,
): boolean {
  const hash = vanished.size === 0 ? -1 : target.search(/#(?!\/)|\?id=/);
  if (hash === -1) return false;
  const isPossible =
    hash === 0 ? vanished.has(page) : holders.some((name) => target.includes(name)) || hasIndexTarget(target);
  const now = isPossible ? after.resolveQuickly(page, target, 'link') : undefined;
  return now?.kind === 'found' && now.path !== undefined && vanished.get(now.path)?.has(now.anchor) === true;
}

function isMissingNow(before: DocsView, after: DocsView, page: string, target: string): boolean {
  return (
    after.resolveQuickly(page, target, 'link').kind === 'missing' &&
    before.resolveQuickly(page, target, 'link').kind !== 'missing'
  );
}

/** Returns the spellings of an anchor in a target. */
function anchorForms(anchor: string): string[] {
  return [`#${anchor}`, `#${encodeURIComponent(anchor)}`, `?id=${anchor}`];
}

/** Returns the anchors that modified pages lost. */
async function vanishedAnchors(
  before: DocsView,
  after: DocsView,
  { modified }: Changes,
): Promise<Map<string, Set<string>>> {
  const vanished = new Map<string, Set<string>>();
  await mapBounded(modified.filter(isMarkdown), inFlight, async (path) => {
    if (await hasSameTraces(before, after, path)) return;
    const [old, now] = await Promise.all([before.anchors(path), after.anchors(path)]);
    const lost = old && now ? [...old].filter((anchor) => !now.has(anchor)) : [];
    if (lost.length > 0) vanished.set(path, new Set(lost));
  });
  return vanished;
}

/**
 * Returns whether everything from which a page may have anchors is unchanged, so that neither text needs to be parsed.
 */
async function hasSameTraces(before: DocsView, after: DocsView, path: string): Promise<boolean> {
  const [old, now] = await Promise.all([before.text(path), after.text(path)]);
  return old.kind === 'known' && now.kind === 'known' && anchorTraces(old.value) === anchorTraces(now.value);
}

/** Returns addresses of changed or removed pages that no longer exist, if more than the path decides addresses. */
async function vanishedRoutes(before: DocsView, after: DocsView, { modified, removed }: Changes): Promise<string[]> {
  const lost = await mapBounded([...modified, ...removed].filter(isMarkdown), inFlight, async (path) => {
    const isThere = after.index.isFile(path);
    const [old, now] = await Promise.all([ownRoutes(before, path), isThere ? ownRoutes(after, path) : []]);
    const still = new Set<string>(now);
    return old.filter((route) => !still.has(route));
  });
  return lost.flat();
}

async function ownRoutes(view: DocsView, path: string): Promise<string[]> {
  const site = view.sites.of(path);
  const rough = site.kind.addresses.fromFrontMatter ? await view.facts.rough(view.tree, path) : undefined;
  return rough?.kind === 'known' ? addressesOf(site, path, rough.value.frontMatter) : [];
}

/** Returns names for links that no file gives any more, or that another file gives now. */
async function vanishedNames(before: DocsView, after: DocsView, changes: Changes): Promise<Set<string>> {
  const lost = await mapBounded([...changes.modified, ...changes.removed], inFlight, async (path) => {
    const now = new Set(await after.namesIn(path));
    return (await before.namesIn(path)).filter((name) => !now.has(name));
  });
  return new Set(lost.flat());
}

async function touchesNavigation(before: DocsView, after: DocsView, changes: Changes): Promise<boolean> {
  if (changes.added.some(isMarkdown) || changes.removed.some(isMarkdown)) return true;
  const sourcePaths = [before, after].flatMap((view) =>
    view.sites.all.map(async (site) =>
      (await navigationOf(view, site)).map(({ path }) => path).concat(site.config ?? []),
    ),
  );
  const sources = new Set((await Promise.all(sourcePaths)).flat());
  return changes.modified.some((path) => sources.has(path));
}

/** Returns everything besides paths that resolving links depends on, to detect changes. */
function siteShapes({ sites }: DocsView): string {
  return JSON.stringify(sites.all.map(shapeOf));
}

function shapeOf({ kind, root, contents, statics, base, doubts, generated, ...site }: Site): unknown {
  const { redirectPatterns, locales, nameDoubt, linkedHeadings, linksFromTop } = site;
  const permalinks = site.permalinks?.key;
  const maps = { redirects: [...site.redirects], otherPages: [...site.otherPages] };
  return {
    kind: kind.name,
    root,
    contents,
    statics,
    base,
    doubts,
    generated,
    redirectPatterns,
    locales,
    permalinks,
    nameDoubt,
    linkedHeadings,
    linksFromTop,
    ...maps,
  };
}

/** Returns the properties of the sites that decide the addresses of all their pages. */
function servedAt({ sites }: DocsView): string {
  return JSON.stringify(sites.all.map(({ kind, root, contents, base }) => ({ kind: kind.name, root, contents, base })));
}
