import type { PathIndex } from '../text/paths.ts';
import type { Names, Routes, Site, Unjudged } from '../site/kind.ts';

/** Where a target leads by the rules of its site, before evidence is considered. */
export type Resolution =
  /** Another site, a mail address or similar. */
  | { kind: 'external' }
  | { kind: 'not-judged'; reason: Unjudged; anchor: string }
  /** `path` is undefined for a folder, and for an address known only from configuration. */
  | { kind: 'found'; path: string | undefined; anchor: string }
  /** Nothing exists there. `expected` is the repository path that was tried first. */
  | { kind: 'missing'; expected: string; anchor: string };

export interface ResolveInput {
  site: Site;
  index: PathIndex;
  /** Undefined while they are not loaded. Then a target that only routes can resolve is missing. */
  routes: Routes | undefined;
  /** Undefined while they are not loaded, and for kinds without names. */
  names?: Names | undefined;
}
