import { valueAt, entriesOf, itemsOf, textOf, type Literal } from '../literal/literal.ts';
import { folderOf, joinPath } from '../text/paths.ts';
import type { Site, SiteContext } from '../site/kind.ts';
import { readConfig, joinParts } from '../site/site.ts';

/** A prefix or name that an import may have, and where it leads. */
export interface Alias {
  /** `@/` before a path, or a whole name. */
  prefix: string;
  isWhole: boolean;
  /** Undefined if the configuration computes them. */
  targets: string[] | undefined;
}

/** Returns the aliases that configuration states as literals for the pages of a folder, the longest first. */
export async function readAliases(context: SiteContext, site: Site, folder: string): Promise<Alias[]> {
  const own = await ownAliases(context, site, folder);
  return own.toSorted((a, b) => b.prefix.length - a.prefix.length);
}

/** Returns all files from which aliases of TypeScript are read, with the ids of their contents. */
export function aliasSources({ tree, index }: SiteContext): string[] {
  return index.files
    .filter((path) => path.endsWith('.json') && /(?:^|\/)[tj]sconfig[^/]*$/.test(path))
    .map((path) => `${path} ${tree.entry(path)?.blob ?? ''}`);
}

async function ownAliases(context: SiteContext, site: Site, folder: string): Promise<Alias[]> {
  switch (site.kind.parts.aliases) {
    case 'site':
      return [{ prefix: '@site/', isWhole: false, targets: [site.root] }];
    case 'vite':
      return aliasesFromVite(site, await readConfig(context, site.config ?? ''));
    case 'none':
      return [];
    case 'typescript':
      return aliasesFromTypeScript(context, folder);
  }
}

function aliasesFromVite({ root }: Site, config: Literal | undefined): Alias[] {
  const aliases = valueAt(config, 'vite', 'resolve', 'alias');
  const pairs = [
    ...entriesOf(aliases).map(({ key, value }) => ({ find: key, to: textOf(value) })),
    ...itemsOf(aliases).map((item) => ({
      find: textOf(valueAt(item, 'find')),
      to: textOf(valueAt(item, 'replacement')),
    })),
  ];
  return pairs.flatMap(({ find, to }): Alias[] => {
    if (find === undefined) return [];
    // A target that begins with a slash is a path of the machine.
    const target = to?.startsWith('.') ? joinPath(root, to) : undefined;
    return [
      {
        prefix: find.endsWith('/') ? find : `${find}/`,
        isWhole: false,
        targets: target === undefined ? undefined : [target],
      },
    ];
  });
}

/** A configuration inherits the paths of the one that it extends, unless it has its own. */
const maximumExtends = 5;

/** Reads `paths` of the nearest `tsconfig.json` or `jsconfig.json`. */
async function aliasesFromTypeScript(context: SiteContext, folder: string): Promise<Alias[]> {
  let path = nearestConfig(context, folder);
  for (let depth = 0; path !== undefined && depth < maximumExtends; depth += 1) {
    const known = await context.facts.literal(context.tree, path, 'jsonc');
    if (known.kind === 'refused') return [];
    const paths = valueAt(known.value, 'compilerOptions', 'paths');
    if (paths)
      return aliasesFromPaths(paths, folderOf(path), textOf(valueAt(known.value, 'compilerOptions', 'baseUrl')));
    path = extendedConfig(context, path, textOf(valueAt(known.value, 'extends')));
  }
  return [];
}

function nearestConfig({ index }: SiteContext, start: string): string | undefined {
  for (let folder = start; ; folder = folderOf(folder)) {
    const found = ['tsconfig.json', 'jsconfig.json']
      .map((name) => joinParts(folder, name))
      .find((path) => index.isFile(path));
    if (found !== undefined || folder === '') return found;
  }
}

function extendedConfig({ index }: SiteContext, path: string, target: string | undefined): string | undefined {
  if (!target?.startsWith('.')) return undefined;
  const base = joinPath(folderOf(path), target);
  return [base, `${base ?? ''}.json`].find((candidate) => candidate !== undefined && index.isFile(candidate));
}

/** Skips `*` alone: it matches packages too, so it decides nothing. */
function aliasesFromPaths(paths: Literal, folder: string, baseUrl = '.'): Alias[] {
  return entriesOf(paths).flatMap(({ key, value }): Alias[] => {
    if (key === '*') return [];
    const isWhole = !key.endsWith('*');
    const targets = itemsOf(value).map((item) => {
      const target = textOf(item)?.replace(/\*$/, '');
      return target === undefined ? undefined : joinPath(folder, `${baseUrl}/${target}`);
    });
    const known = targets.flatMap((target) => target ?? []);
    const isKnown = known.length === targets.length;
    return [{ prefix: isWhole ? key : key.slice(0, -1), isWhole, targets: isKnown ? known : undefined }];
  });
}
