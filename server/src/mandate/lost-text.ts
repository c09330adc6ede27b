import type { ChangedFile, ReadSide } from './changed-file.ts';

/**
 * Returns for each page the share of its text, from 0 to 1, whose lines no longer appear in any page after the change.
 * Text that was moved to another page, split or joined is not lost. One remaining line replaces only one old line;
 * pages that stay are matched before pages that are removed.
 *
 * @param pages all pages that the change adds, changes or removes.
 * @param asked those of them that existed before; the result is in their order.
 */
export async function lostText(
  pages: readonly ChangedFile[],
  asked: readonly ChangedFile[],
  read: ReadSide,
): Promise<number[]> {
  const remaining = new Map<string, number>();
  for (const page of pages) {
    if (page.is === undefined) continue;
    for (const line of linesOf(await read(page, 'is'))) remaining.set(line, (remaining.get(line) ?? 0) + 1);
  }
  const lost = new Map<ChangedFile, number>();
  const staying = asked.filter(({ is }) => is !== undefined);
  const going = asked.filter(({ is }) => is === undefined);
  for (const page of [...staying, ...going]) lost.set(page, shareTaken(linesOf(await read(page, 'was')), remaining));
  return asked.map((page) => lost.get(page) ?? 0);
}

/**
 * Removes the lines from those that remain and returns the share of the text that was missing. A page without text
 * counts as lost whole.
 */
function shareTaken(lines: readonly string[], remaining: Map<string, number>): number {
  let [all, missing] = [0, 0];
  for (const line of lines) {
    all += line.length;
    const left = remaining.get(line) ?? 0;
    if (left > 0) remaining.set(line, left - 1);
    else missing += line.length;
  }
  return all === 0 ? 1 : missing / all;
}

/**
 * Returns the lines without surrounding white space, because text moves into and out of lists. Latin-1 keeps the bytes,
 * whatever the encoding.
 */
function linesOf(content: Uint8Array): string[] {
  return Buffer.from(content)
    .toString('latin1')
    .split('\n')
    .flatMap((line) => line.trim() || []);
}
