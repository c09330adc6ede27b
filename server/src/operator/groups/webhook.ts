import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { buildWebhookCreate } from '../commands/webhook-create.ts';
import { buildWebhookDelete } from '../commands/webhook-delete.ts';
import { buildWebhookDeliveries } from '../commands/webhook-deliveries.ts';
import { buildWebhookEnable } from '../commands/webhook-enable.ts';
import { buildWebhookList } from '../commands/webhook-list.ts';
import { buildWebhookRedeliver } from '../commands/webhook-redeliver.ts';
import { buildWebhookTest } from '../commands/webhook-test.ts';
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
