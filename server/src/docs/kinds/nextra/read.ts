import { valueAt, textOf } from '../../literal/literal.ts';
import { baseName, folderOf, isMarkdown, isWithin, pathWithin, stemOf } from '../../text/paths.ts';
import type { Content, NavigationSource, ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, languageOf, siteOf, unwrapCall, joinParts } from '../../site/site.ts';
import { appSegments, codedPages, isApp, isAppPage } from '../next/app-routes.ts';
import { readNextConfig } from '../next/config.ts';
import { ignoredAddresses } from '../next/ignored.ts';
import { localesOf } from '../next/locales.ts';
import { nextraNavigation } from './navigation.ts';

/**
 * Reads a Nextra site from a `next.config.*` that calls Nextra. If another package calls it, folders with `_meta.*`,
 * which only Nextra uses, prove it. Pages are in `content/`, `pages/` and `app/`, or in the same folders below `src/`.
 */
export async function readNextra(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const { index, tree, facts } = context;
  const root = folderOf(path);
  const text = await facts.text(tree, path);
  if (text.kind !== 'known') return undefined;
  const calls = /['"]nextra['"]/.test(text.value);
  const contents = await contentsOf(context, root, path, text.value);
  if (contents.length === 0 || !(calls || hasMeta(context, contents))) return undefined;
  const config = await readNextConfig(context, root, path);
  const coded = codedPages(index, root);
  const docs = contents.map(({ folder }) => folder);
  return {
    ...siteOf(root, path),
    contents,
    statics: [joinParts(root, 'public')],
    base: config.base,
    doubts: calls ? config.doubts : ['a package of its own sets it up', ...config.doubts],
    generated: [
      ...usuallyMade,
      ...config.rewritten,
      ...config.redirects.unread,
      ...(await ignoredAddresses(context, root, contents)),
      // A dynamic route at the top, or at the address of a content folder, is the route that serves the pages.
      ...coded.dynamic.filter((prefix) => prefix !== '' && contents.every(({ routes }) => !routes.includes(prefix))),
    ],
    redirects: config.redirects.exact,
    redirectPatterns: config.redirects.patterns,
    otherPages: coded.pages,
    locales: localesOf(
      index,
      docs.filter((folder) => !isApp(folder)),
      config.locales,
    ),
    navigation: index.files.flatMap((file): NavigationSource[] => {
      if (!metaPattern.test(baseName(file)) || !docs.some((folder) => isWithin(file, folder))) return [];
      return [{ path: file, folder: folderOf(file), format: nextraNavigation }];
    }),
    excludes: (page) => isNoPage(root, page),
    reportsMdx: true,
  };
}

function hasMeta({ index }: SiteContext, contents: Content[]): boolean {
  return index.files.some(
    (file) => metaPattern.test(baseName(file)) && contents.some(({ folder }) => isWithin(file, folder)),
  );
}

const metaPattern = /^_meta(?:\.global|\.[a-z]{2}(?:-\w+)?)?\.(?:json|[jt]sx?)$/;

const usuallyMade = ['/sitemap.xml', '/robots.txt', '/rss.xml', '/feed.xml', '/llms.txt', '/favicon.ico', '/_pagefind'];

/**
 * Returns the content directory, with `contentDirBasePath`, and folders of page files:
 * nextra.site/docs/file-conventions.
 */
async function contentsOf(
  { index, tree, facts }: SiteContext,
  root: string,
  path: string,
  text: string,
): Promise<Content[]> {
  const hasPages = (folder: string) => index.files.some((file) => isMarkdown(file) && isWithin(file, folder));
  const named = /(?:const|let|var)\s+(\w+)\s*=\s*(?:nextra|require\(\s*['"]nextra['"]\s*\))\s*\(/.exec(text)?.[1];
  const language = languageOf(path);
  const call = named && language ? await facts.literal(tree, path, language, named) : undefined;
  const options = call?.kind === 'known' ? unwrapCall(call.value) : undefined;
  const elsewhere = /\bcontentDirBasePath:\s*['"]([^'"\n]*)['"]/.exec(text)?.[1];
  const contentRoute = asPrefix(textOf(valueAt(options, 'contentDirBasePath')) ?? elsewhere ?? '');
  return ['content', 'pages', 'app'].flatMap((name) =>
    [joinParts(root, name), joinParts(root, `src/${name}`)]
      .filter(hasPages)
      .map((folder): Content => ({ folder, routes: [name === 'content' ? contentRoute : ''], kind: 'docs' })),
  );
}

/** Whether a file is no page: a part that lies beside pages, or a page with parameters in its address. */
function isNoPage(root: string, page: string): boolean {
  const inner = pathWithin(page, root).replace(/^src\//, '');
  if (inner.startsWith('app/'))
    return !isAppPage(page) || appSegments(folderOf(inner.slice('app/'.length))) === undefined;
  return inner.includes('[') || /^_(?:app|document|error|meta)\b/.test(stemOf(page)) || inner.includes('node_modules/');
}
