import type { Lease } from '../../jobs/claim/lease.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Settings } from '../../settings.ts';
import type { OneLease } from '../../worker/claim/one-lease.ts';
import { forwardingMetrics } from '../../metrics/forwarding.ts';
import type { FromAloneProcess, ToAloneProcess } from '../alone.ts';
import { openApp } from '../app.ts';
import { openLog } from '../start/log.ts';
import { workOnLeaseInApp } from './work.ts';
import type { WorkOptions } from './work.ts';

/** Works on the one job that the process receives over its channel, and ends the process. */
export function workAloneIn(process: NodeJS.Process, options: WorkOptions = {}): void {
  let how: Parameters<OneLease['end']>[0] | undefined;
  let work: OneLease | undefined;
  const end = (wanted: typeof how): void => {
    how = wanted;
    if (how !== undefined) work?.end(how);
  };
  const say = (message: FromAloneProcess): void => void process.send?.(message);
  const begun = (started: OneLease): void => {
    work = started;
    end(how);
    say({ kind: 'begun' });
  };
  // A terminal sends these signals to all of its processes: the parent process controls this one.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  // The parent process is gone, and with it the presence that the lease depends on.
  process.on('disconnect', () => end('at-once'));
  process.on('message', (message: ToAloneProcess) => {
    if (message.kind === 'end-at-an-edge') return end('at-an-edge');
    // An error before the job has begun ends the process with an exit code, as any crash does.
    const metrics = forwardingMetrics((ended) => say({ kind: 'measured', work: ended }));
    void workOn(message, { options, begun, metrics }).then(() => process.exit(0));
  });
}

async function workOn(
  { settings, lease }: { settings: Settings; lease: Lease },
  { options, begun, metrics }: { options: WorkOptions; begun: (work: OneLease) => void; metrics: Metrics },
): Promise<void> {
  // Nobody receives them when this installation measures nothing.
  const app = await openApp(settings, openLog(settings), settings.metrics === undefined ? {} : { metrics });
  try {
    await workOnLeaseInApp(app, options, lease, begun);
  } finally {
    await app.close();
  }
}
