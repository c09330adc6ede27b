import pino from 'pino';
import type { Logger } from 'pino';
import { openApiDocument } from '../http/openapi/document.ts';
import type { Operator } from '../operator/operator.ts';
import { readSettings } from '../settings.ts';
import type { Settings } from '../settings.ts';
import { baseAddress, openHouse } from './house.ts';
import type { House } from './house.ts';
import { operatorServices } from './operator-services.ts';
import { running } from './running.ts';
import { startServer } from './serve.ts';
import { version } from './version.ts';
import { startHouseWorker } from './work.ts';

/** The house as the `copydesk` command sees it: nothing is read or started before it is asked for. */
export function createOperator(environment: Record<string, string | undefined>): Operator {
  const settings = (): Settings => readSettings(environment);
  return {
    version,
    serve: (options) => startServer(settings(), { worker: options.worker, log: openLog(settings()) }),
    async work() {
      const house = await openHouse(settings(), openLog(settings()));
      const worker = startHouseWorker(house);
      return running(async () => {
        await worker.stop();
        await house.close();
      });
    },
    async open() {
      // A command's own words are its output: the log is for what goes wrong.
      const house: House = await openHouse(settings(), openLog({ ...settings(), logLevel: quieter(settings()) }));
      return operatorServices(house);
    },
    openApi: () => Promise.resolve(openApiDocument({ baseUrl: baseAddress(settings()), version })),
    with: (changes) => createOperator({ ...environment, ...changes }),
  };
}

function quieter(settings: Settings): Settings['logLevel'] {
  return settings.logLevel === 'info' ? 'warn' : settings.logLevel;
}

/** One JSON line an entry, on standard error; credentials never reach it. */
function openLog(settings: Settings): Logger {
  const redact = ['req.headers.authorization', 'req.headers.cookie', 'authorization', 'password', 'token'];
  return pino({ level: settings.logLevel, redact, base: undefined }, pino.destination(2));
}
