import type { WebhookDelivery } from '@copydesk/contract';
import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { parseCount } from '../../job/job-options.ts';
import { printTable } from '../../output/table.ts';

export function buildWebhookDeliveries(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'deliveries <id>',
    summary: 'List what a webhook was sent, newest first',
    description: 'Shows how the last attempt of each ended; --json shows all attempts. They are kept for 30 days.',
    examples: [
      'copydesk webhook deliveries whk_8e41f7a20c95d3b66a10ef',
      'copydesk webhook deliveries whk_8e41f7a20c95d3b66a10ef --limit 100 --json',
    ],
  })
    .option('--limit <number>', 'how many, up to 100', parseCount(100), 20)
    .option('--cursor <cursor>', 'where to go on: the nextCursor of the page before')
    .action((id: string, options: DeliveriesOptions) => list(context, id, options));
}

interface DeliveriesOptions {
  limit: number;
  cursor?: string;
  json?: true;
}

async function list(context: Context, id: string, { json, ...query }: DeliveriesOptions): Promise<void> {
  const { terminal } = context;
  const page = await withServices(context, (services) => services.webhooks.deliveries(id, query));
  if (json) return printJson(terminal, page);
  if (page.deliveries.length === 0) return terminal.err('Nothing was sent yet.\n');
  printTable(
    terminal,
    [
      { title: 'ID', text: (delivery) => delivery.id },
      { title: 'TYPE', text: (delivery) => delivery.type },
      { title: 'CREATED', text: (delivery) => minute(delivery.createdAt) },
      { title: 'STATUS', text: (delivery) => delivery.status },
      { title: 'LAST ATTEMPT', text: lastAttempt, shrinks: true },
    ],
    page.deliveries,
  );
  if (page.nextCursor !== null) terminal.err(`More: --cursor ${page.nextCursor}\n`);
}

function minute(timestamp: string): string {
  return `${timestamp.slice(0, 16).replace('T', ' ')}Z`;
}

function lastAttempt({ attempts, nextAttemptAt }: WebhookDelivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return 'none yet';
  const ended = last.error ?? (last.status === null ? 'under way' : `answered ${last.status}`);
  const next = nextAttemptAt === null || last.error === null ? '' : `; again at ${minute(nextAttemptAt)}`;
  return `${last.number}: ${next === '' ? ended : ended.replace(/\.$/, '')}${next}`;
}
