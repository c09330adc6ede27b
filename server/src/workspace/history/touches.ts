import type { Git } from '../git/git.ts';

/** A commit with the files that it touched. */
export interface Touch {
  at: Date;
  paths: string[];
}

/** Listing names alone takes a second for some 20,000 commits. */
const timeoutMilliseconds = 120_000;

/** A byte that no path begins with, put before each commit. */
const mark = '\u0001';

const command = 'log -z --no-renames --no-show-signature --no-mailmap --no-decorate --no-notes --name-only'.split(' ');

/**
 * Lists the commits before a commit with what each touched, newest first. Merges touch nothing of their own.
 *
 * @param of which files count, as patterns of git; all when empty.
 */
export async function listTouches(
  git: Git,
  gitDirectory: string,
  commit: string,
  { of, most }: { of: readonly string[]; most: number },
): Promise<Touch[]> {
  const patterns = of.map((pattern) => `:(icase)${pattern}`);
  const options = [`--max-count=${most}`, '--format=tformat:%x01%ct'];
  const { stdout } = await git.run([...command, ...options, commit, '--', ...patterns], {
    gitDirectory,
    timeoutMilliseconds,
  });
  const touches: Touch[] = [];
  for (const field of stdout.toString().split('\0')) {
    const text = field.replace(/^\n/, '');
    if (text.startsWith(mark)) touches.push({ at: new Date(Number(text.slice(1)) * 1000), paths: [] });
    else if (text !== '') touches.at(-1)?.paths.push(text);
  }
  return touches;
}
