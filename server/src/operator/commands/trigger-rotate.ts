import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { type Context, printJson, withServices } from '../context.ts';

export function buildTriggerRotate(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'rotate <id>',
    summary: 'Give a trigger another secret',
    description: 'It is printed once. What comes with the one before is refused from now on.',
    examples: ['copydesk trigger rotate trg_8e41f7a20c95d3b66a10ef'],
  }).action((id: string, options: { json?: true }) => rotate(context, id, options));
}

async function rotate(context: Context, id: string, options: { json?: true }): Promise<void> {
  const trigger = await withServices(context, (services) => services.triggers.rotate(id));
  if (options.json) return printJson(context.terminal, trigger);
  context.terminal.out(`${trigger.secret}\n`);
  context.terminal.err(`The trigger ${trigger.id} takes this secret alone from now on. It is not shown again.\n`);
}
