import type { Readable } from 'node:stream';
import { importLogs } from '../analytics/import/import-logs.ts';
import type { ImportRequest, ImportSummary } from '../analytics/import/import-request.ts';
import type { Project } from '../projects/project.ts';
import { lookAtDocsPages } from './docs-pages.ts';
import type { House } from './house.ts';
import { openViews } from './views.ts';

/** Imports logs while any server runs on the database: both write to the same tables in the same way. */
export async function importViews(
  house: House,
  request: ImportRequest & { project: Project },
  openInput: () => Readable,
): Promise<ImportSummary> {
  const views = openViews(house);
  try {
    const docsPages = await lookAtDocsPages(house, request.project).catch((error: unknown) => {
      house.log.debug({ err: error, project: request.project.id }, 'the pages of the docs were not looked at');
      return undefined;
    });
    return await importLogs({ ...views, db: house.db, docsPages, now: () => new Date(), openInput }, request);
  } finally {
    await views.store.close();
  }
}
