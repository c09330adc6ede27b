import { fork } from 'node:child_process';
import type { Lease } from '../jobs/claim/lease.ts';
import type { EndedWork } from '../metrics/metrics.ts';
import type { Settings } from '../settings.ts';
import { programOf } from '../threads/program.ts';
import type { AloneEnd, AloneProcess } from '../worker/claim/alone.ts';

/** What a process for one job receives. It replies `begun` when it has taken the job. */
export type ToAloneProcess = { kind: 'work'; settings: Settings; lease: Lease } | { kind: 'end-at-an-edge' };

/** What the process sends: that it has taken the job, and what it has measured. */
export type FromAloneProcess = { kind: 'begun' } | { kind: 'measured'; work: EndedWork };

/** The program of a process that works on one job. */
export const aloneProgram = programOf(new URL('./alone-program.ts', import.meta.url));

/** Enough of a process's last output to contain V8's message about a full heap. */
const keptCharacters = 8_000;

/** Starts a process for one job. It has the settings of this process, and ends with it, because its channel closes. */
export function startAlone(
  program: URL,
  {
    settings,
    lease,
    onMeasured,
  }: { settings: Settings; lease: Lease; onMeasured?: ((work: EndedWork) => void) | undefined },
): AloneProcess {
  const child = fork(program, {
    // A key is bytes, and prices are maps.
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    execArgv: [...process.execArgv, '--disable-warning=ExperimentalWarning'],
  });
  const send = (message: ToAloneProcess): void => void (child.connected && child.send(message, () => {}));
  let output = '';
  let begun = false;
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    output = (output + chunk.toString()).slice(-keptCharacters);
  });
  child.on('message', (message: FromAloneProcess) => {
    if (message.kind === 'measured') onMeasured?.(message.work);
    else begun = true;
  });
  const ended = new Promise<AloneEnd>((resolve) => {
    child.once('error', () => resolve({ kind: 'not-begun' }));
    child.once('close', (code, signal) => {
      if (code === 0) resolve({ kind: 'left' });
      else if (!begun) resolve({ kind: 'not-begun' });
      else resolve({ kind: 'died', code, signal, outOfMemory: output.includes('JavaScript heap out of memory') });
    });
  });
  send({ kind: 'work', settings, lease });
  return {
    ended,
    end: (how) => (how === 'at-once' ? void child.kill('SIGKILL') : send({ kind: 'end-at-an-edge' })),
  };
}
