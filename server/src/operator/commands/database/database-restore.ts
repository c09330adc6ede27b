import path from 'node:path';
import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson } from '../../context.ts';
import { openByteCount } from '../../output/byte-count.ts';

export function buildDatabaseRestore(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'restore <file>',
    summary: 'Restore a backup into an empty folder or database',
    description:
      'Reads the whole file first: a file that is damaged, incomplete or of a newer version changes nothing. Then everything is ' +
      'restored or nothing. Start the server afterwards: it updates an older schema. Stop the server that the backup comes from ' +
      'before you start another: both would work on the same jobs.',
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
  terminal.out(`Restored the data of ${done.madeAt}, by Copydesk ${done.version}.\n`);
  if (done.repositories > 0) terminal.out(`With ${done.repositories} kept repositories.\n`);
  if (done.elsewhere.length > 0) terminal.out(`Without the kept repositories of ${done.elsewhere.join(', ')}.\n`);
  if (!done.hasKey) {
    terminal.out(
      'The key that encrypts stored secrets is missing: write it to secret.key in the data folder, or to ' +
        'COPYDESK_SECRET_KEY, before you start the server.\n',
    );
  }
}
