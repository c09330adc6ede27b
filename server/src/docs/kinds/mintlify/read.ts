import { at, entriesOf, itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import { baseName, folderOf, isWithin, pathWithin } from '../../paths.ts';
import { mintlifyNavigation } from './navigation.ts';
import type { ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, readConfig, siteOf, within } from '../../site/site.ts';

/** Mintlify: `docs.json`, or `mint.json` before it. Pages are addressed by their paths, listed or not. */
export async function readMintlify(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const root = folderOf(path);
  const config = await readConfig(context, path);
  const isOld = baseName(path) === 'mint.json';
  // Other programs have files of this name too.
  if (!isOld && config?.kind === 'map' && !at(config, 'navigation')) return undefined;
  if (!isOld && !config && !context.index.files.some((file) => isWithin(file, root) && file.endsWith('.mdx')))
    return undefined;
  if (isOld && context.index.isFile(within(root, 'docs.json'))) return undefined;
  const redirects = readRedirects(config);
  return {
    ...siteOf(root, path),
    contents: [{ folder: root, routes: ['', '/docs'], kind: 'docs' }],
    statics: [root, within(root, 'public'), within(root, 'static')],
    doubts: doubtsOf(config),
    generated: [
      '/llms.txt',
      '/sitemap.xml',
      '/robots.txt',
      '/mcp',
      '/rss.xml',
      ...redirects.patterns,
      ...generatedPages(config),
    ],
    redirects: redirects.exact,
    navigation: [{ path, folder: root, format: mintlifyNavigation }],
    excludes: excluded(context, root),
  };
}

/** Snippets are parts of pages; READMEs and guides for contributors are no pages of the site. */
function excluded({ index }: SiteContext, root: string): (path: string) => boolean {
  const ignoring = index.isFile(within(root, '.mintignore'));
  return (path) => {
    const inner = pathWithin(path, root);
    if (/(?:^|\/)(?:snippets|_snippets|\.\w[^/]*|node_modules)\//.test(inner) || /(?:^|\/)_/.test(inner)) return true;
    return (
      /(?:^|\/)(?:README|AGENTS|CLAUDE|CONTRIBUTING|LICENSE|CHANGELOG|CODE_OF_CONDUCT|SECURITY)\.mdx?$/i.test(inner) ||
      (ignoring && inner.endsWith('.md'))
    );
  };
}

function readRedirects(config: Literal | undefined) {
  const exact = new Map<string, string>();
  const patterns: string[] = [];
  for (const redirect of itemsOf(at(config, 'redirects'))) {
    const source = textOf(at(redirect, 'source'));
    const destination = textOf(at(redirect, 'destination'));
    if (source === undefined || destination === undefined) continue;
    const wildcard = source.search(/[:*(]/);
    if (wildcard === -1) exact.set(asPrefix(source), destination);
    else patterns.push(asPrefix(source.slice(0, wildcard)));
  }
  return { exact, patterns: patterns.filter((pattern) => pattern !== '') };
}

/** Where OpenAPI files become pages: in the named directories, and by default below `api-reference`. */
function generatedPages(config: Literal | undefined): string[] {
  const found = new Set<string>();
  const visit = (literal: Literal | undefined): void => {
    if (literal?.kind === 'list') literal.items.forEach(visit);
    for (const { key, value } of entriesOf(literal)) {
      if (key === 'openapi' || key === 'asyncapi')
        found.add(asPrefix(textOf(at(value, 'directory')) ?? 'api-reference'));
      visit(value);
    }
  };
  visit(config);
  return [...found];
}

function doubtsOf(config: Literal | undefined): string[] {
  if (!config) return ['its configuration cannot be read'];
  return usesReferences(config) ? ['its configuration takes parts from other files by `$ref`'] : [];
}

/** `$ref` takes parts of the configuration from other files. */
function usesReferences(literal: Literal): boolean {
  if (literal.kind === 'list') return literal.items.some(usesReferences);
  return entriesOf(literal).some(({ key, value }) => key === '$ref' || usesReferences(value));
}
