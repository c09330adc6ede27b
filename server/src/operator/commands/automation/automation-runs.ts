import type { Command } from 'commander';
import { findAutomation } from '../../automation/automation-options.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { addProjectCommand } from '../../project/project-option.ts';

export function buildAutomationRuns(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'runs <automation>',
    summary: 'List what an automation has decided, and why',
    description: 'Newest first, also runs that started nothing.',
    examples: ['copydesk automation runs Weekly --project Handbook'],
  })
    .option('--limit <number>', 'how many, 100 at most', Number, 20)
    .action((named: string, options: RunsOptions) => list(context, named, options));
}

interface RunsOptions {
  project?: string;
  limit: number;
  json?: true;
}

async function list(context: Context, named: string, { project, limit, json }: RunsOptions): Promise<void> {
  const { terminal } = context;
  const runs = await withServices(context, async (services) =>
    services.automations.runs(await findAutomation(services, { project, named }), limit),
  );
  if (json) return printJson(terminal, { runs });
  if (runs.length === 0) return terminal.err('It has not run yet.\n');
  printTable(
    terminal,
    [
      { title: 'AT', text: ({ createdAt }) => createdAt.slice(0, 16).replace('T', ' ') },
      { title: 'DECIDED', text: ({ decision }) => decision },
      { title: 'JOB', text: ({ job }) => job?.id ?? '' },
      { title: 'WHY', text: ({ why, lane }) => (lane === '' ? why : `${lane}: ${why}`), shrinks: true },
    ],
    runs,
  );
}
