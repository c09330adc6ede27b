import { sql } from 'kysely';
import { z } from 'zod';
import { openDatabase } from '../../src/postgres/database.ts';
import { startEmbedded } from '../../src/postgres/embedded/embedded.ts';
import { thisMachine } from '../../src/postgres/embedded/machine.ts';

/**
 * A program that runs an embedded server, for tests that kill it. It sends its parent the server's connection or its
 * error, answers `ping` once the server answers a query, and stops on `stop`.
 */
async function holdServer(): Promise<void> {
  const options = Options.parse(JSON.parse(process.argv[2] ?? ''));
  if (options.user !== undefined) becomeUser(options.user);
  const log = { info: () => {}, warn: () => {} };
  const machine = { ...thisMachine(), ...options.machine };
  const server = await startEmbedded({ directory: options.directory, log, machine });
  const db = openDatabase({ connection: server.connection, maximumConnections: 1, applicationName: 'program' });
  process.on('message', (message) => {
    if (message === 'ping') void ping();
    if (message === 'stop') void stop();
  });
  // The test has ended or failed: leave nothing running.
  process.on('disconnect', () => void stop());
  process.send?.({ connection: server.connection });

  async function ping(): Promise<void> {
    await sql`select 1`.execute(db).then(
      () => process.send?.('pong'),
      () => setTimeout(() => void ping(), 50),
    );
  }

  async function stop(): Promise<void> {
    await db.destroy();
    await server.stop();
    process.exit();
  }
}

const Options = z.object({
  directory: z.string(),
  user: z.int().optional(),
  machine: z.object({ packageFolder: z.string(), sharedFolder: z.string(), temporaryFolder: z.string() }).partial(),
});

/**
 * Switches to the user. Call it after the modules are loaded, because they may be in a folder that the user cannot
 * read.
 */
function becomeUser(id: number): void {
  process.setgroups?.([]);
  process.setgid?.(id);
  process.setuid?.(id);
}

await holdServer().catch((error: unknown) => {
  const { code, message } = z.object({ code: z.string().default(''), message: z.string() }).parse(error);
  process.send?.({ error: { code, message } }, () => process.exit(1));
});
