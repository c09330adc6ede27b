import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { buildWebhookCreate } from '../commands/webhook/webhook-create.ts';
import { buildWebhookDelete } from '../commands/webhook/webhook-delete.ts';
import { buildWebhookDeliveries } from '../commands/webhook/webhook-deliveries.ts';
import { buildWebhookEnable } from '../commands/webhook/webhook-enable.ts';
import { buildWebhookList } from '../commands/webhook/webhook-list.ts';
import { buildWebhookRedeliver } from '../commands/webhook/webhook-redeliver.ts';
import { buildWebhookTest } from '../commands/webhook/webhook-test.ts';
import { addGroup } from './add-group.ts';

export function buildWebhookGroup(program: Command, context: Context): void {
  addGroup(program, { name: 'webhook', description: 'Addresses that are notified when a job has ended.' }, (group) => {
    buildWebhookCreate(group, context);
    buildWebhookList(group, context);
    buildWebhookDelete(group, context);
    buildWebhookTest(group, context);
    buildWebhookDeliveries(group, context);
    buildWebhookRedeliver(group, context);
    buildWebhookEnable(group, context);
  });
}
