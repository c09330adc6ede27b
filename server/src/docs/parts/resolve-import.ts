import { folderOf, joinPath, type PathIndex } from '../text/paths.ts';
import type { Site } from '../site/kind.ts';
import { joinParts } from '../site/site.ts';
import type { Alias } from './aliases.ts';

/** Where an import leads. `package` is one that a package manager installs. */
export type ImportResolution =
  | { kind: 'found'; path: string }
  | { kind: 'missing'; expected: string }
  | { kind: 'package' }
  | { kind: 'unknown'; reason: string };

export interface ImportPlace {
  page: string;
  site: Site;
  aliases: Alias[];
  index: PathIndex;
}

/** Resolves an import as bundlers do: with extensions, index files and aliases, without leading loaders and queries. */
export function resolveImport(raw: string, place: ImportPlace): ImportResolution {
  const target = dropEscapes(raw.slice(raw.lastIndexOf('!') + 1).replace(/[?#].*$/s, ''));
  if (target === '') return { kind: 'package' };
  if (/^\.{1,2}(?:\/|$)/.test(target)) return firstExisting([joinPath(folderOf(place.page), target)], place);
  const alias = place.aliases.find(({ prefix, isWhole }) => (isWhole ? target === prefix : target.startsWith(prefix)));
  if (alias) {
    if (!alias.targets) return { kind: 'unknown', reason: 'it has an alias that the configuration computes' };
    const rest = alias.isWhole ? '' : target.slice(alias.prefix.length);
    const leads = firstExisting(
      alias.targets.map((folder) => joinPath(folder, rest)),
      place,
    );
    // A whole name may also be the name of a package.
    return alias.isWhole && leads.kind === 'missing' ? { kind: 'package' } : leads;
  }
  if (target.startsWith('/')) return resolveFromRoot(target, place);
  // No package has such a name.
  return /^(?:@\/|~|#)/.test(target)
    ? { kind: 'unknown', reason: 'it has an alias that no configuration explains' }
    : { kind: 'package' };
}

/** `\\_` is `_` in a JavaScript string. */
function dropEscapes(text: string): string {
  return text.replace(/\\([^\w\s]|_)/g, '$1');
}

function resolveFromRoot(target: string, place: ImportPlace): ImportResolution {
  const { kind, root, statics } = place.site;
  const { fromTop } = kind.parts;
  const folders = fromTop === 'root' ? [root] : [root, ...statics];
  const leads = firstExisting(
    folders.map((folder) => joinParts(folder, target)),
    place,
  );
  if (leads.kind !== 'missing' || fromTop !== 'unknown') return leads;
  return { kind: 'unknown', reason: 'it begins with a slash' };
}

function firstExisting(candidates: (string | undefined)[], { index }: ImportPlace): ImportResolution {
  const paths = candidates.flatMap((candidate) => candidate ?? []);
  const found = paths.flatMap((path) => fileAt(index, path) ?? [])[0];
  if (found !== undefined) return { kind: 'found', path: found };
  const [expected] = paths;
  if (expected === undefined || paths.some((path) => index.isLeftAlone(path))) {
    return { kind: 'unknown', reason: 'it leads out of the repository' };
  }
  if (paths.some((path) => isMade(path) || index.isFile(`${path}/package.json`))) {
    return { kind: 'unknown', reason: 'it names what is made when the site is built' };
  }
  return { kind: 'missing', expected };
}

const extensions = '.ts .tsx .js .jsx .mjs .mts .cjs .cts .vue .svelte .astro .md .mdx .json .css'.split(' ');

function fileAt(index: PathIndex, path: string): string | undefined {
  // TypeScript names the file to which the source is compiled.
  const sources = /\.[cm]?jsx?$/.test(path) ? [path.replace(/js(x?)$/, 'ts$1'), path.replace(/jsx?$/, 'tsx')] : [];
  return [
    path,
    ...extensions.map((extension) => path + extension),
    ...sources,
    ...extensions.map((extension) => joinParts(path, `index${extension}`)),
  ].find((candidate) => index.isFile(candidate));
}

/** Returns whether a path is in a folder that builds write and repositories do not contain. */
function isMade(path: string): boolean {
  return /(?:^|\/)(?:node_modules|dist|build|\.docusaurus|\.vitepress\/(?:cache|dist)|\.astro|\.next|\.source|generated|__generated__)(?:\/|$)/.test(
    path,
  );
}
