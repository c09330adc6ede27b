import { AutomationDecision, AutomationRunId } from '@copydesk/contract';
import type { AutomationRun } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import { jobPage } from '../jobs/present.ts';
import { ulid } from '../jobs/job-id.ts';
import { inTransaction } from '../postgres/database.ts';
import type { Database, DatabaseTransaction, Schema } from '../postgres/database.ts';
import { automationChannel } from './due.ts';
import { checkCursor } from '../postgres/statements/cursor.ts';

/** A stored run. */
export interface StoredRun {
  id: string;
  automationId: string;
  projectId: string;
  createdAt: Date;
  begunBy: AutomationRun['begunBy'];
  decision: AutomationDecision;
  why: string;
  lane: string;
  links: string[];
  events: number;
  costUsd: number | null;
  jobId: string | null;
}

/**
 * Returns a page of the runs of an automation, newest first.
 * @throws CopydeskError `invalid_request` for a cursor that no page can have returned.
 */
export async function listRuns(
  db: Database,
  { projectId, id }: { projectId: string; id: string },
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<{ runs: StoredRun[]; nextCursor: string | null }> {
  const before = checkCursor(cursor, AutomationRunId);
  const rows = await db
    .selectFrom('automation_run')
    .select(runColumns)
    .where('automation_id', '=', id)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const runs = rows.slice(0, limit).map((row) => presentStored(projectId, row));
  const last = runs.at(-1);
  return { runs, nextCursor: rows.length > limit && last !== undefined ? last.id : null };
}

/** Returns the last run of each of these automations of a project, by their ids. */
export async function readLastRuns(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, StoredRun>> {
  const { rows } = await sql<RunRow>`
    select last.* from unnest(${ids}::text[]) as asked (id) cross join lateral (
      select ${sql.join(runColumns.map((column) => sql.ref(column)))} from automation_run
      where automation_id = asked.id order by id desc limit 1
    ) last
  `.execute(db);
  return new Map(rows.map((row) => [row.automation_id, presentStored(projectId, row)]));
}

/**
 * Returns the automation that began a job, and the addresses of everything that it was given; undefined for a job that
 * a person or key began.
 */
export async function readBegunBy(db: Database, jobId: string): Promise<BegunBy | undefined> {
  const rows = await db
    .selectFrom('automation_run as run')
    .innerJoin('automation', 'automation.id', 'run.automation_id')
    .select(['automation.name', 'run.links'])
    .where('run.job_id', '=', jobId)
    .orderBy('run.id')
    .execute();
  const [first] = rows;
  return first && { automation: first.name, links: [...new Set(rows.flatMap(({ links }) => links))] };
}

export interface BegunBy {
  /** The name of the automation. */
  automation: string;
  links: string[];
}

/** Requests a run now. If an earlier request is still waiting, that one is returned instead. */
export async function askForRun(
  db: Database,
  { projectId, id, now }: { projectId: string; id: string; now: Date },
): Promise<{ run: StoredRun; isNew: boolean }> {
  return await inTransaction(db, async (transaction) => {
    await sql`select from automation where id = ${id} for no key update`.execute(transaction);
    const waiting = await readAsked(transaction, id);
    if (waiting !== undefined) return { run: presentStored(projectId, waiting), isNew: false };
    const run = { automation_id: id, begun_by: 'hand', decision: 'waiting', why: 'A person requested it.' };
    const row = await transaction
      .insertInto('automation_run')
      .values({ ...run, id: newRunId(now), created_at: now })
      .returning(runColumns)
      .executeTakeFirstOrThrow();
    await sql`update automation set due_at = now() where id = ${id}`.execute(transaction);
    await sql`select pg_notify(${automationChannel}, '')`.execute(transaction);
    return { run: presentStored(projectId, row), isNew: true };
  });
}

/** Returns the requested run that has not taken place yet. */
export async function readAsked(db: Database, automationId: string): Promise<RunRow | undefined> {
  return await db
    .selectFrom('automation_run')
    .select(runColumns)
    .where('automation_id', '=', automationId)
    .where('decision', '=', 'waiting')
    .executeTakeFirst();
}

/** The fields of a new run. */
export type NewRun = Omit<Insertable<Schema['automation_run']>, 'id' | 'created_at'> & { created_at: Date };

/** Stores runs; the first of them replaces the one that somebody has requested. */
export async function recordRuns(
  transaction: DatabaseTransaction,
  runs: readonly NewRun[],
  asked: RunRow | undefined,
): Promise<void> {
  const [first, ...rest] = runs;
  if (first === undefined) return;
  const others = asked === undefined ? runs : rest;
  if (asked !== undefined) {
    const { automation_id: _, ...decided } = first;
    await transaction.updateTable('automation_run').set(decided).where('id', '=', asked.id).execute();
  }
  if (others.length === 0) return;
  const values = others.map((run) => Object.assign({ id: newRunId(run.created_at) }, run));
  await transaction.insertInto('automation_run').values(values).execute();
}

function newRunId(now: Date): string {
  return `run_${ulid(now)}`;
}

/** Returns a run in the form of the API. */
export function presentRun(baseUrl: string, run: StoredRun): AutomationRun {
  const { id, automationId, projectId, begunBy, decision, why, lane, links, events, costUsd, jobId } = run;
  const job = jobId === null ? null : { id: jobId, page: jobPage(baseUrl, { projectId, id: jobId }) };
  return {
    id,
    automationId,
    createdAt: run.createdAt.toISOString(),
    begunBy,
    decision,
    why,
    lane,
    links,
    events,
    costUsd,
    job,
  };
}

const runColumns = [
  'id',
  'automation_id',
  'created_at',
  'begun_by',
  'decision',
  'why',
  'lane',
  'links',
  'events',
  'micro_usd',
  'job_id',
] as const;

export type RunRow = Pick<Selectable<Schema['automation_run']>, (typeof runColumns)[number]>;

function presentStored(projectId: string, row: RunRow): StoredRun {
  return {
    id: row.id,
    automationId: row.automation_id,
    projectId,
    createdAt: row.created_at,
    begunBy: row.begun_by === 'hand' || row.begun_by === 'event' ? row.begun_by : 'time',
    decision: AutomationDecision.parse(row.decision),
    why: row.why,
    lane: row.lane,
    links: row.links,
    events: row.events,
    costUsd: row.micro_usd === null ? null : row.micro_usd / 1_000_000,
    jobId: row.job_id,
  };
}
