import type { FileChange, GitTree } from '../../../server/src/workspace/workspace.ts';

/** What is done to each file: one sentence of it, all of its paragraphs, a copy under another name, or a move. */
export const edits = ['sentence', 'paragraphs', 'added', 'moved'] as const;
export type Edit = (typeof edits)[number];

/** The changes of a round, which has words of its own, to the first pages of a folder. */
export async function changesOf(
  tree: GitTree,
  options: { edit: Edit; round: number; folder: string; most: number },
): Promise<FileChange[]> {
  const { edit, round, folder, most } = options;
  const pages = tree.entries().filter(({ path, kind }) => {
    const isWithin = folder === '' || path.startsWith(`${folder}/`);
    return kind === 'file' && isWithin && isOrdinary.test(path);
  });
  // Each round of a single page has another one.
  const from = most === 1 ? round - 1 : 0;
  const changes: FileChange[] = [];
  for (const { path } of pages.slice(from, from + most)) {
    const text = new TextDecoder().decode(await tree.read(path));
    const there = `${path.slice(0, path.lastIndexOf('/') + 1)}round-${round}/${path.slice(path.lastIndexOf('/') + 1)}`;
    const words = edit === 'moved' ? text : reworded(text, round, edit === 'sentence' ? 1 : Infinity);
    const content = new TextEncoder().encode(words);
    if (edit === 'moved') changes.push({ path, content: null, mode: '100644' });
    changes.push({ path: edit === 'added' || edit === 'moved' ? there : path, content, mode: '100644' });
  }
  return changes;
}

/** Pages in lower case, in no hidden folder: others may be what somebody obeys. */
const isOrdinary = /^(?:[a-z0-9_-]+\/)*(?!skill\b)[a-z0-9_-]+\.mdx?$/;

/** Lines of prose outside fences, the first so many of them, with other words at their end. */
function reworded(text: string, round: number, most: number): string {
  let [isInFence, done] = [false, 0];
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) isInFence = !isInFence;
      if (isInFence || done >= most || !/^[A-Z][a-z]* [^{}<>`]*\.$/.test(line)) return line;
      done += 1;
      return `${line.slice(0, -1)}, as of round ${round}.`;
    })
    .join('\n');
}
