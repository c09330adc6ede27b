import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { Client } from 'pg';
import type { ClientConfig, PoolClient } from 'pg';

/**
 * What pg knows of a connection but does not declare: the key with which the server lets its statements be cancelled.
 */
interface Keyed {
  processID?: number | null;
  secretKey?: number | null;
}

/** The server process that serves a connection, as the server, or a pooler in its place, has named it. */
export function processOf(client: PoolClient & Keyed): number | undefined {
  return client.processID ?? undefined;
}

/** How long the server has to accept a cancel request and to act on it. */
const graceMilliseconds = 2_000;

/**
 * Asks the server to cancel the statement of a connection by PostgreSQL's CancelRequest, which needs no login and which
 * poolers pass on. No reply comes: if the request arrives, the statement fails. The server or the pooler closes the
 * socket, not this function: PgBouncer 1.18 ends with "bad client state" when its client closes before the request was
 * passed on.
 */
export function cancelStatement(client: Pick<PoolClient, 'host' | 'port'> & Keyed): void {
  const { processID, secretKey, host, port } = client;
  if (processID == null || secretKey == null) return;
  const socket: Socket = host.startsWith('/')
    ? createConnection(`${host}/.s.PGSQL.${port}`)
    : createConnection(port, host);
  socket.on('error', () => {});
  socket.setTimeout(graceMilliseconds, () => socket.destroy());
  const request = Buffer.alloc(16);
  request.writeInt32BE(16, 0);
  request.writeInt32BE(cancelRequestCode, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  socket.write(request);
  // Unread data would keep the socket from ending.
  socket.resume();
}

/** PostgreSQL's documentation, "Message Formats". */
const cancelRequestCode = 80_877_102;

/** Breaks a connection. The server may or may not notice, but a caller that waits for a result gets an error. */
export function breakConnection(client: PoolClient): void {
  client.connection.stream.destroy();
}

/** Whether a server process is executing a statement. Asks over a separate connection; false when that fails. */
export async function isAtWork(config: ClientConfig, processId: number): Promise<boolean> {
  const client = new Client({ ...config, query_timeout: config.connectionTimeoutMillis ?? 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select 1 from pg_stat_activity where pid = $1 and state = 'active'", [
      processId,
    ]);
    return rows.length > 0;
  } catch {
    return false;
  } finally {
    client.connection.stream.destroy();
  }
}
