import type { LineRange } from '../../text/line-ranges.ts';
import type { SearchHit } from '../../ports.ts';
import { maximumTextLength } from './hit-lines.ts';
import type { ToolContext } from '../tool.ts';

/** Marks what a search has shown of the docs; for a long line, that a part of it was seen. */
export function markHits({ tree, marks, contextRepository }: ToolContext, hits: readonly SearchHit[]): void {
  // A hit in a context repository is not in the docs' file with the same path.
  if (contextRepository !== undefined) return;
  for (const [path, found] of Map.groupBy(hits, (hit) => hit.path)) {
    const blob = tree.entry(path)?.blob;
    const shown = found.flatMap(shownLines);
    const [whole, parts] = [true, false].map((isWhole) => rangesOf(shown.filter((line) => line.isWhole === isWhole)));
    if (blob !== undefined) marks.setLines(path, blob, whole ?? [], parts);
  }
}

interface ShownLine {
  line: number;
  isWhole: boolean;
}

function shownLines({ line, text, before, after }: SearchHit): ShownLine[] {
  const first = line - before.length;
  return [...before, text, ...after].map((shown, index) => {
    return { line: first + index, isWhole: shown.length <= maximumTextLength };
  });
}

function rangesOf(lines: readonly ShownLine[]): LineRange[] {
  return lines.map(({ line }) => ({ from: line, to: line }));
}
