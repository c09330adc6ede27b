import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, withServices } from '../../context.ts';
import { printSending } from '../../automation/webhook-sending.ts';

export function buildWebhookRedeliver(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'redeliver <delivery>',
    summary: 'Send a delivery again, at once',
    description:
      'With the same webhook-id and body, so that a receiver recognises a delivery that it already has. Retries follow as for a ' +
      'new one.',
    examples: ['copydesk webhook redeliver msg_3d9f0c5b7e1a48b2c6d4f0'],
  }).action((id: string, options: { json?: true }) => redeliver(context, id, options));
}

async function redeliver(context: Context, id: string, options: { json?: true }): Promise<void> {
  await withServices(context, async (services) => {
    const delivery = await services.webhooks.redeliver(id);
    await printSending(context, services, { delivery, next: '' }, options);
  });
}
