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
    summary: 'Show the state of the server on one screen: jobs, workers, page views, database, disk, last backup',
    description:
      'Changes nothing, and creates no database. On another machine than the server it needs a key with the scope admin. ' +
      'The exit code is 0 if the server runs and its database answers, and 1 otherwise.',
    examples: ['copydesk status', 'copydesk status --json'],
  }).action((options: { json?: true }) => showStatus(context, options));
}

async function showStatus({ operator, terminal, exit, now }: Context, { json }: { json?: true }): Promise<void> {
  const status = await operator.status();
  if (status.server !== 'up' || status.health === null) exit.code = 1;
  if (json) return printJson(terminal, status);
  const paint = paintFor(terminal.colours.out);
  const words = {
    up: paint.good('up'),
    down: paint.bad('not running'),
    other: paint.bad('another program answers there'),
  };
  const version = status.health?.versions.found?.copydesk ?? operator.version;
  terminal.out(`Copydesk ${printable(version)} at ${printable(status.url)}: ${words[status.server]}\n`);
  printFields({ ...terminal, out: terminal.tell }, statusLines(status, now()));
}
