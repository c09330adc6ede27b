import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';

export function buildTriggerDelete(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'delete <id>',
    summary: 'Delete a trigger',
    description: 'From now on, requests to its address are refused. Jobs that it has started continue.',
    examples: ['copydesk trigger delete trg_8e41f7a20c95d3b66a10ef'],
  }).action((id: string, options: { json?: true }) => remove(context, id, options));
}

async function remove(context: Context, id: string, options: { json?: true }): Promise<void> {
  await withServices(context, (services) => services.triggers.delete(id));
  if (options.json) printJson(context.terminal, { id, deleted: true });
  else context.terminal.out(`Deleted the trigger ${id}\n`);
}
