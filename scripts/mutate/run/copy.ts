import { execFile } from 'node:child_process';
import { cp, lstat, mkdir, readdir, readlink, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Makes a copy of a repository with its changes and new files, that shares the installed packages. */
export async function copyRepository(root: string, folder: string): Promise<void> {
  await cloneCommit(root, folder, 'HEAD');
  for (const file of await changedFiles(root)) {
    const to = path.join(folder, file);
    const there = await lstat(path.join(root, file)).catch(() => undefined);
    if (there === undefined) await rm(to, { force: true });
    else if (!there.isDirectory()) await cp(path.join(root, file), to, { verbatimSymlinks: true });
  }
  // New files are listed like all others.
  await git(folder, 'add', '--intent-to-add', '.');
  await sharePackages(root, folder);
}

/** Clones a commit with its history. The objects are those of the repository. */
export async function cloneCommit(root: string, folder: string, commit: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.dirname(folder), { recursive: true });
  const id = (await git(root, 'rev-parse', '--verify', `${commit}^{commit}`)).trim();
  await git(root, 'clone', '--quiet', '--shared', '--no-checkout', root, folder);
  await git(folder, 'checkout', '--quiet', '--detach', id);
}

/** Returns the files that differ from the last commit, or are new and not ignored. */
export async function changedFiles(root: string): Promise<string[]> {
  const changed = await git(root, 'diff', '--name-only', '--no-renames', '-z', 'HEAD');
  const added = await git(root, 'ls-files', '--others', '--exclude-standard', '-z');
  return `${changed}${added}`.split('\0').filter((name) => name !== '');
}

/**
 * Links each package of a repository in a copy, except for its own workspaces: these links are relative, and so lead to
 * the sources of the copy.
 */
export async function sharePackages(root: string, folder: string): Promise<void> {
  for (const workspace of ['.', ...(await workspaces(root))]) {
    const from = path.join(root, workspace, 'node_modules');
    if (await isThere(from)) await linkEntries(from, path.join(folder, workspace, 'node_modules'), '');
  }
  // Browsers and packages that only tests need are unpacked there, once for all copies.
  const cache = path.join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  await symlink(cache, path.join(folder, 'node_modules/.cache'));
}

async function linkEntries(from: string, to: string, scope: string): Promise<void> {
  await mkdir(path.join(to, scope), { recursive: true });
  for (const entry of await readdir(path.join(from, scope), { withFileTypes: true })) {
    const name = path.join(scope, entry.name);
    if (entry.isSymbolicLink()) await symlink(await readlink(path.join(from, name)), path.join(to, name));
    else if (/^(?:@[^/]+|\.bin)$/.test(name)) await linkEntries(from, to, name);
    else if (!entry.name.startsWith('.')) await symlink(path.join(from, name), path.join(to, name));
  }
}

async function workspaces(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
    .map(({ name }) => name);
}

export async function git(folder: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', words, { cwd: folder, maxBuffer: 1 << 28 });
  return stdout;
}

async function isThere(name: string): Promise<boolean> {
  return await stat(name).then(
    () => true,
    () => false,
  );
}
