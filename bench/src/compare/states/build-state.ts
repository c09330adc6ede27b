import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A reason why a comparison cannot begin. Its message is all that the user needs. */
export class CannotCompareError extends Error {}

/** Returns the whole hash of a commit of the repository at `root`. */
export async function resolveCommit(root: string, commit: string): Promise<string> {
  const hash = await git(root, 'rev-parse', '--verify', '--quiet', `${commit}^{commit}`).catch(() => undefined);
  if (hash !== undefined) return hash;
  const isShallow = (await git(root, 'rev-parse', '--is-shallow-repository')) === 'true';
  throw new CannotCompareError(
    isShallow
      ? `${commit} is not in this clone, which has only a part of the history: "git fetch --unshallow" gets the rest.`
      : `${commit} is not a commit of this repository.`,
  );
}

/**
 * Checks out and installs a commit in a folder of its own, which is kept for the next comparison.
 *
 * The folder is not below `node_modules`: Node does not strip types there. It gets its name when everything is
 * installed, so that one that was interrupted is never used.
 */
export async function buildState(
  root: string,
  hash: string,
  progress: (text: string) => void,
): Promise<{ folder: string }> {
  const states = path.join(root, '.compare');
  const folder = path.join(states, hash);
  if (await exists(folder)) return { folder };
  const unfinished = path.join(states, `unfinished-${hash}-${process.pid}`);
  try {
    progress(`checking out ${hash}`);
    await checkOut(root, hash, unfinished);
    progress('installing its packages, once');
    await install(unfinished);
    await rename(unfinished, folder).catch(async (error: unknown) => {
      // Another comparison was quicker.
      if (!(await exists(folder))) throw error;
    });
    return { folder };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Fetches the one commit, which may be on no branch and in a shallow clone. */
async function checkOut(root: string, hash: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await git(folder, 'init', '--quiet');
  const anyCommit = 'git -c uploadpack.allowAnySHA1InWant=true upload-pack';
  await git(folder, 'fetch', '--quiet', '--depth=1', `--upload-pack=${anyCommit}`, `file://${root}`, hash);
  await git(folder, 'checkout', '--quiet', '--detach', hash);
}

async function install(folder: string): Promise<void> {
  try {
    await run('npm', ['ci'], { cwd: folder, env: environmentOfNpm(process.env), maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    throw new CannotCompareError(
      `"npm ci" failed for the other state:\n${output.trim().split('\n').slice(-20).join('\n')}`,
    );
  }
}

/** Leaves out what `npm run` says about this package, and what would leave out packages for development. */
function environmentOfNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ownVariables.test(name)));
}

const ownVariables = /^(NODE_ENV|INIT_CWD|npm_config_local_prefix|npm_(?!config_).*)$/;

async function git(folder: string, ...words: string[]): Promise<string> {
  const { stdout } = await run('git', ['-C', folder, ...words]);
  return stdout.trim();
}

async function exists(folder: string): Promise<boolean> {
  return await access(folder).then(
    () => true,
    () => false,
  );
}
