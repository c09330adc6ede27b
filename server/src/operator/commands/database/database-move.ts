import type { Command } from 'commander';
import { CopydeskError } from '@copydesk/contract/errors';
import { addCommand } from '../../command.ts';
import { type Context, printJson } from '../../context.ts';
import type { MoveDone } from '../../backups.ts';
import { openByteCount } from '../../output/byte-count.ts';

export function buildDatabaseMove(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'move',
    summary: 'Move the database to another PostgreSQL, all of it or nothing',
    description:
      'Moves the embedded database, or that of DATABASE_URL, into an empty one. First stop all Copydesk processes that use it. ' +
      'Each table is compared on both sides before the move counts. The old database stays as it is, except for a note ' +
      'that keeps servers from starting on it. Other users of the machine can read a command line: leave the ' +
      'password out of the address, and set PGPASSWORD or use ~/.pgpass.',
    examples: [
      'PGPASSWORD=… copydesk database move --to postgresql://copydesk@db.example.com/copydesk',
      'DATABASE_URL=postgresql://copydesk@db/copydesk copydesk database move --to embedded',
      'copydesk database move --undo',
    ],
  })
    .option('--to <address>', 'an address as in DATABASE_URL, or "embedded"')
    .option('--undo', 'let servers use the old database again, as it is')
    .action((options: Options) => moveOrUndo(context, options));
}

interface Options {
  to?: string;
  undo?: true;
  json?: true;
}

async function moveOrUndo(context: Context, { to, undo, json }: Options): Promise<void> {
  if ((to === undefined) === (undo === undefined)) {
    throw new CopydeskError(
      'invalid_request',
      'Say where to move it with --to, or give --undo: see copydesk database move --help',
    );
  }
  if (to === undefined) return await undoMove(context, json);
  const { operator, terminal, now } = context;
  const count = openByteCount(terminal, 'moved', { now, json: json === true });
  const done = await operator.moveDatabase({ to, onProgress: count.add }).finally(() => count.end());
  if (json) return printJson(terminal, done);
  terminal.tell(outcome(done));
}

async function undoMove({ operator, terminal }: Context, json: true | undefined): Promise<void> {
  const undone = await operator.undoMove();
  if (json) return printJson(terminal, { undone });
  terminal.out(undone ? 'The database can be used again.\n' : 'The database was not moved.\n');
}

function outcome({ to, tables, rows, wasThere, dataDirectory, left }: MoveDone): string {
  const first = wasThere ? 'An earlier move had copied everything: ' : 'Moved ';
  const setting =
    to === 'embedded'
      ? `Leave DATABASE_URL out from now on, with COPYDESK_DATA_DIR=${dataDirectory}.`
      : `Set DATABASE_URL to it, with its password, and leave COPYDESK_DATA_DIR=${dataDirectory}: the repositories that ` +
        'Copydesk keeps and the key of stored secrets stay there.';
  const old = left === undefined ? 'The old database' : `The old database, in ${left},`;
  return [
    `${first}${tables} tables with ${rows.toLocaleString('en')} rows to ${to}. Each was compared on both sides.`,
    `Next: 1. ${setting}`,
    '      2. Start the server.',
    `${old} is as it was. Nothing starts on it unless you run "copydesk database move --undo". You may remove it.`,
    '',
  ].join('\n');
}
