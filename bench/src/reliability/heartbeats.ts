import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../../../server/src/postgres/database.ts';
import type { Database } from '../../../server/src/postgres/database.ts';
import { startEmbedded } from '../../../server/src/postgres/embedded/embedded.ts';
import type { Row } from '../support/figures.ts';
import { createJob } from './api.ts';
import { startDesk } from './desk.ts';
import { runInLanes } from './lanes.ts';

const jobs = 500;
const seconds = 30;

/** Measures what the database does for jobs that only wait for their model. */
export async function measureHeartbeats(dataDirectory: string, repository: string): Promise<Row[]> {
  await loadStatistics(dataDirectory);
  const limits = { COPYDESK_WORKER_CONCURRENCY: String(jobs), COPYDESK_PROJECT_CONCURRENCY: String(jobs) };
  await using desk = await startDesk({ dataDirectory, environment: limits });
  const token = await desk.createKey();
  const place = { url: desk.url, token, projectId: await desk.createProject('held', repository) };
  await runInLanes(32, jobs, (page) => createJob(place, page));
  await desk.calledTimes(jobs);
  await using store = await openStore(dataDirectory);
  await sql`create extension if not exists pg_stat_statements`.execute(store.db);
  // Waits for work that the start of the jobs has left.
  await setTimeout(5_000);
  const before = await readUse(store.db);
  await setTimeout(seconds * 1000);
  const after = await readUse(store.db);
  const share = (of: 'leases' | 'waiting') => ((after[of] - before[of]) / (seconds * 1000)) * 100;
  const updates = after.updates - before.updates;
  return [
    {
      name: `${jobs} held jobs: renewing leases, of the database's time`,
      value: share('leases'),
      unit: '%',
      atMost: 1,
    },
    { name: '  with the queue, presence and all else', value: share('waiting'), unit: '%' },
    { name: '  written to the log', value: (after.walBytes - before.walBytes) / seconds / 1000, unit: 'kB/s' },
    { name: '  updates in place', value: ((after.inPlace - before.inPlace) / updates) * 100, unit: '%' },
  ];
}

/** The module that counts the cost of statements can only be loaded when the server starts. */
async function loadStatistics(dataDirectory: string): Promise<void> {
  await using store = await openStore(dataDirectory);
  await sql`alter system set shared_preload_libraries = 'pg_stat_statements'`.execute(store.db);
}

/** Opens the embedded PostgreSQL of a data directory, and starts it if it is not running. */
async function openStore(dataDirectory: string): Promise<AsyncDisposable & { db: Database }> {
  const embedded = await startEmbedded({ directory: dataDirectory, log: { info: () => {}, warn: console.error } });
  const db = openDatabase({ connection: embedded.connection, maximumConnections: 1, applicationName: 'bench' });
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await embedded.stop();
    },
  };
}

/** What was used since the counting began: milliseconds of execution, bytes of the log, updates of jobs. */
interface Use {
  leases: number;
  waiting: number;
  walBytes: number;
  updates: number;
  inPlace: number;
}

async function readUse(db: Database): Promise<Use> {
  const { rows } = await sql<Use>`
    select
      coalesce(sum(total_exec_time) filter (where query like '%unnest%' and query like '%update job set leased_until%'), 0)::float8 as leases,
      coalesce(sum(total_exec_time) filter (where query not like '%pg_stat_%'), 0)::float8 as waiting,
      (pg_current_wal_lsn() - '0/0')::float8 as "walBytes",
      (select sum(n_tup_upd) from pg_stat_user_tables where relname = 'job')::float8 as updates,
      (select sum(n_tup_hot_upd) from pg_stat_user_tables where relname = 'job')::float8 as "inPlace"
    from pg_stat_statements
  `.execute(db);
  const [use] = rows;
  if (use === undefined || use.leases === 0) throw new Error('The statement that renews leases was not counted.');
  return use;
}
