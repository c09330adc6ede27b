import { itemsOf, textOf } from '../literal/literal.ts';
import { isWithin, pathWithin } from '../paths.ts';
import { asPrefix, within, type Content, type SiteContext } from './site.ts';

/** One instance of the docs plugin. */
export interface DocsPlugin {
  id: string;
  path: string;
  route: string;
  sidebarPath: string | false | undefined;
}

type DocsContent = Content & { id: string };

/** The folders of one docs plugin: the present docs, the kept versions, and the translations of both. */
export async function docusaurusContents(
  context: SiteContext,
  root: string,
  plugin: DocsPlugin,
): Promise<DocsContent[]> {
  const versions = await readVersions(context, root, plugin.id);
  const route = asPrefix(plugin.route);
  const prefix = plugin.id === 'default' ? '' : `${plugin.id}_`;
  const originals = [
    {
      name: 'current',
      folder: within(root, plugin.path),
      routes: versions.length > 0 ? [`${route}/next`, route] : [route],
    },
    ...versions.map((version, position) => ({
      name: `version-${version}`,
      folder: within(root, `${prefix}versioned_docs/version-${version}`),
      // The newest version has the plain address unless the configuration says otherwise, so both are accepted.
      routes: position === 0 ? [route, `${route}/${version}`] : [`${route}/${version}`],
    })),
  ];
  const locales = localesOf(context, root);
  const translated = `docusaurus-plugin-content-docs${plugin.id === 'default' ? '' : `-${plugin.id}`}`;
  const contents: DocsContent[] = [];
  for (const { name, folder, routes } of originals) {
    contents.push({ id: plugin.id, folder, routes, kind: 'docs' });
    for (const locale of locales) {
      const translation = within(root, `i18n/${locale}/${translated}/${name}`);
      const own = routes.concat(routes.map((address) => `/${locale}${address}`));
      contents.push({ id: plugin.id, folder: translation, routes: own, fallback: folder, kind: 'docs' });
    }
  }
  return contents;
}

async function readVersions({ tree, index, facts }: SiteContext, root: string, id: string): Promise<string[]> {
  const path = within(root, id === 'default' ? 'versions.json' : `${id}_versions.json`);
  if (!index.isFile(path)) return [];
  const known = await facts.literal(tree, path, 'json');
  return known.kind === 'known' ? itemsOf(known.value).flatMap((version) => textOf(version) ?? []) : [];
}

function localesOf({ index }: SiteContext, root: string): string[] {
  const folder = within(root, 'i18n');
  const names = index.files
    .filter((path) => isWithin(path, folder))
    .map((path) => pathWithin(path, folder).split('/')[0] ?? '');
  return [...new Set(names)].filter((name) => !name.includes('.'));
}
