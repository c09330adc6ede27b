import path from 'node:path';
import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { type Context, printJson } from '../context.ts';
import { openByteCount } from '../output/byte-count.ts';

export function buildDatabaseBackup(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'backup <file>',
    summary: 'Copy the database and the kept repositories into a file, while they are in use',
    description:
      'One moment of everything: jobs, projects, people, keys, page views, and the repositories that Copydesk keeps on this\n' +
      'machine. The file holds all that is in them: keep it as safe. The key that stored secrets are sealed with stays out of it\n' +
      'unless --with-secret-key says otherwise, and is of use to nobody without the file. docs/backup.md tells the rest.',
    examples: [
      'copydesk database backup /backups/copydesk-2026-11-24.backup',
      'copydesk database backup today.backup --json',
    ],
  })
    .option('--with-secret-key', 'put the key of stored secrets into it as well')
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
    terminal.out(`Not in it, since other machines have them: the kept repositories of ${done.elsewhere.join(', ')}.\n`);
  }
  if (done.secretKey === 'left out') {
    terminal.out('The key of stored secrets is not in it: keep secret.key, or COPYDESK_SECRET_KEY, elsewhere.\n');
  }
}
