import { webhookEvents } from '@copydesk/contract';
import type { WebhookEvent } from '@copydesk/contract';
import { type Command, Option } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { parseEvents } from '../../options.ts';
import { addProjectCommand } from '../../project/project-option.ts';

export function buildWebhookCreate(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'create <url>',
    summary: 'Notify an address when jobs of a project end, or a report is ready',
    description:
      'The secret for signatures is printed once, and nothing else on standard output. The address must begin with ' +
      'https://; addresses that are not public need COPYDESK_PRIVATE_NETWORKS.',
    examples: [
      'copydesk webhook create https://hooks.example.com/copydesk --project Handbook',
      'SECRET=$(copydesk webhook create https://hooks.example.com/ --project Handbook --events job.failed)',
    ],
  })
    .addOption(
      new Option('--events <events>', 'the events, separated by commas')
        .argParser(parseEvents)
        .default([...webhookEvents], webhookEvents.join(',')),
    )
    .action((url: string, options: WebhookCreateOptions) => create(context, url, options));
}

interface WebhookCreateOptions {
  project?: string;
  events: WebhookEvent[];
  json?: true;
}

async function create(context: Context, url: string, { project, events, json }: WebhookCreateOptions): Promise<void> {
  const { terminal } = context;
  const webhook = await withServices(context, async (services) => {
    const projectId = await services.projectIdOf(project);
    return await services.webhooks.create({ projectId, url, events });
  });
  if (json) return printJson(terminal, webhook);
  // Only the secret goes to standard output, so that a script can read it. The rest is for the person who watches.
  terminal.out(`${webhook.secret}\n`);
  terminal.err(
    `The webhook ${webhook.id} gets ${webhook.events.join(', ')}. Its secret is not shown again.\n` +
      `Try it: copydesk webhook test ${webhook.id}\n`,
  );
}
