import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';

/** How far the roll-ups are behind, and what became of the events of a day, in all projects together. */
export interface Ingestion {
  lagSeconds: number | null;
  unfoldedViews: number;
  accepted: number;
  duplicates: number;
  dropped: Record<string, number>;
  refused: Record<string, number>;
}

export async function readIngestion(db: Database, now: Date): Promise<Ingestion> {
  const today = now.toISOString().slice(0, 10);
  const [journal, counted] = await Promise.all([
    sql<{ lagSeconds: number | null; views: number }>`
      select extract(epoch from now() - min(written_at))::float8 as "lagSeconds", coalesce(sum(views), 0)::bigint as views
      from view_journal
    `.execute(db),
    // Project by project, by the key: the whole table has all days.
    sql<{ name: string; count: number }>`
      select health.name, sum(health.count)::bigint as count
      from project join view_health health on health.project_id = project.number and health.day = ${today}
      where project.deleted_at is null group by health.name
    `.execute(db),
  ]);
  const { lagSeconds = null, views = 0 } = journal.rows[0] ?? {};
  const result: Ingestion = {
    lagSeconds,
    unfoldedViews: views,
    accepted: 0,
    duplicates: 0,
    dropped: {},
    refused: {},
  };
  for (const { name, count } of counted.rows) add(result, name, count);
  return result;
}

function add(result: Ingestion, name: string, count: number): void {
  const [what, why = ''] = name.split(':', 2);
  if (name === 'accepted') result.accepted = count;
  if (name === 'duplicate') result.duplicates = count;
  if (what === 'dropped') result.dropped[why] = count;
  if (what === 'refused') result.refused[why] = count;
}
