import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { Client } from 'pg';
import type { ClientConfig, PoolClient } from 'pg';

/** What pg knows of a connection beside its types: the key that the server has given it to be cancelled by. */
interface Keyed {
  processID?: number | null;
  secretKey?: number | null;
}

/** The process that the server, or a pooler in its place, said it serves a connection with. */
export function processOf(client: PoolClient & Keyed): number | undefined {
  return client.processID ?? undefined;
}

/** How long the server has to take a wish, and to act upon it. */
const graceMilliseconds = 2_000;

/**
 * Asks the server to end the statement of a connection, by PostgreSQL's CancelRequest, which needs no login and which
 * poolers pass on. Nobody answers it: where it is heard the statement fails. The server, or the pooler, closes the way that it
 * came by: PgBouncer 1.18 ends with "bad client state" where its client closes before it has passed a request on.
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
  // What is not read has no end.
  socket.resume();
}

/** PostgreSQL's documentation, "Message Formats". */
const cancelRequestCode = 80_877_102;

/** Breaks a connection: the server may hear of it or not, and whoever waits for an answer is told. */
export function breakConnection(client: PoolClient): void {
  client.connection.stream.destroy();
}

/** Whether a process of the server is at work on a statement, asked by a connection of its own; false where nobody says. */
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
