import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { diffStat, printDiff } from '../../output/diff.ts';
import { addJobCommand } from '../../job/job-command.ts';
import type { JobCommandOptions } from '../../job/job-command.ts';

export function buildJobDiff(group: Command, context: Context): void {
  addJobCommand(group, {
    usage: 'diff <id>',
    summary: 'Show what a job has changed',
    description:
      'Compares with the commit on which the job started, in the format of git; also while the job is active.',
    examples: [
      'copydesk job diff job_01jd0b8yz4q6nn6h3wvyk3cz1a',
      'copydesk job diff job_01jd0b8yz4q6nn6h3wvyk3cz1a | git apply',
    ],
  }).action((id: string, options: JobCommandOptions) => diff(context, id, options));
}

async function diff(context: Context, jobId: string, options: JobCommandOptions): Promise<void> {
  const { terminal } = context;
  const changed = await withServices(context, async (services) =>
    services.readDiff(await services.projectOfJob(jobId, options.project), jobId),
  );
  if (options.json) return printJson(terminal, changed);
  printDiff(terminal, changed);
  terminal.err(changed.files.length === 0 ? 'No file was changed.\n' : `${diffStat(changed)}\n`);
}
