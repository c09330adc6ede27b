import type { Changes } from './changes.ts';
import type { Finding } from '../rules.ts';

/**
 * Returns `now` minus every finding of `past`, each subtracted once. A moved file keeps its faults: those of removed
 * files are subtracted from added ones.
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

/** Returns the key of a finding, without its path if the path is in the given set. */
function keyOf({ path, key }: Finding, interchangeable: Set<string>): string {
  return `${interchangeable.has(path) ? '' : path} ${key}`;
}
