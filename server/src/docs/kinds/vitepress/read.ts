import { at, entriesOf, itemsOf, textOf } from '../../literal/literal.ts';
import { baseName, isMarkdown, isWithin, pathWithin } from '../../paths.ts';
import { globMatcher } from '../../site/glob.ts';
import { vitepressNavigation } from './navigation.ts';
import type { ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, readConfig, placeFrom, siteOf, within } from '../../site/site.ts';

/** VitePress: `.vitepress/config.*`; the folder around it is the site's. */
export async function readVitePress(context: SiteContext, path: string): Promise<ReadSite> {
  const marker = path.lastIndexOf('.vitepress/');
  const root = path.slice(0, marker).replace(/\/$/, '');
  const config = await readConfig(context, path);
  const known = config?.kind === 'map' ? config : undefined;
  const source = placeFrom(root, textOf(at(known, 'srcDir')) ?? '');
  const rewrites = at(known, 'rewrites');
  const excluded = itemsOf(at(known, 'srcExclude'))
    .flatMap((item) => textOf(item) ?? [])
    .map((glob) => globMatcher(glob));
  const dynamic = context.index.files.filter(
    (file) => isWithin(file, source) && /\[[^\]/]+\]/.test(file) && isMarkdown(file),
  );
  const simpleRewrites = entriesOf(rewrites).every(({ key, value }) => value.kind === 'string' && !/[:*(]/.test(key));
  return {
    ...siteOf(root, path),
    contents: [{ folder: source, routes: [''], kind: 'docs' }],
    statics: [within(source, 'public'), source],
    base: asPrefix(textOf(at(known, 'base')) ?? ''),
    doubts: [
      ...(known === undefined || known.open || at(known, 'srcDir')?.kind === 'unknown'
        ? ['its configuration is partly computed']
        : []),
      ...(rewrites && (rewrites.kind !== 'map' || rewrites.open || !simpleRewrites)
        ? ['its rewrites have patterns or are computed']
        : []),
    ],
    generated: dynamic.map((file) => asPrefix(pathWithin(file, source).replace(/\/?[^/]*\[.*$/, ''))),
    redirects: new Map(
      entriesOf(rewrites).flatMap(({ key, value }): [string, string][] => [
        [asAddress(textOf(value) ?? ''), asAddress(key)],
      ]),
    ),
    navigation: [{ path, folder: source, format: vitepressNavigation }],
    excludes: (page) =>
      /(?:^|\/)(?:\.vitepress|node_modules|public)\//.test(pathWithin(page, root)) ||
      baseName(page).includes('[') ||
      excluded.some((matches) => matches(pathWithin(page, source))),
    reportsMdx: false,
  };
}

function asAddress(page: string): string {
  return asPrefix(page.replace(/(?:(?:^|\/)index)?\.md$/, ''));
}
