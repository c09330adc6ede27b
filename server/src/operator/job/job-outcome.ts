import type { Job } from '@copydesk/contract';
import { type Context, printJson } from '../context.ts';
import type { OperatorServices } from '../operator.ts';
import { diffStat } from '../output/diff.ts';
import { outcomeInWords } from '../output/outcome.ts';
import { printFields } from '../output/table.ts';
import { signalExitCode } from '../terminal/signals.ts';

/** The end of a watch: the job as last read, and the signal when the user stopped waiting. */
export interface Watched {
  job: Job;
  projectId: string;
  interrupted?: NodeJS.Signals;
}

/** Prints how a watched job ended, and sets the exit code accordingly. */
export async function printOutcome(
  { terminal, exit }: Context,
  services: OperatorServices,
  { job, projectId, interrupted }: Watched,
  options: { json?: true },
): Promise<void> {
  if (job.status === 'failed') exit.code = 1;
  if (interrupted !== undefined) {
    exit.code = signalExitCode(interrupted);
    terminal.err(`The job remains: copydesk job show ${job.id}\n`);
  }
  if (options.json) return printJson(terminal, job);
  if (interrupted !== undefined) return;
  const changed = job.prLink === null ? 'no file was changed' : diffStat(await services.readDiff(projectId, job.id));
  printFields(terminal, [
    ['job', job.id],
    ['status', job.status],
    ['outcome', outcomeInWords(job)],
    ['changed', job.status === 'completed' ? changed : undefined],
    ['prLink', job.prLink ?? undefined],
    // The last line of the progress has already explained it.
    ['error', job.error?.code],
  ]);
}

/** Prints what happens next to a job without a waiting terminal. */
export async function printNextSteps({ terminal }: Context, services: OperatorServices, jobId: string): Promise<void> {
  terminal.out(
    (await services.workersAlive())
      ? `Follow it: copydesk job events ${jobId} --watch\n`
      : 'No worker is running. Start one with "copydesk serve" or "copydesk work", and it takes the job.\n',
  );
}
