import { execFile } from 'node:child_process';
import { mkdir, readdir, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readMigrations } from '../../src/postgres/migrate.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const git = async (...words: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)('git', words, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
};

/**
 * The commit of the version before this one: the last release, or else the last commit before the newest change of the
 * schema. Undefined where the history is missing, as in a shallow clone or an export.
 */
export async function commitBefore(): Promise<string | undefined> {
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*').catch(() => '');
  if (tag !== '') return await git('rev-parse', `${tag}^{commit}`);
  const newest = (await readMigrations()).at(-1);
  if (newest === undefined) return undefined;
  const file = path.relative(root, fileURLToPath(newest.file));
  const added = await git('log', '--diff-filter=A', '--format=%H', '-1', '--', file).catch(() => undefined);
  if (added === undefined) return undefined;
  // A migration that is not committed yet comes after all committed ones.
  const before = added === '' ? 'HEAD' : `${added}^`;
  return await git('rev-parse', '--verify', '--quiet', `${before}^{commit}`).catch(() => undefined);
}

/** Extracts that commit's code into a folder, with the packages that are installed here. Returns its launcher. */
export async function layOut(commit: string, folder: string): Promise<string> {
  const archive = path.join(folder, 'code.tar');
  await git('archive', '--output', archive, commit, 'contract', 'client', 'server', 'tracker', 'package.json');
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder, '--exclude=*/test']);
  const modules = path.join(folder, 'node_modules');
  await mkdir(path.join(modules, '@copydesk'), { recursive: true });
  for (const name of await readdir(path.join(root, 'node_modules'))) {
    if (name !== '@copydesk' && !name.startsWith('.'))
      await symlink(path.join(root, 'node_modules', name), path.join(modules, name));
  }
  for (const name of ['contract', 'client', 'tracker']) {
    await symlink(path.join(folder, name), path.join(modules, '@copydesk', name));
  }
  const nested = path.join(root, 'server/node_modules');
  if (await stat(nested).catch(() => undefined)) await symlink(nested, path.join(folder, 'server/node_modules'));
  return path.join(folder, 'server/bin/copydesk.js');
}
