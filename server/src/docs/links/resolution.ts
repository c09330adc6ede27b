import type { PathIndex } from '../paths.ts';
import type { Site } from '../site/site.ts';

/** How a target is used: browsers resolve those of attributes themselves, generators those of Markdown. */
export type TargetUse = 'link' | 'image' | 'attribute';

export type Resolution =
  /** Not of this repository, or not to be told. */
  | { kind: 'external' | 'unknown' }
  /** `path` is absent for a folder and for what lies outside the index. */
  | { kind: 'found'; path: string | undefined; anchor: string }
  /** `expected` is the repository path that was looked for first. */
  | { kind: 'missing'; expected: string; anchor: string };

/** Addresses of pages, for kinds where front matter decides them. */
export type Routes = Map<string, string>;

export interface ResolveInput {
  site: Site;
  index: PathIndex;
  /** Absent while they are not read: then a target that only they could tell is missing. */
  routes: Routes | undefined;
}
