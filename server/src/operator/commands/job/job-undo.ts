import type { Command } from 'commander';
import { type Context, withServices } from '../../context.ts';
import { printCreatedJob } from '../../job/created-job.ts';
import { addJobCommand } from '../../job/job-command.ts';
import type { JobCommandOptions } from '../../job/job-command.ts';

export function buildJobUndo(group: Command, context: Context): void {
  addJobCommand(group, {
    usage: 'undo <id>',
    summary: 'Undo what a job changed',
    description:
      'Creates a job that opens a pull request which reverts the merged pull request of this job. It needs no ' +
      'model. Later edits on the same pages are kept; if they changed the same lines, the job fails and names the files.',
    examples: [
      'copydesk job undo job_01jd0b8yz4q6nn6h3wvyk3cz1a --watch',
      'copydesk job undo job_01jd0b8yz4q6nn6h3wvyk3cz1a --json',
    ],
  })
    .option('--watch', 'wait for the end and show the progress')
    .action((id: string, options: UndoOptions) => undo(context, id, options));
}

interface UndoOptions extends JobCommandOptions {
  watch?: true;
}

async function undo(context: Context, jobId: string, options: UndoOptions): Promise<void> {
  await withServices(context, async (services) => {
    const projectId = await services.projectOfJob(jobId, options.project);
    const job = await services.undoJob({ projectId, jobId });
    return printCreatedJob(
      context,
      services,
      { projectId, job, said: `Created the job ${job.id}, which undoes ${jobId}` },
      options,
    );
  });
}
