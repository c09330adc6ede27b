import path from 'node:path';
import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson } from '../../context.ts';
import { openByteCount } from '../../output/byte-count.ts';

export function buildDatabaseBackup(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'backup <file>',
    summary: 'Write a copy of the database and the kept repositories to a file while they are in use',
    description:
      'All data of one moment: jobs, projects, people, keys, page views, and the repositories that Copydesk keeps on this ' +
      'machine. Keep the file as safe as the data. It leaves out the key with which stored secrets are encrypted, ' +
      'unless you add --with-secret-key: each is useless without the other. /docs/backup says more.',
    examples: [
      'copydesk database backup /backups/copydesk-2026-11-24.backup',
      'copydesk database backup today.backup --json',
    ],
  })
    .option('--with-secret-key', 'also write the key of stored secrets to it')
    .action((file: string, options: Options) => backup(context, file, options));
}

interface Options {
  withSecretKey?: true;
  json?: true;
}

async function backup(
  { operator, terminal, now }: Context,
  file: string,
  { withSecretKey, json }: Options,
): Promise<void> {
  const count = openByteCount(terminal, 'read', { now, json: json === true });
  const done = await operator
    .backup({ file: path.resolve(file), withSecretKey: withSecretKey === true, onProgress: count.add })
    .finally(() => count.end());
  if (json) return printJson(terminal, done);
  terminal.out(`${done.file}: ${count.megabytes()} MB in ${(done.bytes / 1e6).toFixed(1)} MB\n`);
  if (done.repositories > 0) terminal.out(`With ${done.repositories} kept repositories.\n`);
  if (done.elsewhere.length > 0) {
    terminal.out(
      `Not included, because other machines have them: the kept repositories of ${done.elsewhere.join(', ')}.\n`,
    );
  }
  if (done.secretKey === 'left out') {
    terminal.out('The key of stored secrets is not in it: keep secret.key, or COPYDESK_SECRET_KEY, elsewhere.\n');
  }
}
