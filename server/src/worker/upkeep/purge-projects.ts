import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { readShards } from '../../analytics/store/shards/shards.ts';
import { listContextRepositories } from '../../projects/connection/context-repositories.ts';
import { listDeletedProjects } from '../../projects/delete.ts';
import type { DeletedProject } from '../../projects/delete.ts';
import { contextSource } from '../prepare/context-repositories.ts';
import type { WorkerServices } from '../services.ts';

/**
 * By then, everything that was admitted before the deletion has ended. The longest are batches of views and steps of
 * jobs.
 */
const quietSeconds = 120;

/** How many rows one statement removes, so that none keeps locks for long. */
const rowsAtOnce = 5_000;
const jobsAtOnce = 200;

/** How many statements one round runs. The rest follows in the next round, so that other housekeeping gets its turn. */
const piecesAtOnce = 400;

/** What removing the remains of deleted projects needs. */
export type PurgeServices = Pick<WorkerServices, 'db' | 'workspace' | 'removeKept'>;

/**
 * Removes what is left of deleted projects, in pieces: page views, pull requests, jobs, then the files, and the row of
 * the project last. It may be stopped at any point and run by several workers at once; the next run finds what is left.
 *
 * @returns how many projects are completely gone.
 */
export async function purgeDeletedProjects(
  services: PurgeServices,
  { quiet = quietSeconds, most = piecesAtOnce }: { quiet?: number; most?: number } = {},
): Promise<number> {
  const projects = await listDeletedProjects(services.db, { quietSeconds: quiet, most: 20 });
  const room = { left: most };
  let gone = 0;
  for (const project of projects) {
    if (!(await purge(services, project, room))) break;
    gone += 1;
  }
  return gone;
}

/** @returns whether everything is gone. If not, nothing more can be done for now. */
async function purge(services: PurgeServices, project: DeletedProject, room: { left: number }): Promise<boolean> {
  const { db } = services;
  const { numbers: shards = [] } = (await readShards(db, [project.number])).get(project.number) ?? {};
  for (const piece of piecesOf(db, project, shards)) {
    while (room.left > 0 && (await piece()) > 0) room.left -= 1;
  }
  if (room.left <= 0) return false;
  await removeFiles(services, project);
  await removeRest(db, project);
  return true;
}

/**
 * Each piece removes some rows and returns how many. The journal of views comes first, or it would be folded into other
 * rows.
 */
function piecesOf(db: Database, { id }: DeletedProject, shards: readonly number[]): (() => Promise<number>)[] {
  const some = (table: string, where: RawBuilder<unknown>) => async () => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${where} limit ${rowsAtOnce}
      ))
    `.execute(db);
    return Number(numAffectedRows ?? 0);
  };
  const byId = sql`project_id = ${id}`;
  return [
    ...shards.flatMap((shard) => [
      () => deleteByKey(db, shard, ['view_journal', 'number']),
      () => deleteViews(db, shard),
      ...viewTables.map((table) => () => deleteByKey(db, shard, table)),
    ]),
    some('webhook_delivery', sql`webhook_id in (select webhook.id from webhook where webhook.project_id = ${id})`),
    // Its runs name jobs. They are removed with it, as are its events.
    some('automation', byId),
    // It names jobs.
    some('feedback', byId),
    some('feedback_dropped', byId),
    some('report_sending', byId),
    some('report', byId),
    ...['host_event', 'viewed_file', 'pushed_branch', 'pull_request', 'idempotency_key'].map((table) =>
      some(table, byId),
    ),
    () => deleteJobs(db, id),
  ];
}

/** Tables of page views, each with the key column that follows the project. */
const viewTables: [table: string, key: string][] = [
  ['view_event_id', 'id'],
  ['view_page', 'number'],
  ['view_reader', 'number'],
  ['view_referrer', 'number'],
  ['view_kind', 'number'],
  ['view_rollup', 'start'],
  ['view_fold', 'project_id'],
  ['view_health', 'day'],
  ['view_growth', 'day'],
  ['view_import', 'fingerprint'],
  ['view_import_run', 'number'],
  ['view_import_count', 'day'],
  ['view_import_line', 'day'],
  ['view_salt', 'day'],
  ['view_site', 'project_id'],
];

/** Deletes by key, because rows of a project on other nodes of a cluster have no unique physical place. */
async function deleteByKey(db: Database, number: number, [table, key]: [string, string]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where project_id = ${number} and ${sql.ref(key)} = any(array(
      select ${sql.ref(key)} from ${sql.table(table)} where project_id = ${number} limit ${rowsAtOnce}
    ))
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes by time: the table is partitioned, and rows of different partitions may have the same physical place. */
async function deleteViews(db: Database, number: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from view where project_id = ${number} and at <= coalesce(
      (select at from view where project_id = ${number} order by at offset ${rowsAtOnce} limit 1), 'infinity'
    )
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** In an order that no foreign key prevents. */
const ofJobs = [
  'job_event',
  'job_file',
  'shared_wait',
  'job_message',
  'job_step',
  'delivered_file',
  'merge_watch',
  'job_delivery',
  'checked_commit',
  'idempotency_key',
];

async function deleteJobs(db: Database, projectId: string): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('job')
      .select('id')
      .where('project_id', '=', projectId)
      .limit(jobsAtOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return 0;
    await removeJobs(transaction, ids);
    return ids.length;
  });
}

/** Removes jobs whose rows are locked, and that no pull request, delivery or automation references any more. */
export async function removeJobs(transaction: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  for (const table of ofJobs) {
    await sql`delete from ${sql.table(table)} where job_id = any(${ids}::text[])`.execute(transaction);
  }
  await sql`delete from job where id = any(${ids}::text[])`.execute(transaction);
}

async function removeFiles({ db, workspace, removeKept }: PurgeServices, { id }: DeletedProject): Promise<void> {
  const own = { id, kind: 'path', location: '' } as const;
  for (const beside of await listContextRepositories(db, id))
    await workspace.forget(contextSource(own, beside, async () => undefined));
  await workspace.forget(own);
  await removeKept(id);
}

/** A row that came at the last moment makes this fail, and the next round begins with it. */
async function removeRest(db: Database, { id }: DeletedProject): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const table of [
      'webhook',
      'trigger',
      'context_repository',
      'repository_mirror',
      'code_host_connection',
      'model_key',
      'share_link',
    ]) {
      await sql`delete from ${sql.table(table)} where project_id = ${id}`.execute(transaction);
    }
    await sql`
      delete from key_session where key_id in (select api_key.id from api_key where project_id = ${id})
    `.execute(transaction);
    await sql`delete from api_key where project_id = ${id}`.execute(transaction);
    await sql`delete from project where id = ${id} and deleted_at is not null`.execute(transaction);
  });
}
