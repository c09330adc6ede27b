/** A place in a text, in UTF-16 code units, and its replacement. */
export interface Change {
  start: number;
  end: number;
  text: string;
}

/** Returns the text after all changes. They must be sorted and must not overlap. */
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

/** Returns the changes sorted, without those that change nothing; of two that overlap, only the first. */
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
