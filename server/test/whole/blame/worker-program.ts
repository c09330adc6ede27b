import { readSettings } from '../../../src/settings.ts';
import { openApp } from '../../../src/wiring/app.ts';
import { openLog } from '../../../src/wiring/start/log.ts';
import { startAppWorker } from '../../../src/wiring/job/work.ts';
import { models } from './models.ts';

// A worker as shipped, except for its model.
const settings = readSettings(process.env);
const app = await openApp(settings, openLog(settings));
const worker = startAppWorker(app, { models, program: new URL('./alone-program.ts', import.meta.url) });
const end = (): void => void worker.stop().then(() => app.close().then(() => process.exit(0)));
process.on('SIGTERM', end);
process.on('disconnect', end);
process.send?.('ready');
