import type { Changes } from '../changes.ts';
import { baseName } from '../paths.ts';
import type { DocsView } from '../view.ts';

/** The removed file that an added one was before it was moved: the one with its content, or the only one of its name. */
export function earlierOf(before: DocsView, after: DocsView, { removed }: Changes, path: string): string | undefined {
  const blob = after.tree.entry(path)?.blob;
  const same = removed.find((old) => before.tree.entry(old)?.blob === blob);
  const named = removed.filter((old) => baseName(old) === baseName(path));
  return same ?? (named.length === 1 ? named[0] : undefined);
}
