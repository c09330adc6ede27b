import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { addProjectCommand } from '../../project/project-option.ts';
import type { ProjectArgument } from '../../project/project-option.ts';

export function buildTriggerList(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'list',
    summary: 'List the triggers of a project',
    examples: ['copydesk trigger list --project Handbook'],
  }).action((options: ProjectArgument) => list(context, options));
}

async function list(context: Context, { project, json }: ProjectArgument): Promise<void> {
  const { terminal } = context;
  const triggers = await withServices(context, async (services) =>
    services.triggers.list((await services.findProject(project)).id),
  );
  if (json) return printJson(terminal, { triggers });
  if (triggers.length === 0) return terminal.err('No triggers yet. Create one: copydesk trigger create …\n');
  printTable(
    terminal,
    [
      { title: 'ID', text: (trigger) => trigger.id },
      { title: 'NAME', text: (trigger) => trigger.name, shrinks: true },
      { title: 'PROOF', text: (trigger) => trigger.scheme },
      { title: 'STATE', text: ({ disabledAt }) => (disabledAt === null ? 'on' : 'off') },
      { title: 'USED', text: (trigger) => trigger.usedAt?.slice(0, 10) ?? 'never' },
    ],
    triggers,
  );
}
