import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { openGit } from '../../../server/src/workspace/git/git.ts';
import type { Git } from '../../../server/src/workspace/git/git.ts';

/** The bare repositories of the git host and on disks, and what people do in them. */
export interface Repositories {
  directoryOf: (name: string) => string;
  /** Records that a repository is outside the git host. */
  place: (name: string, directory: string) => void;
  /** Creates one with a first commit on `main`. */
  create: (name: string) => Promise<void>;
  /** Returns the commit of a branch; undefined when there is no such branch. */
  head: (name: string, branch: string) => Promise<string | undefined>;
  branches: (name: string) => Promise<Map<string, string>>;
  isAncestor: (name: string, ancestor: string, descendant: string) => Promise<boolean>;
  /** Returns the text of a file of a commit; undefined when it has no such file. */
  file: (name: string, commit: string, file: string) => Promise<string | undefined>;
  /** Adds a file on a branch, as a person would. Returns undefined when the branch moved meanwhile. */
  push: (name: string, branch: string, file: { path: string; text: string }) => Promise<string | undefined>;
  /** Merges a branch into `main`, as a person would. Returns undefined when the two conflict or moved meanwhile. */
  merge: (name: string, branch: string) => Promise<string | undefined>;
}

const person = {
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.org',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.org',
};

export function openRepositories(folder: string, environment: NodeJS.ProcessEnv): Repositories {
  const git = openGit(environment);
  const placed = new Map<string, string>();
  const directoryOf = (name: string) => placed.get(name) ?? path.join(folder, `${name}.git`);
  const call = async (name: string, command: string[], input = ''): Promise<string> => {
    const { stdout } = await git.run(command, { gitDirectory: directoryOf(name), input, variables: person });
    return stdout.toString().trimEnd();
  };
  const attempt = (name: string, command: string[], input?: string) =>
    call(name, command, input).catch(() => undefined);
  const move = async (name: string, branch: string, to: string, from: string): Promise<string | undefined> => {
    const moved = await attempt(name, ['update-ref', `refs/heads/${branch}`, to, from]);
    return moved === undefined ? undefined : to;
  };

  return {
    directoryOf,
    place: (name, directory) => void placed.set(name, directory),
    async create(name) {
      await makeBare(git, directoryOf(name));
      const blob = await call(name, ['hash-object', '-w', '--stdin'], '# Welcome\n\nWords about words.\n');
      const docs = await call(name, ['mktree'], `100644 blob ${blob}\tindex.md\n`);
      const root = await call(name, ['mktree'], `040000 tree ${docs}\tdocs\n`);
      const commit = await call(name, ['commit-tree', root, '-m', 'Begin the docs']);
      await call(name, ['update-ref', 'refs/heads/main', commit]);
    },
    head: (name, branch) => attempt(name, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]),
    async branches(name) {
      const lines = (await call(name, ['for-each-ref', '--format=%(objectname) %(refname:lstrip=2)', 'refs/heads/']))
        .split('\n')
        .map((line): [string, string] => [line.slice(41), line.slice(0, 40)]);
      return new Map(lines);
    },
    isAncestor: async (name, ancestor, descendant) =>
      (await attempt(name, ['merge-base', '--is-ancestor', ancestor, descendant])) !== undefined,
    file: (name, commit, file) => attempt(name, ['cat-file', 'blob', `${commit}:${file}`]),
    async push(name, branch, file) {
      const head = await attempt(name, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
      if (head === undefined) return undefined;
      await call(name, ['fast-import', '--quiet', '--force'], importOf(file, head));
      const commit = await call(name, ['rev-parse', '--verify', `refs/people/${head}`]);
      return await move(name, branch, commit, head);
    },
    async merge(name, branch) {
      const ours = await attempt(name, ['rev-parse', '--verify', '--quiet', 'refs/heads/main']);
      const theirs = await attempt(name, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
      if (ours === undefined || theirs === undefined) return undefined;
      const tree = await attempt(name, ['merge-tree', '--write-tree', ours, theirs]);
      if (tree === undefined) return undefined;
      const message = `Merge ${branch}`;
      const commit = await call(name, ['commit-tree', tree, '-p', ours, '-p', theirs, '-m', message]);
      return await move(name, 'main', commit, ours);
    },
  };
}

async function makeBare(git: Git, directory: string): Promise<void> {
  await mkdir(path.dirname(directory), { recursive: true });
  await git.run(['init', '--quiet', '--bare', '--initial-branch=main', '--', directory]);
}

/** Writes a commit for `git fast-import`, on a ref of its own that is not one of the branches. */
function importOf(file: { path: string; text: string }, parent: string): string {
  const message = `Add ${file.path}`;
  return [
    `commit refs/people/${parent}`,
    `committer Ann <ann@example.org> ${Math.floor(Date.now() / 1000)} +0000`,
    `data ${Buffer.byteLength(message)}`,
    message,
    `from ${parent}`,
    `M 100644 inline ${file.path}`,
    `data ${Buffer.byteLength(file.text)}`,
    file.text,
    '',
  ].join('\n');
}
