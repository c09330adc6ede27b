import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { diffStat, printDiff } from '../../output/diff.ts';

export function buildJobDiff(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'diff <id>',
    summary: 'Show what a job has changed',
    description:
      'Compares with the commit on which the job started, in the format of git; also while the job is active.',
    examples: [
      'copydesk job diff job_01jd0b8yz4q6nn6h3wvyk3cz1a',
      'copydesk job diff job_01jd0b8yz4q6nn6h3wvyk3cz1a | git apply',
    ],
  }).action((id: string, options: { json?: true }) => diff(context, id, options));
}

async function diff(context: Context, jobId: string, options: { json?: true }): Promise<void> {
  const { terminal } = context;
  const changed = await withServices(context, async (services) =>
    services.readDiff(await services.projectOfJob(jobId), jobId),
  );
  if (options.json) return printJson(terminal, changed);
  printDiff(terminal, changed);
  terminal.err(changed.files.length === 0 ? 'No file was changed.\n' : `${diffStat(changed)}\n`);
}
