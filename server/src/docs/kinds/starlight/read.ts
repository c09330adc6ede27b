import { valueAt, entriesOf, itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import { folderOf, pathWithin } from '../../text/paths.ts';
import { starlightOptions } from './options.ts';
import { starlightNavigation } from './navigation.ts';
import type { Content, ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, readConfig, placeFrom, siteOf, joinParts } from '../../site/site.ts';

/** Reads a Starlight site from an Astro configuration that uses it. Pages are in `src/content/docs`. */
export async function readStarlight(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const root = folderOf(path);
  const folder = joinParts(root, 'src/content/docs');
  const text = await context.facts.text(context.tree, path);
  if (!context.index.isFolder(folder) || text.kind !== 'known' || !/\bstarlight\s*\(/.test(text.value))
    return undefined;
  const config = await readConfig(context, path);
  const options = starlightOptions(config);
  const locales = entriesOf(valueAt(options, 'locales'))
    .map(({ key }) => key)
    .filter((key) => key !== 'root');
  const original = textOf(valueAt(options, 'defaultLocale')) ?? 'root';
  const contents: Content[] = [
    { folder, routes: [''], kind: 'docs' },
    ...locales
      .filter((locale) => locale !== original)
      .map((locale): Content => ({
        folder: joinParts(folder, locale),
        routes: [`/${locale}`],
        fallback: original === 'root' ? folder : joinParts(folder, original),
        kind: 'docs',
      })),
    { folder: joinParts(root, 'src/pages'), routes: [''], kind: 'pages' },
  ];
  return {
    ...siteOf(root, path),
    contents,
    statics: [placeFrom(root, textOf(valueAt(config, 'publicDir')) ?? 'public')],
    base: asPrefix(textOf(valueAt(config, 'base')) ?? ''),
    doubts: doubtsOf(config, options),
    redirects: new Map(
      entriesOf(valueAt(config, 'redirects')).map(({ key, value }) => [
        asPrefix(key),
        textOf(value) ?? textOf(valueAt(value, 'destination')) ?? '/',
      ]),
    ),
    madePages: ['/404', '/rss.xml', '/sitemap-index.xml', '/llms.txt'],
    generated: usesBlog(options) ? ['/blog'] : [],
    navigation: !config || valueAt(options, 'sidebar') ? [{ path, folder, format: starlightNavigation }] : [],
    excludes: (page) => /(?:^|\/)_/.test(pathWithin(page, root)),
  };
}

/** Whether starlight-blog generates lists of posts. The posts themselves are pages of the docs. */
function usesBlog(options: Literal | undefined): boolean {
  const plugins = valueAt(options, 'plugins');
  return itemsOf(plugins).some((item) => item.kind === 'call' && /blog/i.test(item.callee));
}

function doubtsOf(config: Literal | undefined, options: Literal | undefined): string[] {
  if (config?.kind !== 'map' || options?.kind !== 'map') return ['its configuration cannot be read'];
  const plugins = valueAt(options, 'plugins');
  const integrations = valueAt(config, 'integrations');
  const others = itemsOf(integrations).filter(
    (item) => item.kind !== 'call' || !harmlessIntegrations.test(item.callee),
  );
  return [
    ...(config.open || options.open || integrations?.kind !== 'list' ? ['its configuration is partly computed'] : []),
    ...(plugins && (plugins.kind !== 'list' || plugins.items.length > 0) ? ['its plugins may add or move pages'] : []),
    ...others.map((item) => `the integration ${item.kind === 'call' ? item.callee : ''} may add or move pages`),
  ];
}

/** Astro integrations that neither add nor move pages. */
const harmlessIntegrations =
  /^(?:starlight|sitemap|mdx|react|vue|svelte|solid|preact|tailwind|partytown|compress|icon|mermaid)/i;
