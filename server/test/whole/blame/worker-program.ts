import { readSettings } from '../../../src/settings.ts';
import { openHouse } from '../../../src/wiring/house.ts';
import { openLog } from '../../../src/wiring/log.ts';
import { startHouseWorker } from '../../../src/wiring/work.ts';
import { models } from './models.ts';

// A worker as it is shipped, but for its model.
const settings = readSettings(process.env);
const house = await openHouse(settings, openLog(settings));
const worker = startHouseWorker(house, { models, program: new URL('./alone-program.ts', import.meta.url) });
const end = (): void => void worker.stop().then(() => house.close().then(() => process.exit(0)));
process.on('SIGTERM', end);
process.on('disconnect', end);
process.send?.('ready');
