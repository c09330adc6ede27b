import type { Connection } from '../../../server/src/postgres/connection.ts';
import { startEmbedded } from '../../../server/src/postgres/embedded/embedded.ts';

/** Starts the database in the rig's own process, which restarts it when it was killed. */
export async function startOwnDatabase(
  directory: string,
  stack: AsyncDisposableStack,
): Promise<{ connection: Connection }> {
  const embedded = await startEmbedded({ directory, log: { info: () => {}, warn: () => {} } });
  stack.defer(() => embedded.stop());
  return embedded;
}
