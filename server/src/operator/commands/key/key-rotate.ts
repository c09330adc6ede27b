import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { presentKey } from '../../present.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildKeyRotate(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'rotate <id>',
    summary: 'Replace an API key with a new one',
    description:
      'The new key has the same settings and is printed once, and nothing else on standard output. The old one stays valid for an ' +
      'hour, so that you can give its users the new one.',
    examples: ['copydesk key rotate key_4fN1cZ0yQm', 'copydesk key rotate key_4fN1cZ0yQm > key.txt'],
  }).action((id: string, options: { json?: true }) => rotate(context, id, options));
}

async function rotate(context: Context, id: string, options: { json?: true }): Promise<void> {
  const { key, token, old } = await withServices(context, (services) => services.rotateKey(id));
  if (options.json) return printJson(context.terminal, { ...presentKey(key), key: token });
  context.terminal.out(`${token}\n`);
  const until = old.expiresAt?.toISOString().slice(0, 16).replace('T', ' ') ?? '';
  context.terminal.err(
    `The key "${printableLine(key.name)}" has a new text, which is not shown again. The old text is refused from ${until} UTC on.\n`,
  );
}
