import { access, constants, open, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { Client } from 'pg';
import { pino } from 'pino';
import { readMigrations } from '../../postgres/migrate.ts';
import { onlyRow } from '../../postgres/statements/only-row.ts';
import { hasCluster } from '../../postgres/embedded/place.ts';
import { readSettings } from '../../settings.ts';
import type { Settings } from '../../settings.ts';
import { presenceSeconds } from '../../jobs/claim/presence.ts';
import { mirrorPatienceMinutes } from '../../projects/connection/mirrors.ts';
import { openMailer } from '../../mail/mailer.ts';
import { workOnDatabase } from '../backup/connect.ts';
import { freePort } from '../start/free-port.ts';
import { readGitVersion } from '../start/git-version.ts';
import type { Finding } from '../../operator/operator.ts';
import { databaseAbove } from '../start/wrong-folder.ts';
import type { DatabaseFacts, Facts, FolderFacts } from './facts.ts';
import { judge } from './judge.ts';

/** Examines everything that Copydesk depends on, and changes nothing. Whatever cannot be determined is a finding. */
export async function examine(environment: Record<string, string | undefined>): Promise<Finding[]> {
  const { settings, settingsErrors } = readAnyway(environment);
  const folder = await examineFolder(
    settings?.dataDirectory ?? path.resolve(environment.COPYDESK_DATA_DIR ?? '.copydesk'),
  );
  return judge({
    names: Object.keys(environment).filter((name) => name.startsWith('COPYDESK_')),
    settings,
    settingsErrors,
    node: process.versions.node,
    git: await readGitVersion(5_000).catch(() => ''),
    folder,
    port: settings === undefined ? 'free' : await examinePort(settings),
    mailFault: await examineMail(settings?.mail),
    database: settings === undefined ? undefined : await examineDatabase(settings, folder),
  });
}

function readAnyway(environment: Record<string, string | undefined>): Pick<Facts, 'settings' | 'settingsErrors'> {
  try {
    return { settings: readSettings(environment), settingsErrors: [] };
  } catch (error) {
    if (!(error instanceof CopydeskError) || error.code !== 'settings_invalid') throw error;
    return { settings: undefined, settingsErrors: error.errors };
  }
}

async function examineFolder(folder: string): Promise<FolderFacts> {
  const isThere = (await stat(folder).catch(() => undefined))?.isDirectory() === true;
  const disk = isThere ? await statfs(folder) : undefined;
  const key = await stat(path.join(folder, 'secret.key')).catch(() => undefined);
  return {
    path: folder,
    isThere,
    isWritable: await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    ),
    freeBytes: disk === undefined ? 0 : disk.bavail * disk.bsize,
    totalBytes: disk === undefined ? 0 : disk.blocks * disk.bsize,
    hasDatabase: await hasCluster(folder),
    databaseAbove: await databaseAbove(folder),
    keyMode: key?.mode,
    lastCrash: await readCrash(path.join(folder, 'postgres/server.log')),
  };
}

const tailBytes = 64 * 1024;

async function readCrash(log: string): Promise<string | undefined> {
  const handle = await open(log, 'r').catch(() => undefined);
  if (handle === undefined) return undefined;
  await using file = handle;
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read({
    buffer: Buffer.alloc(tailBytes),
    position: Math.max(0, size - tailBytes),
  });
  const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
  return lines.findLast((line) => /\bPANIC:|was terminated by signal (?!9\b|15\b)/.test(line))?.slice(0, 300);
}

/** Finds out what listens where the server would. */
export async function examinePort({ host, port }: Pick<Settings, 'host' | 'port'>): Promise<Facts['port']> {
  const isFree = await freePort(host, port).then(
    () => true,
    () => false,
  );
  if (isFree) return 'free';
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const at = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  const reply = await fetch(`${at}/healthz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  const text = reply === undefined ? '' : await reply.text().catch(() => '');
  return text.includes('"status":"ok"') ? 'copydesk' : 'other';
}

/** Signs in at the mail server, and sends nothing. */
async function examineMail(mail: Settings['mail']): Promise<string | undefined> {
  return mail && (await openMailer(mail, { silenceMilliseconds: 5_000 }).check());
}

async function examineDatabase(settings: Settings, folder: FolderFacts): Promise<Facts['database']> {
  if (settings.databaseUrl === undefined && (!folder.hasDatabase || !folder.isWritable)) return undefined;
  try {
    return await workOnDatabase(settings, pino({ level: 'silent' }), { make: false }, readDatabase);
  } catch (error) {
    if (isCopydeskError(error)) return { fault: error.message };
    throw error;
  }
}

async function readDatabase(client: Client): Promise<DatabaseFacts> {
  const asked = Date.now();
  const { rows } = await client.query<Omit<DatabaseFacts, 'clockSkewSeconds' | 'missingMigrations'> & { at: number }>(`
    select current_setting('server_version') as version, current_setting('server_version_num')::integer as "versionNumber",
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
      coalesce(inet_server_addr() << '127.0.0.0/8' or inet_server_addr() = '::1', true) as "isLocal",
      has_schema_privilege(current_schema(), 'create') as "mayCreate",
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::integer as connections,
      current_setting('max_connections')::integer as "maximumConnections",
      current_setting('autovacuum') = 'on' as autovacuum,
      extract(epoch from clock_timestamp())::float8 * 1000 as at
  `);
  const { at, ...rest } = onlyRow(rows);
  // Half of the round trip.
  const clockSkewSeconds = (at - (asked + Date.now()) / 2) / 1000;
  return { ...rest, clockSkewSeconds, ...(await readSchema(client)) };
}

type SchemaFacts = Pick<
  DatabaseFacts,
  | 'missingMigrations'
  | 'unknownMigrations'
  | 'moved'
  | 'staleTables'
  | 'workersAlive'
  | 'activeJobs'
  | 'owners'
  | 'keysOfModels'
  | 'expiringKeys'
  | 'failingConnections'
  | 'failingMirrors'
>;

const nothingYet: SchemaFacts = {
  missingMigrations: [],
  unknownMigrations: [],
  moved: null,
  staleTables: [],
  workersAlive: 0,
  activeJobs: 0,
  owners: 1,
  keysOfModels: [],
  expiringKeys: [],
  failingConnections: [],
  failingMirrors: [],
};

/** For a schema that is not the present one, only this much is read. */
async function readSchema(client: Client): Promise<SchemaFacts> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('migration') is not null as there`,
  );
  if (found[0]?.there !== true) return nothingYet;
  const { rows: applied } = await client.query<{ version: number }>('select version from migration');
  const known = await readMigrations();
  const versions = new Set(applied.map(({ version }) => version));
  const missingMigrations = known.filter(({ version }) => !versions.has(version)).map(({ name }) => name);
  const unknownMigrations = [...versions].filter((version) => known.every((each) => each.version !== version));
  const schema = { missingMigrations, unknownMigrations };
  if (missingMigrations.length > 0 || unknownMigrations.length > 0) return { ...nothingYet, ...schema };
  const { rows } = await client.query<Omit<SchemaFacts, 'missingMigrations' | 'unknownMigrations' | 'moved'>>(
    `select
      array(select class.relname from pg_stat_user_tables stat join pg_class class on class.oid = stat.relid
        where class.relnamespace = current_schema()::regnamespace
          and stat.n_mod_since_analyze >= greatest(1000, class.reltuples))::text[] as "staleTables",
      (select count(*) from worker where seen_at > now() - make_interval(secs => $1))::integer as "workersAlive",
      (select count(*) from (select from job where status = 'active' limit 10000) as active)::integer as "activeJobs",
      (select count(*) from person where role = 'owner' and removed_at is null)::integer as owners,
      array(select distinct provider from model_key)::text[] as "keysOfModels",
      array(select name from api_key where revoked_at is null and rotated_to is null
        and expires_at between now() and now() + interval '7 days' and last_used_at > now() - interval '7 days'
        order by name limit 20)::text[] as "expiringKeys",
      array(select project.name from code_host_connection join project on project.id = project_id
        where attend_failures >= 3 and project.deleted_at is null order by project.name limit 20)::text[] as "failingConnections",
       array(select project.name from repository_mirror as mirror join project on project.id = mirror.project_id
        where mirror.failed_at < now() - make_interval(mins => $2) and project.deleted_at is null order by project.name limit 20
       )::text[] as "failingMirrors"`,
    [presenceSeconds, mirrorPatienceMinutes],
  );
  const { rows: moves } = await client.query<NonNullable<SchemaFacts['moved']>>(
    'select moved_to as to, moved_at as at from database_move order by moved_at desc limit 1',
  );
  return { ...nothingYet, ...schema, ...rows[0], moved: moves[0] ?? null };
}
