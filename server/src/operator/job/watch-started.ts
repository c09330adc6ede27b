import { UnseenJob } from '../command-errors.ts';
import { type Context, printJson } from '../context.ts';
import type { OperatorServices } from '../operator.ts';
import { printOutcome } from './job-outcome.ts';
import type { Watched } from './job-outcome.ts';
import { watchHere } from './watch.ts';

/**
 * Follows a job that the command has just started, and prints how it ended.
 *
 * @throws UnseenJob when it cannot be followed: by the exit code of the cause, a script would start it again.
 */
export async function watchStarted(
  context: Context,
  services: OperatorServices,
  started: Watched & { after?: number },
  options: { json?: true },
): Promise<void> {
  const { terminal } = context;
  const { job } = started;
  const watched = await watchHere(context, services, started).catch((cause: unknown) => {
    if (options.json) printJson(terminal, job);
    else terminal.err(`The job ${job.id} was started and goes on; it cannot be watched:\n`);
    throw new UnseenJob('The job cannot be watched', { cause });
  });
  await printOutcome(context, services, watched, options);
}
