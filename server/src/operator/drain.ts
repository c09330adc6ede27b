import { setTimeout as delay } from 'node:timers/promises';
import type { DrainingWorker } from '../jobs/claim/drain.ts';
import { printJson, withServices } from './context.ts';
import type { Context } from './context.ts';

interface DrainOptions {
  host?: string;
  json?: true;
}

const lookMilliseconds = 1_000;

/** Drains the workers of a host, and reports progress until they have ended. */
export async function drain(context: Context, { host: named, json }: DrainOptions): Promise<void> {
  const { terminal } = context;
  const say = (text: string): void => void (json || terminal.out(`${text}\n`));
  await withServices(context, async (services) => {
    const { host, workers } = await services.drainWorkers(named);
    if (workers.length === 0) say(`No worker is running on ${host}`);
    let printed = '';
    for (;;) {
      const left = await services.readDraining(workers);
      if (left.length === 0) break;
      const text = progress(host, left);
      if (text !== printed) say(text);
      printed = text;
      await delay(lookMilliseconds);
    }
    if (json) printJson(terminal, { host, drained: workers });
    else if (workers.length > 0) say(`Drained: no worker of ${host} works on a job any more`);
  });
}

function progress(host: string, left: readonly DrainingWorker[]): string {
  const jobs = left.reduce((sum, worker) => sum + worker.jobs, 0);
  const takes = left.length === 1 ? `1 worker of ${host} takes` : `${left.length} workers of ${host} take`;
  return `${takes} no more jobs; ${jobs === 1 ? '1 job is' : `${jobs} jobs are`} in progress`;
}
