import type { PathIndex } from '../paths.ts';
import type { Routes, Site } from '../site/kind.ts';

/** Where a target leads by the rules of its site, before any evidence is weighed. */
export type Resolution =
  /** Another site, a mail address and the like. */
  | { kind: 'external' }
  | { kind: 'not-judged'; reason: Unjudged; anchor: string }
  /** `path` is absent for a folder and for what is told by configuration alone. */
  | { kind: 'found'; path: string | undefined; anchor: string }
  /** Nothing is there. `expected` is the repository path that was looked for first. */
  | { kind: 'missing'; expected: string; anchor: string };

/** Why a target is not judged, whatever the evidence. */
export type Unjudged =
  /** A template, an alias or a placeholder: a program decides where it leads. */
  | 'computed'
  /** Pages that a plugin makes. */
  | 'generated'
  /** A place above the repository. */
  | 'outside'
  /** A symlink or submodule, which is left alone. */
  | 'left-alone';

export interface ResolveInput {
  site: Site;
  index: PathIndex;
  /** Absent while they are not read: then a target that only they could tell is missing. */
  routes: Routes | undefined;
}
