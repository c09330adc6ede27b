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
import { keepImportCounts } from './imports/import-counts.ts';
import { keepImportLines, linesOfOthers } from './imports/import-lines.ts';
import { addToImport } from './imports/import-runs.ts';
import type { Numbering, NumberedView } from './numbered-view.ts';
import type { Partitions } from './shards/partitions.ts';
import { addToHealth, idColumns, insertIds, insertJournal, insertViews } from './fold/rows.ts';
import { withoutEarlier } from './shards/earlier-shards.ts';
import { isSamePlacing, ShardsChanged } from './shards/shards.ts';
import type { PlacedArrival } from './shards/shards.ts';
import { ensureSites } from './site.ts';
import { isCurrent, readProjectVersions } from './project-version.ts';
import type { ProjectVersions } from './project-version.ts';

/** A writer's state between groups. */
export interface WriterState {
  db: Database;
  numbering: Numbering;
  partitions: Partitions;
  /** Projects whose rows exist. */
  sites: Set<number>;
  retentionMonths: number;
  /** The number under which it counts health in rows of its own. */
  writer: number;
}

/** How often a group is tried when its projects keep changing in between. */
const mostAttempts = 3;

/** A group that is about to be stored. */
interface Group {
  arrivals: readonly PlacedArrival[];
  /** The views that were not counted in other shards before. */
  views: readonly NumberedView[];
  /** For each shard, how often its project has changed. */
  expected: ReadonlyMap<number, number>;
  now: Date;
}

/**
 * Stores a group of arrivals in one transaction: ids, single views, the journal of their counts, health, ledgers.
 * @returns for each arrival what was counted of it.
 * @throws ShardsChanged when one must be placed again.
 */
export async function writeGroup(state: WriterState, arrivals: readonly PlacedArrival[], now: Date): Promise<Stored[]> {
  const projectIds = [...new Set(arrivals.map(({ projectId }) => projectId))].sort((left, right) => left - right);
  await prepare(state, arrivals, projectIds, now);
  const { readers } = state.numbering;
  for (let attempt = 1; ; attempt += 1) {
    const expected = expectedOf(arrivals, await readers.versionsOf(projectIds));
    const numbered = await state.numbering.number(arrivals, dayOf(now.getTime()));
    const views = await withoutEarlier(state.db, arrivals, numbered, now);
    const group = { arrivals, views, expected, now };
    const stored = (await storeAtOnce(state, group)) ?? (await storeInSteps(state, group));
    if (stored !== undefined) return stored;
    readers.renew(await readProjectVersions(state.db, projectIds));
    if (attempt === mostAttempts) throw unsettledError();
  }
}

/**
 * Returns the error for a project that keeps changing. When a node of a cluster is lost while a project gets shards,
 * the node has them only after it has completed its prepared commits.
 */
function unsettledError(): CopydeskError {
  return new CopydeskError(
    'database_unavailable',
    'The page views of the project are being changed. Send the views again, with the same ids.',
    { retryAfterSeconds: 5 },
  );
}

/** @throws ShardsChanged */
function expectedOf(arrivals: readonly PlacedArrival[], versions: ProjectVersions): Map<number, number> {
  return new Map(
    arrivals.map(({ projectId, shard, shards }) => {
      const version = versions.get(projectId);
      if (version === undefined || !isSamePlacing(shards, version.shards)) throw new ShardsChanged();
      return [shard, version.judgements];
    }),
  );
}

/**
 * Stores a group with one statement, which does nothing when an id was counted before or a project has changed. Both
 * are rare, and for groups of single views the round trip to the database takes most of the time.
 * @returns undefined when nothing was stored.
 */
async function storeAtOnce(state: WriterState, group: Group): Promise<Stored[] | undefined> {
  const { arrivals, now } = group;
  const { writer } = state;
  if (arrivals.some(({ ledger }) => ledger !== undefined)) return undefined;
  await yieldEventLoop(group.views);
  const ordered = onceInOrder(group.views);
  if (ordered.length === 0 || ordered.length < group.views.length) return undefined;
  const today = dayOf(now.getTime());
  await yieldEventLoop(ordered);
  const ids = insertIds(idColumns(ordered), today);
  await yieldEventLoop(ordered);
  const kept = keptOf(state, ordered, now);
  const views = kept.length === 0 ? [] : [insertViews(kept)];
  await yieldEventLoop(ordered);
  const journal = insertJournal(ordered);
  await yieldEventLoop(ordered);
  const health = addToHealth(healthOf(arrivals, ordered, today), { day: today, writer });
  const isStored = await allOrNothing(state.db, {
    projectId: arrivals[0]?.shard ?? 0,
    condition: isCurrent(group.expected),
    // Another process may have the same writer number, so the rows of health are locked last.
    statements: [ids, ...views, journal, health],
  });
  return isStored ? answersOf(arrivals, ordered) : undefined;
}

/** The statement of a group with fewer views takes a few milliseconds, and its senders wait for nothing else. */
const manyViews = 1_000;

/**
 * Yields the event loop between the pieces of a statement: made in one piece, that of 8,000 views caused the longest
 * turns of the event loop that a request had to wait for.
 */
async function yieldEventLoop(views: readonly NumberedView[]): Promise<void> {
  if (views.length > manyViews) await setImmediate();
}

/** Stores a group in a transaction of several statements, which leaves out what was counted before. */
async function storeInSteps(state: WriterState, group: Group): Promise<Stored[] | undefined> {
  const { arrivals, views, expected, now } = group;
  const today = dayOf(now.getTime());
  return await state.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ judgements: boolean | null }>`${isCurrent(expected)}`.execute(transaction);
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

/** Removes from the views of imports those that other imports have counted. */
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

/** Records what an import's arrival has added, so that it can be undone. */
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

/** Returns the views to store as single rows: older ones are only counted. */
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
