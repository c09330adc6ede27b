/** How many lines before the commented one are shown as context. */
const linesBefore = 4;

interface DiffLine {
  newLine: number | null;
  oldLine: number | null;
}

/**
 * Returns the lines of a unified diff up to a line of the new file, or of the old one when `newLine` is null, without
 * their `+` and `-` marks. The diff may contain many hunks and begin with file headers. Returns '' when the line is not
 * in it.
 */
export function diffExcerpt(diff: string, line: DiffLine): string {
  let newAt = 0;
  let oldAt = 0;
  const seen: string[] = [];
  for (const text of diff.split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text);
    if (hunk) {
      oldAt = Number(hunk[1]);
      newAt = Number(hunk[2]);
      seen.length = 0;
      continue;
    }
    const [mark, content] = [text[0], text.slice(1)];
    if (newAt === 0 || (mark !== ' ' && mark !== '+' && mark !== '-')) continue;
    seen.push(content);
    if (isAt(line, mark, oldAt, newAt)) return seen.slice(-linesBefore - 1).join('\n');
    if (mark !== '+') oldAt += 1;
    if (mark !== '-') newAt += 1;
  }
  return '';
}

/** Whether a line with that mark, at these places of the old and the new file, is the wanted one. */
function isAt({ newLine, oldLine }: DiffLine, mark: string, oldAt: number, newAt: number): boolean {
  return newLine === null ? mark !== '+' && oldAt === oldLine : mark !== '-' && newAt === newLine;
}
