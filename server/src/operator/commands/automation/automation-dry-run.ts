import type { AutomationDryRun } from '@copydesk/contract';
import type { Command } from 'commander';
import { findAutomation } from '../../automation/automation-options.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { printable } from '../../output/text-width.ts';
import { addProjectCommand } from '../../project/project-option.ts';
import type { ProjectArgument } from '../../project/project-option.ts';

export function buildAutomationDryRun(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'dry-run <automation>',
    summary: 'See what an automation would have done in the last 30 days',
    description: 'Also shows the cost by the measured average. Starts nothing.',
    examples: ['copydesk automation dry-run Weekly --project Handbook'],
  }).action((named: string, options: ProjectArgument) => dryRun(context, named, options));
}

async function dryRun(context: Context, named: string, options: ProjectArgument): Promise<void> {
  const { terminal } = context;
  const { project, json } = options;
  const outcome = await withServices(context, async (services) =>
    services.automations.dryRun(await findAutomation(services, { project, named })),
  );
  if (json) return printJson(terminal, outcome);
  if (outcome.runs.length > 0) {
    printTable(
      terminal,
      [
        { title: 'AT', text: ({ at }) => at.slice(0, 16).replace('T', ' ') },
        { title: 'WOULD BE', text: ({ decision }) => decision },
        { title: 'WHY', text: ({ why }) => why, shrinks: true },
      ],
      outcome.runs,
    );
  }
  terminal.out(`${printable(sumOf(outcome))}\n`);
  for (const note of outcome.notes) terminal.err(`${printable(note)}\n`);
}

function sumOf({ runs, jobs, costUsd, average }: AutomationDryRun): string {
  const cost = costUsd === null ? 'an unknown cost' : `about $${costUsd.toFixed(2)}`;
  const by = average === null || jobs === 0 ? '' : `, by ${average.jobs} jobs of the ${average.of}`;
  return `In 30 days it would have checked ${runs.length} times and started ${jobs} jobs, for ${cost}${by}.`;
}
