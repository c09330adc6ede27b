import { sql } from 'kysely';
import type { Database } from '../../../postgres/database.ts';
import { dayMilliseconds, monthOf } from '../calendar.ts';

/** Remembers which months have a partition, so that each process checks a month once. */
export class Partitions {
  private readonly known = new Set<string>();
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Creates the missing partitions of the months that the moments belong to. */
  async ensure(moments: Iterable<number>): Promise<void> {
    const months = new Set<string>();
    let last = '';
    for (const at of moments) {
      // Neighbouring views nearly always share their month, and formatting a date is expensive.
      const month = isWithin(at, last) ? last : monthOf(at);
      last = month;
      if (!this.known.has(month)) months.add(month);
    }
    for (const month of months) {
      await addPartition(this.db, month);
      this.known.add(month);
    }
  }

  /** Forgets all months: a dropped partition is then created again when it is needed. */
  forget(): void {
    this.known.clear();
  }
}

/**
 * Creates the partitions of this month and the next before views need them: in a cluster every node must be up for it.
 */
export async function makePartitionsAhead(db: Database, now: Date): Promise<void> {
  await new Partitions(db).ensure([now.getTime(), Date.parse(nextMonth(monthOf(now.getTime())))]);
}

function isWithin(at: number, month: string): boolean {
  if (month === '') return false;
  const start = Date.parse(month);
  return at >= start && at < start + 28 * dayMilliseconds;
}

/**
 * Creates the partition separately and then attaches it, which blocks no writes or reads of other months. Two
 * processes that create the same one wait for each other.
 */
async function addPartition(db: Database, month: string): Promise<void> {
  const name = sql.table(partitionName(month));
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('view partition'), hashtext(${month}))`.execute(transaction);
    const { rows } = await sql<{ there: string | null }>`
      select to_regclass(${partitionName(month)}) as there
    `.execute(transaction);
    if (rows[0]?.there != null) return;
    await sql`create table ${name} (like view including defaults including storage)`.execute(transaction);
    const from = sql.lit(month);
    const to = sql.lit(nextMonth(month));
    await sql`alter table view attach partition ${name} for values from (${from}) to (${to})`.execute(transaction);
  });
}

/** `view_2026_11`, the partition of the month that begins with the day. */
export function partitionName(month: string): string {
  return `view_${month.slice(0, 7).replace('-', '_')}`;
}

function nextMonth(month: string): string {
  const date = new Date(`${month}T00:00:00Z`);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString();
}
