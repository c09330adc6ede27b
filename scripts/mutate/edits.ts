/** A replacement of a part of a source. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Replaces parts that do not overlap. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source);
}
