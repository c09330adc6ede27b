import type { FileChange, GitTree } from '../../../server/src/workspace/workspace.ts';

/** The edit of each file: one sentence, all paragraphs, a copy under another name, or a move. */
export const edits = ['sentence', 'paragraphs', 'added', 'moved'] as const;
export type Edit = (typeof edits)[number];

/** Returns the changes of a round to the first pages of a folder. The words differ in each round. */
export async function changesOf(
  tree: GitTree,
  options: { edit: Edit; round: number; folder: string; most: number },
): Promise<FileChange[]> {
  const { edit, round, folder, most } = options;
  const pages = tree.entries().filter(({ path, kind }) => {
    const isWithin = folder === '' || path.startsWith(`${folder}/`);
    return kind === 'file' && isWithin && isOrdinary.test(path);
  });
  // With a single page, each round changes another one.
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

/** Pages in lower case and not in a hidden folder: others may contain instructions that somebody follows. */
const isOrdinary = /^(?:[a-z0-9_-]+\/)*(?!skill\b)[a-z0-9_-]+\.mdx?$/;

/** Changes the end of the first lines of prose outside fences. */
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
