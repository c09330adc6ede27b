import path from 'node:path';
import { CopydeskError } from '@copydesk/contract/errors';
import type { Operator } from '../../operator/operator.ts';
import type { Settings } from '../../settings.ts';
import type { openLog as OpenLog, LogReader } from '../start/log.ts';
import { running } from '../start/running.ts';
import { refuseNewDatabase } from '../start/refuse-new-database.ts';
import { profilesFile } from '../../remote/profile/profiles.ts';
import { namedProject, whichServer } from '../../remote/profile/which-server.ts';
import { version } from './version.ts';

/**
 * The app as the `copydesk` command sees it: nothing is read or started before it is needed. Nor is code loaded: the
 * server and the model kit take most of a second to load, and `copydesk --help` and `project list` need not wait for
 * that.
 */
export function createOperator(
  environment: Record<string, string | undefined>,
  reader: LogReader = 'programs',
): Operator {
  // The settings' schemas are a third of what a command loads when it calls a server elsewhere.
  const settings = async (): Promise<Settings> => (await import('../../settings.ts')).readSettings(environment);
  const openLog = async (level: Parameters<typeof OpenLog>[0]) =>
    (await import('../start/log.ts')).openLog(level, reader);
  // A command's own words are its output: the log is only for what goes wrong.
  const quietLog = async () => await openLog({ logLevel: quieter(await settings()) });
  const requireFolder = async (createsDatabase: boolean): Promise<void> => {
    const { refuseWrongFolder } = await import('../start/wrong-folder.ts');
    const { readLastFolder } = await import('../start/last-folder.ts');
    await refuseWrongFolder(await settings(), environment, { last: await readLastFolder(lastFolder), createsDatabase });
  };
  const remember = async (): Promise<void> => {
    const { databaseUrl, dataDirectory } = await settings();
    if (databaseUrl !== undefined) return;
    const { rememberFolder } = await import('../start/last-folder.ts');
    await rememberFolder(lastFolder, dataDirectory);
  };
  const place = { environment, folder: process.cwd(), platform: process.platform };
  const profiles = profilesFile(environment, process.platform);
  const lastFolder = profiles === undefined ? undefined : path.join(path.dirname(profiles), 'last-database');
  return {
    version,
    token: environment.COPYDESK_TOKEN,
    triggerSecret: environment.COPYDESK_TRIGGER_SECRET,
    async serve({ worker }) {
      const { startServer } = await import('../start/serve.ts');
      await requireFolder(true);
      const server = await startServer(await settings(), { worker, log: await openLog(await settings()) });
      await limitMemory();
      await remember();
      return server;
    },
    async work() {
      await requireFolder(true);
      const { openApp } = await import('../app.ts');
      const { startAppWorker } = await import('../job/work.ts');
      const { vale } = await settings();
      if (vale !== undefined) await (await import('../../style-check/version.ts')).requireVale(vale);
      const log = await openLog(await settings());
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
    },
    async mcp(options) {
      const key = environment.COPYDESK_KEY;
      if (key === undefined || key === '') throw keyMissing();
      const { serveMcpOverStdio } = await import('../../mcp/over-stdio.ts');
      const { baseAddress } = await import('../../settings.ts');
      const url = baseAddress(await settings());
      const { close, ended } = serveMcpOverStdio({
        ...options,
        url,
        key,
        project: environment.COPYDESK_PROJECT,
        version,
      });
      return running(close, ended);
    },
    async open({ createsDatabase = false } = {}) {
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
    },
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
      return await examine(environment);
    },
    async supportBundle(options) {
      const { writeBundle } = await import('../doctor/bundle.ts');
      return await writeBundle(environment, options);
    },
    async openApi() {
      const { openApiDocument } = await import('../../http/openapi/document.ts');
      const { baseAddress } = await import('../../settings.ts');
      return openApiDocument({ baseUrl: baseAddress(await settings()), version });
    },
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
    with: (changes) => createOperator({ ...environment, ...changes }, reader),
  };
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

function quieter(settings: Settings): Settings['logLevel'] {
  return settings.logLevel === 'info' ? 'warn' : settings.logLevel;
}
