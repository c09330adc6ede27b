import { itemsOf, textOf } from '../../literal/literal.ts';
import { isWithin, pathWithin } from '../../text/paths.ts';
import type { Content, SiteContext } from '../../site/kind.ts';
import { asPrefix, placeFrom, joinParts } from '../../site/site.ts';

/** One instance of the docs plugin. */
export interface DocsPlugin {
  id: string;
  path: string;
  route: string;
  sidebarPath: string | false | undefined;
  /** Whether the current docs are served as a version of their own. */
  hasPresent: boolean;
  /** The version whose address omits its name. If undefined, the newest stored version. */
  lastVersion: string | undefined;
  /** Version → the path segment that the configuration sets for it. */
  versionPaths: Map<string, string>;
}

/** A content of the docs plugin. Only the current docs have `version`: the version that the build makes from them. */
export type DocsContent = Content & { id: string; version?: string | undefined };

/** Returns the folders of one docs plugin: the current docs, the stored versions, and the translations of both. */
export async function docusaurusContents(
  context: SiteContext,
  root: string,
  plugin: DocsPlugin,
): Promise<DocsContent[]> {
  const versions = await readVersions(context, root, plugin.id);
  const route = asPrefix(plugin.route);
  const prefix = plugin.id === 'default' ? '' : `${plugin.id}_`;
  const last = plugin.lastVersion ?? versions[0] ?? 'current';
  // The configuration may be computed. So the current docs and the newest version are accepted at the plain address
  // too.
  const routesOf = (version: string, named: string) => {
    const usual = plugin.versionPaths.get(version) ?? (version === last ? '' : named);
    const others = version === 'current' || version === versions[0] ? [route, `${route}/${named}`] : [];
    return [...new Set([asPrefix(`${route}/${usual}`), ...(versions.length > 0 ? others : [])])];
  };
  const folderOfKept = (version: string) => joinParts(root, `${prefix}versioned_docs/version-${version}`);
  // When the current docs are not served and the newest version is missing, the build copies the current docs to it.
  const isCopied = !plugin.hasPresent && versions.includes(last) && !context.index.isFolder(folderOfKept(last));
  const version = isCopied ? last : undefined;
  const present = { name: 'current', folder: placeFrom(root, plugin.path), version };
  const originals = [
    { ...present, routes: isCopied ? routesOf(last, last) : routesOf('current', 'next') },
    ...versions.map((kept) => ({
      name: `version-${kept}`,
      folder: folderOfKept(kept),
      version: undefined,
      routes: routesOf(kept, kept),
    })),
  ];
  const locales = localesOf(context, root);
  const translated = `docusaurus-plugin-content-docs${plugin.id === 'default' ? '' : `-${plugin.id}`}`;
  const contents: DocsContent[] = [];
  for (const { name, folder, routes, version: madeOf } of originals) {
    contents.push({ id: plugin.id, folder, routes, kind: 'docs', version: madeOf });
    for (const locale of locales) {
      const translation = joinParts(root, `i18n/${locale}/${translated}/${name}`);
      const own = routes.concat(routes.map((address) => `/${locale}${address}`));
      contents.push({ id: plugin.id, folder: translation, routes: own, fallback: folder, kind: 'docs' });
    }
  }
  return contents;
}

async function readVersions({ tree, index, facts }: SiteContext, root: string, id: string): Promise<string[]> {
  const path = joinParts(root, id === 'default' ? 'versions.json' : `${id}_versions.json`);
  if (!index.isFile(path)) return [];
  const known = await facts.literal(tree, path, 'json');
  return known.kind === 'known' ? itemsOf(known.value).flatMap((version) => textOf(version) ?? []) : [];
}

function localesOf({ index }: SiteContext, root: string): string[] {
  const folder = joinParts(root, 'i18n');
  const names = index.files
    .filter((path) => isWithin(path, folder))
    .map((path) => pathWithin(path, folder).split('/')[0] ?? '');
  return [...new Set(names)].filter((name) => !name.includes('.'));
}
