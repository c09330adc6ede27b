import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isCopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { DocsEngine } from '../docs/engine.ts';
import { openDatabase } from '../postgres/database.ts';
import type { Database, DatabaseOptions } from '../postgres/database.ts';
import { openListener } from '../postgres/listen.ts';
import type { Listener } from '../postgres/listen.ts';
import { migrate } from '../postgres/migrate.ts';
import { refuseMoved } from '../postgres/moved.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { baseAddress } from '../settings.ts';
import type { Settings } from '../settings.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { openSitemaps, type Sitemaps } from '../sitemap/sitemaps.ts';
import { openSecretBox } from '../secrets/open.ts';
import type { SecretBox } from '../secrets/box.ts';
import type { RepositoryMachine } from '../projects/repository-machine.ts';
import { machineOf } from './start/data-folder-id.ts';
import { docsWhenAsked } from './site/docs-when-asked.ts';
import { endInTime } from './start/end-in-time.ts';
import type { StyleCheck } from '../style-check/style-check.ts';
import { openHosts } from './hosts/hosts.ts';
import type { Hosts } from './hosts/hosts.ts';
import { directAddress, openStore } from './start/open-store.ts';
import type { Store } from './start/open-store.ts';
import { openAppNetwork } from './hosts/outgoing.ts';

/** The parts that every command shares: a migrated database, clones, the docs engine. */
export interface App {
  settings: Settings;
  db: Database;
  /**
   * Opens another pool on the same database, for callers that must not share connections with others. The caller must
   * end it.
   */
  connect: (options: { maximumConnections: number; idleInTransactionSeconds: number }) => Database;
  /** Opens one connection that bypasses any pooler, for statements that may take hours. The caller must end it. */
  connectForLong: () => Database;
  listener: Listener;
  /** Encrypts and decrypts stored secrets. */
  box: SecretBox;
  /** The code hosts that projects are connected to. */
  hosts: Hosts;
  workspace: Workspace;
  docs: DocsEngine;
  /** The style rules that repositories keep; undefined when the operator has not installed a program for them. */
  style: StyleCheck | undefined;
  /** The sitemaps of published sites. */
  sitemaps: Sitemaps;
  log: Logger;
  /** What is measured of this process; undefined when metrics are off. */
  metrics: Metrics | undefined;
  /** The folder of the repositories that Copydesk itself keeps. */
  keptDirectory: string;
  /** This machine, among others that have disks of their own. */
  machine: RepositoryMachine;
  /** The public base address, without a slash at the end. */
  url: string;
  /** Closes everything. The embedded database stops when no other process uses it. May be called twice. */
  close: () => Promise<void>;
}

export interface AppOptions {
  /** The base address, when it is known better than from the settings. */
  url?: string;
  metrics?: Metrics | undefined;
  /** The database, when the caller has begun to open it. It is closed with the app. */
  store?: Promise<Store>;
}

/**
 * Opens these parts.
 *
 * @throws CopydeskError `data_directory_refused`, `database_unavailable`, `database_refused`.
 */
export async function openApp(settings: Settings, log: Logger, options: AppOptions = {}): Promise<App> {
  const { app, migrated } = await openMigratingApp(settings, log, options);
  try {
    await migrated;
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/**
 * Opens these parts while the schema is brought up to date: nothing may read or write before `migrated`. When that
 * fails, the caller closes the app.
 *
 * @throws CopydeskError those of {@link openApp}, also by `migrated`.
 */
export async function openMigratingApp(
  settings: Settings,
  log: Logger,
  { url = baseAddress(settings), metrics, store: opening }: AppOptions = {},
): Promise<{ app: App; migrated: Promise<void> }> {
  // Ends the last part first, and the others even when one of them fails to end.
  const parts = new AsyncDisposableStack();
  const close = (): Promise<void> => parts.disposeAsync();
  try {
    const store = await (opening ?? openStore(settings, log));
    parts.defer(store.close);
    const { address } = store;
    const limits = settings.database;
    const own = { ...address, ...limits, maximumConnections: limits.connections, applicationName: 'copydesk' };
    const onPool = metrics?.addPool;
    const db = openDatabase({ ...own, onPool });
    parts.defer(() => endInTime(db.destroy()));
    const direct = directAddress(settings, address);
    const migrating = { ...own, ...direct, maximumConnections: 1, applicationName: 'copydesk migrations' };
    const applying = Promise.withResolvers<void>();
    const migrated = migrateWhenThere(migrating, applying.resolve);
    migrated.catch(() => {});
    parts.defer(() => endInTime(migrated.catch(() => {})));
    const listener = openListener({
      ...limits,
      ...direct,
      applicationName: 'copydesk listener',
      notify: async (channel, payload) => await sql`select pg_notify(${channel}, ${payload})`.execute(db),
      warn: (message) => log.warn(message),
    });
    parts.defer(() => endInTime(listener.close()));
    const box = openSecretBox({ key: settings.secretKey, dataDirectory: settings.dataDirectory });
    const hosts = openHosts({ db, box, now: () => new Date() });
    const docsTools = await openDocsTools(settings, log, parts);
    const connect: App['connect'] = (pool) =>
      openDatabase({ ...address, ...limits, ...pool, applicationName: 'copydesk worker', onPool });
    const long = { maximumConnections: 1, statementSeconds: longestSeconds, applicationName: 'copydesk operator' };
    const connectForLong = (): Database => openDatabase({ ...own, ...direct, ...long });
    const keptDirectory = path.join(settings.dataDirectory, 'repositories');
    const machine = await machineOf(settings.dataDirectory);
    const places = { keptDirectory, machine, metrics, url, close };
    const tools = { listener, box, hosts, ...docsTools };
    // The caller may occupy this process: not before the database has its work.
    await Promise.race([applying.promise, migrated]);
    return { app: { settings, db, connect, connectForLong, ...tools, log, ...places }, migrated };
  } catch (error) {
    await close();
    throw error;
  }
}

type DocsTools = Pick<App, 'workspace' | 'docs' | 'style' | 'sitemaps'>;

/** Opens what reads docs: in repositories, and where they are published. `parts` closes it. */
async function openDocsTools(settings: Settings, log: Logger, parts: AsyncDisposableStack): Promise<DocsTools> {
  const { wayTo, lookup, allowed } = openAppNetwork(settings);
  const workspace = openWorkspace({
    directory: path.join(settings.dataDirectory, 'clones'),
    log,
    allowedProtocols: ['https', 'http', 'file'],
    wayTo,
  });
  parts.defer(() => workspace.close());
  const kept = { directory: path.join(settings.dataDirectory, 'docs-facts'), maximumMegabytes: 256 };
  const docs = docsWhenAsked({ kept });
  parts.defer(() => docs.close());
  const style = await styleOf(settings, log);
  parts.defer(() => style?.close());
  const sitemaps = openSitemaps({
    directory: path.join(settings.dataDirectory, 'sitemaps'),
    lookup,
    allowed,
    now: () => new Date(),
  });
  return { workspace, docs, style, sitemaps };
}

async function styleOf({ vale }: Settings, log: Logger): Promise<StyleCheck | undefined> {
  if (vale === undefined) return undefined;
  const { openStyleCheck } = await import('../style-check/style-check.ts');
  return openStyleCheck({
    program: vale,
    report: (error) => log.error({ err: error }, 'the style could not be checked'),
  });
}

/** Distributing the tables of years takes hours. */
const longestSeconds = 24 * 3600;

/** How often to retry a database that goes away in the middle of a start. */
const mostAttempts = 20;
const pauseMilliseconds = 250;
/** How long to retry at most: a database that does not answer takes ten seconds each time. */
const patienceMilliseconds = 30_000;

/** A database that was killed a moment ago is restarted by the process that runs it: that is no reason not to start. */
async function migrateWhenThere(options: DatabaseOptions, onApplying: () => void): Promise<void> {
  const db = openDatabase(options);
  const until = performance.now() + patienceMilliseconds;
  try {
    for (let attempt = 1; attempt < mostAttempts && performance.now() < until; attempt += 1) {
      if (await isMigrated(db, onApplying)) return;
      await setTimeout(pauseMilliseconds);
    }
    await bringUpToDate(db, onApplying);
  } finally {
    await endInTime(db.destroy());
  }
}

async function bringUpToDate(db: Database, onApplying: () => void): Promise<void> {
  await migrate(db, onApplying);
  await refuseMoved(db);
}

/** Returns false when the database is unavailable. */
async function isMigrated(db: Database, onApplying: () => void): Promise<boolean> {
  try {
    await bringUpToDate(db, onApplying);
    return true;
  } catch (error) {
    if (!isCopydeskError(error, 'database_unavailable')) throw error;
    return false;
  }
}

/** Returns what prevents work; nothing when the database answers. */
export async function readiness(db: Database): Promise<{ name: string; detail: string }[]> {
  try {
    await sql`select 1`.execute(db);
    return [];
  } catch {
    return [{ name: 'database', detail: 'The database does not answer.' }];
  }
}
