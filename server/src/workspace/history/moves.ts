import type { Git } from '../git/git.ts';

/** What became of a file, from the history. */
export interface FileMove {
  from: string;
  /** Undefined when it was removed and git finds it nowhere else. */
  to: string | undefined;
  commit: string;
  at: Date;
  /**
   * `renamed`: git found both similar in one commit, with at least half of the lines the same. `replaced`: the commit
   * that removed one added only one other of the same name.
   */
  by: 'renamed' | 'replaced' | 'removed';
}

/** How many of the newest commits are searched. The docs of Kubernetes have 60,000 commits. */
const mostCommits = 100_000;

/** Finding renames compares contents: 12,000 commits of a site with 5,900 pages take 3 to 6 seconds. */
const timeoutMilliseconds = 120_000;

const command = [
  ...'log -z -M --no-show-signature --no-mailmap --no-decorate --no-notes --diff-filter=ARD --name-status'.split(' '),
  `--max-count=${mostCommits}`,
  // No page name looks like this: page names end in one of the requested extensions.
  '--format=tformat:commit %H %ct',
];

/**
 * Lists pages that were moved or removed in the history of a commit, newest first. Merges do not count as commits: what
 * they bring was done in the commits that they merge.
 */
export async function listMoves(git: Git, gitDirectory: string, commit: string): Promise<FileMove[]> {
  const pages = ['*.md', '*.mdx', '*.markdown'].map((pattern) => `:(icase)${pattern}`);
  const { stdout } = await git.run([...command, commit, '--', ...pages], { gitDirectory, timeoutMilliseconds });
  return readMoves(stdout.toString());
}

/** Reads git's output: a commit, and then for each file a letter and its one path or two, each ending in NUL. */
function readMoves(printed: string): FileMove[] {
  const commits: { commit: string; at: Date; files: Change[] }[] = [];
  const fields = printed.split('\0').map((field) => field.replace(/^\n/, ''));
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? '';
    const [, commit, seconds] = /^commit ([0-9a-f]+) (\d+)$/.exec(field) ?? [];
    if (commit !== undefined) commits.push({ commit, at: new Date(Number(seconds) * 1000), files: [] });
    if (!/^[ADR]\d*$/.test(field)) continue;
    const count = field.startsWith('R') ? 2 : 1;
    commits.at(-1)?.files.push({ letter: field.charAt(0), paths: fields.slice(at + 1, at + 1 + count) });
    at += count;
  }
  return commits.flatMap(({ commit, at, files }) => movesOf(files).map((move) => Object.assign(move, { commit, at })));
}

/** A file of a commit: `A`dded, `D`eleted, or `R`enamed. */
interface Change {
  letter: string;
  paths: string[];
}

/** Returns the moves of one commit. */
function movesOf(files: Change[]): Pick<FileMove, 'from' | 'to' | 'by'>[] {
  const added = files.flatMap(({ letter, paths: [path = ''] }) => (letter === 'A' ? [path] : []));
  const byName = Map.groupBy(added, nameOf);
  return files.flatMap(({ letter, paths: [from = '', to] }): Pick<FileMove, 'from' | 'to' | 'by'>[] => {
    if (letter === 'R') return [{ from, to, by: 'renamed' }];
    if (letter !== 'D') return [];
    const [only, ...others] = byName.get(nameOf(from)) ?? [];
    if (only === undefined || others.length > 0) return [{ from, to: undefined, by: 'removed' }];
    return [{ from, to: only, by: 'replaced' }];
  });
}

/** Returns the name of a page: its file name without the extension, or the folder of an index page. */
function nameOf(path: string): string {
  const bare = path.replace(/\.\w+$/, '').replace(/\/(?:_?index|readme)$/i, '');
  return bare.slice(bare.lastIndexOf('/') + 1).toLowerCase();
}
