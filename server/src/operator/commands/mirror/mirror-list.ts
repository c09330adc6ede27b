import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { printable } from '../../output/text-width.ts';

export function buildMirrorList(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'list',
    summary: 'List the repositories that Copydesk keeps, and the state of their mirrors',
    description:
      'COPYDESK_MIRROR says where the mirrors are, and the workers of each machine update them: /docs/backup.',
    examples: ['copydesk mirror list', 'copydesk mirror list --json'],
  }).action((options: { json?: true }) => list(context, options));
}

async function list(context: Context, { json }: { json?: true }): Promise<void> {
  const { terminal } = context;
  const { place, mirrors } = await withServices(context, async (services) => services.mirrors.list());
  if (json) return printJson(terminal, { place, mirrors });
  if (mirrors.length === 0) return terminal.err('Copydesk keeps no repositories: there is nothing to mirror.\n');
  printTable(
    terminal,
    [
      { title: 'PROJECT', text: ({ name }) => name, shrinks: true },
      { title: 'ON', text: ({ machine }) => machine ?? 'not known' },
      { title: 'MIRRORED', text: ({ mirroredAt }) => mirroredAt?.toISOString().slice(0, 19) ?? 'never' },
      { title: 'FAILS SINCE', text: ({ failedAt }) => failedAt?.toISOString().slice(0, 19) ?? '' },
    ],
    mirrors,
  );
  for (const { name, failure } of mirrors) {
    if (failure !== null) terminal.out(`\n${printable(name)}: ${printable(failure)}\n`);
  }
  if (place === null) terminal.err('\nCOPYDESK_MIRROR is not set here: workers of this machine mirror nothing.\n');
}
