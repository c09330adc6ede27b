import { setTimeout } from 'node:timers/promises';
import { type Attachment, holdLock } from './attach.ts';
import type { Cluster } from './cluster.ts';
import type { Log } from './log.ts';
import { findRunningServer, isServerOf } from './pid-file.ts';

const longestShutdownSeconds = 60;
const pauseMilliseconds = 10;
const farewellMilliseconds = 1_000;

/**
 * Detaches from the server. The last process that does so stops it (fast: sessions end, everything is written) and
 * waits for its end; others leave it running.
 */
export async function release(cluster: Cluster, { client }: Attachment, log: Log): Promise<void> {
  try {
    if (await isLast(client)) await stopServer(cluster, log);
  } catch {
    // The server went away by itself: nothing is left to stop.
  } finally {
    // A hanging server does not answer this either.
    await Promise.race([client.end().catch(() => {}), setTimeout(farewellMilliseconds, undefined, { ref: false })]);
  }
}

/**
 * Gives up the shared lock before it tries the exclusive one. If two processes that leave at the same time kept their
 * shared locks, each would see the other, and neither would stop the server. This way the later one finds itself alone.
 * A process that used the server alone has no shared lock.
 */
async function isLast(client: Attachment['client']): Promise<boolean> {
  await client.query(
    `select pg_advisory_unlock_shared($1) from pg_locks
      where locktype = 'advisory' and pid = pg_backend_pid() and mode = 'ShareLock' limit 1`,
    [holdLock],
  );
  const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [holdLock]);
  return rows[0]?.last === true;
}

async function stopServer(cluster: Cluster, log: Log): Promise<void> {
  const { data } = cluster.place;
  const running = await findRunningServer(data);
  if (running === undefined) return;
  process.kill(running.processId, 'SIGINT');
  const deadline = Date.now() + longestShutdownSeconds * 1000;
  while (await isServerOf(running.processId, data)) {
    if (Date.now() > deadline) return log.warn(`PostgreSQL (process ${running.processId}) is still shutting down.`);
    await setTimeout(pauseMilliseconds);
  }
}
