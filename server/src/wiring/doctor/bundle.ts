import { open, readFile, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import path from 'node:path';
import { CopydeskError } from '@copydesk/contract';
import type { Client } from 'pg';
import { pino } from 'pino';
import { hasCluster } from '../../postgres/embedded/place.ts';
import { readSettings, settingNames } from '../../settings.ts';
import type { Settings } from '../../settings.ts';
import { workOnDatabase } from '../backup/connect.ts';
import { readStatus } from '../services/status.ts';
import { version } from '../services/version.ts';
import { examine } from './examine.ts';
import { maskOwnLog, maskServerLog, maskText } from './mask.ts';

type Environment = Record<string, string | undefined>;

export interface BundleOptions {
  /** The absolute path. */
  file: string;
  /** The absolute path of Copydesk's own log, where the operator stores it. */
  log: string | undefined;
}

/**
 * Writes a file for a person who helps: findings, status, which settings are set, the schema, sizes, error codes, and
 * what the logs say about faults. It contains no prompt, page, secret, or address of a person or a database.
 *
 * @throws CopydeskError `invalid_request` when the file already exists or cannot be written, or the log cannot be read.
 */
export async function writeBundle(environment: Environment, { file, log }: BundleOptions): Promise<{ bytes: number }> {
  const settings = readAnyway(environment);
  const secrets = await secretsOf(environment, settings);
  const ownLog = log === undefined ? undefined : maskOwnLog(await readTail(log), secrets);
  const bundle = {
    format: 'copydesk-support 1',
    madeAt: new Date().toISOString(),
    versions: {
      copydesk: version,
      node: process.versions.node,
      system: `${process.platform} ${process.arch} ${release()}`,
    },
    settings: presentSettings(environment),
    findings: await examine(environment),
    status: settings === undefined ? undefined : await statusOf(settings),
    database: settings === undefined ? undefined : await readDatabase(settings),
    databaseLog: settings === undefined ? [] : maskServerLog(await readServerLog(settings), secrets),
    ...(ownLog === undefined ? {} : { ownLog }),
  };
  const text = `${withoutSecrets(JSON.stringify(bundle, null, 2), secrets)}\n`;
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw refuse(`${file} cannot be written, or is there already: name another file.`, error);
  });
  return { bytes: Buffer.byteLength(text) };
}

/** Removes known secrets once more, in case a part let one through, also in the form in which JSON writes them. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(JSON.stringify(secret).slice(1, -1), '[removed]'), text);
}

function readAnyway(environment: Environment): Settings | undefined {
  try {
    return readSettings(environment);
  } catch {
    return undefined;
  }
}

/** Settings whose values only say how much or how long. */
const isPlainValue = /^(?:\d{1,9}|true|false|auto|none|trace|debug|info|warn|error|silent|builtin\/\w+)$/;

function presentSettings(environment: Environment): { name: string; value: string }[] {
  return Object.entries(environment)
    .filter(([name, value]) => value !== undefined && (name.startsWith('COPYDESK_') || settingNames.includes(name)))
    .map(([name, value = '']) => ({
      name,
      value: isPlainValue.test(value) && !namesSecret(name) ? value : 'set, not shown',
    }));
}

function namesSecret(name: string): boolean {
  return /KEY|SECRET|TOKEN|PASSWORD|URL/.test(name);
}

/** Returns every secret that this process can know. */
async function secretsOf(environment: Environment, settings: Settings | undefined): Promise<string[]> {
  const fromEnvironment = Object.entries(environment).flatMap(([name, value = '']) =>
    namesSecret(name) ? [value].concat(passwordsOf(value)) : passwordsOf(value),
  );
  if (settings === undefined) return fromEnvironment.filter((secret) => secret.length >= 4);
  const files = ['secret.key', 'postgres/password'].map(async (name) =>
    (await readFile(path.join(settings.dataDirectory, name), 'utf8').catch(() => '')).trim(),
  );
  return [...fromEnvironment, ...(await Promise.all(files))].filter((secret) => secret.length >= 4);
}

/** Returns the password in an address with `user:password@`, both as it is written and decoded. */
function passwordsOf(value: string): string[] {
  const [, password] = /:\/\/[^\s/@:]*:([^\s/@]+)@/.exec(value) ?? [];
  if (password === undefined) return [];
  return [password, decode(password)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function statusOf(settings: Settings): Promise<object> {
  const { health, server, fault } = await readStatus(settings);
  return { server, fault: fault === null ? null : maskText(fault, []), health };
}

async function readDatabase(settings: Settings): Promise<object> {
  if (settings.databaseUrl === undefined && !(await hasCluster(settings.dataDirectory))) return { there: false };
  const log = pino({ level: 'silent' });
  return await workOnDatabase(settings, log, { make: false }, describe).catch((error: unknown) => ({
    fault: error instanceof CopydeskError ? error.code : 'unknown',
  }));
}

/** Names of PostgreSQL settings that affect how it works for Copydesk. */
const serverSettings = [
  'server_version',
  'max_connections',
  'shared_buffers',
  'work_mem',
  'maintenance_work_mem',
  'max_wal_size',
  'wal_level',
  'fsync',
  'synchronous_commit',
  'autovacuum',
  'statement_timeout',
  'lock_timeout',
  'default_toast_compression',
  'server_encoding',
  'TimeZone',
];

async function describe(client: Client): Promise<object> {
  const ask = async (text: string, values: unknown[] = []): Promise<unknown[]> => {
    const { rows } = await client.query<Record<string, unknown>>(text, values).catch(() => ({ rows: [] }));
    return rows;
  };
  return {
    settings: await ask('select name, setting, unit from pg_settings where name = any($1) order by name', [
      serverSettings,
    ]),
    migrations: await ask('select version, applied_at as at from migration order by version'),
    tables: await ask(`
      select relname as name, pg_total_relation_size(oid) as bytes, reltuples::bigint as rows from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'm')
        order by pg_total_relation_size(oid) desc limit 100
    `),
    // Only codes: what a job was asked, and what the model said, are left out.
    jobs: await ask(`
      select id, project_id as project, status, error ->> 'code' as error, waiting ->> 'code' as waiting, attempts, retries, steps,
          turn, created_at as "createdAt", updated_at as "updatedAt"
        from job where status in ('active', 'failed') order by updated_at desc limit 100
    `),
    webhooks: await ask(
      'select count(*) as all, count(*) filter (where disabled_at is not null) as disabled from webhook',
    ),
  };
}

const tailBytes = 512 * 1024;

async function readServerLog({ dataDirectory }: Settings): Promise<string> {
  return await readTail(path.join(dataDirectory, 'postgres/server.log')).catch(() => '');
}

async function readTail(file: string): Promise<string> {
  try {
    await using handle = await open(file, 'r');
    const { size } = await handle.stat();
    const start = Math.max(0, size - tailBytes);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(tailBytes), position: start });
    return buffer.toString('utf8', 0, bytesRead);
  } catch (error) {
    throw refuse(`There is no file ${file} that this user may read.`, error);
  }
}

function refuse(detail: string, cause: unknown): CopydeskError {
  return new CopydeskError('invalid_request', detail, { cause });
}
