import { valueAt, itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import { baseName, folderOf, isWithin, pathWithin } from '../../text/paths.ts';
import { mintlifyNavigation, partOfNavigation, splitNavigation } from './navigation.ts';
import { describedPages } from './openapi.ts';
import { expand, type Expanded } from './references.ts';
import type { ReadSite, SiteContext } from '../../site/kind.ts';
import { sortRedirects, type RedirectPattern } from '../../site/redirect-patterns.ts';
import { readConfig, siteOf, joinParts } from '../../site/site.ts';

/**
 * Reads a Mintlify site from `docs.json`, or from the older `mint.json`. A page's address is its path, whether or not
 * it is listed.
 */
export async function readMintlify(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const root = folderOf(path);
  const config = await readConfig(context, path);
  if (!isOfMintlify(context, root, path, config)) return undefined;
  const expanded = config && (await expand(context, root, path, config));
  const redirects = sortRedirects(redirectsIn(expanded?.config));
  const described = expanded && (await describedPages(context, root, expanded.config));
  const format = expanded?.complete === true ? splitNavigation : mintlifyNavigation;
  return {
    ...siteOf(root, path),
    contents: [{ folder: root, routes: ['', '/docs'], kind: 'docs' }],
    statics: [root, joinParts(root, 'public'), joinParts(root, 'static')],
    doubts: doubtsOf(expanded),
    generated: [
      '/llms.txt',
      '/llms-full.txt',
      '/sitemap.xml',
      '/robots.txt',
      '/mcp',
      '/rss.xml',
      ...redirects.unread,
      ...(described?.unread ?? []),
    ],
    redirects: redirects.exact,
    redirectPatterns: redirects.patterns,
    otherPages: described?.pages ?? new Map<string, string>(),
    navigation: [
      { path, folder: root, format },
      ...(expanded?.navigation ?? []).map((file) => ({ path: file, folder: root, format: partOfNavigation })),
    ],
    excludes: exclusionTest(context, root),
  };
}

/** Returns whether the file is the configuration that Mintlify reads: other programs have files named docs.json too. */
function isOfMintlify({ index }: SiteContext, root: string, path: string, config: Literal | undefined): boolean {
  if (baseName(path) === 'mint.json') return !index.isFile(joinParts(root, 'docs.json'));
  if (config?.kind === 'map') return valueAt(config, 'navigation') !== undefined;
  return config !== undefined || index.files.some((file) => isWithin(file, root) && file.endsWith('.mdx'));
}

/** Returns a test for files that are not pages: snippets, which pages include, READMEs, and guides for contributors. */
function exclusionTest({ index }: SiteContext, root: string): (path: string) => boolean {
  const ignoring = index.isFile(joinParts(root, '.mintignore'));
  return (path) => {
    const inner = pathWithin(path, root);
    if (/(?:^|\/)(?:snippets|_snippets|\.\w[^/]*|node_modules)\//.test(inner) || /(?:^|\/)_/.test(inner)) return true;
    return (
      /(?:^|\/)(?:README|AGENTS|CLAUDE|CONTRIBUTING|LICENSE|CHANGELOG|CODE_OF_CONDUCT|SECURITY)\.mdx?$/i.test(inner) ||
      (ignoring && inner.endsWith('.md'))
    );
  };
}

function redirectsIn(config: Literal | undefined): RedirectPattern[] {
  return itemsOf(valueAt(config, 'redirects')).flatMap((redirect) => {
    const source = textOf(valueAt(redirect, 'source'));
    const destination = textOf(valueAt(redirect, 'destination'));
    return source === undefined || destination === undefined ? [] : [{ source, destination }];
  });
}

function doubtsOf(expanded: Expanded | undefined): string[] {
  if (!expanded) return ['its configuration cannot be read'];
  return expanded.complete ? [] : ['its configuration takes parts from other files that cannot be read'];
}
