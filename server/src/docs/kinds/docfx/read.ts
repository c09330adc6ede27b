import { valueAt, itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import { baseName, folderOf, isWithin, joinPath, pathWithin } from '../../text/paths.ts';
import { globMatcher } from '../../site/glob.ts';
import type { Content, ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, readConfig, siteOf, joinParts } from '../../site/site.ts';
import { tocFormat } from './toc.ts';

/**
 * Reads a DocFX site from the `build` section of `docfx.json`.
 * dotnet.github.io/docfx/reference/docfx-json-reference.html
 */
export async function readDocFx(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const config = await readConfig(context, path);
  const build = valueAt(config, 'build');
  if (build?.kind !== 'map') return undefined;
  const root = folderOf(path);
  const mappings = mappingsOf(valueAt(build, 'content'), root);
  const made = itemsOf(valueAt(config, 'metadata')).flatMap(
    (item) => textOf(valueAt(item, 'dest') ?? valueAt(item, 'output')) ?? [],
  );
  const contents = contentsOf(mappings, root);
  return {
    ...siteOf(root, path),
    contents,
    statics: [...new Set([root, ...mappingsOf(valueAt(build, 'resource'), root).map(({ folder }) => folder)])],
    base: asPrefix(URL.parse(textOf(valueAt(build, 'sitemap', 'baseUrl')) ?? '')?.pathname ?? ''),
    generated: made.map(asPrefix).filter((prefix) => prefix !== ''),
    described: made.map(baseName).filter((name) => /^\w/.test(name)),
    nameDoubt: made.length > 0 || valueAt(build, 'xref') ? 'programs and other sites give names too' : undefined,
    redirects: await readRedirections(context, root),
    navigation: context.index.files
      .filter((file) => /^toc\.ya?ml$/i.test(baseName(file)) && mappings.some((mapping) => hasFile(mapping, file)))
      .map((file) => ({ path: file, folder: folderOf(file), format: tocFormat })),
    excludes: (page) => mappings.length > 0 && !mappings.some((mapping) => hasFile(mapping, page)),
    reportsMdx: false,
  };
}

/** Files that the build takes from one folder and writes to another. */
interface Mapping {
  folder: string;
  destination: string;
  files: ((path: string) => boolean)[];
  excluded: ((path: string) => boolean)[];
}

function mappingsOf(literal: Literal | undefined, root: string): Mapping[] {
  const items = literal?.kind === 'list' ? literal.items : literal ? [literal] : [];
  return items.flatMap((item): Mapping[] => {
    const short = textOf(item);
    const folder = joinPath(root, textOf(valueAt(item, 'src')) ?? textOf(valueAt(item, 'cwd')) ?? '');
    if (folder === undefined) return [];
    return [
      {
        folder,
        destination: asPrefix(textOf(valueAt(item, 'dest')) ?? ''),
        files: globMatchers(short === undefined ? valueAt(item, 'files') : item),
        excluded: globMatchers(valueAt(item, 'exclude')),
      },
    ];
  });
}

function globMatchers(literal: Literal | undefined): ((path: string) => boolean)[] {
  const patterns = literal?.kind === 'list' ? literal.items : literal ? [literal] : [];
  return patterns.flatMap((pattern) => {
    const glob = textOf(pattern);
    return glob === undefined ? [] : [globMatcher(glob)];
  });
}

function hasFile({ folder, files, excluded }: Mapping, path: string): boolean {
  if (!isWithin(path, folder)) return false;
  const inner = pathWithin(path, folder);
  return files.some((test) => test(inner)) && !excluded.some((test) => test(inner));
}

/** Returns one content per folder, with the addresses of all its mappings. */
function contentsOf(mappings: Mapping[], root: string): Content[] {
  const routes = new Map<string, Set<string>>([[root, new Set()]]);
  for (const { folder, destination } of mappings) {
    routes.set(folder, (routes.get(folder) ?? new Set<string>()).add(destination));
  }
  return [...routes].map(([folder, prefixes]) => ({
    folder,
    routes: prefixes.size > 0 ? [...prefixes] : [''],
    kind: 'docs',
  }));
}

/**
 * Reads the redirects of the Microsoft Learn publishing system. Their files lie in the folder of the docs or above it.
 */
async function readRedirections(context: SiteContext, root: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const files = context.index.files.filter(
    (path) => /^\.openpublishing\.redirection[\w.-]*\.json$/.test(baseName(path)) && isWithin(root, folderOf(path)),
  );
  for (const path of files) {
    for (const item of itemsOf(valueAt(await readConfig(context, path), 'redirections'))) {
      const to = textOf(valueAt(item, 'redirect_url'));
      const source = textOf(valueAt(item, 'source_path')) ?? textOf(valueAt(item, 'source_path_from_root'))?.slice(1);
      const from = source === undefined ? '' : joinParts(folderOf(path), source);
      if (to !== undefined && from !== '' && isWithin(from, root))
        found.set(asPrefix(pathWithin(from, root).replace(/\.(?:md|ya?ml)$/, '')), to);
    }
  }
  return found;
}
