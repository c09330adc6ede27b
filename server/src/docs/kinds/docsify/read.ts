import { baseName, folderOf, isWithin, pathWithin } from '../../text/paths.ts';
import type { NavigationSource, ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, siteOf, joinParts } from '../../site/site.ts';
import { sidebarFormat } from './navigation.ts';

/** Files that Docsify shows next to pages. */
const parts = /^_(?:sidebar|navbar|coverpage|404)\.md$/;

/**
 * Reads a Docsify site from an `index.html` that sets `$docsify`. The file is read as text.
 * docsify.js.org/#/configuration
 */
export async function readDocsify(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const text = await context.facts.text(context.tree, path);
  if (text.kind === 'refused' || !/\$docsify\b|\bdocsify(?:@[\w.]+)?\/|docsify(?:\.min)?\.js/.test(text.value))
    return undefined;
  return readSite(context, path, text.value);
}

/** Reads a Docsify site from a `_sidebar.md` that lists pages, for a repository without index.html. */
export async function readSidebar(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const text = await context.facts.text(context.tree, path);
  const links =
    text.kind === 'known' ? (text.value.match(/^[ \t]*[-*+][ \t]+\[[^\]\n]*\]\([^)\n]+\)/gm)?.length ?? 0) : 0;
  // Folders below the top of a site may have their own sidebar.
  const isInner = context.index.byName('_sidebar.md').some((other) => {
    return other !== path && isWithin(path, folderOf(other));
  });
  return links < 2 || isInner ? undefined : readSite(context, path, '');
}

function readSite({ index }: SiteContext, path: string, page: string): ReadSite {
  const settings = page.replace(/^\s*\/\/[^\n]*$/gm, '');
  const root = folderOf(path);
  const base = stringOf(settings, 'basePath') ?? '';
  const folder = /^[a-z]+:|^\/\//i.test(base) || !index.isFolder(joinParts(root, base)) ? root : joinParts(root, base);
  const home = stringOf(settings, 'homepage');
  return {
    ...siteOf(root, path),
    contents: [{ folder, routes: [''], kind: 'docs' }],
    statics: [folder],
    doubts: /\bext[ \t]*:/.test(settings) ? ['a setting changes the ending of its pages'] : [],
    generated: aliasesOf(settings),
    redirects: new Map(home === undefined || home.includes(':') ? [] : [['/README', asPrefix(home)]]),
    navigation: sourcesIn(index.files, folder),
    excludes: (file) =>
      parts.test(baseName(file)) || /(?:^|\/)(?:node_modules|[._]\w[^/]*)\//.test(pathWithin(file, folder)),
    linksFromTop: !/\brelativePath[ \t]*:[ \t]*true\b/.test(settings),
    reportsMdx: false,
  };
}

function sourcesIn(files: string[], folder: string): NavigationSource[] {
  return files
    .filter((file) => /^_(?:sidebar|navbar|coverpage)\.md$/.test(baseName(file)) && isWithin(file, folder))
    .map((path) => ({ path, folder: folderOf(path), format: sidebarFormat }));
}

function stringOf(settings: string, name: string): string | undefined {
  return new RegExp(`\\b${name}['"]?[ \\t]*:[ \\t]*['"\`]([^'"\`\\n]*)['"\`]`).exec(settings)?.[1];
}

/** Returns the address prefixes that aliases replace. Each ends where the alias becomes a pattern. */
function aliasesOf(settings: string): string[] {
  const start = /\balias['"]?[ \t]*:[ \t]*\{/.exec(settings);
  if (!start) return [];
  const from = start.index + start[0].length;
  const body = settings.slice(from, settings.indexOf('}', from));
  return [...body.matchAll(/['"]([^'"\n]+)['"][ \t]*:/g)].flatMap((match) => {
    const literal = /^\/?[\w/-]*/.exec((match[1] ?? '').replace(/^(?:\.\*\??)?/, ''))?.[0] ?? '';
    const prefix = asPrefix(literal);
    return prefix === '' ? [] : [prefix];
  });
}
