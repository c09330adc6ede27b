import type { Readable } from 'node:stream';
import { importLogs } from '../analytics/import/import-logs.ts';
import type { ImportRequest, ImportSummary } from '../analytics/import/import-request.ts';
import type { House } from './house.ts';
import { openViews } from './views.ts';

/** Imports logs beside whatever server runs on the database: both write to the same tables in the same way. */
export async function importViews(
  house: House,
  request: ImportRequest,
  openInput: () => Readable,
): Promise<ImportSummary> {
  const views = openViews(house);
  try {
    return await importLogs({ ...views, db: house.db, now: () => new Date(), openInput }, request);
  } finally {
    await views.store.close();
  }
}
