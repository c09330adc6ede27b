import type { PathIndex } from '../paths.ts';
import type { Names, Routes, Site, Unjudged } from '../site/kind.ts';

/** Where a target leads by the rules of its site, before any evidence is weighed. */
export type Resolution =
  /** Another site, a mail address and the like. */
  | { kind: 'external' }
  | { kind: 'not-judged'; reason: Unjudged; anchor: string }
  /** `path` is absent for a folder and for what is told by configuration alone. */
  | { kind: 'found'; path: string | undefined; anchor: string }
  /** Nothing is there. `expected` is the repository path that was looked for first. */
  | { kind: 'missing'; expected: string; anchor: string };

export interface ResolveInput {
  site: Site;
  index: PathIndex;
  /** Absent while they are not read: then a target that only they could tell is missing. */
  routes: Routes | undefined;
  /** Absent while they are not read, and for kinds without any. */
  names?: Names | undefined;
}
