import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import { openDatabase } from '../../../server/src/postgres/database.ts';
import type { Database } from '../../../server/src/postgres/database.ts';
import { startEmbedded } from '../../../server/src/postgres/embedded/embedded.ts';
import { anyPort } from '../support/any-port.ts';
import { untilReady } from '../support/until-ready.ts';

const bin = fileURLToPath(new URL('../../../server/bin/copydesk.js', import.meta.url));

/** `copydesk serve` as it is shipped, with the embedded PostgreSQL, on its own data directory. */
export interface ViewsServer extends AsyncDisposable {
  url: string;
  token: string;
  processId: number;
  /** The first process of its PostgreSQL. */
  databaseProcessId: number;
  /** Its database, over the bench's own connections. */
  db: Database;
  createProject: (name: string) => Promise<{ id: string; number: number }>;
  /** Everything that it logged: a line of JSON for each request, and more. */
  logFile: string;
}

/** The origin of the projects' pages, which browsers send. */
export const origin = 'https://docs.example.com';

export async function startViewsServer(folder: string): Promise<ViewsServer> {
  await using stack = new AsyncDisposableStack();
  const dataDirectory = path.join(folder, 'data');
  const served = stack.use(await serve(folder, 'server.log'));
  const env = environmentOf(folder, 0);

  const embedded = await startEmbedded({ directory: dataDirectory, log: { info: () => {}, warn: console.error } });
  stack.defer(async () => await embedded.stop());
  const db = openDatabase({ connection: embedded.connection, maximumConnections: 2, applicationName: 'bench' });
  stack.defer(async () => await db.destroy());

  const command = async (...words: string[]): Promise<unknown> => {
    const { stdout } = await promisify(execFile)(process.execPath, [bin, ...words, '--json'], { env });
    return JSON.parse(stdout);
  };
  const { key } = z
    .object({ key: z.string() })
    .parse(await command('key', 'create', '--name', 'bench', '--scopes', 'admin'));
  const databaseProcessId = await readDatabaseProcess(db);
  const parts = stack.move();
  return {
    ...served,
    token: key,
    databaseProcessId,
    db,
    async createProject(name) {
      const created = await command('project', 'create', '--name', name);
      const { id } = z.object({ id: z.string() }).parse(created);
      await db
        .updateTable('project')
        .set({ origins: [origin] })
        .where('id', '=', id)
        .execute();
      return await db.selectFrom('project').select(['id', 'number']).where('id', '=', id).executeTakeFirstOrThrow();
    },
    [Symbol.asyncDispose]: async () => await parts.disposeAsync(),
  };
}

/** A serving process. */
export interface Served extends AsyncDisposable {
  url: string;
  processId: number;
  logFile: string;
}

/** Starts a process on the data directory, beside others that may be running. */
export async function serve(folder: string, logName: string): Promise<Served> {
  const port = await anyPort();
  const env = environmentOf(folder, port);
  await mkdir(env.COPYDESK_DATA_DIR, { recursive: true });
  const logFile = path.join(folder, logName);
  const log = await open(logFile, 'w');
  const child = spawn(process.execPath, [bin, 'serve'], { env, stdio: ['ignore', log.fd, log.fd] });
  await log.close();
  const url = `http://127.0.0.1:${port}`;
  await untilReady({ url, hasEnded: () => child.exitCode !== null, logFile, everyMilliseconds: 100 }).catch(
    (error: unknown) => {
      child.kill('SIGTERM');
      throw error;
    },
  );
  return {
    url,
    processId: child.pid ?? 0,
    logFile,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function environmentOf(folder: string, port: number) {
  return {
    PATH: process.env.PATH,
    COPYDESK_DATA_DIR: path.join(folder, 'data'),
    COPYDESK_PORT: String(port),
    COPYDESK_QUOTA_ANALYTICS: '1000000',
    COPYDESK_COLLECT_RATE: '100000000',
  };
}

/** PostgreSQL writes its own process id into the first line of this file. */
async function readDatabaseProcess(db: Database): Promise<number> {
  const { rows } = await sql<{ file: string }>`select pg_read_file('postmaster.pid') as file`.execute(db);
  return Number.parseInt(rows[0]?.file ?? '', 10);
}
