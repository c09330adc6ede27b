import type { Command } from 'commander';
import { findAutomation } from '../../automation/automation-options.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { addProjectCommand } from '../../project/project-option.ts';
import type { ProjectArgument } from '../../project/project-option.ts';

export function buildAutomationDelete(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'delete <automation>',
    summary: 'Delete an automation',
    description: 'Its list of runs is deleted too. Jobs that it has started continue.',
    examples: ['copydesk automation delete Weekly --project Handbook'],
  }).action((named: string, options: ProjectArgument) => remove(context, named, options));
}

async function remove(context: Context, named: string, options: ProjectArgument): Promise<void> {
  const { project, json } = options;
  const { id } = await withServices(context, async (services) => {
    const found = await findAutomation(services, { project, named });
    await services.automations.delete(found);
    return found;
  });
  if (json) printJson(context.terminal, { id, deleted: true });
  else context.terminal.out(`Deleted the automation ${id}\n`);
}
