import type { JobEvent } from '@copydesk/contract';
import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { printOutcome } from '../../job/job-outcome.ts';
import { describeWaiting } from '../../output/waiting.ts';
import { progressLines } from '../../output/progress.ts';
import { printNewEvents, watchHere } from '../../job/watch.ts';
import { printableLine } from '../../output/text-width.ts';
import { addJobCommand } from '../../job/job-command.ts';
import type { JobCommandOptions } from '../../job/job-command.ts';

export function buildJobEvents(group: Command, context: Context): void {
  addJobCommand(group, {
    usage: 'events <id>',
    summary: 'Show what a job has done, step by step',
    examples: [
      'copydesk job events job_01jd0b8yz4q6nn6h3wvyk3cz1a',
      'copydesk job events job_01jd0b8yz4q6nn6h3wvyk3cz1a --watch',
    ],
  })
    .option('--watch', 'continue until the job ends')
    .action((id: string, options: JobCommandOptions & { watch?: true }) => events(context, id, options));
}

async function events(context: Context, jobId: string, options: JobCommandOptions & { watch?: true }): Promise<void> {
  const { terminal } = context;
  await withServices(context, async (services) => {
    const projectId = await services.projectOfJob(jobId, options.project);
    if (options.watch) {
      const job = await services.readJob(projectId, jobId);
      return printOutcome(context, services, await watchHere(context, services, { projectId, job }), options);
    }
    const seen: JobEvent[] = [];
    await printNewEvents(services, jobId, 0, (event) => seen.push(event));
    const waiting = await services.readWaiting(jobId);
    if (options.json) return printJson(terminal, { events: seen, waiting });
    const printEvent = progressLines(terminal.colours.out, terminal.out);
    for (const event of seen) printEvent(event);
    if (waiting !== null) terminal.out(`Waiting: ${printableLine(describeWaiting(waiting))}\n`);
  });
}
