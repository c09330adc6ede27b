import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../src/command-line.ts';

export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

const ownProgram = fileURLToPath(new URL('../../bin/copydesk.js', import.meta.url));

/** Makes a process believe that it is an older Node, until it starts another one. */
const oldNode = fileURLToPath(new URL('old-node.js', import.meta.url));

export interface CommandOptions {
  env: Record<string, string>;
  input?: string | undefined;
  cwd?: string;
  /** The launcher of another version. */
  program?: string;
  /** Whether the launcher believes that it runs on Node 20. */
  onOldNode?: boolean;
}

/** For commands that ask no database: one that does fails, and starts none of its own. */
export const withoutDatabase = { DATABASE_URL: 'postgresql://nowhere.invalid/copydesk' };

/** Starts the real command as a separate process, without this process's settings. */
export function startCommand(argv: string[], options: CommandOptions): ChildProcess {
  const { env, cwd, program = ownProgram, onOldNode = false } = options;
  const preload = onOldNode ? ['--import', oldNode] : [];
  return spawn(process.execPath, [...preload, program, ...argv], {
    cwd,
    env: { PATH: process.env.PATH, TZ: 'UTC', ...(onOldNode ? { COPYDESK_TEST_OLD_NODE: '1' } : {}), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Starts it as `npx` does: through a shell that the command does not replace. */
export function startByNpx(argv: string[], { env, onOldNode = false }: CommandOptions): ChildProcess {
  const preload = onOldNode ? ['--import', oldNode] : [];
  const words = [process.execPath, ...preload, ownProgram, ...argv].map((word) => `'${word}'`).join(' ');
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

/**
 * Runs a command to its end: in this process, with streams and an environment of its own, since starting a process and
 * loading the code takes half a second of a processor.
 */
export async function runCommand(argv: string[], options: CommandOptions): Promise<Outcome> {
  return needsProcess(argv, options) ? await runProcess(argv, options) : await runHere(argv, options);
}

/**
 * Returns whether a command needs its own process: the embedded database belongs to one, what runs until it is stopped
 * changes it, and Node reads some variables only at its start.
 */
function needsProcess(
  [command = '']: string[],
  { env, program = ownProgram, onOldNode = false }: CommandOptions,
): boolean {
  const startsDatabase = env['DATABASE_URL'] === undefined && env['COPYDESK_KEY'] === undefined;
  const runsOn = ['serve', 'work', 'demo'].includes(command);
  const isOther = onOldNode || program !== ownProgram;
  return startsDatabase || runsOn || isOther || 'NODE_EXTRA_CA_CERTS' in env || 'NODE_OPTIONS' in env;
}

/** Runs a command in this process. */
async function runHere(words: string[], { env, cwd = process.cwd(), input = '' }: CommandOptions): Promise<Outcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const said = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommandLine({
    words,
    env: { PATH: process.env.PATH, TZ: 'UTC', ...env },
    folder: cwd,
    stdin: Readable.from(Buffer.from(input), { objectMode: false }),
    stdout,
    stderr,
    now: () => new Date(),
    process: Object.assign(new EventEmitter(), { exit: refuseToExit }),
  });
  stdout.end();
  stderr.end();
  const [out, err] = await said;
  return { code, out, err };
}

function refuseToExit(code: number): never {
  throw new Error(`The command wanted to end its process with ${code}.`);
}

/** Runs a command to its end, in a process of its own. */
export async function runProcess(argv: string[], options: CommandOptions): Promise<Outcome> {
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
