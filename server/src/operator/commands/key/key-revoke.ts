import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { presentKey } from '../../present.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildKeyRevoke(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'revoke <id>',
    summary: 'Revoke an API key',
    description:
      'Within a second the key is refused everywhere. This is final: create another key to give a client access again.',
    examples: ['copydesk key revoke key_4fN1cZ0yQm'],
  }).action((id: string, options: { json?: true }) => revoke(context, id, options));
}

async function revoke(context: Context, id: string, options: { json?: true }): Promise<void> {
  const key = await withServices(context, (services) => services.revokeKey(id));
  if (options.json) printJson(context.terminal, presentKey(key));
  else context.terminal.out(`Revoked the key "${printableLine(key.name)}"\n`);
}
