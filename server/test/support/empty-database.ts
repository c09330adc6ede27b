import { sql } from 'kysely';
import { inject } from 'vitest';
import { connectionUrl } from '../../src/postgres/connection.ts';
import { openDatabase } from '../../src/postgres/database.ts';

/** Creates an empty database without a schema on the tests' server. */
export async function emptyDatabase(name: string) {
  const server = inject('postgres');
  const database = `test_empty_${name}_${process.pid}`;
  const root = openDatabase({ connection: server, maximumConnections: 1, applicationName: 'test' });
  await sql`create database ${sql.id(database)}`.execute(root);
  return {
    name: database,
    url: connectionUrl({ ...server, database }),
    password: server.password,
    async [Symbol.asyncDispose]() {
      await sql`drop database if exists ${sql.id(database)} with (force)`.execute(root);
      await root.destroy();
    },
  };
}
