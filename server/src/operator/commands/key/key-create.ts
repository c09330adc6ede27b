import type { Scope } from '@copydesk/contract';
import { type Command, Option } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import type { ApiKey } from '../../../projects/key/read-keys.ts';
import type { OperatorServices } from '../../operator.ts';
import { parseExpiry, parseScopes } from '../../options.ts';
import { presentKey } from '../../present.ts';
import { printableLine } from '../../output/text-width.ts';

/** Jobs and reader numbers: what the README uses a key for next. */
const usualScopes = 'agent:read,agent:write,analytics:read';

export function buildKeyCreate(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'create',
    summary: 'Create an API key',
    description:
      'The key is printed once, and nothing else on standard output: Copydesk keeps only its hash. Keep it on servers; it is not ' +
      'for browsers.',
    examples: [
      'copydesk key create --name ci --project Handbook',
      'COPYDESK_KEY=$(copydesk key create --name laptop --expires never)',
      'copydesk key create --name trial --test',
      'copydesk key create --name reader --scopes agent:read --allow 192.0.2.0/24 --allow 2001:db8::/32',
    ],
  })
    .requiredOption('--name <name>', 'the name of it')
    .addOption(
      new Option('--scopes <scopes>', 'what it may do, separated by commas')
        .argParser(parseScopes)
        .default(parseScopes(usualScopes), usualScopes),
    )
    .option('--project <id or name>', 'the one project it is for (default: all)')
    .option(
      '--test',
      'a test key: a scripted agent and generated page views; nothing reaches other servers, and nothing counts',
    )
    .addOption(
      new Option('--expires <when>', 'days such as 30d, a date, or never')
        .argParser((text) => parseExpiry(text, context.now()))
        .default(parseExpiry('90d', context.now()), '90d'),
    )
    .option(
      '--allow <address or CIDR>',
      'where it may be used from; may be repeated (default: anywhere)',
      (address: string, before: string[] | undefined) => [...(before ?? []), address],
    )
    .action((options: KeyCreateOptions) => create(context, options));
}

interface KeyCreateOptions {
  name: string;
  scopes: Scope[];
  project?: string;
  test?: true;
  expires: Date | 'never';
  allow?: string[];
  json?: true;
}

async function create(context: Context, options: KeyCreateOptions): Promise<void> {
  const { key, token } = await withServices(context, (services) => createKey(services, options), {
    createsDatabase: true,
  });
  if (options.json) return printJson(context.terminal, { ...presentKey(key), key: token });
  // Only the token goes to standard output, so that a script can read it. The rest is for the person who watches.
  context.terminal.out(`${token}\n`);
  context.terminal.err(noticeOf(key));
}

async function createKey(services: OperatorServices, options: KeyCreateOptions) {
  const project = options.project === undefined ? undefined : await services.findProject(options.project);
  return await services.createKey({
    name: options.name,
    scopes: options.scopes,
    projectId: project?.id,
    test: options.test ?? false,
    expiresAt: options.expires === 'never' ? null : options.expires,
    allowedAddresses: options.allow ?? [],
  });
}

function noticeOf(key: ApiKey): string {
  const expiry = key.expiresAt === null ? 'never expires' : `expires on ${key.expiresAt.toISOString().slice(0, 10)}`;
  const kind = key.test ? 'test key' : 'key';
  return `The ${kind} "${printableLine(key.name)}" (${key.scopes.join(', ')}) ${expiry}. It is not shown again.\n`;
}
