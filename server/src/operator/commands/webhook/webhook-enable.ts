import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildWebhookEnable(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'enable <id>',
    summary: 'Enable a webhook that was disabled',
    description:
      'A webhook is disabled when its receiver answers 410, or after five days with only failures. You can redeliver ' +
      'what it missed meanwhile.',
    examples: ['copydesk webhook enable whk_8e41f7a20c95d3b66a10ef'],
  }).action((id: string, options: { json?: true }) => enable(context, id, options));
}

async function enable(context: Context, id: string, options: { json?: true }): Promise<void> {
  const webhook = await withServices(context, (services) => services.webhooks.enable(id));
  if (options.json) printJson(context.terminal, webhook);
  else context.terminal.out(`The webhook ${id} is enabled: ${printableLine(webhook.url)}\n`);
}
