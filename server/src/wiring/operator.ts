import { CopydeskError } from '@copydesk/contract/errors';
import type { Operator } from '../operator/operator.ts';
import { baseAddress, readSettings } from '../settings.ts';
import type { Settings } from '../settings.ts';
import { openLog } from './log.ts';
import type { LogReader } from './log.ts';
import { running } from './running.ts';
import { refuseToBegin } from './begin.ts';
import { namedProject, whichServer } from '../remote/which-server.ts';
import { version } from './version.ts';

/**
 * The house as the `copydesk` command sees it: nothing is read or started before it is asked for. Code neither: the
 * server and the model kit take most of a second to load, which `copydesk --help` and `project list` need not wait for.
 */
export function createOperator(
  environment: Record<string, string | undefined>,
  reader: LogReader = 'programs',
): Operator {
  const settings = (): Settings => readSettings(environment);
  // A command's own words are its output: the log is for what goes wrong.
  const quietLog = () => openLog({ logLevel: quieter(settings()) }, reader);
  const requireFolder = async (): Promise<void> => {
    const { refuseWrongFolder } = await import('./wrong-folder.ts');
    await refuseWrongFolder(settings(), environment);
  };
  const place = { environment, folder: process.cwd(), platform: process.platform };
  return {
    version,
    token: environment.COPYDESK_TOKEN,
    triggerSecret: environment.COPYDESK_TRIGGER_SECRET,
    async serve({ worker }) {
      const { startServer } = await import('./serve.ts');
      await requireFolder();
      return await startServer(settings(), { worker, log: openLog(settings(), reader) });
    },
    async work() {
      await requireFolder();
      const { openHouse } = await import('./house.ts');
      const { startHouseWorker } = await import('./work.ts');
      const { vale } = settings();
      if (vale !== undefined) await (await import('../style-check/version.ts')).requireVale(vale);
      const log = openLog(settings(), reader);
      const { warnAtStart } = await import('./start-warnings.ts');
      await warnAtStart(settings(), log);
      const { metricsOf, serveMetrics } = await import('./metrics/serve-metrics.ts');
      const house = await openHouse(settings(), log, { metrics: await metricsOf(settings()) });
      const measured = await serveMetrics(house).catch(async (error: unknown) => {
        await house.close();
        throw error;
      });
      const worker = startHouseWorker(house);
      return running(async () => {
        await Promise.all([worker.stop(), measured?.close()]);
        await house.close();
      }, worker.drained);
    },
    async mcp(options) {
      const key = environment.COPYDESK_KEY;
      if (key === undefined || key === '') throw keyMissing();
      const { serveMcpOverStdio } = await import('../mcp/over-stdio.ts');
      const url = baseAddress(settings());
      const { close, ended } = serveMcpOverStdio({
        ...options,
        url,
        key,
        project: environment.COPYDESK_PROJECT,
        version,
      });
      return running(close, ended);
    },
    async open() {
      const server = whichServer(place);
      if (server !== undefined) {
        const { remoteServices } = await import('../remote/services.ts');
        return remoteServices({ ...server, project: namedProject(place) }, version);
      }
      refuseToBegin(place);
      await requireFolder();
      const { openHouse } = await import('./house.ts');
      const { operatorServices } = await import('./operator-services.ts');
      const house = await openHouse(settings(), quietLog());
      return operatorServices(house);
    },
    async addressRanges() {
      const { openRanges } = await import('../analytics/classify/networks/file.ts');
      return openRanges(settings().dataDirectory);
    },
    async readerRules() {
      const { rulesInForce } = await import('./reader-rules.ts');
      return rulesInForce(settings());
    },
    async refreshReaderRules(source) {
      const { bringRules } = await import('./reader-rules.ts');
      return await bringRules(settings(), source);
    },
    async refreshAddressRanges() {
      const { renewAddressRanges } = await import('./address-ranges.ts');
      return await renewAddressRanges(settings());
    },
    async backup(options) {
      const { makeBackup } = await import('./backup/make-backup.ts');
      return await makeBackup(settings(), quietLog(), options);
    },
    async restore(options) {
      const { restoreBackup } = await import('./backup/restore-backup.ts');
      return await restoreBackup(settings(), quietLog(), options);
    },
    async examine() {
      const { examine } = await import('./doctor/examine.ts');
      return await examine(environment);
    },
    async openApi() {
      const { openApiDocument } = await import('../http/openapi/document.ts');
      return openApiDocument({ baseUrl: baseAddress(settings()), version });
    },
    async login(draft) {
      const { login } = await import('../remote/login.ts');
      return await login(place, draft);
    },
    async logout(profile) {
      const { logout } = await import('../remote/login.ts');
      return logout(place, profile);
    },
    async explain(error) {
      const { failureOf } = await import('../remote/errors.ts');
      return failureOf(error, version);
    },
    with: (changes) => createOperator({ ...environment, ...changes }, reader),
  };
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
