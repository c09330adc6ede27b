import { setTimeout } from 'node:timers/promises';
import type { Connection } from '../connection.ts';
import { type Attachment, attach, type AttachLimits } from './attach.ts';
import { type Cluster, openCluster } from './cluster.ts';
import type { Log } from './log.ts';
import { type Machine, thisMachine } from './machine.ts';
import { release } from './release.ts';
import { keepLogSmall } from './server-log.ts';

/** A running embedded PostgreSQL, shared by all processes that use the same data directory. */
export interface EmbeddedPostgres {
  connection: Connection;
  /** Detaches from the server, which stops after its last user. May be called any number of times, and on a signal. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The data directory; created when it is missing. */
  directory: string;
  log: Log;
  /** How many seconds a server may take to start, recover or stop before the attempt fails. */
  patienceSeconds?: number;
  machine?: Machine;
  /** Whether it is used exclusively; refused when another process uses it. */
  alone?: boolean;
  /**
   * Runs as soon as PostgreSQL's own processes work, before they are ready. The caller can occupy this process
   * meanwhile. Runs again for each further program, and not at all when a server runs already.
   */
  onLaunched?: (() => void) | undefined;
}

/**
 * Starts the embedded PostgreSQL of a data directory, or joins the one that already runs there. While this process is
 * attached, a server that dies is started again.
 * @throws CopydeskError `data_directory_refused`, `database_refused`, `database_unavailable`
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { directory, log, patienceSeconds = 30, machine = thisMachine(), alone = false, onLaunched } = options;
  const stopping = new AbortController();
  const cluster = await openCluster(directory, machine, log, onLaunched);
  const limits = { seconds: patienceSeconds, signal: stopping.signal, alone };
  const first = await attach(cluster, limits);
  const endLogWatch = keepLogSmall(cluster.place.log);
  const hold = { attachment: first, regainedAt: Number.NEGATIVE_INFINITY };
  const lastHeld = keepHold({ cluster, hold, limits, log });

  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    endLogWatch();
    const attachment = await lastHeld;
    if (attachment === undefined) return;
    // The other users of the server that died attach to the new one at about this time, and must not lose that one,
    // too.
    await setTimeout(Math.max(0, hold.regainedAt + regainingMilliseconds - performance.now()));
    await release(cluster, attachment, log);
  };
  return { connection: first.connection, stop: () => (stopped ??= stop()) };
}

/** How long all users of a server need to find a restarted one. */
const regainingMilliseconds = 2_000;

interface Watch {
  cluster: Cluster;
  /** The current attachment, and when it was regained after the server had gone away. */
  hold: { attachment: Attachment; regainedAt: number };
  limits: AttachLimits;
  log: Log;
}

/** Attaches again whenever the server goes away, until the signal. Then returns the remaining attachment, if any. */
async function keepHold({ cluster, hold, limits, log }: Watch): Promise<Attachment | undefined> {
  let held: Attachment | undefined = hold.attachment;
  while (!limits.signal.aborted) {
    if (held !== undefined) {
      await lostOrAborted(held, limits.signal);
      if (limits.signal.aborted) return held;
      log.warn('The embedded PostgreSQL has stopped; waiting for it, or starting it again.');
    }
    held = await attach(cluster, limits).catch((error: unknown) => {
      if (!limits.signal.aborted) log.warn(error instanceof Error ? error.message : String(error));
      return undefined;
    });
    hold.regainedAt = performance.now();
    if (held === undefined) await setTimeout(1000, undefined, { signal: limits.signal }).catch(() => {});
    else log.info('The embedded PostgreSQL is back.');
  }
  return held;
}

function lostOrAborted({ client }: Attachment, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    client.once('end', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
