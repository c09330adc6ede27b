import type { DocsTree, DocsTreeEntry } from '../tree.ts';

/** The difference between two trees, as paths. */
export interface Changes {
  added: string[];
  removed: string[];
  modified: string[];
}

/** Compares two trees in one pass over both sorted lists. */
export function changesBetween(before: DocsTree, after: DocsTree): Changes {
  const changes: Changes = { added: [], removed: [], modified: [] };
  const old = new Map<string, DocsTreeEntry>();
  const [oldEntries, newEntries] = [before.entries(), after.entries()];
  let position = 0;
  // Most entries are the same: only the differing middle part needs a map.
  while (position < oldEntries.length && sameEntry(oldEntries[position], newEntries[position])) position += 1;
  let end = 0;
  while (end < oldEntries.length - position && sameEntry(oldEntries.at(-1 - end), newEntries.at(-1 - end))) end += 1;
  for (const entry of oldEntries.slice(position, oldEntries.length - end)) old.set(entry.path, entry);
  for (const entry of newEntries.slice(position, newEntries.length - end)) {
    const previous = old.get(entry.path);
    if (!previous) changes.added.push(entry.path);
    else if (!sameEntry(previous, entry)) changes.modified.push(entry.path);
    old.delete(entry.path);
  }
  changes.removed.push(...old.keys());
  return changes;
}

function sameEntry(a: DocsTreeEntry | undefined, b: DocsTreeEntry | undefined): boolean {
  // Trees share the entries of folders in which nothing differs.
  if (a === b) return a !== undefined;
  return a !== undefined && b !== undefined && a.path === b.path && a.blob === b.blob && a.kind === b.kind;
}
