import { close, constants, lstat as lstatWithCallback, open, read } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { lstat, open as openWhole, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isBranchName } from '../address.ts';
import { readPackedRefs } from './packed-refs.ts';

/** Above this number, git is not slower. */
const maximumLoose = 1_000;
const filesAtOnce = 64;
const maximumFileBytes = 8 * 1024 * 1024;

/**
 * The files of loose refs as they were when they were read: by name, a stamp that shows whether the file is unchanged.
 */
export type KnownRefs = Map<string, { stamp: string; id: string }>;

/**
 * Reads branches from the files in which git stores them, as `git for-each-ref` lists them. Each turn begins with two
 * such lists: by git they took 6 of the 35 milliseconds from the request for a job to the first call of its model. Here
 * a hundred branches are read in two, and in one when they are already known.
 *
 * Only ordinary cases are read: for a symbolic ref, a link, another ref format, an odd name or content, too many
 * branches, or any failure, this returns undefined, and the caller must ask git.
 *
 * @param repository `gitDirectory` is the main one of linked worktrees; `under` ends in a slash, such as `refs/heads/`.
 *   `known` is what was read before from the same repository, and is kept up to date.
 * @returns branch, without `under`, to commit.
 */
export async function readRefFiles(repository: {
  gitDirectory: string;
  under: string;
  known?: KnownRefs;
}): Promise<Map<string, string> | undefined> {
  const { gitDirectory, under, known = new Map() } = repository;
  try {
    // Loose refs first, as git does: one that is packed meanwhile is in the packed file before its own file is removed.
    const [loose] = await Promise.all([readLoose(gitDirectory, under, known), checkFormat(gitDirectory)]);
    const packed = readPackedRefs(await readWhole(join(gitDirectory, 'packed-refs')), under);
    if (packed === undefined) return undefined;
    return new Map([...packed, ...loose]);
  } catch {
    // Then git is asked, and reports what is wrong.
    return undefined;
  }
}

/** A case that must be read in another way, or that only git can judge. */
class AskGit extends Error {}

/** An extension of a repository's format may mean that refs are stored in another way, or elsewhere. */
const extendedFormat = /\[extensions|repositoryformatversion\s*=(?!\s*[01]\s*$)/im;

async function checkFormat(gitDirectory: string): Promise<void> {
  const config = await readWhole(join(gitDirectory, 'config'));
  if (config === '' || extendedFormat.test(config)) throw new AskGit();
}

/** Returns a file's text; '' when there is none. */
async function readWhole(path: string): Promise<string> {
  const file = await openWhole(path, flags).catch(emptyIfGone);
  if (Array.isArray(file)) return '';
  try {
    const { size } = await file.stat();
    if (size > maximumFileBytes) throw new AskGit();
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(size + 1), 0, size + 1, 0);
    // Git replaces the old file with a new one. A file that has grown was written by somebody else.
    if (bytesRead !== size) throw new AskGit();
    return checkText(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Bytes that are not UTF-8 were lost when they became a string. */
function checkText(text: string): string {
  if (text.includes('\ufffd')) throw new AskGit();
  return text;
}

async function readLoose(gitDirectory: string, under: string, known: KnownRefs): Promise<Map<string, string>> {
  const names = await listLoose(gitDirectory, under);
  const refs = new Map<string, string>();
  const readOne = async (name: string): Promise<void> => {
    const id = await readUnlessKnown(join(gitDirectory, under, name), name, known);
    if (id === undefined) known.delete(name);
    else refs.set(name, id);
  };
  for (let from = 0; from < names.length; from += filesAtOnce) {
    await Promise.all(names.slice(from, from + filesAtOnce).map(readOne));
  }
  for (const name of known.keys()) if (!refs.has(name)) known.delete(name);
  return refs;
}

/** Lists the loose refs below a folder that is reached without links. */
async function listLoose(gitDirectory: string, under: string): Promise<string[]> {
  const names: string[] = [];
  const folders = [''];
  await checkNoLinks(gitDirectory, under);
  for (const folder of folders) {
    const entries = await readdir(join(gitDirectory, under, folder), { withFileTypes: true }).catch(emptyIfGone);
    for (const entry of entries) {
      // Neither is a ref: git first writes a ref to a `.lock` file beside it.
      if (entry.name.startsWith('.') || entry.name.endsWith('.lock')) continue;
      const name = `${folder}${entry.name}`;
      if (entry.isDirectory()) folders.push(`${name}/`);
      else if (entry.isFile() && isBranchName(checkText(name))) names.push(name);
      else throw new AskGit();
    }
    if (names.length + folders.length > maximumLoose) throw new AskGit();
  }
  return names;
}

async function checkNoLinks(gitDirectory: string, under: string): Promise<void> {
  const parts = under.split('/').slice(0, -1);
  const folders = parts.map((_, depth) => join(gitDirectory, ...parts.slice(0, depth + 1)));
  const found = await Promise.all(folders.map((folder) => lstat(folder).catch(emptyIfGone)));
  if (found.some((folder) => !Array.isArray(folder) && !folder.isDirectory())) throw new AskGit();
}

/** Folders are created with their first ref and removed with the last one. */
function emptyIfGone(error: unknown): never[] {
  if (isGone(error)) return [];
  throw error;
}

/**
 * A file with the same inode number, size and times as before counts as unchanged, by git's own rule for its index. Git
 * replaces the old file with a new one. Writing into the file changes its times, unless within the same tick of a
 * clock: so a file that was written to in the last moments is never kept as known.
 */
async function readUnlessKnown(path: string, name: string, known: KnownRefs): Promise<string | undefined> {
  const file = await bigLstat(path, { bigint: true }).catch(undefinedIfGone);
  if (file === undefined) return undefined;
  const stamp = [file.dev, file.ino, file.size, file.mtimeNs, file.ctimeNs].join(' ');
  const before = known.get(name);
  if (before?.stamp === stamp) return before.id;
  const id = await readId(path);
  if (id !== undefined && isSettled(file)) known.set(name, { stamp, id });
  else known.delete(name);
  return id;
}

/** Some file systems store times in steps of two seconds. */
const settledAfterMilliseconds = 2_500;

function isSettled({ mtimeMs, ctimeMs }: BigIntStats): boolean {
  const before = Date.now() - settledAfterMilliseconds;
  return mtimeMs < before && ctimeMs < before;
}

// `fs.promises` creates an object with a finaliser for each open file, and is three times slower.
const bigLstat = promisify(lstatWithCallback);
const openFile = promisify(open);
const closeFile = promisify(close);
const readSome = promisify(read);
/** Does not follow a link, and does not wait for a pipe in the place of a file. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Returns the commit of a loose ref; undefined when it was removed meanwhile, because then it is packed or deleted. */
async function readId(path: string): Promise<string | undefined> {
  const file = await openFile(path, flags).catch(undefinedIfGone);
  if (file === undefined) return undefined;
  try {
    const { bytesRead, buffer } = await readSome(file, Buffer.allocUnsafe(64), 0, 64, 0);
    const [, id] = /^([0-9a-f]{40})\n?$/.exec(buffer.toString('latin1', 0, bytesRead)) ?? [];
    if (id === undefined || /^0+$/.test(id)) throw new AskGit();
    return id;
  } finally {
    await closeFile(file);
  }
}

function undefinedIfGone(error: unknown): undefined {
  if (!isGone(error)) throw error;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
