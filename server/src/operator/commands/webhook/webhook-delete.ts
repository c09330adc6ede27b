import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';

export function buildWebhookDelete(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'delete <id>',
    summary: 'Delete a webhook',
    description: 'Nothing more is sent to it. Its deliveries and their log are deleted too.',
    examples: ['copydesk webhook delete whk_8e41f7a20c95d3b66a10ef'],
  }).action((id: string, options: { json?: true }) => remove(context, id, options));
}

async function remove(context: Context, id: string, options: { json?: true }): Promise<void> {
  await withServices(context, (services) => services.webhooks.delete(id));
  if (options.json) printJson(context.terminal, { id, deleted: true });
  else context.terminal.out(`Deleted the webhook ${id}\n`);
}
