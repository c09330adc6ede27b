import type { Automation } from '@copydesk/contract';
import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { addProjectCommand } from '../../project/project-option.ts';
import type { ProjectArgument } from '../../project/project-option.ts';

export function buildAutomationList(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'list',
    summary: 'List the automations of a project',
    examples: ['copydesk automation list --project Handbook'],
  }).action((options: ProjectArgument) => list(context, options));
}

async function list(context: Context, { project, json }: ProjectArgument): Promise<void> {
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
