import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { spawnProgram } from '../../src/workspace/programs/spawn.ts';

/** A folder for one test, removed at its end: `await using folder = await testFolder()`. */
export interface TestFolder extends AsyncDisposable {
  path: string;
}

export async function testFolder(): Promise<TestFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'copydesk-git-')));
  // Tests that run as root give another user access.
  await chmod(path, 0o755);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The content of a file in a commit: text or bytes, or with a mode; null removes the file. */
export type FileContent = string | Uint8Array | { mode: string; content: string } | null;

export interface TestRepository extends TestFolder {
  gitDirectory: string;
  /** Runs git in it, and returns its output without the last line break. */
  git: (...command: string[]) => Promise<string>;
  /** Adds a commit to a branch (main), without hooks and without touching other files; returns its id. */
  commit: (
    files: Record<string, FileContent>,
    options?: { branch?: string; message?: string; at?: Date },
  ) => Promise<string>;
}

/** A real repository in a temporary folder, with a working copy or bare; without commits. */
export async function testRepository({ bare = false } = {}): Promise<TestRepository> {
  const folder = await testFolder();
  const { path } = folder;
  const gitDirectory = bare ? path : join(path, '.git');
  await makeRepository(gitDirectory, bare);
  const git = (...command: string[]) => runGit(['-C', path, ...command]);
  return {
    ...folder,
    gitDirectory,
    git,
    async commit(files, { branch = 'main', message = 'A change', at = new Date(1_700_000_000_000) } = {}) {
      const parent = await commitOf(gitDirectory, branch);
      const lines = [
        `commit refs/heads/${branch}\n`,
        `committer Ann <ann@example.org> ${Math.floor(at.getTime() / 1000)} +0000\n`,
        ...data(message),
      ];
      if (parent !== undefined) lines.push(`from ${parent}\n`);
      for (const [name, content] of Object.entries(files)) lines.push(...fileCommand(name, content));
      await runGit(
        ['-C', path, 'fast-import', '--quiet', '--force'],
        Buffer.concat(lines.map((line) => Buffer.from(line))),
      );
      const head = await readFile(join(gitDirectory, 'HEAD'), 'utf8');
      if (!bare && head === `ref: refs/heads/${branch}\n`) await git('reset', '--hard', '--quiet');
      const made = await commitOf(gitDirectory, branch);
      if (made === undefined) throw new Error(`git made no branch ${branch}`);
      return made;
    },
  };
}

/**
 * Makes a repository without commits, as `git init` does (gitrepository-layout(5)): tests started git as often for that as
 * for anything else.
 */
async function makeRepository(gitDirectory: string, bare: boolean): Promise<void> {
  for (const folder of ['hooks', 'info', 'objects/info', 'objects/pack', 'refs/heads', 'refs/tags'])
    await mkdir(join(gitDirectory, folder), { recursive: true });
  const settings = ['repositoryformatversion = 0', 'filemode = true', `bare = ${bare}`];
  if (!bare) settings.push('logallrefupdates = true');
  await writeFile(join(gitDirectory, 'config'), ['[core]', ...settings].join('\n\t') + '\n');
  await writeFile(join(gitDirectory, 'HEAD'), 'ref: refs/heads/main\n');
}

/** Returns the commit of a branch, read from git's files, if there is one. */
async function commitOf(gitDirectory: string, branch: string): Promise<string | undefined> {
  const loose = await readFile(join(gitDirectory, 'refs/heads', branch), 'utf8').catch(() => undefined);
  if (loose !== undefined) return loose.trim();
  const packed = await readFile(join(gitDirectory, 'packed-refs'), 'utf8').catch(() => '');
  return packed
    .split('\n')
    .find((line) => line.endsWith(` refs/heads/${branch}`))
    ?.split(' ')[0];
}

function data(content: string | Uint8Array): (string | Uint8Array)[] {
  return [`data ${Buffer.byteLength(content)}\n`, content, '\n'];
}

function fileCommand(name: string, content: FileContent): (string | Uint8Array)[] {
  const quoted = JSON.stringify(name);
  if (content === null) return [`D ${quoted}\n`];
  if (typeof content === 'string' || content instanceof Uint8Array) {
    return [`M 100644 inline ${quoted}\n`, ...data(content)];
  }
  if (content.mode === '160000') return [`M 160000 ${content.content} ${quoted}\n`];
  return [`M ${content.mode} inline ${quoted}\n`, ...data(content.content)];
}

/** Runs git without any user's settings; returns its output without the last line break. */
export async function runGit(command: string[], input: string | Uint8Array = ''): Promise<string> {
  return (await runGitForBytes(command, input)).toString().replace(/\n$/, '');
}

export async function runGitForBytes(
  command: string[],
  input: string | Uint8Array = '',
  variables: NodeJS.ProcessEnv = {},
): Promise<Buffer> {
  // As the product does: a worker of vitest is large, and runs git thousands of times.
  const running = spawnProgram({
    program: 'git',
    given: ['-c', 'safe.directory=*', ...command],
    cwd: process.cwd(),
    env: { ...environment(), ...variables },
  });
  running.stdin.end(input);
  const [stdout, { code, stderr }] = await Promise.all([buffer(running.stdout), running.exit]);
  if (code !== 0) throw new Error(`git ${command.join(' ')} exited with ${code}: ${stderr}`);
  return stdout;
}

function environment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Ann',
    GIT_AUTHOR_EMAIL: 'ann@example.org',
    GIT_COMMITTER_NAME: 'Ann',
    GIT_COMMITTER_EMAIL: 'ann@example.org',
  };
}
