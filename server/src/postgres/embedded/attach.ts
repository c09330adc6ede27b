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

/** A process' use of a running server. */
export interface Attachment {
  connection: Connection;
  /** Holds {@link holdLock} shared for as long as this process needs the server. */
  client: Client;
}

/**
 * The advisory lock of the server's users: all of them hold it shared, and the last one, which stops the server, holds
 * it exclusively.
 */
export const holdLock = 7_236_841_990_114;

/** How long to try, the signal to stop trying, and whether to be the only user. */
export interface AttachLimits {
  seconds: number;
  signal: AbortSignal;
  alone: boolean;
}

const pauseMilliseconds = 20;
/** Commands end soon; a server stays. */
const aloneMilliseconds = 5_000;

/** A failed start may succeed the next time. */
const mostFailedStarts = 5;
const failingMilliseconds = 5_000;
/** Orphaned processes of a killed server keep its shared memory for a moment, on a busy machine for seconds. */
const orphans = { words: 'pre-existing shared memory block', milliseconds: 20_000 };

/**
 * Attaches to the cluster's server: the running one (whichever process started it), or a new one that it starts. Waits for a
 * server that is starting, recovering or stopping.
 * @throws CopydeskError `data_directory_refused` with the log's last lines when the server does not start;
 *   `database_unavailable` when nothing accepts connections in time.
 */
export async function attach(cluster: Cluster, limits: AttachLimits): Promise<Attachment> {
  const begun = Date.now();
  const deadline = begun + limits.seconds * 1000;
  const starts = new Starts(cluster);
  while (Date.now() < deadline) {
    // Attach first to a server that was started here, so that the caller can stop it after an abort.
    if (!starts.isRunning) limits.signal.throwIfAborted();
    const running = await findRunningServer(cluster.place.data);
    const attachment = running?.ready === true ? await hold(cluster, running, limits.alone) : undefined;
    if (attachment !== undefined) return attachment;
    if (limits.alone && running?.ready === true && Date.now() > begun + aloneMilliseconds) throw notAlone(cluster);
    await starts.startIfNone(running);
    await setTimeout(starts.pauseMilliseconds);
  }
  throw await notReady(cluster, limits.seconds);
}

/**
 * Returns undefined when the server goes away because another process is stopping it, or when it must be used alone and
 * is not.
 */
async function hold(cluster: Cluster, { host, port }: RunningServer, alone: boolean): Promise<Attachment | undefined> {
  const connection = { host, port, user: databaseUser, password: cluster.password, database: 'postgres' };
  const client = new Client({ ...clientConfig({ connection, applicationName: 'copydesk hold' }) });
  // The failing query or the "end" event reports it again.
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

function wrongPassword(cluster: Cluster, cause: unknown): CopydeskError {
  const { directory, password } = cluster.place;
  return refuseDirectory(directory, `Its database does not accept the password in ${password}.`, cause);
}

function notAlone({ place }: Cluster): CopydeskError {
  return new CopydeskError(
    'database_refused',
    `Copydesk is running on the database in ${place.directory}, and must be stopped first. End "copydesk serve" and ` +
      '"copydesk work" on it, and run the command again. Nothing was changed.',
  );
}

/** The servers that this process starts, one after the other: a start may fail. */
class Starts {
  readonly #cluster: Cluster;
  #own: ServerProcess | undefined;
  #failed = 0;
  #failingSince = 0;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** Whether a server was started that is not known to have ended. */
  get isRunning(): boolean {
    return this.#own !== undefined;
  }

  /** How long to wait before the next check. */
  get pauseMilliseconds(): number {
    return (1 + this.#failed * this.#failed) * pauseMilliseconds;
  }

  /** Starts a server when none runs. @throws CopydeskError `data_directory_refused` when that has failed for too long */
  async startIfNone(running: RunningServer | undefined): Promise<void> {
    if (running?.ready === true) this.#failed = 0;
    if (running !== undefined) return;
    if (this.#own === undefined) this.#own = await this.#cluster.start();
    else if (this.#own.exitCode !== undefined) await this.#end(this.#own.exitCode);
  }

  async #end(exitCode: number | null): Promise<void> {
    // Zero: another process attached to it and stopped it before this one could attach.
    if (exitCode !== 0) this.#failed += 1;
    if (this.#failed === 1) this.#failingSince = Date.now();
    if (this.#failed >= mostFailedStarts) await requirePatience(this.#cluster, Date.now() - this.#failingSince);
    this.#own = undefined;
  }
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
