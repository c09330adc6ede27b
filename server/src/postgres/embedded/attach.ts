import { setTimeout } from 'node:timers/promises';
import { CopydeskError } from '@copydesk/contract';
import { Client } from 'pg';
import { type Connection, clientConfig } from '../connection.ts';
import { isDatabaseUnavailable } from '../database.ts';
import type { Cluster } from './cluster.ts';
import { errorCode } from './file-errors.ts';
import { databaseUser } from './initialise.ts';
import { findRunningServer, type RunningServer } from './pid-file.ts';
import type { ServerProcess } from './process.ts';
import { refuseDirectory } from './refusal.ts';
import { readLogTail } from './server-log.ts';

/** A process' hold on a running server. */
export interface Attachment {
  connection: Connection;
  /** Holds {@link holdLock} shared, for as long as this process needs the server. */
  client: Client;
}

/**
 * The advisory lock of those who use the server: shared by all of them, exclusive for the last one, who stops it.
 */
export const holdLock = 7_236_841_990_114;

/** For how long, by what signal to end, and whether as the only one. */
export interface AttachLimits {
  seconds: number;
  signal: AbortSignal;
  alone: boolean;
}

const pauseMilliseconds = 20;
/** Commands come and go; a server stays. */
const aloneMilliseconds = 5_000;

/** A start may fail that succeeds the next time. */
const mostFailedStarts = 5;
const failingMilliseconds = 5_000;
/** Orphans of a killed server hold its shared memory for a moment, on a busy machine for seconds. */
const orphans = { words: 'pre-existing shared memory block', milliseconds: 20_000 };

/**
 * Gets hold of the cluster's server: the one that runs (adopted, whoever started it), or one that is started here. One
 * that is starting, recovering or stopping is waited for.
 * @throws CopydeskError `data_directory_refused` with the log's last lines when the server does not start;
 * `database_unavailable` when nothing accepts connections in time.
 */
export async function attach(cluster: Cluster, limits: AttachLimits): Promise<Attachment> {
  const begun = Date.now();
  const deadline = begun + limits.seconds * 1000;
  let own: ServerProcess | undefined;
  let failedStarts = 0;
  let failingSince = 0;
  while (Date.now() < deadline) {
    // A server that was started here is held first, so that whoever aborts can stop it.
    if (own === undefined) limits.signal.throwIfAborted();
    const running = await findRunningServer(cluster.place.data);
    const attachment = running?.ready === true ? await hold(cluster, running, limits.alone) : undefined;
    if (attachment !== undefined) return attachment;
    if (limits.alone && running?.ready === true && Date.now() > begun + aloneMilliseconds) throw notAlone(cluster);

    if (running?.ready === true) failedStarts = 0;
    else if (running === undefined && own === undefined) own = await cluster.start();
    else if (running === undefined && own?.exitCode !== undefined) {
      // Zero: another process held it and stopped it before this one came to it.
      if (own.exitCode !== 0) failedStarts += 1;
      if (failedStarts === 1) failingSince = Date.now();
      if (failedStarts >= mostFailedStarts) await requirePatience(cluster, Date.now() - failingSince);
      own = undefined;
    }
    await setTimeout((1 + failedStarts * failedStarts) * pauseMilliseconds);
  }
  throw await notReady(cluster, limits.seconds);
}

/** Undefined when the server goes away, as another process is stopping it; or where it shall be held alone and is not. */
async function hold(cluster: Cluster, { host, port }: RunningServer, alone: boolean): Promise<Attachment | undefined> {
  const connection = { host, port, user: databaseUser, password: cluster.password, database: 'postgres' };
  const client = new Client({ ...clientConfig({ connection, applicationName: 'copydesk hold' }) });
  // Said again by the query that fails, or by "end".
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ held: boolean; data: string }>(
      `select pg_try_advisory_lock${alone ? '' : '_shared'}($1) as held, current_setting('data_directory') as data`,
      [holdLock],
    );
    if (rows[0]?.held === true && rows[0].data === cluster.place.data) return { connection, client };
  } catch (error) {
    if (errorCode(error)?.startsWith('28') === true) throw wrongPassword(cluster, error);
    if (!isDatabaseUnavailable(error)) throw error;
  }
  await client.end().catch(() => {});
  return undefined;
}

function notAlone({ place }: Cluster): CopydeskError {
  return new CopydeskError(
    'database_refused',
    `Copydesk is running on the database in ${place.directory}, which must be still for this. End "copydesk serve" and ` +
      '"copydesk work" on it, and give the command again. Nothing was changed.',
  );
}

function wrongPassword(cluster: Cluster, cause: unknown): CopydeskError {
  const { directory, password } = cluster.place;
  return refuseDirectory(directory, `Its database does not accept the password in ${password}.`, cause);
}

/** Gives up on a server that has failed to start for too long. @throws CopydeskError `data_directory_refused` */
async function requirePatience(cluster: Cluster, failedMilliseconds: number): Promise<void> {
  if (failedMilliseconds <= failingMilliseconds) return;
  const { directory, log } = cluster.place;
  const tail = await readLogTail(log);
  if (tail.includes(orphans.words) && failedMilliseconds <= orphans.milliseconds) return;
  throw refuseDirectory(directory, `PostgreSQL does not start there; the last lines of ${log}:\n${tail}\n`);
}

async function notReady(cluster: Cluster, seconds: number): Promise<CopydeskError> {
  const { log } = cluster.place;
  const tail = await readLogTail(log);
  return new CopydeskError(
    'database_unavailable',
    `The embedded PostgreSQL accepted no connection within ${seconds} seconds. It may still be recovering, or a ` +
      `process may be stopping it: try again. The last lines of ${log}:\n${tail}`,
    { retryAfterSeconds: 10 },
  );
}
