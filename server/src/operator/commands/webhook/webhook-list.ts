import type { Webhook } from '@copydesk/contract';
import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { addProjectCommand } from '../../project/project-option.ts';
import type { ProjectArgument } from '../../project/project-option.ts';

export function buildWebhookList(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'list',
    summary: 'List the webhooks of a project',
    examples: ['copydesk webhook list --project Handbook', 'copydesk webhook list --project Handbook --json'],
  }).action((options: ProjectArgument) => list(context, options));
}

async function list(context: Context, { project, json }: ProjectArgument): Promise<void> {
  const { terminal } = context;
  const webhooks = await withServices(context, async (services) =>
    services.webhooks.list(await services.projectIdOf(project)),
  );
  if (json) return printJson(terminal, { webhooks });
  if (webhooks.length === 0) return terminal.err('No webhooks yet. Create one: copydesk webhook create …\n');
  printTable(
    terminal,
    [
      { title: 'ID', text: (webhook) => webhook.id },
      { title: 'EVENTS', text: (webhook) => webhook.events.join(',') },
      { title: 'STATE', text: state },
      { title: 'URL', text: (webhook) => webhook.url, shrinks: true },
    ],
    webhooks,
  );
}

function state({ disabledAt, disabledReason, failingSince }: Webhook): string {
  if (disabledAt !== null) return `disabled ${disabledAt.slice(0, 10)} (${disabledReason})`;
  return failingSince === null ? 'enabled' : `failing since ${failingSince.slice(0, 10)}`;
}
