import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, withServices } from '../../context.ts';
import { printSending } from '../../automation/webhook-sending.ts';

export function buildWebhookTest(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'test <id>',
    summary: 'Send a test to a webhook',
    description: 'A worker sends it like all other deliveries, and the deliveries show its outcome.',
    examples: ['copydesk webhook test whk_8e41f7a20c95d3b66a10ef'],
  }).action((id: string, options: { json?: true }) => test(context, id, options));
}

async function test(context: Context, id: string, options: { json?: true }): Promise<void> {
  await withServices(context, async (services) => {
    const delivery = await services.webhooks.test(id);
    const next = `See how it went: copydesk webhook deliveries ${id}\n`;
    await printSending(context, services, { delivery, next }, options);
  });
}
