import type { ReportPeriod } from '@copydesk/contract';
import { Option } from 'commander';
import type { Command } from 'commander';
import { reportMarkdown } from '../../reports/markdown.ts';
import { type Context, printJson, withServices } from '../context.ts';
import { parseBound } from '../options.ts';
import { addProjectCommand } from '../project/project-option.ts';

/** The same values as in the contract, repeated here so that other commands do not load its schemas. */
const periods = ['week', 'month'] satisfies ReportPeriod[];

export function buildReport(program: Command, context: Context): void {
  addProjectCommand(program, context, {
    usage: 'report',
    summary: 'Show the report of a week or a month',
    description:
      'What people and AI read most, more and less than before, which paths were not found, what readers said, which ' +
      'changes were merged, the effect of earlier ones, and the cost. Prints Markdown. Without a date, it is the last week ' +
      'or month that is over.',
    examples: [
      'copydesk report --project Handbook',
      'copydesk report --project Handbook --period month --date 2026-10-01 > october.md',
    ],
  })
    .addOption(new Option('--period <period>', 'a week from Monday on, or a month').choices(periods).default('week'))
    .addOption(new Option('--date <date>', 'a day of it, such as its first').argParser(parseBound))
    .action((options: ReportOptions) => show(context, options));
}

interface ReportOptions {
  project?: string;
  period: ReportPeriod;
  date?: Date;
  json?: true;
}

async function show(context: Context, { project, period, date, json }: ReportOptions): Promise<void> {
  const { name, report } = await withServices(context, async (services) => {
    const named = await services.nameProject(project);
    return { name: named.name, report: await services.views.report(named.id, { period, date }) };
  });
  if (json) return printJson(context.terminal, report);
  context.terminal.out(reportMarkdown(name, report));
}
