import { CopydeskError } from '@copydesk/contract/errors';
import type { Database } from './database.ts';

/** Refuses a database that was moved: its jobs continue in the new one. @throws CopydeskError `database_refused` */
export async function refuseMoved(db: Database): Promise<void> {
  const move = await db
    .selectFrom('database_move')
    .select(['moved_at', 'moved_to'])
    .orderBy('moved_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (move === undefined) return;
  throw new CopydeskError('database_refused', movedText(move));
}

/** Returns the message about a database that was moved, and what to do. */
export function movedText({ moved_at: at, moved_to: to }: { moved_at: Date; moved_to: string }): string {
  return (
    `This database was moved to ${to} at ${at.toISOString()}. Continue there: ` +
    `${to === embeddedName ? 'leave DATABASE_URL out' : 'set DATABASE_URL'}. To continue with this one, without what has ` +
    'happened there since: copydesk database move --undo'
  );
}

/** The name of the embedded database where others have an address. */
export const embeddedName = 'embedded';
