import { Option } from 'commander';
import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { printEffect } from '../../job/effect-table.ts';
import { parseCount } from '../../job/job-options.ts';
import { addProjectCommand } from '../../project/project-option.ts';

export function buildViewsEffect(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'effect <commit>',
    summary: 'Show what a commit did to page views, whoever merged it',
    description:
      "The commit must be on the project's branch, such as the merge of a pull request; a merge is compared with " +
      'its first parent. Compares the views of the changed pages after it with as many days before, beside ' +
      'pages of similar traffic. The interval contains the true lift in 99 of 100 cases.',
    examples: ['copydesk views effect 3f786850e387 --project Handbook --days 28'],
  })
    .addOption(new Option('--days <number>', 'days before and after').argParser(parseCount(180)).default(14))
    .action((commit: string, options: EffectOptions) => show(context, commit, options));
}

interface EffectOptions {
  project?: string;
  days: number;
  json?: true;
}

async function show(context: Context, commit: string, { project, days, json }: EffectOptions): Promise<void> {
  const { terminal } = context;
  const effect = await withServices(context, async (services) =>
    services.views.commitEffect(await services.projectIdOf(project), commit, days),
  );
  if (json) return printJson(terminal, effect);
  printEffect(terminal, effect, days);
}
