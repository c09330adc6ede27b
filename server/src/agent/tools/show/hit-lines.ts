import { cut, cutAround } from '../../text/cut.ts';
import type { SearchHit } from '../../ports.ts';

/** How much of a line is shown at most. */
export const maximumTextLength = 300;

/**
 * Formats hits as `PATH:LINE:TEXT`, each line once, with the lines around them as `PATH-LINE-TEXT` and `--` between
 * lines that are not adjacent, as grep does.
 */
export function hitLines(hits: readonly SearchHit[]): string[] {
  const withContext = hits.some(({ before, after }) => before.length + after.length > 0);
  if (!withContext) return hits.map(hitLine);
  const groups = Array.from(
    Map.groupBy(hits, ({ path }) => path),
    ([path, found]) => linesOfFile(path, found),
  );
  return groups.flatMap((lines, index) => (index === 0 ? lines : ['--'].concat(lines)));
}

function hitLine({ path, line, text, match }: SearchHit): string {
  return `${path}:${line}:${cutAround(text, match, maximumTextLength)}`;
}

function linesOfFile(path: string, hits: readonly SearchHit[]): string[] {
  const lines = new Map<number, string>();
  for (const { line, before, after } of hits) {
    for (const [index, text] of before.entries()) lines.set(line - before.length + index, text);
    for (const [index, text] of after.entries()) lines.set(line + 1 + index, text);
  }
  const shown = new Map(Array.from(lines, ([line, text]) => [line, `${path}-${line}-${cut(text, maximumTextLength)}`]));
  for (const hit of hits) shown.set(hit.line, hitLine(hit));
  const numbers = [...shown.keys()].sort((a, b) => a - b);
  return numbers.flatMap((line, index) => {
    const apart = index > 0 && numbers[index - 1] !== line - 1;
    const text = shown.get(line) ?? '';
    return apart ? ['--', text] : [text];
  });
}
