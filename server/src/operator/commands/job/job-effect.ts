import { Option } from 'commander';
import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { printEffect } from '../../job/effect-table.ts';
import { parseCount } from '../../job/job-options.ts';
import { addJobCommand } from '../../job/job-command.ts';
import type { JobCommandOptions } from '../../job/job-command.ts';

export function buildJobEffect(group: Command, context: Context): void {
  addJobCommand(group, {
    usage: 'effect <id>',
    summary: 'Show what a job did to page views, once its pull request is merged',
    description:
      'Compares the views of the pages it changed after the merge with as many days before, beside pages of similar traffic ' +
      'that it did not change. The interval contains the true lift in 99 of 100 cases.',
    examples: [
      'copydesk job effect job_01jd0b8yz4q6nn6h3wvyk3cz1a',
      'copydesk job effect job_01jd0b8yz4q6nn6h3wvyk3cz1a --days 28 --json',
    ],
  })
    .addOption(new Option('--days <number>', 'days before and after').argParser(parseCount(180)).default(14))
    .action((id: string, options: JobCommandOptions & { days: number }) => show(context, id, options));
}

async function show(context: Context, jobId: string, options: JobCommandOptions & { days: number }): Promise<void> {
  const { terminal } = context;
  const effect = await withServices(context, async (services) =>
    services.views.effect(await services.projectOfJob(jobId, options.project), jobId, options.days),
  );
  if (options.json) return printJson(terminal, effect);
  printEffect(terminal, effect, options.days);
}
