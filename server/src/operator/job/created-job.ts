import type { Job } from '@copydesk/contract';
import { type Context, printJson } from '../context.ts';
import { printNextSteps } from './job-outcome.ts';
import type { OperatorServices } from '../operator.ts';
import { watchStarted } from './watch-started.ts';

/**
 * Reports that a job was created, or follows it to its end when the user wants to wait.
 * @param said the line that reports the creation.
 */
export async function printCreatedJob(
  context: Context,
  services: OperatorServices,
  { projectId, job, said = `Created the job ${job.id}` }: { projectId: string; job: Job; said?: string },
  options: { watch?: true; json?: true },
): Promise<void> {
  if (options.watch) return await watchStarted(context, services, { projectId, job }, options);
  if (options.json) return printJson(context.terminal, job);
  context.terminal.out(`${said}\n`);
  return await printNextSteps(context, services, job.id);
}
