import { readFile, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CopydeskError } from '@copydesk/contract/errors';
import type { Owner } from './git/git.ts';

/** A repository on this machine that belongs to its operator. */
export interface PathRepository {
  /** The git directory with the objects and refs (of a linked worktree: that of the main one). */
  gitDirectory: string;
  /** The user that git must run as to write to it; undefined when that is this process's user, or cannot be changed. */
  owner: Owner | undefined;
}

/**
 * Finds the git directory of a repository with or without a working copy.
 * @throws CopydeskError `repository_not_found`
 */
export async function openPathRepository(path: string): Promise<PathRepository> {
  const root = await realpath(path).catch(() => undefined);
  if (root === undefined) throw notFound(path, 'there is nothing at that path, or it may not be read');
  const gitDirectory = await findGitDirectory(root);
  if (gitDirectory === undefined) {
    const isClosed = await isClosedToUs(root);
    throw notFound(path, `that folder ${isClosed ? 'may not be read' : 'is not the top of a git repository'}`);
  }
  const { uid, gid } = await stat(join(gitDirectory, 'objects'));
  const isRoot = process.getuid?.() === 0;
  return { gitDirectory, owner: isRoot && uid !== 0 ? { uid, gid } : undefined };
}

/** Whether there is a repository at a path that this process may read. */
export async function hasRepository(path: string): Promise<boolean> {
  return await openPathRepository(path).then(
    () => true,
    () => false,
  );
}

async function findGitDirectory(root: string): Promise<string | undefined> {
  const dotGit = join(root, '.git');
  for (const candidate of [dotGit, await readPointer(dotGit), root]) {
    if (candidate === undefined) continue;
    const common = await readCommonDirectory(candidate);
    if (await isGitDirectory(common)) return common;
  }
  return undefined;
}

/** Reads where the git directory is, from the `.git` file of a linked worktree or a submodule; undefined for others. */
export async function readPointer(dotGit: string): Promise<string | undefined> {
  const text = await readFile(dotGit, 'utf8').catch(() => '');
  const [, target] = /^gitdir: (.+?)\n?$/.exec(text) ?? [];
  return target === undefined ? undefined : resolve(dotGit, '..', target);
}

async function readCommonDirectory(gitDirectory: string): Promise<string> {
  const text = await readFile(join(gitDirectory, 'commondir'), 'utf8').catch(() => '');
  return text === '' ? gitDirectory : resolve(gitDirectory, text.trim());
}

async function isGitDirectory(directory: string): Promise<boolean> {
  const kinds = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((name) => stat(join(directory, name)).catch(() => undefined)),
  );
  return kinds[0]?.isFile() === true && kinds[1]?.isDirectory() === true && kinds[2]?.isDirectory() === true;
}

async function isClosedToUs(root: string): Promise<boolean> {
  const heads = [join(root, '.git', 'HEAD'), join(root, 'HEAD')];
  const failures = await Promise.all(heads.map((head) => stat(head).then(() => undefined, errorCode)));
  return failures.includes('EACCES');
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function notFound(path: string, found: string): CopydeskError {
  return new CopydeskError(
    'repository_not_found',
    `There is no git repository at ${path}: ${found}. Give the folder that holds .git, or a bare repository.`,
  );
}
