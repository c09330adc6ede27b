import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { isOfTestMode } from '../../postgres/test-organisation.ts';
import { acrossProjects } from '../cluster/every-project.ts';
import { everyShard } from './counts/every-shard.ts';

/** How far the roll-ups lag behind, and what became of a day's events, over all projects. */
export interface Ingestion {
  lagSeconds: number | null;
  unfoldedViews: number;
  accepted: number;
  duplicates: number;
  dropped: Record<string, number>;
  refused: Record<string, number>;
  /** The time of the newest stored view. */
  lastViewAt: Date | null;
}

export async function readIngestion(db: Database, now: Date): Promise<Ingestion> {
  const today = now.toISOString().slice(0, 10);
  const [journal, counted, newest] = await Promise.all([
    acrossProjects(db, async (ofThese) => await readJournal(db, ofThese)),
    acrossProjects(db, async (ofThese) => await readCounts(db, ofThese, today)),
    acrossProjects(db, async (ofThese) => await readNewest(db, ofThese)),
  ]);
  const lags = journal.flatMap(({ lagSeconds }) => (lagSeconds === null ? [] : [lagSeconds]));
  const result: Ingestion = {
    lagSeconds: lags.length === 0 ? null : Math.max(...lags),
    unfoldedViews: journal.reduce((sum, { views }) => sum + views, 0),
    accepted: 0,
    duplicates: 0,
    dropped: {},
    refused: {},
    lastViewAt: newest.reduce<Date | null>((last, { at }) => (last === null || at > last ? at : last), null),
  };
  for (const { name, count } of counted) add(result, name, count);
  return result;
}

async function readJournal(db: Database, ofThese: RawBuilder<unknown>) {
  const { rows } = await sql<{ lagSeconds: number | null; views: number }>`
    select extract(epoch from now() - min(written_at))::float8 as "lagSeconds", coalesce(sum(views), 0)::bigint as views
    from view_journal where ${ofThese}
  `.execute(db);
  return rows;
}

/**
 * Returns the age of the oldest journal row; 0 when there is none. Looks it up by the key of each shard, since a
 * journal that lags behind is long. Citus allows a limit for each shard only when the shards come from a table that is
 * distributed with the journals.
 */
export async function readFoldLag(db: Database): Promise<number> {
  const oldest = await acrossProjects(db, async (ofThese) => {
    const { rows } = await sql<{ lagSeconds: number }>`
      select extract(epoch from now() - first.written_at)::float8 as "lagSeconds"
      from view_site as site
      cross join lateral (
        select written_at from view_journal where view_journal.project_id = site.project_id
        order by number limit 1
      ) as first
      where ${ofThese}
    `.execute(db);
    return rows;
  });
  return oldest.reduce((most, { lagSeconds }) => Math.max(most, lagSeconds), 0);
}

/** Uses the index on the time, for each shard. */
async function readNewest(db: Database, ofThese: RawBuilder<unknown>): Promise<{ at: Date }[]> {
  const { rows } = await sql<{ at: Date }>`
    select newest.at from view_site as site
    cross join lateral (
      select at from view where view.project_id = site.project_id order by at desc limit 1
    ) as newest
    where ${ofThese}
  `.execute(db);
  return rows;
}

/** Reads project by project, by the key: the whole table contains all days. */
async function readCounts(db: Database, ofThese: RawBuilder<unknown>, today: string) {
  const { rows } = await sql<{ name: string; count: number }>`
    select health.name, sum(health.count)::bigint as count
    from project join ${everyShard} as placed on placed.project = project.number
    join view_health health on health.project_id = placed.shard and health.day = ${today}
    where project.deleted_at is null and not ${isOfTestMode('project.organisation_id')} and ${ofThese} group by health.name
  `.execute(db);
  return rows;
}

function add(result: Ingestion, name: string, count: number): void {
  const [what, why = ''] = name.split(':', 2);
  if (name === 'accepted') result.accepted += count;
  if (name === 'duplicate') result.duplicates += count;
  if (what === 'dropped') result.dropped[why] = (result.dropped[why] ?? 0) + count;
  if (what === 'refused') result.refused[why] = (result.refused[why] ?? 0) + count;
}
