import type { Readable, Writable } from 'node:stream';
import { CopydeskError } from '@copydesk/contract/errors';
import { spawnProgram } from '../programs/spawn.ts';
import { openGate } from './gate.ts';
import { gitEnvironment, settingArguments } from './git-environment.ts';
import type { GitSettings } from './git-environment.ts';
import { withLimits } from './process-limits.ts';

/** The user who owns a repository. */
export interface Owner {
  uid: number;
  gid: number;
}

export interface GitCall {
  /** The repository's git directory. Without it, git sees no repository at all. */
  gitDirectory?: string;
  /** The working copy, for the few calls that touch one. */
  workTree?: string;
  /** Transports that the call may use. */
  protocols?: string[];
  /** Settings that are passed through the environment, such as those that contain a secret. */
  settings?: GitSettings;
  /** What is removed from everything that git prints, in case a server echoes it. */
  secrets?: string[];
  /** Names of the fixed settings that are left to the repository. */
  withoutSettings?: string[];
  /** Environment variables of this call only. */
  variables?: Record<string, string>;
  /** Runs git as this user. Only root can do that. */
  as?: Owner;
  /** What is written to its standard input. */
  input?: string | Uint8Array;
  /** After how long it is killed; 30 seconds unless given. */
  timeoutMilliseconds?: number;
  signal?: AbortSignal;
}

export interface GitRun extends GitCall {
  /** Exit codes that are a result and not a failure; 0 unless given. */
  answers?: number[];
  /** How much it may print before it is killed; 64 MiB unless given. */
  maximumBytes?: number;
}

/** A running git process. */
export interface RunningGit {
  stdin: Writable;
  stdout: Readable;
  /** Resolves when it exits. Never rejects: a process that cannot be started exits with code -1. */
  exit: Promise<GitExit>;
  /** Ends the process and everything that it started. */
  stop(): void;
}

export interface GitExit {
  code: number;
  stderr: string;
  /** Why it was killed, if it was. */
  killed?: 'timeout' | 'aborted' | 'stopped';
  /** Whether it had credentials for the server that it talked to. */
  isAuthorized?: true;
}

/** The git program with the environment and settings that keep a repository from running anything. */
export interface Git {
  /**
   * Runs a command when there is room for one more process.
   *
   * @throws GitFailure when it exits with a code that is no result; the signal's reason when it was aborted.
   */
  run(command: string[], call?: GitRun): Promise<{ code: number; stdout: Buffer }>;
  /** Starts a long-lived process at once. Other work with it must run in {@link Git.inTurn}. */
  start(command: string[], call?: GitCall): RunningGit;
  /**
   * Runs work that starts processes, when there is room for it. It holds one place and must not ask for another, with
   * `run` or with this method: if everyone who holds a place waited for one more, no place would ever become free.
   */
  inTurn<T>(kind: WorkKind, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Ends all running processes, and resolves when they have ended. They would outlive this process, however slow their
   * server is.
   */
  close(): Promise<void>;
}

/** `local`: takes milliseconds. `transfer`: takes as long as moving objects does, perhaps to and from a slow host. */
type WorkKind = 'local' | 'transfer';

/** Git did not do what it was asked. For the log and for {@link file://./git-errors.ts}; never for a caller. */
export class GitFailure extends Error {
  readonly command: string;
  readonly exit: GitExit;

  constructor(command: string, exit: GitExit) {
    super(`git ${command} ${exit.killed ? `was killed (${exit.killed})` : `exited with ${exit.code}`}: ${exit.stderr}`);
    this.name = 'GitFailure';
    this.command = command;
    this.exit = exit;
  }
}

/** Opens what all git calls go through. `environment` is that of the process. */
export function openGit(environment: NodeJS.ProcessEnv): Git {
  const running = new Set<RunningGit>();
  const start = (command: string[], call: GitCall = {}): RunningGit => {
    const one = startGit(environment, command, call);
    running.add(one);
    void one.exit.then(() => running.delete(one));
    return one;
  };
  const gates = { local: openGate(atOnce.local), transfer: openGate(atOnce.transfer) };
  const inTurn: Git['inTurn'] = (kind, work, signal) => gates[kind](work, signal);
  return {
    start,
    inTurn,
    close: async () => {
      for (const one of running) one.stop();
      await Promise.all([...running].map(({ exit }) => exit));
    },
    run: (command, call = {}) => {
      const kind = call.protocols === undefined ? 'local' : 'transfer';
      return inTurn(kind, () => runGit(start(command, call), command, call), call.signal);
    },
  };
}

/**
 * How many processes run concurrently, so that a thousand jobs which deliver at the same time do not start a thousand
 * processes. Transfers have places of their own, so that work of a few milliseconds never waits behind them. There are
 * as many as the jobs of a worker (16), reads for requests (6) and the watching of code hosts (10) need together: what
 * is slow in one of them delays none of the others.
 */
const atOnce = { local: 8, transfer: 32 } satisfies Record<WorkKind, number>;

/** Returns the same git, but each call ends when `signal` aborts. */
export function withSignal(git: Git, signal: AbortSignal | undefined): Git {
  if (!signal) return git;
  return {
    start: (command, call) => git.start(command, { signal, ...call }),
    run: (command, call) => git.run(command, { signal, ...call }),
    inTurn: (kind, work, own = signal) => git.inTurn(kind, work, own),
    close: () => git.close(),
  };
}

async function runGit(running: RunningGit, command: string[], call: GitRun) {
  const { answers = [0], maximumBytes = 64 * 1024 * 1024 } = call;
  const chunks: Buffer[] = [];
  let bytes = 0;
  running.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maximumBytes) running.stop();
    else chunks.push(chunk);
  });
  running.stdin.end(call.input ?? '');
  const exit = await running.exit;
  if (exit.killed === 'aborted') call.signal?.throwIfAborted();
  if (exit.killed || !answers.includes(exit.code)) throw new GitFailure(command[0] ?? '', exit);
  return { code: exit.code, stdout: Buffer.concat(chunks) };
}

function startGit(environment: NodeJS.ProcessEnv, command: string[], call: GitCall): RunningGit {
  call.signal?.throwIfAborted();
  const serves = call.timeoutMilliseconds === Infinity;
  const [program, given] = withLimits('git', commandLine(command, call), serves ? { cpuSeconds: null } : {});
  const running = spawnProgram({
    program,
    given,
    // Every path is absolute, and another user may not be able to enter the directory of this process.
    cwd: call.workTree ?? '/',
    env: { ...gitEnvironment({ ...call, environment }), ...call.variables },
    as: call.as,
  });

  let killed: GitExit['killed'];
  let patience: NodeJS.Timeout | undefined;
  const kill = (reason: NonNullable<GitExit['killed']>) => {
    if (killed) return;
    killed = reason;
    // SIGTERM first, so that git removes its lock files.
    running.signal('SIGTERM');
    patience = setTimeout(() => running.signal('SIGKILL'), patienceMilliseconds);
  };
  const onAbort = () => kill('aborted');
  call.signal?.addEventListener('abort', onAbort, { once: true });
  const timeout = call.timeoutMilliseconds ?? 30_000;
  const timer = timeout === Infinity ? undefined : setTimeout(() => kill('timeout'), timeout);

  const exit = running.exit.then(({ code, stderr }): GitExit => {
    clearTimeout(timer);
    clearTimeout(patience);
    call.signal?.removeEventListener('abort', onAbort);
    const text = withoutSecrets(stderr, call.secrets);
    return { code, stderr: text, ...(killed && { killed }), ...(call.secrets && { isAuthorized: true }) };
  });
  return { stdin: running.stdin, stdout: running.stdout, exit, stop: () => kill('stopped') };
}

/** Returns a text without secrets. A short value is no secret, and occurs in ordinary words too. */
export function withoutSecrets(text: string, secrets: string[] = []): string {
  return secrets.filter(({ length }) => length >= 4).reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}

function commandLine(command: string[], { gitDirectory, workTree, withoutSettings }: GitCall): string[] {
  return [
    ...settingArguments(withoutSettings),
    ...(gitDirectory === undefined ? [] : [`--git-dir=${gitDirectory}`]),
    ...(workTree === undefined ? [] : [`--work-tree=${workTree}`]),
    ...command,
  ];
}

/** How long a git that was asked to end may take before it is killed. */
const patienceMilliseconds = 2000;

const oldestVersion = [2, 34] as const;

export interface GitVersion {
  major: number;
  minor: number;
}

/** @throws CopydeskError `settings_invalid` when git is missing or too old. */
export async function checkGit(git: Git): Promise<GitVersion> {
  const { stdout } = await git.run(['--version']).catch((cause: unknown) => {
    throw new CopydeskError(
      'settings_invalid',
      'The program `git` was not found on the PATH. Install git 2.34 or newer.',
      {
        cause,
      },
    );
  });
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout.toString()) ?? []).map(Number);
  if (major > oldestVersion[0] || (major === oldestVersion[0] && minor >= oldestVersion[1])) return { major, minor };
  throw new CopydeskError(
    'settings_invalid',
    `git ${major}.${minor} was found, and 2.34 or newer is needed. Update git.`,
  );
}
