import type { IncludeNotation } from './notations.ts';

/** How pages of a kind of site include other files. */
export interface PartRules {
  includes: readonly IncludeNotation[];
  /** Whether pages are Vue components, whose scripts import. Pages of MDX are recognised by their dialect. */
  scripts: boolean;
  /**
   * Where the aliases of imports are defined: by the kind itself, by its configuration of Vite, or by `tsconfig.json`.
   */
  aliases: 'site' | 'vite' | 'typescript' | 'none';
  /** Where an import with a leading slash leads: to the site's folder, to that or the static files, or unknown. */
  fromTop: 'root' | 'statics' | 'unknown';
  /** Whether a path from the top in a component names a file in the site's static folders. */
  servesFiles: boolean;
  /** Whether the build resolves relative paths of videos and audio files. */
  resolvesMedia: boolean;
}

/** The rules of MDX alone, for kinds without rules of their own. */
export const usualParts: PartRules = {
  includes: [],
  scripts: false,
  aliases: 'typescript',
  fromTop: 'unknown',
  servesFiles: false,
  resolvesMedia: false,
};
