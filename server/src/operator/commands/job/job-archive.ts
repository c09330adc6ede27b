import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';

export function buildJobArchive(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'archive <id>',
    summary: 'Archive a job',
    description: 'This is final. An active job stops before its next step. Its pull request, if there is one, stays.',
    examples: ['copydesk job archive job_01jd0b8yz4q6nn6h3wvyk3cz1a'],
  }).action((id: string, options: { json?: true }) => archive(context, id, options));
}

async function archive(context: Context, jobId: string, options: { json?: true }): Promise<void> {
  const job = await withServices(context, async (services) =>
    services.archiveJob(await services.projectOfJob(jobId), jobId),
  );
  if (options.json) printJson(context.terminal, job);
  else context.terminal.out(`Archived the job ${job.id}\n`);
}
