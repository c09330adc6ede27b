import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { addJobCommand } from '../../job/job-command.ts';
import type { JobCommandOptions } from '../../job/job-command.ts';

export function buildJobArchive(group: Command, context: Context): void {
  addJobCommand(group, {
    usage: 'archive <id>',
    summary: 'Archive a job',
    description: 'This is final. An active job stops before its next step. Its pull request, if there is one, stays.',
    examples: ['copydesk job archive job_01jd0b8yz4q6nn6h3wvyk3cz1a'],
  }).action((id: string, options: JobCommandOptions) => archive(context, id, options));
}

async function archive(context: Context, jobId: string, options: JobCommandOptions): Promise<void> {
  const job = await withServices(context, async (services) =>
    services.archiveJob(await services.projectOfJob(jobId, options.project), jobId),
  );
  if (options.json) printJson(context.terminal, job);
  else context.terminal.out(`Archived the job ${job.id}\n`);
}
