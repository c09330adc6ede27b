import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { CheckTimeout, NotChecked } from './tree.ts';

export interface ProgramRun {
  /** The absolute path of the program. */
  program: string;
  arguments: string[];
  /** The working directory. */
  folder: string;
  /** An absolute path; the only folder that the program is given. */
  home: string;
  timeoutMilliseconds: number;
  /** How much it may print before it is killed. */
  maximumBytes: number;
  /** How much memory it may use, if the system limits that: Linux does, macOS does not. */
  memoryMegabytes: number;
  signal?: AbortSignal;
}

/** How much of its error output is kept. */
const maximumErrorOutput = 16_000;

/**
 * Limits the memory of the program, and kills its process group when the input ends, which happens when the starting
 * process ends: otherwise, a hanging program would outlive a killed worker. `$1` is the number of kilobytes, `$2` the
 * program.
 */
const boundedScript = `
unset PWD OLDPWD SHLVL
ulimit -d "$1" 2>/dev/null || :
shift
exec 3<&0
{ read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 &
"$@" </dev/null 3<&-
code=$?
kill -KILL $! 2>/dev/null
exit "$code"
`;

/**
 * Runs a program with an empty environment, in its own process group, and returns what it printed.
 *
 * @throws NotChecked if it cannot be started, takes too long or prints too much. Then it is killed with all its child
 *   processes, and nothing waits for those that survive.
 */
export async function runProgram(run: ProgramRun): Promise<{ code: number; stdout: string; stderr: string }> {
  await access(run.program, constants.X_OK).catch(refuseToRun);
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number; stdout: string; stderr: string }>();
  const child = spawn('/bin/sh', argumentsOf(run), {
    cwd: run.folder,
    env: environmentOf(run),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const stop = (because: NotChecked): void => {
    killGroup(child);
    child.stdout.destroy();
    child.stderr.destroy();
    reject(because);
  };
  const onAbort = (): void => stop(new NotChecked('Copydesk is about to end'));
  const timer = setTimeout(
    () => stop(new CheckTimeout(`it took longer than ${run.timeoutMilliseconds / 1_000} s`)),
    run.timeoutMilliseconds,
  );
  run.signal?.addEventListener('abort', onAbort, { once: true });
  const stdout: Buffer[] = [];
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > run.maximumBytes) stop(new NotChecked(`it printed more than ${run.maximumBytes / 1024 / 1024} MB`));
    else stdout.push(chunk);
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < maximumErrorOutput) stderr += text.slice(0, maximumErrorOutput);
  });
  // Nothing is ever written to it: it only has to stay open.
  child.stdin.on('error', () => {});
  child.on('error', (cause) => reject(notRunError(cause)));
  child.on('close', (code) => resolve({ code: code ?? -1, stdout: Buffer.concat(stdout).toString(), stderr }));
  if (run.signal?.aborted === true) onAbort();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener('abort', onAbort);
  }
}

function argumentsOf({ program, arguments: given, memoryMegabytes }: ProgramRun): string[] {
  return ['-c', boundedScript, 'sh', String(memoryMegabytes * 1024), program, ...given];
}

/**
 * Returns the environment. A program in Go collects garbage more often when it approaches its own limit, which is below
 * the hard one.
 */
function environmentOf({ home, memoryMegabytes }: ProgramRun): NodeJS.ProcessEnv {
  const own = { HOME: home, TMPDIR: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
  return { ...own, GOMEMLIMIT: `${Math.floor(memoryMegabytes * 0.75)}MiB` };
}

function refuseToRun(cause: Error): never {
  throw notRunError(cause);
}

function notRunError(cause: Error): NotChecked {
  return new NotChecked(`it cannot be run (${codeOf(cause)})`, { cause });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
