import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { type Context, printJson } from '../context.ts';
import { paintFor } from '../output/paint.ts';
import { statusLines } from '../output/status-lines.ts';
import { printFields } from '../output/table.ts';
import { printable } from '../output/text-width.ts';

export function buildStatus(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'status',
    summary: 'Show in one screen how the server is: jobs, workers, page views, database, disk, last backup',
    description:
      'Changes nothing, and makes no database. Elsewhere than on the machine of the server, a key of the scope admin asks it.\n' +
      'Ends with 0 when the server is up and its database answers, and with 1 otherwise.',
    examples: ['copydesk status', 'copydesk status --json'],
  }).action((options: { json?: true }) => showStatus(context, options));
}

async function showStatus({ operator, terminal, exit, now }: Context, { json }: { json?: true }): Promise<void> {
  const status = await operator.status();
  if (status.server !== 'up' || status.health === null) exit.code = 1;
  if (json) return printJson(terminal, status);
  const paint = paintFor(terminal.colours.out);
  const words = { up: paint.good('up'), down: paint.bad('not running'), other: paint.bad('another program is there') };
  const version = status.health?.versions.found?.copydesk ?? operator.version;
  terminal.out(`Copydesk ${printable(version)} at ${printable(status.url)}: ${words[status.server]}\n`);
  printFields(terminal, statusLines(status, now()));
}
