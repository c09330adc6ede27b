import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { projectOption } from '../../project/project-option.ts';

export function buildTriggerList(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'list',
    summary: 'List the triggers of a project',
    examples: ['copydesk trigger list --project Handbook'],
  })
    .addOption(projectOption(context))
    .action((options: { project?: string; json?: true }) => list(context, options));
}

async function list(context: Context, { project, json }: { project?: string; json?: true }): Promise<void> {
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
