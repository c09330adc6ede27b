import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import type { Arrival, Stored } from './arrival.ts';
import { bytesArray, numberArray, plainArray } from './arrays.ts';
import { dayOf, monthsBefore } from './calendar.ts';
import { takeFresh } from './event-ids.ts';
import { healthOf } from './health.ts';
import type { HealthCounts } from './health.ts';
import { journalOf } from './journal.ts';
import type { Numbering, NumberedView } from './numbered-view.ts';
import type { Partitions } from './partitions.ts';
import { readJudgements } from './readers.ts';
import type { Judgements } from './readers.ts';
import { ensureSites } from './site.ts';

/** What a writer remembers between groups. */
export interface WriterState {
  db: Database;
  numbering: Numbering;
  partitions: Partitions;
  /** Projects whose rows are there. */
  sites: Set<number>;
  retentionMonths: number;
}

/** How often a group begins again because its readers were judged anew in between. */
const attempts = 3;

/**
 * Stores a group of arrivals in one transaction: ids, single views, the journal of what they count, health, ledgers.
 * @returns for each arrival what was counted of it.
 */
export async function writeGroup(state: WriterState, arrivals: readonly Arrival[], now: Date): Promise<Stored[]> {
  const projectIds = [...new Set(arrivals.map(({ projectId }) => projectId))].sort((left, right) => left - right);
  await prepare(state, arrivals, projectIds, now);
  const { numbering } = state;
  for (let attempt = 1; ; attempt += 1) {
    const judgements = await numbering.readers.judgementsOf(projectIds);
    const views = await numbering.number(arrivals, dayOf(now.getTime()));
    const stored = await state.db.transaction().execute(async (transaction) => {
      const inForce = await holdVerdicts(transaction, projectIds);
      if (isSame(judgements, inForce)) return await store(state, transaction, arrivals, views, now);
      numbering.readers.renew(inForce);
      return undefined;
    });
    if (stored !== undefined) return stored;
    if (attempt === attempts) throw new Error('Readers are judged anew again and again');
  }
}

function isSame(left: Judgements, right: Judgements): boolean {
  return [...left].every(([projectId, count]) => right.get(projectId) === count);
}

async function prepare(
  state: WriterState,
  arrivals: readonly Arrival[],
  projectIds: readonly number[],
  now: Date,
): Promise<void> {
  const unknown = projectIds.filter((projectId) => !state.sites.has(projectId));
  if (unknown.length > 0) await ensureSites(state.db, unknown);
  for (const projectId of unknown) state.sites.add(projectId);
  const kept = rawFrom(state, now);
  const moments = arrivals.flatMap(({ views }) => views.map(({ at }) => at)).filter((at) => at >= kept);
  await state.partitions.ensure(moments);
}

/**
 * From here to the end of the transaction nobody judges readers of these projects anew.
 * @returns how often that was done so far.
 */
async function holdVerdicts(transaction: DatabaseTransaction, projectIds: readonly number[]): Promise<Judgements> {
  await sql`
    select pg_advisory_xact_lock_shared(hashtext('view verdicts'), project_id)
    from unnest(${numberArray(projectIds)}::int[]) as project_id
  `.execute(transaction);
  return await readJudgements(transaction, projectIds);
}

async function store(
  state: WriterState,
  transaction: DatabaseTransaction,
  arrivals: readonly Arrival[],
  views: readonly NumberedView[],
  now: Date,
): Promise<Stored[]> {
  const today = dayOf(now.getTime());
  const fresh = views.length === 0 ? [] : await takeFresh(transaction, views, today);
  if (fresh.length > 0) {
    const kept = rawFrom(state, now);
    await insertViews(
      transaction,
      fresh.filter(({ at }) => at >= kept),
    );
    await insertJournal(transaction, fresh);
  }
  for (const { projectId, ledger } of arrivals) if (ledger) await moveLedger(transaction, projectId, ledger);
  // Last of all: these rows are everybody's, and locked until the commit.
  await addHealth(transaction, healthOf(arrivals, fresh, today), today);
  const accepted = Array.from<number>({ length: arrivals.length }).fill(0);
  for (const { arrival } of fresh) accepted[arrival] = (accepted[arrival] ?? 0) + 1;
  return arrivals.map((arrival, place) => {
    const counted = accepted[place] ?? 0;
    return { accepted: counted, duplicates: arrival.views.length - counted };
  });
}

/** Views before this are counted and not kept one by one. */
function rawFrom({ retentionMonths }: WriterState, now: Date): number {
  return monthsBefore(now.getTime(), retentionMonths);
}

async function insertViews(transaction: DatabaseTransaction, views: readonly NumberedView[]): Promise<void> {
  if (views.length === 0) return;
  const column = (valueOf: (view: NumberedView) => number | bigint | null) => numberArray(views.map(valueOf));
  await sql`
    insert into view (project_id, at, page, reader, referrer, visitor, surface, found)
    select project_id, to_timestamp(at / 1000.0::float8), page, reader, referrer, visitor, surface, found = 1
    from unnest(
      ${column((view) => view.projectId)}::int[], ${column((view) => view.at)}::float8[],
      ${column((view) => view.page)}::int[], ${column((view) => view.reader.number)}::int[],
      ${column((view) => view.referrer)}::int[], ${column((view) => view.visitor)}::int8[],
      ${column((view) => view.surface)}::int2[], ${column((view) => (view.found ? 1 : 0))}::int2[]
    ) as view (project_id, at, page, reader, referrer, visitor, surface, found)
  `.execute(transaction);
}

async function insertJournal(transaction: DatabaseTransaction, views: readonly NumberedView[]): Promise<void> {
  const rows = journalOf(views);
  await sql`
    insert into view_journal (project_id, first_day, last_day, views, entries)
    select * from unnest(
      ${numberArray(rows.map((row) => row.projectId))}::int[], ${plainArray(rows.map((row) => row.firstDay))}::date[],
      ${plainArray(rows.map((row) => row.lastDay))}::date[], ${numberArray(rows.map((row) => row.views))}::int[],
      ${bytesArray(rows.map((row) => row.entries))}::bytea[]
    )
  `.execute(transaction);
}

async function moveLedger(
  transaction: DatabaseTransaction,
  projectId: number,
  { fingerprint, file, position, lines }: NonNullable<Arrival['ledger']>,
): Promise<void> {
  await sql`
    insert into view_import (project_id, fingerprint, position, lines, file)
    values (${projectId}, ${fingerprint}, ${position}, ${lines}, ${file})
    on conflict (project_id, fingerprint) do update
    set position = excluded.position, lines = excluded.lines, file = excluded.file, updated_at = now()
    where view_import.position < excluded.position
  `.execute(transaction);
}

/** Adds to the health of a day. */
export async function addHealth(
  transaction: Database | DatabaseTransaction,
  health: HealthCounts,
  day: string,
): Promise<void> {
  const rows = health.rows();
  if (rows.length === 0) return;
  await sql`
    insert into view_health (project_id, day, name, count)
    select project_id, ${day}, name, count
    from unnest(
      ${numberArray(rows.map((row) => row.projectId))}::int[], ${rows.map((row) => row.name)}::text[],
      ${numberArray(rows.map((row) => row.count))}::int8[]
    ) as health (project_id, name, count)
    on conflict (project_id, day, name) do update set count = view_health.count + excluded.count
  `.execute(transaction);
}
