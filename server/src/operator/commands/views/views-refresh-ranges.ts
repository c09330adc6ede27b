import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson } from '../../context.ts';
import { whileWaiting } from '../../output/status-line.ts';
import { printTable } from '../../output/table.ts';

export function buildViewsRefreshRanges(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'refresh-ranges',
    summary: 'Download the addresses that operators of AI agents publish',
    description:
      'They distinguish agents from programs that use their names. Copydesk contains the addresses of its release; newer ' +
      'ones are stored in the data folder, and its servers use them within ten seconds. Once a week is enough.',
    examples: ['copydesk views refresh-ranges'],
  }).action((options: { json?: true }) => refresh(context, options));
}

async function refresh(context: Context, { json }: { json?: true }): Promise<void> {
  const wait = { what: 'Downloading addresses', json: json === true };
  const networks = await whileWaiting(context, wait, async () => await context.operator.refreshAddressRanges());
  if (networks.every(({ failure }) => failure !== null)) context.exit.code = 1;
  if (json) return printJson(context.terminal, { networks });
  printTable(
    context.terminal,
    [
      { title: 'NETWORK', text: ({ id }) => id },
      { title: 'BLOCKS', text: ({ prefixes }) => prefixes.toLocaleString('en') },
      { title: 'NEW', text: ({ added }) => added.toLocaleString('en') },
      { title: 'GONE', text: ({ removed }) => removed.toLocaleString('en') },
      { title: '', text: ({ failure }) => (failure === null ? '' : `as before: ${failure}`), shrinks: true },
    ],
    networks,
  );
  if (context.exit.code === 1) {
    context.terminal.err(
      'Nothing could be downloaded; the addresses are as before. --json shows each error in full.\n',
    );
  }
}
