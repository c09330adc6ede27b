import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../src/postgres/database.ts';
import { startEmbedded } from '../src/postgres/embedded/embedded.ts';
import { migrate } from '../src/postgres/migrate.ts';
import { schemaFiles } from './schema-files.ts';

/** `npm run schema`: migrates an empty database and rewrites the files that show the result. */
async function rewriteSchema(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-schema-'));
  // When root starts the server, it runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  const server = await startEmbedded({ directory: path.join(folder, 'data'), log: console });
  const db = openDatabase({ connection: server.connection, maximumConnections: 1, applicationName: 'schema' });
  try {
    await migrate(db);
    for (const { path: file, content } of await schemaFiles(db)) await writeFile(file, content);
  } finally {
    await db.destroy();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

await rewriteSchema();
