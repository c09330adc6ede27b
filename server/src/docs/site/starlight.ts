import { at, entriesOf, itemsOf, textOf, type Literal } from '../literal/literal.ts';
import { folderOf, pathWithin } from '../paths.ts';
import { asPrefix, readConfig, siteOf, within, type Content, type Site, type SiteContext } from './site.ts';

/** Starlight: an Astro configuration that names it; pages are in `src/content/docs`. */
export async function readStarlight(context: SiteContext, path: string): Promise<Site | undefined> {
  const root = folderOf(path);
  const folder = within(root, 'src/content/docs');
  const text = await context.facts.text(context.tree, path);
  if (!context.index.isFolder(folder) || text.kind !== 'known' || !/\bstarlight\s*\(/.test(text.value))
    return undefined;
  const config = await readConfig(context, path);
  const options = starlightOptions(config);
  const locales = entriesOf(at(options, 'locales'))
    .map(({ key }) => key)
    .filter((key) => key !== 'root');
  const original = textOf(at(options, 'defaultLocale')) ?? 'root';
  const contents: Content[] = [
    { folder, routes: [''], kind: 'docs' },
    ...locales
      .filter((locale) => locale !== original)
      .map((locale): Content => ({
        folder: within(folder, locale),
        routes: [`/${locale}`],
        fallback: original === 'root' ? folder : within(folder, original),
        kind: 'docs',
      })),
    { folder: within(root, 'src/pages'), routes: [''], kind: 'pages' },
  ];
  return {
    ...siteOf('starlight', root, path),
    contents,
    statics: [within(root, textOf(at(config, 'publicDir')) ?? 'public')],
    base: asPrefix(textOf(at(config, 'base')) ?? ''),
    certain:
      config?.kind === 'map' &&
      !config.open &&
      options !== undefined &&
      !options.open &&
      itemsOf(at(options, 'plugins')).length === 0 &&
      at(options, 'plugins')?.kind !== 'unknown' &&
      onlyHarmless(config),
    redirects: new Map(
      entriesOf(at(config, 'redirects')).map(({ key, value }) => [
        asPrefix(key),
        textOf(value) ?? textOf(at(value, 'destination')) ?? '/',
      ]),
    ),
    generated: ['/404', '/rss.xml', '/sitemap-index.xml', '/llms.txt', '/blog'],
    navigation: !config || at(options, 'sidebar') ? [{ path, kind: 'starlight', folder }] : [],
    excludes: (page) => /(?:^|\/)_/.test(pathWithin(page, root)),
  };
}

/** What `starlight({…})` among the integrations is given. */
export function starlightOptions(config: Literal | undefined) {
  const call = itemsOf(at(config, 'integrations')).find((item) => item.kind === 'call' && item.callee === 'starlight');
  const options = call?.kind === 'call' ? call.arguments[0] : undefined;
  return options?.kind === 'map' ? options : undefined;
}

function onlyHarmless(config: Literal): boolean {
  const integrations = at(config, 'integrations');
  if (integrations?.kind !== 'list') return false;
  return integrations.items.every(
    (item) =>
      item.kind === 'call' &&
      /^(?:starlight|sitemap|mdx|react|vue|svelte|solid|preact|tailwind|partytown|compress|icon|mermaid)/i.test(
        item.callee,
      ),
  );
}
