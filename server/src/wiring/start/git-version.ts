import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Returns the version of the `git` on the PATH, in its own words; undefined when there is none. Rejects when git does
 * not answer.
 */
export async function readGitVersion(timeoutMilliseconds: number): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('git', ['--version'], { timeout: timeoutMilliseconds });
    return /\d+(\.\d+)+/.exec(stdout)?.[0] ?? stdout.trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Returns a function that asks git once a minute at most, for a server whose health is watched: starting a process
 * blocks a server of 1 GB for 40 ms. What failed is asked again.
 */
export function openGitVersion(now: () => number, read = readGitVersion): typeof readGitVersion {
  let last: { version: string; at: number } | undefined;
  return async (timeoutMilliseconds) => {
    if (last !== undefined && now() - last.at < 60_000) return last.version;
    const version = await read(timeoutMilliseconds);
    last = version === undefined ? undefined : { version, at: now() };
    return version;
  };
}

/** Whether repositories can be read with a version of git; a version that says nothing about itself is tried. */
export function canReadRepositories(version: string | undefined): boolean {
  if (version === undefined) return false;
  if (!/^\d+\.\d+/.test(version)) return true;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 34);
}

/** Returns what a version of git cannot do, or not as safely; undefined when it can do everything. */
export function gitShortcoming(version: string | undefined): string | undefined {
  if (version === undefined) return `The program git was not found on the PATH: no repository can be read. ${remedy}`;
  if (!/^\d+\.\d+/.test(version)) return undefined;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 2 || (major === 2 && minor >= 38)) return undefined;
  if (!canReadRepositories(version))
    return `git ${version} is too old: Copydesk cannot read repositories with it. ${remedy}`;
  const merges = 'merges follow no renames, which takes 2.38';
  if (minor === 37) return `git ${version} was found: ${merges}. ${remedy}`;
  const pins =
    'where the name of a git server leads is checked, and then git looks it up once more, so that a name server may answer ' +
    'otherwise: it can be held to what was checked from 2.37 on';
  return `git ${version} was found: ${pins}; and ${merges}. ${remedy}`;
}

const remedy = 'Install git 2.38 or newer.';
