import path from 'node:path';
import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { type Context, printJson } from '../context.ts';
import { openByteCount } from '../output/byte-count.ts';

export function buildDatabaseRestore(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'restore <file>',
    summary: 'Restore a backup into an empty folder or database',
    description:
      'Reads all of the file first: what is broken, not whole, or of a newer version changes nothing. Then everything is\n' +
      'restored or nothing. The server is started afterwards, and brings an older schema up to date. End the server that the\n' +
      'backup is of before you start another on it: both would work on the same jobs.',
    examples: [
      'COPYDESK_DATA_DIR=/srv/copydesk copydesk database restore /backups/copydesk-2026-11-24.backup',
      'DATABASE_URL=postgres://copydesk@db/new copydesk database restore today.backup --json',
    ],
  }).action((file: string, options: { json?: true }) => restore(context, file, options));
}

async function restore({ operator, terminal, now }: Context, file: string, { json }: { json?: true }): Promise<void> {
  const count = openByteCount(terminal, 'read', { now, json: json === true });
  const done = await operator.restore({ file: path.resolve(file), onProgress: count.add }).finally(() => count.end());
  if (json) return printJson(terminal, done);
  terminal.out(`Restored what was there at ${done.madeAt}, by Copydesk ${done.version}.\n`);
  if (done.repositories > 0) terminal.out(`With ${done.repositories} kept repositories.\n`);
  if (done.elsewhere.length > 0) terminal.out(`Without the kept repositories of ${done.elsewhere.join(', ')}.\n`);
  if (!done.hasKey) {
    terminal.out(
      'The key is missing that stored secrets were sealed with: put it into secret.key of the data folder, or into ' +
        'COPYDESK_SECRET_KEY, before you start the server.\n',
    );
  }
}
