import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildTriggerDisable(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'disable <id>',
    summary: 'Switch a trigger off',
    description: 'Its requests are refused until it is switched on again. Its address and its secret stay.',
    examples: ['copydesk trigger disable trg_8e41f7a20c95d3b66a10ef'],
  }).action((id: string, options: SwitchOptions) => switchTrigger(context, { id, isOn: false }, options));
}

export function buildTriggerEnable(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'enable <id>',
    summary: 'Switch a trigger on again',
    description: 'Requests that were refused while it was off start nothing later.',
    examples: ['copydesk trigger enable trg_8e41f7a20c95d3b66a10ef'],
  }).action((id: string, options: SwitchOptions) => switchTrigger(context, { id, isOn: true }, options));
}

interface SwitchOptions {
  json?: true;
}

async function switchTrigger(
  context: Context,
  { id, isOn }: { id: string; isOn: boolean },
  options: SwitchOptions,
): Promise<void> {
  const trigger = await withServices(context, (services) => services.triggers.switch(id, isOn));
  if (options.json) return printJson(context.terminal, trigger);
  const now = isOn ? 'starts jobs again' : 'accepts nothing until it is switched on';
  context.terminal.out(`The trigger ${printableLine(trigger.name)} (${trigger.id}) ${now}.\n`);
}
