import type { Changes } from './changes.ts';
import type { Finding } from './rules.ts';

/**
 * What is left of `now` when every fault of `past` is taken away once. A file that was moved keeps its faults: those
 * of removed files count for added ones.
 */
export function newFindings(now: Finding[], past: Finding[], changes: Changes): Finding[] {
  const counts = new Map<string, number>();
  const removed = new Set(changes.removed);
  for (const finding of past) count(keyOf(finding, removed), 1);
  const added = new Set(changes.added);
  return now.filter((finding) => {
    const key = keyOf(finding, added);
    if ((counts.get(key) ?? 0) === 0) return true;
    count(key, -1);
    return false;
  });

  function count(key: string, by: number): void {
    counts.set(key, (counts.get(key) ?? 0) + by);
  }
}

/** The same for files of one of two sets, whatever their paths. */
function keyOf({ path, key }: Finding, interchangeable: Set<string>): string {
  return `${interchangeable.has(path) ? '' : path} ${key}`;
}
