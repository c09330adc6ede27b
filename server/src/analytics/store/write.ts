import { setImmediate } from 'node:timers/promises';
import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import { allOrNothing } from '../../postgres/all-or-nothing.ts';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import type { Arrival, Stored } from './arrival.ts';
import { dayOf, monthsBefore } from './calendar.ts';
import { onceInOrder, takeFresh } from './event-ids.ts';
import { healthOf } from './health.ts';
import type { HealthCounts, HealthKey } from './health.ts';
import { keepImportCounts } from './import-counts.ts';
import { keepImportLines, linesOfOthers } from './import-lines.ts';
import { addToImport } from './import-runs.ts';
import type { Numbering, NumberedView } from './numbered-view.ts';
import type { Partitions } from './partitions.ts';
import { addToHealth, idColumns, insertIds, insertJournal, insertViews } from './rows.ts';
import { withoutEarlier } from './earlier-shards.ts';
import { isSamePlacing, ShardsChanged } from './shards.ts';
import type { PlacedArrival } from './shards.ts';
import { ensureSites } from './site.ts';
import { inForce, readStandings } from './standing.ts';
import type { Standings } from './standing.ts';

/** What a writer remembers between groups. */
export interface WriterState {
  db: Database;
  numbering: Numbering;
  partitions: Partitions;
  /** Projects whose rows are there. */
  sites: Set<number>;
  retentionMonths: number;
  /** By which it counts health in rows of its own. */
  writer: number;
}

/** How often a group begins again because its projects were changed in between. */
const attempts = 3;

/** A group that is about to be stored. */
interface Group {
  arrivals: readonly PlacedArrival[];
  /** Those that were not counted in other shards before. */
  views: readonly NumberedView[];
  /** By shard, how often its project has changed. */
  expected: ReadonlyMap<number, number>;
  now: Date;
}

/**
 * Stores a group of arrivals in one transaction: ids, single views, the journal of what they count, health, ledgers.
 * @returns for each arrival what was counted of it.
 * @throws ShardsChanged where one is to be placed anew.
 */
export async function writeGroup(state: WriterState, arrivals: readonly PlacedArrival[], now: Date): Promise<Stored[]> {
  const projectIds = [...new Set(arrivals.map(({ projectId }) => projectId))].sort((left, right) => left - right);
  await prepare(state, arrivals, projectIds, now);
  const { readers } = state.numbering;
  for (let attempt = 1; ; attempt += 1) {
    const expected = expectedOf(arrivals, await readers.standingsOf(projectIds));
    const numbered = await state.numbering.number(arrivals, dayOf(now.getTime()));
    const views = await withoutEarlier(state.db, arrivals, numbered, now);
    const group = { arrivals, views, expected, now };
    const stored = (await storeAtOnce(state, group)) ?? (await storeInSteps(state, group));
    if (stored !== undefined) return stored;
    readers.renew(await readStandings(state.db, projectIds));
    if (attempt === attempts) throw unsettled();
  }
}

/** Where a node of a cluster is lost while a project gets shards, it has them once it has settled what it was about to commit. */
function unsettled(): CopydeskError {
  return new CopydeskError(
    'database_unavailable',
    'The page views of the project are being changed. Send the views again, with the same ids.',
    { retryAfterSeconds: 5 },
  );
}

/** @throws ShardsChanged */
function expectedOf(arrivals: readonly PlacedArrival[], standings: Standings): Map<number, number> {
  return new Map(
    arrivals.map(({ projectId, shard, shards }) => {
      const standing = standings.get(projectId);
      if (standing === undefined || !isSamePlacing(shards, standing.shards)) throw new ShardsChanged();
      return [shard, standing.judgements];
    }),
  );
}

/**
 * Stores a group by one statement, of which nothing is done when an id was counted before or a project was changed.
 * Both are rare, and for groups of single views the way to the database and back is what takes the time.
 * @returns undefined when nothing was done.
 */
async function storeAtOnce(state: WriterState, group: Group): Promise<Stored[] | undefined> {
  const { arrivals, now } = group;
  const { writer } = state;
  if (arrivals.some(({ ledger }) => ledger !== undefined)) return undefined;
  await letOthers(group.views);
  const ordered = onceInOrder(group.views);
  if (ordered.length === 0 || ordered.length < group.views.length) return undefined;
  const today = dayOf(now.getTime());
  await letOthers(ordered);
  const ids = insertIds(idColumns(ordered), today);
  await letOthers(ordered);
  const kept = keptOf(state, ordered, now);
  const views = kept.length === 0 ? [] : [insertViews(kept)];
  await letOthers(ordered);
  const journal = insertJournal(ordered);
  await letOthers(ordered);
  const health = addToHealth(healthOf(arrivals, ordered, today), { day: today, writer });
  const isStored = await allOrNothing(state.db, {
    projectId: arrivals[0]?.shard ?? 0,
    condition: inForce(group.expected),
    // Another process may have the number of this one: the rows of health are locked last.
    statements: [ids, ...views, journal, health],
  });
  return isStored ? answersOf(arrivals, ordered) : undefined;
}

/** A group of fewer views is made in a few milliseconds, and its senders wait for nothing else. */
const manyViews = 1_000;

/**
 * Lets others have the thread between the pieces of a statement: in one piece, that of 8,000 views kept a request waiting for the
 * longest turns of the event loop that there were.
 */
async function letOthers(views: readonly NumberedView[]): Promise<void> {
  if (views.length > manyViews) await setImmediate();
}

/** The same in a transaction of several statements, which sorts out what was counted before. */
async function storeInSteps(state: WriterState, group: Group): Promise<Stored[] | undefined> {
  const { arrivals, views, expected, now } = group;
  const today = dayOf(now.getTime());
  return await state.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ judgements: boolean | null }>`${inForce(expected)}`.execute(transaction);
    if (rows[0]?.judgements !== true) return undefined;
    const unknown = await withoutImported(transaction, arrivals, views);
    const fresh = unknown.length === 0 ? [] : await takeFresh(transaction, unknown, today);
    const kept = keptOf(state, fresh, now);
    if (kept.length > 0) await insertViews(kept).execute(transaction);
    if (fresh.length > 0) await insertJournal(fresh).execute(transaction);
    for (const { projectId, ledger } of arrivals) if (ledger) await moveLedger(transaction, projectId, ledger);
    const counted = Map.groupBy(fresh, ({ arrival }) => arrival);
    for (const [place, arrival] of arrivals.entries()) await keepImport(transaction, arrival, counted.get(place) ?? []);
    await addHealth(transaction, healthOf(arrivals, fresh, today), { day: today, writer: state.writer });
    return answersOf(arrivals, fresh);
  });
}

/** The views without those that earlier imports have counted, where they are of an import. */
async function withoutImported(
  transaction: DatabaseTransaction,
  arrivals: readonly Arrival[],
  views: readonly NumberedView[],
): Promise<readonly NumberedView[]> {
  if (arrivals.every((arrival) => arrival.import === undefined)) return views;
  const kept: NumberedView[] = [];
  const arrived = Map.groupBy(views, ({ arrival }) => arrival);
  for (const [place, { projectId, import: run }] of arrivals.entries()) {
    const ofArrival = arrived.get(place) ?? [];
    const known = run && (await linesOfOthers(transaction, { projectId, import: run.number }, ofArrival));
    kept.push(...ofArrival.filter(({ id }) => known?.has(id) !== true));
  }
  return kept;
}

/** Keeps what an arrival has added, so that it can be taken off again, where it is of an import. */
async function keepImport(
  transaction: DatabaseTransaction,
  { projectId, views, import: run }: Arrival,
  counted: readonly NumberedView[],
): Promise<void> {
  if (run === undefined) return;
  const key = { projectId, import: run.number };
  await addToImport(transaction, key, { lines: run.lines, duplicates: views.length - counted.length, counted });
  await keepImportCounts(transaction, key, counted);
  await keepImportLines(transaction, key, counted);
}

/** Views that are kept one by one: older ones are only counted. */
function keptOf({ retentionMonths }: WriterState, views: readonly NumberedView[], now: Date): NumberedView[] {
  const from = monthsBefore(now.getTime(), retentionMonths);
  return views.filter(({ at }) => at >= from);
}

function answersOf(arrivals: readonly Arrival[], fresh: readonly NumberedView[]): Stored[] {
  const accepted = Array.from<number>({ length: arrivals.length }).fill(0);
  for (const { arrival } of fresh) accepted[arrival] = (accepted[arrival] ?? 0) + 1;
  return arrivals.map((arrival, place) => {
    const counted = accepted[place] ?? 0;
    return { accepted: counted, duplicates: arrival.views.length - counted };
  });
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
  const kept = monthsBefore(now.getTime(), state.retentionMonths);
  const moments = arrivals.flatMap(({ views }) => views.map(({ at }) => at)).filter((at) => at >= kept);
  await state.partitions.ensure(moments);
}

async function moveLedger(
  transaction: DatabaseTransaction,
  projectId: number,
  { fingerprint, file, position, lines }: NonNullable<Arrival['ledger']>,
): Promise<void> {
  await sql`
    insert into view_import (project_id, fingerprint, position, lines, file, updated_at)
    values (${projectId}, ${fingerprint}, ${position}, ${lines}, ${file}, now())
    on conflict (project_id, fingerprint) do update
    set position = excluded.position, lines = excluded.lines, file = excluded.file, updated_at = excluded.updated_at
    where view_import.position < excluded.position
  `.execute(transaction);
}

/** Adds to the health of a day, if there is anything to add. */
export async function addHealth(
  transaction: Database | DatabaseTransaction,
  health: HealthCounts,
  key: HealthKey,
): Promise<void> {
  if (health.rows().length > 0) await addToHealth(health, key).execute(transaction);
}
