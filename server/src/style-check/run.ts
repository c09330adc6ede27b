import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { NotChecked } from './tree.ts';

export interface ProgramRun {
  /** Absolute. */
  program: string;
  arguments: string[];
  /** The folder that it works in. */
  folder: string;
  /** Absolute; the only folder that it is told of. */
  home: string;
  timeoutMilliseconds: number;
  /** How much it may print before it is killed. */
  maximumBytes: number;
  signal?: AbortSignal;
}

/** How much is kept of what it says of its own faults. */
const maximumWords = 16_000;

/**
 * Runs a program with an empty environment, in a process group of its own, and answers what it printed.
 *
 * @throws NotChecked when it cannot be started, takes too long or prints too much; it is killed then with all that it
 * has started, and nothing waits for what survives that.
 */
export async function runProgram(run: ProgramRun): Promise<{ code: number; out: string; words: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number; out: string; words: string }>();
  const child = spawn(run.program, run.arguments, {
    cwd: run.folder,
    env: { HOME: run.home, TMPDIR: run.home, XDG_CONFIG_HOME: run.home, XDG_DATA_HOME: run.home },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const stop = (because: string): void => {
    killGroup(child);
    child.stdout.destroy();
    child.stderr.destroy();
    reject(new NotChecked(because));
  };
  const onAbort = (): void => stop('Copydesk is about to end');
  const timer = setTimeout(
    () => stop(`it took longer than ${run.timeoutMilliseconds / 1_000} s`),
    run.timeoutMilliseconds,
  );
  run.signal?.addEventListener('abort', onAbort, { once: true });
  const out: Buffer[] = [];
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > run.maximumBytes) stop(`it printed more than ${run.maximumBytes / 1024 / 1024} MB`);
    else out.push(chunk);
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (words.length < maximumWords) words += text.slice(0, maximumWords);
  });
  child.on('error', (cause) => reject(new NotChecked(`it cannot be run (${codeOf(cause)})`, { cause })));
  child.on('close', (code) => resolve({ code: code ?? -1, out: Buffer.concat(out).toString(), words }));
  if (run.signal?.aborted === true) onAbort();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener('abort', onAbort);
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
