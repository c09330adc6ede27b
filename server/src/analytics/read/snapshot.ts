import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { monthsBefore } from '../store/calendar.ts';
import { hasOddBound, isEmpty, spanOf, widen } from './range.ts';
import type { Span } from './range.ts';

/** Whose page views are read, and when. */
export interface ReadSite {
  /** The project's number. */
  projectId: number;
  now: Date;
  /** For how many months single views are kept. */
  retentionMonths: number;
  /** Where several ranges and tables are read as they are at one moment: see {@link atOneMoment}. */
  moment?: Moment;
}

/** One moment of a project's page views. */
interface Moment {
  /** The pool, for what is remembered. */
  db: Database;
  transaction: DatabaseTransaction;
  /** As of a {@link Snapshot}. */
  rawFrom: number;
  pages: number;
  kinds: number;
  shards: readonly number[];
}

/** What a reading function answers. */
export interface Reading<T> {
  result: T;
  /** The range that was answered where it is wider than the one that was asked for; an absent bound is no bound. */
  range: { from?: Date; to?: Date } | undefined;
}

/** One moment of a project's page views, and the range of them that is read. */
export interface Snapshot {
  /** The pool, for what never changes once it is there. */
  db: Database;
  transaction: DatabaseTransaction;
  projectId: number;
  /** In milliseconds since 1970, widened where single views are gone. */
  span: Span;
  /** Since when all single views are there, in milliseconds since 1970. */
  rawFrom: number;
  /** The greatest numbers of the dictionaries: everything that was counted has one of them. */
  pages: number;
  kinds: number;
  /** Where the project's page views lie, the first with the names of its pages. */
  shards: readonly number[];
}

/**
 * Reads a range as it is at one moment: all that `read` asks for is of the same snapshot.
 * @param needsSingleViews - whether `read` counts single views: where a bound is within a day it does.
 */
export async function readAt<T>(
  db: Database,
  site: ReadSite,
  query: { dateFrom?: Date; dateTo?: Date },
  read: (snapshot: Snapshot) => Promise<T>,
  needsSingleViews = hasOddBound(spanOf(query)),
): Promise<Reading<T>> {
  const asked = spanOf(query);
  return await withMoment(db, site, needsSingleViews, async (moment) => {
    const span = widen(asked, moment.rawFrom);
    const result = await read({ ...moment, projectId: site.projectId, span });
    return { result, range: rangeOf(asked, span) };
  });
}

/**
 * Reads several tables and ranges as they are at one moment, so that their numbers agree. The reading functions are
 * given the site that `read` is, and take its transaction for everything: no second connection is waited for.
 */
export async function atOneMoment<T>(db: Database, site: ReadSite, read: (site: ReadSite) => Promise<T>): Promise<T> {
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
 * Whoever drops old single views waits for the lock, and says in `raw_from` what they dropped. It comes before the
 * snapshot, which the first query takes: so what `raw_from` promises stays there until the end of the transaction.
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
 * The coordinator of a cluster would read shards of a node by several connections, each with a moment of its own; one server does not
 * know the setting.
 */
const oneConnection = 'set local citus.max_adaptive_executor_pool_size = 1';

/** Rows of a project's shards. */
export function ofShards({ shards }: Pick<Snapshot, 'shards'>, column = 'project_id'): RawBuilder<unknown> {
  const [first = 0, ...others] = shards;
  const name = sql.ref(column);
  if (others.length === 0) return sql`${name} = ${sql.lit(first)}`;
  return sql`${name} = any(array[${sql.join(shards.map((shard) => sql.lit(shard)))}]::int[])`;
}

/** The coordinator of a cluster would lock the table on every node; dropping waits for its own lock already. */
const lockViews = 'set local citus.enable_ddl_propagation = off; lock table view in access share mode';

/** The range that was answered, where it is another than the one that was asked for. */
export function rangeOf(asked: Span, answered: Span): Reading<unknown>['range'] {
  if (isEmpty(asked) || (asked.from === answered.from && asked.to === answered.to)) return undefined;
  return { from: dateOf(answered.from), to: dateOf(answered.to) };
}

function dateOf(at: number): Date | undefined {
  return Number.isFinite(at) ? new Date(at) : undefined;
}
