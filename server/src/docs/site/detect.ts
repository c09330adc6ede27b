import { baseName, isMarkdown, isWithin, pathWithin } from '../paths.ts';
import { readDocusaurus } from './docusaurus.ts';
import { readMdBook } from './mdbook.ts';
import { readGitBook } from './gitbook.ts';
import { readMintlify } from './mintlify.ts';
import { readMkDocs } from './mkdocs.ts';
import { readPlain } from './plain.ts';
import type { Site, SiteContext } from './site.ts';
import { readStarlight } from './starlight.ts';
import { readVitePress } from './vitepress.ts';

type Reader = (context: SiteContext, path: string) => Promise<Site | undefined>;

/** Which file tells which kind of site. SUMMARY.md comes last: others have such files for their own ends. */
const readers: { pattern: RegExp; read: Reader }[] = [
  { pattern: /^(?:docs|mint)\.json$/, read: readMintlify },
  { pattern: /^docusaurus\.config\.[mc]?[jt]s$/, read: readDocusaurus },
  { pattern: /^\.vitepress\/config(?:\/index)?\.[mc]?[jt]s$/, read: readVitePress },
  { pattern: /^mkdocs\.ya?ml$/, read: readMkDocs },
  { pattern: /^book\.toml$/, read: readMdBook },
  { pattern: /^astro\.config\.[mc]?[jt]s$/, read: readStarlight },
  { pattern: /^\.gitbook\.ya?ml$/, read: readGitBook },
  { pattern: /^SUMMARY\.md$/i, read: readGitBook },
];

/** All sites of a tree. The last one is the plain folder of Markdown, for pages that no site claims. */
export interface Sites {
  /** The one that `folder` is about. */
  main: Site;
  all: Site[];
  /** The site that a file belongs to. */
  of(path: string): Site;
}

/** Reads every configuration of a site in the tree; `folder` says where the docs are. */
export async function detectSites(context: SiteContext, folder: string): Promise<Sites> {
  const found: Site[] = [];
  for (const { pattern, read } of readers) {
    for (const path of context.index.files) {
      if (!isConfig(path, pattern) || isExample(path, folder)) continue;
      if (pattern.source.includes('SUMMARY') && found.some((site) => claims(site, path) !== undefined)) continue;
      const site = await read(context, path);
      if (site && !found.some((other) => other.config === site.config && other.root === site.root)) found.push(site);
    }
  }
  const plain = readPlain(context, folder);
  const all = [...found, plain];
  return { main: mainSite(context, found, folder) ?? plain, all, of: (path) => siteOfPath(found, path) ?? plain };
}

function isConfig(path: string, pattern: RegExp): boolean {
  const inVitePress = path.lastIndexOf('.vitepress/');
  return pattern.test(inVitePress === -1 ? baseName(path) : path.slice(inVitePress));
}

/** Fixtures, templates and dependencies hold sites that are nobody's docs, unless the docs folder is among them. */
function isExample(path: string, folder: string): boolean {
  const rest = isWithin(path, folder) ? pathWithin(path, folder) : path;
  return /(?:^|\/)(?:node_modules|vendor|fixtures?|__\w+__|tests?|templates?|examples?|starters?|e2e|dist)\//.test(
    rest,
  );
}

/** How closely a site claims a path: the length of the content folder that holds it. */
function claims(site: Site, path: string): number | undefined {
  const lengths = site.contents.filter(({ folder }) => isWithin(path, folder)).map(({ folder }) => folder.length);
  return lengths.length > 0 ? Math.max(...lengths) : undefined;
}

function siteOfPath(sites: Site[], path: string): Site | undefined {
  let best: { site: Site; length: number } | undefined;
  for (const site of sites) {
    const length = claims(site, path);
    if (length !== undefined && (!best || length > best.length)) best = { site, length };
  }
  return best?.site;
}

/** The site in the folder, or around it; of several the one with most pages, and of equals the outermost. */
function mainSite({ index }: SiteContext, sites: Site[], folder: string): Site | undefined {
  const near = sites.filter(
    (site) => isWithin(site.root, folder) || site.contents.some((content) => isWithin(folder, content.folder)),
  );
  const ranked = near.map((site) => ({
    site,
    exact: site.root === folder ? 1 : 0,
    pages: index.files.filter((path) => isMarkdown(path) && isWithin(path, folder) && claims(site, path) !== undefined)
      .length,
  }));
  ranked.sort((a, b) => b.exact - a.exact || b.pages - a.pages || depth(a.site) - depth(b.site));
  return ranked[0]?.site;
}

function depth({ config, root }: Site): number {
  return (config ?? root).split('/').length;
}
