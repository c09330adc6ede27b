import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { buildDatabaseBackup } from '../commands/database/database-backup.ts';
import { buildDatabaseDistribute } from '../commands/database/database-distribute.ts';
import { buildDatabaseMove } from '../commands/database/database-move.ts';
import { buildDatabaseRestore } from '../commands/database/database-restore.ts';
import { buildDatabaseSlices } from '../commands/database/database-slices.ts';
import { buildDatabaseUpgrade } from '../commands/database/database-upgrade.ts';
import { addGroup } from './add-group.ts';

export function buildDatabaseGroup(program: Command, context: Context): void {
  addGroup(
    program,
    { name: 'database', description: 'The database: copies of it, and where it grows beyond one server.' },
    (group) => {
      buildDatabaseBackup(group, context);
      buildDatabaseRestore(group, context);
      buildDatabaseMove(group, context);
      buildDatabaseUpgrade(group, context);
      buildDatabaseDistribute(group, context);
      buildDatabaseSlices(group, context);
    },
  );
}
