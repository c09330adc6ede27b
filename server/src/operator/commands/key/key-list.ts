import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { maskedKey } from '../../../projects/key/api-key.ts';
import type { ApiKey } from '../../../projects/key/read-keys.ts';
import { printTable } from '../../output/table.ts';
import { presentKey } from '../../present.ts';

export function buildKeyList(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'list',
    summary: 'List the API keys',
    description: 'Of each key only its last characters are shown.',
    examples: ['copydesk key list', 'copydesk key list --json'],
  }).action((options: { json?: true }) => list(context, options));
}

async function list(context: Context, options: { json?: true }): Promise<void> {
  const keys = await withServices(context, (services) => services.listKeys());
  if (options.json) return printJson(context.terminal, { keys: keys.map(presentKey) });
  if (keys.length === 0) return context.terminal.err('No keys yet. Create one: copydesk key create --name …\n');
  printTable(
    context.terminal,
    [
      { title: 'ID', text: (key) => key.id },
      { title: 'NAME', text: (key) => key.name, shrinks: true },
      { title: 'KEY', text: (key) => maskedKey(key) },
      { title: 'SCOPES', text: (key) => key.scopes.join(',') },
      { title: 'PROJECT', text: (key) => key.projectId ?? 'all' },
      { title: 'STATE', text: (key) => state(key, context.now()) },
      { title: 'LAST USED', text: (key) => day(key.lastUsedAt) ?? 'never' },
    ],
    keys,
  );
}

function state(key: ApiKey, now: Date): string {
  if (key.revokedAt !== null) return `revoked ${day(key.revokedAt)}`;
  if (key.expiresAt === null) return 'never expires';
  if (key.rotatedTo !== null && key.expiresAt > now) return `rotated, ends ${day(key.expiresAt)}`;
  return `${key.expiresAt <= now ? 'expired' : 'expires'} ${day(key.expiresAt)}`;
}

function day(at: Date | null): string | undefined {
  return at?.toISOString().slice(0, 10);
}
