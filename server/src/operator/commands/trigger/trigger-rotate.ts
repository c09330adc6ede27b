import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';

export function buildTriggerRotate(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'rotate <id>',
    summary: 'Give a trigger a new secret',
    description: 'It is printed once. From now on, requests with the old secret are refused.',
    examples: ['copydesk trigger rotate trg_8e41f7a20c95d3b66a10ef'],
  }).action((id: string, options: { json?: true }) => rotate(context, id, options));
}

async function rotate(context: Context, id: string, options: { json?: true }): Promise<void> {
  const trigger = await withServices(context, (services) => services.triggers.rotate(id));
  if (options.json) return printJson(context.terminal, trigger);
  context.terminal.out(`${trigger.secret}\n`);
  context.terminal.err(`From now on, the trigger ${trigger.id} accepts only this secret. It is not shown again.\n`);
}
