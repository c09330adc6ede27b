import type { Automation } from '@copydesk/contract';
import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { projectOption } from '../../project/project-option.ts';

export function buildAutomationList(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'list',
    summary: 'List the automations of a project',
    examples: ['copydesk automation list --project Handbook'],
  })
    .addOption(projectOption(context))
    .action((options: { project?: string; json?: true }) => list(context, options));
}

async function list(context: Context, { project, json }: { project?: string; json?: true }): Promise<void> {
  const { terminal } = context;
  const automations = await withServices(context, async (services) =>
    services.automations.list(await services.projectIdOf(project)),
  );
  if (json) return printJson(terminal, { automations });
  if (automations.length === 0) return terminal.err('No automations yet. Create one: copydesk automation create …\n');
  printTable(
    terminal,
    [
      { title: 'ID', text: ({ id }) => id },
      { title: 'NAME', text: ({ name }) => name, shrinks: true },
      { title: 'ON', text: ({ trigger }) => trigger.kind },
      { title: 'NEXT', text: nextOf },
      { title: 'LAST', text: ({ lastRun }) => lastRun?.decision ?? 'never' },
    ],
    automations,
  );
}

function nextOf({ enabled, nextAt, heldUntil }: Automation): string {
  if (!enabled) return 'disabled';
  if (heldUntil !== null) return `held to ${shortTime(heldUntil)}`;
  return nextAt === null ? 'waits' : shortTime(nextAt);
}

function shortTime(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}
