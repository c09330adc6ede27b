import { statfs } from 'node:fs/promises';
import { readFoldLag } from '../../analytics/read/ingestion.ts';
import { countAlive, readActive } from '../../jobs/claim/queue-health.ts';
import type { GaugeReadings } from '../../metrics/metrics.ts';
import type { App } from '../app.ts';
import { within } from '../health/within.ts';

/** How long the database may take. It is queried every few seconds. */
const partMilliseconds = 3_000;

/** Reads what is measured of the database and the disk. Never rejects. */
export async function readGauges({ db, settings }: Pick<App, 'db' | 'settings'>): Promise<GaugeReadings> {
  const [database, disk] = await Promise.all([
    within(partMilliseconds, async () => {
      const [jobs, workersAlive, foldLagSeconds] = await Promise.all([readActive(db), countAlive(db), readFoldLag(db)]);
      return { jobs, workersAlive, foldLagSeconds };
    }),
    within(partMilliseconds, async () => {
      const { bavail, blocks, bsize } = await statfs(settings.dataDirectory);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    }),
  ]);
  return { database: database.found ?? undefined, disk: disk.found ?? undefined };
}
