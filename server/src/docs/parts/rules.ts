import type { IncludeNotation } from './notations.ts';

/** How pages of a kind of site take in other files. */
export interface PartRules {
  includes: readonly IncludeNotation[];
  /** Whether pages are components of Vue, whose scripts import. Pages of MDX are told by their dialect. */
  scripts: boolean;
  /** What says which aliases imports may have: the kind itself, its configuration of Vite, or `tsconfig.json`. */
  aliases: 'site' | 'vite' | 'typescript' | 'none';
  /** Where an import that begins with a slash leads: to the site's folder, to that or static files, or not to be told. */
  fromTop: 'root' | 'statics' | 'unknown';
  /** Whether a path from the top in a component is a file of the site's folders of static files. */
  servesFiles: boolean;
  /** Whether relative paths of films and sounds are resolved when the site is built. */
  resolvesMedia: boolean;
}

/** The rules of MDX alone, for kinds that have none of their own. */
export const usualParts: PartRules = {
  includes: [],
  scripts: false,
  aliases: 'typescript',
  fromTop: 'unknown',
  servesFiles: false,
  resolvesMedia: false,
};
