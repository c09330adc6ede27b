import type { Changes } from '../compare/changes.ts';
import { baseName } from '../text/paths.ts';
import type { DocsView } from '../view.ts';

/**
 * Returns the removed file from which an added one was moved: the one with the same content, or the only one with the
 * same name.
 */
export function movedFrom(before: DocsView, after: DocsView, { removed }: Changes, path: string): string | undefined {
  const blob = after.tree.entry(path)?.blob;
  const same = removed.find((old) => before.tree.entry(old)?.blob === blob);
  const named = removed.filter((old) => baseName(old) === baseName(path));
  return same ?? (named.length === 1 ? named[0] : undefined);
}
