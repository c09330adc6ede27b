import { sql } from 'kysely';
import { readBinaryRows } from '../../postgres/binary-rows.ts';
import type { Database } from '../../postgres/database.ts';
import { readShards } from '../store/shards/shards.ts';
import { visitJournal } from './counts/journal.ts';
import { dateOfDay } from './counts/pieces.ts';
import { visitSite } from './counts/unpack.ts';

/** The views of a project on each of several days, people and AI together. */
export interface RecentViews {
  /** Oldest first. */
  days: number[];
  human: number;
  ai: number;
}

const dayMilliseconds = 86_400_000;

/**
 * Returns the views of several projects on the last days (UTC), including today: the same numbers as a time series by
 * day has, with two statements for all projects.
 *
 * @param numbers the projects' numbers in the tables of page views.
 */
export async function readGlances(
  db: Database,
  numbers: readonly number[],
  { now, days }: { now: Date; days: number },
): Promise<Map<number, RecentViews>> {
  const glances = new Map(numbers.map((number) => [number, { days: Array<number>(days).fill(0), human: 0, ai: 0 }]));
  if (numbers.length === 0) return glances;
  const today = Math.floor(now.getTime() / dayMilliseconds);
  const first = today - days + 1;
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const projects = await readProjects(transaction, numbers);
      const ids = sql`any(array[${sql.join([...projects.keys()].map((shard) => sql.lit(shard)))}]::integer[])`;
      const classes = await readClasses(transaction, numbers);
      const rows = await readBinaryRows(
        transaction,
        sql`
          select project_id, start - date '1970-01-01', site from view_rollup
          where project_id = ${ids} and level = 'day' and start >= ${dateOfDay(first)} and start < ${dateOfDay(today + 1)}
          union all
          select project_id, null, entries from view_journal
          where project_id = ${ids} and last_day >= ${dateOfDay(first)} and first_day < ${dateOfDay(today + 1)}
        `,
      );
      for (const [project, day, table] of rows) {
        if (project == null || table == null) continue;
        const number = projects.get(project.readInt32BE()) ?? 0;
        const glance = glances.get(number);
        const classOf = classes.get(number);
        if (glance === undefined || classOf === undefined) continue;
        const add = (at: number, kind: number, views: number): void => {
          const viewClass = classOf.get(kind);
          if (viewClass !== 'human' && viewClass !== 'ai') return;
          glance[viewClass] += views;
          glance.days[at - first] = (glance.days[at - first] ?? 0) + views;
        };
        if (day == null) {
          const hours = { from: first * 24, to: (today + 1) * 24 };
          visitJournal([table], { hours, found: true }, ({ hour, kind, views }) =>
            add(Math.floor(hour / 24), kind, views),
          );
        } else visitSite(table, ({ kind, views }) => add(day.readInt32BE(), kind, views));
      }
    });
  return glances;
}

/** Returns the project of each shard. */
async function readProjects(db: Database, numbers: readonly number[]): Promise<Map<number, number>> {
  const shards = await readShards(db, numbers);
  return new Map(
    [...shards].flatMap(([project, { numbers: ofProject }]) => ofProject.map((shard) => [shard, project] as const)),
  );
}

/** Returns the class of each kind, by project. */
async function readClasses(db: Database, numbers: readonly number[]): Promise<Map<number, Map<number, string>>> {
  const rows = await db
    .selectFrom('view_kind')
    .select(['project_id', 'number', 'class'])
    .where('project_id', 'in', [...numbers])
    .execute();
  const classes = new Map(numbers.map((number) => [number, new Map<number, string>()]));
  for (const row of rows) classes.get(row.project_id)?.set(row.number, row.class);
  return classes;
}
