/** How many lines before the commented one are shown as context. */
const linesBefore = 4;

/**
 * Returns the lines of a unified diff up to a line of the new file, or of the old one when `newLine` is null, without
 * their `+` and `-` marks. The diff may contain many hunks and begin with file headers. Returns '' when the line is not
 * in it.
 */
export function diffExcerpt(diff: string, line: { newLine: number | null; oldLine: number | null }): string {
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
    const isIt =
      line.newLine === null ? mark !== '+' && oldAt === line.oldLine : mark !== '-' && newAt === line.newLine;
    if (isIt) return seen.slice(-linesBefore - 1).join('\n');
    if (mark !== '+') oldAt += 1;
    if (mark !== '-') newAt += 1;
  }
  return '';
}
