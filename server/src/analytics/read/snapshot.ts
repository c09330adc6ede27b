import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { monthsBefore } from '../store/calendar.ts';
import { hasBoundWithinDay, isEmpty, spanOf, widen } from './time/range.ts';
import type { Span } from './time/range.ts';

/** The project whose page views are read, and the moment. */
export interface ReadSite {
  /** The project's number. */
  projectId: number;
  now: Date;
  /** How many months single views are kept. */
  retentionMonths: number;
  /** Set when several ranges and tables are read at one moment: see {@link readAtOneMoment}. */
  moment?: Moment;
}

/** One moment of a project's page views. */
interface Moment {
  /** The pool, for cached data. */
  db: Database;
  transaction: DatabaseTransaction;
  /** As in {@link Snapshot}. */
  rawFrom: number;
  pages: number;
  kinds: number;
  shards: readonly number[];
}

/** The result of a reading function. */
export interface Reading<T> {
  result: T;
  /** The range that was answered, when it is wider than the requested one; an absent bound is unlimited. */
  range: { from?: Date; to?: Date } | undefined;
}

/** One moment of a project's page views, and the range that is read. */
export interface Snapshot {
  /** The pool, for data that never changes once it exists. */
  db: Database;
  transaction: DatabaseTransaction;
  projectId: number;
  /** In milliseconds since 1970, widened where single views are gone. */
  span: Span;
  /** The moment since which all single views exist, in milliseconds since 1970. */
  rawFrom: number;
  /** The greatest numbers of the dictionaries: everything that was counted has a number up to these. */
  pages: number;
  kinds: number;
  /** The shards with the project's page views, the first one with the names of its pages. */
  shards: readonly number[];
}

/**
 * Reads a range at one moment: everything that `read` queries belongs to the same snapshot.
 * @param needsSingleViews - whether `read` counts single views: it does when a bound is within a day.
 */
export async function readAt<T>(
  db: Database,
  site: ReadSite,
  query: { dateFrom?: Date; dateTo?: Date },
  read: (snapshot: Snapshot) => Promise<T>,
  needsSingleViews = hasBoundWithinDay(spanOf(query)),
): Promise<Reading<T>> {
  const asked = spanOf(query);
  return await withMoment(db, site, needsSingleViews, async (moment) => {
    const span = widen(asked, moment.rawFrom);
    const result = await read({ ...moment, projectId: site.projectId, span });
    return { result, range: rangeOf(asked, span) };
  });
}

/**
 * Reads several tables and ranges at one moment, so that their numbers agree. Reading functions that receive the site
 * from `read` use its transaction for everything: they never wait for a second connection.
 */
export async function readAtOneMoment<T>(
  db: Database,
  site: ReadSite,
  read: (site: ReadSite) => Promise<T>,
): Promise<T> {
  return await withMoment(db, site, true, async (moment) => await read({ ...site, moment }));
}

async function withMoment<T>(
  db: Database,
  site: ReadSite,
  needsSingleViews: boolean,
  read: (moment: Moment) => Promise<T>,
): Promise<T> {
  if (site.moment !== undefined) return await read(site.moment);
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(
      async (transaction) => await read({ db, transaction, ...(await openSite(transaction, site, needsSingleViews)) }),
    );
}

/**
 * Opens the snapshot. A process that drops old single views waits for the lock, and stores in `raw_from` what it
 * dropped. The lock comes before the snapshot, which the first query takes: so the views since `raw_from` exist until
 * the end of the transaction.
 */
async function openSite(transaction: DatabaseTransaction, site: ReadSite, needsSingleViews: boolean) {
  if (needsSingleViews) await sql`${sql.raw(lockViews)}`.execute(transaction);
  const { rows } = await sql<{ rawFrom: number; pages: number; kinds: number; others: number[] }>`
    select (extract(epoch from raw_from) * 1000)::float8 as "rawFrom", pages, kinds,
      array(select number from view_shard where project = ${site.projectId} order by place) as others
    from view_site where project_id = ${site.projectId}
  `.execute(transaction);
  const { rawFrom, pages, kinds, others } = rows[0] ?? {
    rawFrom: Number.NEGATIVE_INFINITY,
    pages: 0,
    kinds: 0,
    others: [],
  };
  if (others.length > 0) await sql`${sql.raw(oneConnection)}`.execute(transaction);
  const kept = monthsBefore(site.now.getTime(), site.retentionMonths);
  return { rawFrom: Math.max(rawFrom, kept), pages, kinds, shards: [site.projectId, ...others] };
}

/**
 * The coordinator of a cluster would read shards of a node over several connections, each with its own snapshot. A
 * single server does not know the setting and ignores it.
 */
const oneConnection = 'set local citus.max_adaptive_executor_pool_size = 1';

/** Returns a condition that selects the rows of a project's shards. */
export function inShards({ shards }: Pick<Snapshot, 'shards'>, column = 'project_id'): RawBuilder<unknown> {
  const [first = 0, ...others] = shards;
  const name = sql.ref(column);
  if (others.length === 0) return sql`${name} = ${sql.lit(first)}`;
  return sql`${name} = any(array[${sql.join(shards.map((shard) => sql.lit(shard)))}]::int[])`;
}

/**
 * The coordinator of a cluster would lock the table on every node; the lock on the coordinator is enough to make
 * dropping wait.
 */
const lockViews = 'set local citus.enable_ddl_propagation = off; lock table view in access share mode';

/** Returns the range that was answered, when it differs from the requested one. */
export function rangeOf(asked: Span, answered: Span): Reading<unknown>['range'] {
  if (isEmpty(asked) || (asked.from === answered.from && asked.to === answered.to)) return undefined;
  return { from: dateOf(answered.from), to: dateOf(answered.to) };
}

function dateOf(at: number): Date | undefined {
  return Number.isFinite(at) ? new Date(at) : undefined;
}
