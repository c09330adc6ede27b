import type { Alias } from '../parts/aliases.ts';
import type { Include } from '../parts/notations.ts';
import { contentFolders } from '../parts/resolve-include.ts';
import { extensionOf, folderOf, isWithin, pathWithin, relativePath } from '../text/paths.ts';
import type { Site } from '../site/kind.ts';

interface Wanted {
  /** The target as written. */
  target: string;
  include: Include | undefined;
  /** The page with the target, at its new path. */
  place: string;
  /** The file to which it led, and the one to which it must lead. */
  was: string;
  wanted: string;
  site: Site;
  aliases: Alias[];
  named: string[];
}

/**
 * Returns spellings for the path of an included or imported file, those in the present style first. Not all of them
 * lead there.
 */
export function spellings(options: Wanted): string[] {
  const { target, include, was, wanted } = options;
  const [, loader = '', path = '', suffix = ''] = /^(.*!)?(.*?)([?#].*|(?<=\.\w+):.*)?$/s.exec(target) ?? [];
  const forms = include ? includeForms(options, path) : importForms(options, path);
  const ending = extensionOf(wanted);
  // `./Box` for `./Box.tsx`, and `./lib` for `./lib/index.ts`.
  const isShort = extensionOf(path) !== extensionOf(was) && ending !== '';
  const styled = isShort ? forms.flatMap(shortForms) : forms;
  return [...new Set(styled)].map((form) => `${loader}${form}${suffix}`);
}

/** Returns the form without extension, and without `index`, before the whole form. */
function shortForms(form: string): string[] {
  const bare = form.replace(/\.\w+$/, '');
  return bare.endsWith('/index') ? [bare.slice(0, -'/index'.length), bare, form] : [bare, form];
}

function importForms({ place, wanted, site, aliases }: Wanted, path: string): string[] {
  const plain = relativePath(folderOf(place), wanted);
  const relative = plain.startsWith('../') ? plain : `./${plain}`;
  const aliased = aliases.flatMap(({ prefix, isWhole, targets = [] }) =>
    targets
      .filter((folder) => !isWhole && isWithin(wanted, folder))
      .map((folder) => prefix + pathWithin(wanted, folder)),
  );
  const absolute = isWithin(wanted, site.root) ? [`/${pathWithin(wanted, site.root)}`] : [];
  if (path.startsWith('.')) return [relative];
  return path.startsWith('/') ? [...absolute, relative] : [...aliased, relative];
}

function includeForms({ place, wanted, site, include, named }: Wanted, path: string): string[] {
  const plain = relativePath(folderOf(place), wanted);
  const dotted = path.startsWith('./') && !plain.startsWith('../') ? `./${plain}` : plain;
  const sign = include?.notation.rooted?.sign;
  const within = [...contentFolders(site, place), site.root, ...(include?.notation.folders ?? []), ...named, ''].filter(
    (folder) => isWithin(wanted, folder),
  );
  const inner = [...new Set(within)].map((folder) => pathWithin(wanted, folder));
  if (sign !== undefined && path.startsWith(sign)) {
    const slash = path.startsWith(`${sign}/`) && sign !== '/' ? '/' : '';
    return [...inner.map((rest) => `${sign}${slash}${rest}`), dotted];
  }
  return include?.notation.bases[0] === 'page' ? [dotted, ...inner] : [...inner, dotted];
}
