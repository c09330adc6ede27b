/** A place of a text, in UTF-16 code units, and what is to stand there instead. */
export interface Change {
  start: number;
  end: number;
  text: string;
}

/** The text after all changes. They must be sorted and must not overlap. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  const parts: string[] = [];
  let position = 0;
  for (const change of changes) {
    parts.push(text.slice(position, change.start), change.text);
    position = change.end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}

/** Sorted, without changes that change nothing; of two that overlap the first one stays. */
export function orderChanges(text: string, changes: readonly Change[]): Change[] {
  const ordered: Change[] = [];
  let end = 0;
  for (const change of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (change.start < end || text.slice(change.start, change.end) === change.text) continue;
    ordered.push(change);
    end = change.end;
  }
  return ordered;
}
