import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

const launcher = fileURLToPath(new URL('../../bin/copydesk.js', import.meta.url));

/** Makes a process believe that it is an older Node, until it starts another one. */
const oldNode = fileURLToPath(new URL('old-node.js', import.meta.url));

export interface CommandOptions {
  env: Record<string, string>;
  input?: string;
  cwd?: string;
  /** Whether the launcher believes that it runs on Node 20. */
  onOldNode?: boolean;
}

/** Starts the real command as a separate process, without this process's settings. */
export function startCommand(argv: string[], { env, cwd, onOldNode = false }: CommandOptions): ChildProcess {
  const preload = onOldNode ? ['--import', oldNode] : [];
  return spawn(process.execPath, [...preload, launcher, ...argv], {
    cwd,
    env: { PATH: process.env.PATH, TZ: 'UTC', ...(onOldNode ? { COPYDESK_TEST_OLD_NODE: '1' } : {}), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Starts it as `npx` does: through a shell that the command does not replace. */
export function startByNpx(argv: string[], { env, onOldNode = false }: CommandOptions): ChildProcess {
  const preload = onOldNode ? ['--import', oldNode] : [];
  const words = [process.execPath, ...preload, launcher, ...argv].map((word) => `'${word}'`).join(' ');
  return spawn('sh', ['-c', `sh -c "${words}; exit"; exit`], {
    env: {
      PATH: process.env.PATH,
      npm_command: 'exec',
      ...(onOldNode ? { COPYDESK_TEST_OLD_NODE: '1' } : {}),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Runs the real command to its end. */
export async function runCommand(argv: string[], options: CommandOptions): Promise<Outcome> {
  const child = startCommand(argv, options);
  const said = listen(child);
  child.stdin?.end(options.input ?? '');
  await once(child, 'close');
  return { code: child.exitCode, ...said };
}

/** Collects what a process writes. */
function listen(child: ChildProcess): { out: string; err: string } {
  const said = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  return said;
}

/** Waits until the output of a process matches the pattern; rejects when the process ends before. */
export async function untilSaid(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const said = listen(child);
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
  const look = () => {
    const match = pattern.exec(said.out);
    if (match !== null) resolve(match);
  };
  child.stdout?.on('data', look);
  child.once('close', (code) =>
    reject(new Error(`ended with ${code} before it said ${pattern}: ${said.out}${said.err}`)),
  );
  return promise;
}
