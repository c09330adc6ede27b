import { isMarkdown, isWithin, pathWithin } from '../text/paths.ts';
import { plain } from '../kinds/plain/plain.ts';
import { readPlain } from '../kinds/plain/read.ts';
import { withHostRedirects } from '../redirects/open.ts';
import type { Detection, Site, SiteContext, SiteKind } from './kind.ts';

/** All sites of a tree. The last one is the plain folder of Markdown, for pages that belong to no site. */
export interface Sites {
  /** The main site for `folder`. */
  main: Site;
  all: Site[];
  /** The plain folder of Markdown, for pages that belong to no site. */
  rest: Site;
  /** Returns the site to which a file belongs. */
  of(path: string): Site;
}

/** Reads every configuration of a site in the tree; `folder` is the folder of the docs. */
export async function detectSites(context: SiteContext, kinds: readonly SiteKind[], folder: string): Promise<Sites> {
  const read: Site[] = [];
  for (const kind of kinds) {
    for (const detection of kind.detection) await readAll(context, { kind, detection }, folder, read);
  }
  const chosen = mainSite(context, read, folder);
  const found = await Promise.all(read.map((site) => withHostRedirects(context, site, site === chosen)));
  const unclaimed: Site = { ...readPlain(context, folder), kind: plain, hosts: [] };
  // The files of the host belong to the main site, which may be no more than a folder of Markdown.
  const rest = chosen === undefined ? await withHostRedirects(context, unclaimed, true) : unclaimed;
  const main = chosen ? found[read.indexOf(chosen)] : undefined;
  return { main: main ?? rest, all: [...found, rest], rest, of: (path) => siteOfPath(found, path) ?? rest };
}

async function readAll(
  context: SiteContext,
  { kind, detection }: { kind: SiteKind; detection: Detection },
  folder: string,
  found: Site[],
): Promise<void> {
  const file = matchInAnyFolder(detection.file);
  for (const path of context.index.files) {
    if (!file.test(path) || isExample(path, folder)) continue;
    if (detection.onlyUnclaimed === true && found.some((site) => claimLength(site, path) !== undefined)) continue;
    const site = await detection.read(context, path);
    if (site && !found.some((other) => other.config === site.config && other.root === site.root))
      found.push({ ...site, kind, hosts: [] });
  }
}

/**
 * Makes the pattern match whole paths: extracting the names from 50,000 paths, for each kind, took a tenth of a second.
 */
function matchInAnyFolder(file: RegExp): RegExp {
  return new RegExp(`(?:^|/)${file.source.replace(/^\^/, '')}`, file.flags);
}

/**
 * Returns whether a path is in fixtures, templates or dependencies, whose sites are no real docs, unless the docs
 * folder is among them.
 */
function isExample(path: string, folder: string): boolean {
  const rest = isWithin(path, folder) ? pathWithin(path, folder) : path;
  return /(?:^|\/)(?:node_modules|vendor|fixtures?|__\w+__|tests?|templates?|examples?|starters?|e2e|dist)\//.test(
    rest,
  );
}

/** Returns how specifically a site claims a path: the length of the content folder that contains it. */
function claimLength(site: Site, path: string): number | undefined {
  const lengths = site.contents.filter(({ folder }) => isWithin(path, folder)).map(({ folder }) => folder.length);
  return lengths.length > 0 ? Math.max(...lengths) : undefined;
}

function siteOfPath(sites: Site[], path: string): Site | undefined {
  let best: { site: Site; length: number } | undefined;
  for (const site of sites) {
    const length = claimLength(site, path);
    if (length !== undefined && (!best || length > best.length)) best = { site, length };
  }
  return best?.site;
}

/**
 * Returns the site in the folder, or around it: of several the one with the most pages, and of equals the outermost.
 * The position at the top of the repository proves nothing: a `.gitbook.yaml` there may remain from older docs, whose
 * pages now belong to `website/docusaurus.config.ts`.
 */
function mainSite({ index }: SiteContext, sites: Site[], folder: string): Site | undefined {
  const near = sites.filter(
    (site) => isWithin(site.root, folder) || site.contents.some((content) => isWithin(folder, content.folder)),
  );
  const pages = new Map<Site, number>();
  for (const path of index.files) {
    const owner = isMarkdown(path) && isWithin(path, folder) ? siteOfPath(near, path) : undefined;
    if (owner) pages.set(owner, (pages.get(owner) ?? 0) + 1);
  }
  const ranked = near.map((site) => ({
    site,
    exact: folder !== '' && site.root === folder ? 1 : 0,
    pages: pages.get(site) ?? 0,
  }));
  ranked.sort((a, b) => b.exact - a.exact || b.pages - a.pages || depth(a.site) - depth(b.site));
  return ranked[0]?.site;
}

function depth({ config, root }: Site): number {
  return (config ?? root).split('/').length;
}
