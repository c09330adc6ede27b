import { CopydeskError } from '@copydesk/contract/errors';
import type { Operator } from '../../operator/operator.ts';
import { namedProject, whichServer } from '../../remote/profile/which-server.ts';
import { commandStart } from '../start/command-start.ts';
import type { CommandStart } from '../start/command-start.ts';
import type { LogReader } from '../start/log.ts';
import { refuseNewDatabase } from '../start/refuse-new-database.ts';
import { running } from '../start/running.ts';
import { version } from './version.ts';

/**
 * The app as the `copydesk` command sees it: nothing is read or started before it is needed. Nor is code loaded: the
 * server and the model kit take most of a second to load, and `copydesk --help` and `project list` need not wait for
 * that.
 *
 * @param folder the working folder: a data folder in it says that this is the server's machine.
 */
export function createOperator(
  environment: Record<string, string | undefined>,
  reader: LogReader = 'programs',
  folder = process.cwd(),
): Operator {
  const start = commandStart(environment, reader, folder);
  return {
    version,
    token: environment.COPYDESK_TOKEN,
    triggerSecret: environment.COPYDESK_TRIGGER_SECRET,
    ...longRunning(start),
    open: async (options) => await open(start, options),
    ...readerRules(start),
    ...backups(start),
    ...inspections(start),
    ...servers(start),
    with: (changes) => createOperator({ ...environment, ...changes }, reader, folder),
  };
}

/** What runs until it is stopped. */
function longRunning(start: CommandStart): Pick<Operator, 'serve' | 'work' | 'mcp'> {
  const { settings, openLog, requireFolder, remember, place } = start;
  return {
    async serve({ worker }) {
      const { startServer } = await import('../start/serve.ts');
      await requireFolder(true);
      const server = await startServer(await settings(), { worker, log: await openLog() });
      await limitMemory();
      await remember();
      return server;
    },
    work: async () => await work(start),
    async mcp(options) {
      const { COPYDESK_KEY: key, COPYDESK_PROJECT: project } = place.environment;
      if (key === undefined || key === '') throw keyMissing();
      const { serveMcpOverStdio } = await import('../../mcp/over-stdio.ts');
      const { baseAddress } = await import('../../settings.ts');
      const url = baseAddress(await settings());
      const { close, ended } = serveMcpOverStdio({ ...options, url, key, project, version });
      return running(close, ended);
    },
  };
}

async function work({ settings, openLog, requireFolder }: CommandStart): ReturnType<Operator['work']> {
  await requireFolder(true);
  const { openApp } = await import('../app.ts');
  const { startAppWorker } = await import('../job/work.ts');
  const { vale } = await settings();
  if (vale !== undefined) await (await import('../../style-check/version.ts')).requireVale(vale);
  const log = await openLog();
  const { warnAtStart } = await import('../start/start-warnings.ts');
  await warnAtStart(await settings(), log);
  const { requireMetricsPort } = await import('../start/free-port.ts');
  await requireMetricsPort(await settings());
  const { metricsOf, serveMetrics } = await import('../metrics/serve-metrics.ts');
  const app = await openApp(await settings(), log, { metrics: await metricsOf(await settings()) });
  const measured = await serveMetrics(app).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  const worker = startAppWorker(app);
  await limitMemory();
  return running(async () => {
    await Promise.all([worker.stop(), measured?.close()]);
    await app.close();
  }, worker.drained);
}

/**
 * Only for processes that live long: a command ends before its heap has grown. Once they have started: before, it takes
 * two full collections more, which were a tenth of a start.
 */
async function limitMemory(): Promise<void> {
  const { limitHeapGrowth } = await import('../start/heap-growth.ts');
  limitHeapGrowth();
}

function keyMissing(): CopydeskError {
  return new CopydeskError(
    'credentials_required',
    'Set COPYDESK_KEY to an API key of the server, in the settings of the program that starts this one.',
  );
}

async function open(
  { settings, quietLog, requireFolder, remember, place }: CommandStart,
  { createsDatabase = false }: Parameters<Operator['open']>[0] = {},
): ReturnType<Operator['open']> {
  const server = whichServer(place);
  if (server !== undefined) {
    const { remoteServices } = await import('../../remote/services.ts');
    return remoteServices({ ...server, project: namedProject(place) }, version);
  }
  refuseNewDatabase(place);
  await requireFolder(createsDatabase);
  const { openApp } = await import('../app.ts');
  const { operatorServices } = await import('./operator-services.ts');
  const app = await openApp(await settings(), await quietLog());
  await remember();
  return operatorServices(app);
}

type ReaderRules = Pick<Operator, 'addressRanges' | 'readerRules' | 'refreshReaderRules' | 'refreshAddressRanges'>;

/** The rules and addresses by which readers are told apart: they are files of the data folder. */
function readerRules({ settings }: CommandStart): ReaderRules {
  return {
    async addressRanges() {
      const { openRanges } = await import('../../analytics/classify/networks/file.ts');
      return openRanges((await settings()).dataDirectory);
    },
    async readerRules() {
      const { rulesInForce } = await import('../views/reader-rules.ts');
      return rulesInForce(await settings());
    },
    async refreshReaderRules(source) {
      const { bringRules } = await import('../views/reader-rules.ts');
      return await bringRules(await settings(), source);
    },
    async refreshAddressRanges() {
      const { renewAddressRanges } = await import('../views/address-ranges.ts');
      return await renewAddressRanges(await settings());
    },
  };
}

type Backups = Pick<Operator, 'backup' | 'restore' | 'moveDatabase' | 'undoMove' | 'planUpgrade' | 'upgradeDatabase'>;

/** What is done to the database as a whole. */
function backups({ settings, quietLog }: CommandStart): Backups {
  return {
    async backup(options) {
      const { makeBackup } = await import('../backup/make-backup.ts');
      return await makeBackup(await settings(), await quietLog(), options);
    },
    async restore(options) {
      const { restoreBackup } = await import('../backup/restore-backup.ts');
      return await restoreBackup(await settings(), await quietLog(), options);
    },
    async moveDatabase(options) {
      const { moveDatabase } = await import('../backup/move-database.ts');
      return await moveDatabase(await settings(), await quietLog(), options);
    },
    async undoMove() {
      const { undoMove } = await import('../backup/move-database.ts');
      return await undoMove(await settings(), await quietLog());
    },
    async planUpgrade(programs) {
      const { planUpgrade } = await import('../backup/upgrade-database.ts');
      return await planUpgrade(await settings(), programs);
    },
    async upgradeDatabase(options) {
      const { upgradeDatabase } = await import('../backup/upgrade-database.ts');
      return await upgradeDatabase(await settings(), await quietLog(), options);
    },
  };
}

/** What only reads, and works without a database. */
function inspections({
  settings,
  place,
}: CommandStart): Pick<Operator, 'status' | 'examine' | 'supportBundle' | 'openApi'> {
  return {
    async status() {
      const server = whichServer(place);
      if (server !== undefined) {
        const { remoteStatus } = await import('../../remote/status.ts');
        return await remoteStatus({ ...server, project: undefined }, version);
      }
      const { readStatus } = await import('./status.ts');
      return await readStatus(await settings());
    },
    async examine() {
      const { examine } = await import('../doctor/examine.ts');
      return await examine(place.environment);
    },
    async supportBundle(options) {
      const { writeBundle } = await import('../doctor/bundle.ts');
      return await writeBundle(place.environment, options);
    },
    async openApi() {
      const { openApiDocument } = await import('../../http/openapi/document.ts');
      const { baseAddress } = await import('../../settings.ts');
      return openApiDocument({ baseUrl: baseAddress(await settings()), version });
    },
  };
}

/** The servers elsewhere that this user is signed in to, and what their errors mean. */
function servers({ place }: CommandStart): Pick<Operator, 'login' | 'logout' | 'explain'> {
  return {
    async login(draft) {
      const { login } = await import('../../remote/profile/login.ts');
      return await login(place, draft);
    },
    async logout(profile) {
      const { logout } = await import('../../remote/profile/login.ts');
      return logout(place, profile);
    },
    async explain(error) {
      const { failureOf } = await import('../../remote/errors.ts');
      return failureOf(error, version);
    },
  };
}
